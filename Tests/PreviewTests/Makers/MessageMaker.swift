/// Messages of Outlook for tests.
enum MessageMaker {
    /// A message in a compound file, its texts in UTF-16.
    static func compound(subject: String, text: String, sender: String) -> [UInt8] {
        var maker = CompoundFileMaker()
        // Sent on 2024-06-03 at 14:05.
        var table = BytesMaker([UInt8](repeating: 0, count: 32))
        table.add16(0x40, 0x39)
        table.add32(6, Int(time & 0xFFFF_FFFF), Int(time >> 32))
        maker.streams = [
            ("__properties_version1.0", table.bytes),
            ("__substg1.0_0037001F", .wide(subject)),
            ("__substg1.0_1000001F", .wide(text)),
            ("__substg1.0_0C1A001F", .wide(sender)),
        ]
        return maker.bytes
    }

    /// A message with properties by the names of their streams, and numbers by theirs.
    static func compound(
        _ streams: [(name: String, contents: [UInt8])],
        numbers: [Int: Int] = [:],
        attached: [(name: String, contents: [UInt8])] = []
    ) -> [UInt8] {
        var maker = CompoundFileMaker()
        var table = BytesMaker([UInt8](repeating: 0, count: 32))
        for (name, number) in numbers {
            table.add16(3, name)
            table.add32(6, number, 0)
        }
        maker.streams = [("__properties_version1.0", table.bytes)]
        maker.streams += streams.map { ("__substg1.0_\($0.name)", $0.contents) }
        if !attached.isEmpty {
            let inner = attached.map { ("__substg1.0_\($0.name)", $0.contents) }
            maker.storage = ("__attach_version1.0_#00000000", inner)
        }
        return maker.bytes
    }

    /// A message with its attachments in a storage of their own.
    static func compound(subject: String, attached name: String, file: [UInt8]) -> [UInt8] {
        var maker = CompoundFileMaker()
        maker.streams = [("__substg1.0_0037001F", .wide(subject))]
        maker.storage = (
            "__attach_version1.0_#00000000",
            [("__substg1.0_3707001F", .wide(name)), ("__substg1.0_37010102", file)]
        )
        return maker.bytes
    }

    /// A message as "winmail.dat": its text as rich text, and an attachment with a name.
    static func transport(subject: String, richText: String, attached name: String) -> [UInt8] {
        var maker = BytesMaker([0x78, 0x9F, 0x3E, 0x22, 1, 0])
        attribute(1, 0x0001_8004, Array(subject.utf8) + [0], into: &maker)
        var properties = BytesMaker()
        properties.add32(2)
        // A property with a name of its own is passed over.
        properties.add16(0x1F, 0x8001)
        properties.add([UInt8](repeating: 7, count: 16))
        properties.add32(1, 4)
        properties.add(.wide("ab"))
        properties.add32(1, 6)
        properties.add(.wide("xyz") + [0, 0])
        properties.add16(0x102, 0x1009)
        let packed = compressed(richText)
        properties.add32(1, packed.count)
        properties.add(packed)
        properties.fill(to: (properties.bytes.count + 3) / 4 * 4)
        attribute(1, 0x0006_9003, properties.bytes, into: &maker)
        attribute(2, 0x0006_9002, [UInt8](repeating: 0, count: 14), into: &maker)
        attribute(2, 0x0001_8010, Array(name.utf8) + [0], into: &maker)
        return maker.bytes
    }

    private static let time: UInt64 = (1_717_423_500 + 11_644_473_600) * 10_000_000

    private static func attribute(
        _ level: UInt8,
        _ number: Int,
        _ value: [UInt8],
        into maker: inout BytesMaker
    ) {
        maker.add([level])
        maker.add32(number, value.count)
        maker.add(value)
        maker.add16(value.reduce(0) { $0 + Int($1) } & 0xFFFF)
    }

    /// Rich text in its compressed form, of which each byte stands for itself.
    private static func compressed(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        var body = BytesMaker()
        for start in stride(from: 0, to: bytes.count, by: 8) {
            body.add([0] + bytes[start..<min(start + 8, bytes.count)])
        }
        var maker = BytesMaker()
        maker.add32(body.bytes.count + 12, bytes.count, 0x7546_5A4C, 0)
        return maker.bytes + body.bytes
    }
}
