import PreviewHelper

/// The properties of a message in the Transport Neutral Encapsulation Format ([MS-OXTNEF]): "winmail.dat".
struct TransportMessage {
    private let bytes: [UInt8]
    private var message = MailProperties()
    private var attachments: [MailProperties] = []
    private var codePage: [UInt8]?

    private static let sizeLimit = 64 << 20
    private static let attachmentsLimit = 2_000
    private static let propertiesLimit = 20_000
    private static let mark: [UInt8] = [0x78, 0x9F, 0x3E, 0x22]

    /// The types of values ([MS-OXCDATA], 2.11.1).
    private enum Kind {
        static let narrow: UInt16 = 0x1E
        static let binary: UInt16 = 0x102
        static let time: UInt16 = 0x40
        static let number: UInt16 = 3
    }

    /// Reads a file; `nil` where it is another.
    static func read(_ file: FilePart) -> (MailProperties, [MailProperties])? {
        let bytes = file.available(at: 0, count: sizeLimit)
        guard bytes.starts(with: mark), bytes.count >= 6 else { return nil }
        var reader = TransportMessage(bytes)
        reader.readAttributes()
        return (reader.message, reader.attachments)
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Each has a level, a number, a length, the value, and its checksum.
    private mutating func readAttributes() {
        var place = 6
        while place + 9 <= bytes.count {
            let number = bytes.number16(place + 1)
            let count = Int(bytes.number32(place + 5))
            let start = place + 9
            guard count <= bytes.count - start else { break }
            take(number, start..<(start + count))
            place = start + count + 2
        }
    }

    private mutating func take(_ number: UInt16, _ range: Range<Int>) {
        switch number {
        case 0x9007: set(&message, .messageCodePage, Kind.number, range)
        case 0x8004: set(&message, .subject, Kind.narrow, range)
        case 0x800C: set(&message, .text, Kind.narrow, range)
        case 0x9003: readProperties(range, into: &message)
        case 0x9002:
            // The attributes of the next attachment follow.
            guard attachments.count < Self.attachmentsLimit else {
                return ReadingExtent.noteOmission()
            }
            attachments.append(MailProperties())
        case 0x8010, 0x800F, 0x9005:
            guard var last = attachments.popLast() else { return }
            switch number {
            case 0x8010: set(&last, .displayName, Kind.narrow, range)
            case 0x800F: set(&last, .attached, Kind.binary, range)
            default: readProperties(range, into: &last)
            }
            attachments.append(last)
        default: break
        }
    }

    private func set(
        _ properties: inout MailProperties,
        _ name: MailProperties.Name,
        _ type: UInt16,
        _ range: Range<Int>
    ) {
        properties[name.rawValue] = value(type, range)
    }

    private func value(_ type: UInt16, _ range: Range<Int>) -> MailProperties.Value {
        let bytes = bytes
        return .init(type: type) { Array(bytes[range].prefix($0)) }
    }

    /// Reads a list of properties ([MS-OXTNEF], 2.1.3.4): each with a type and a number, and a name where it has none of its own.
    private func readProperties(_ range: Range<Int>, into properties: inout MailProperties) {
        guard range.count >= 4 else { return }
        let count = min(Int(bytes.number32(range.lowerBound)), Self.propertiesLimit)
        var place = range.lowerBound + 4
        for _ in 0..<count {
            guard place + 4 <= range.upperBound else { return }
            let (type, number) = (bytes.number16(place), bytes.number16(place + 2))
            place += 4
            if number >= 0x8000 {
                guard let end = endOfName(place, range) else { return }
                place = end
            }
            guard let (found, end) = readValue(type, place, range) else { return }
            if let found, type & 0x1000 == 0 { properties[number] = value(type, found) }
            place = end
        }
    }

    /// Where the name of a property ends, which is a number or words.
    private func endOfName(_ place: Int, _ range: Range<Int>) -> Int? {
        guard place + 24 <= range.upperBound else { return nil }
        guard bytes.number32(place + 16) != 0 else { return place + 24 }
        return end(of: Int(bytes.number32(place + 20)), at: place + 24, range)
    }

    /// The end of so many bytes, which are filled up to four, unless it is behind that of the list.
    private func end(of count: Int, at place: Int, _ range: Range<Int>) -> Int? {
        guard place <= range.upperBound, count <= range.upperBound - place else { return nil }
        return min(range.upperBound, place + (count + 3) / 4 * 4)
    }

    /// The bytes of a value, of several the first one, and where the next property begins.
    private func readValue(
        _ type: UInt16,
        _ place: Int,
        _ range: Range<Int>
    ) -> (value: Range<Int>?, end: Int)? {
        let isList = type & 0x1000 != 0
        let isLong = [0x1E, 0x1F, 0x102, 0x0D].contains(type & 0xFFF)
        guard isList || isLong else {
            let count = Self.size(of: type)
            return end(of: count, at: place, range).map { (place..<(place + count), $0) }
        }
        guard place + 4 <= range.upperBound else { return nil }
        var (next, first): (Int, Range<Int>?) = (place + 4, nil)
        for _ in 0..<min(Int(bytes.number32(place)), range.count) {
            var count = Self.size(of: type & 0xFFF)
            if isLong {
                guard next + 4 <= range.upperBound else { return nil }
                count = Int(bytes.number32(next))
                next += 4
            }
            guard let end = end(of: count, at: next, range) else { return nil }
            if first == nil { first = next..<(next + count) }
            next = end
        }
        return (first, next)
    }

    private static func size(of type: UInt16) -> Int {
        switch type {
        case 5, 6, 7, 0x14, 0x40: 8
        case 0x48: 16
        default: 4
        }
    }
}
