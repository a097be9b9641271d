/// Writes OLE compound files for tests: small streams, in the root and in one storage, sectors of 512 bytes.
struct CompoundFileMaker {
    var streams: [(name: String, contents: [UInt8])] = []
    /// A storage beside the streams of the root, with streams of its own.
    var storage: (name: String, streams: [(name: String, contents: [UInt8])])?
    var rootClass = [UInt8](repeating: 0, count: 16)
    /// Whether the table of sectors leads round and round.
    var isRing = false

    init(_ names: String...) { streams = names.map { ($0, [UInt8](repeating: 0, count: 64)) } }

    var bytes: [UInt8] {
        // Sector 0 is the table, 1 and 2 the directory, 3 the table of pieces, 4 and on the pieces.
        let outer = streams.count
        let streams = streams + (storage?.streams ?? [])
        let entries = streams.count + (storage == nil ? 1 : 2)
        precondition(entries <= 8, "the directory has room for 8 entries")
        let pieces = streams.flatMap { stream in
            stream.contents
                + [UInt8](repeating: 0, count: count(stream) * 64 - stream.contents.count)
        }
        let pieceSectors = max(1, (pieces.count + 511) / 512)
        var header: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
        header += [UInt8](repeating: 0, count: 16) + [0x3E, 0, 3, 0, 0xFE, 0xFF, 9, 0, 6, 0]
        header += [UInt8](repeating: 0, count: 10) + number(1) + number(1) + number(0)
        header += number(4096) + number(3) + number(1) + number(end) + number(0) + number(0)
        header += (1..<109).flatMap { _ in number(free) }
        var table = [0xFFFF_FFFD, 2, isRing ? 1 : end, end]
        for sector in 0..<pieceSectors {
            table.append(sector == pieceSectors - 1 ? end : UInt32(5 + sector))
        }
        var directory = entry("Root Entry", type: 5, child: streams.isEmpty ? free : 1, start: 4)
        directory.replaceSubrange(80..<96, with: rootClass)
        // The entry of the storage comes last.
        let after = storage == nil ? free : UInt32(streams.count + 1)
        for (index, stream) in streams.enumerated() {
            // A tree that is a list: each is to the right of the one before.
            let isLast = index + 1 == outer || index + 1 == streams.count
            let next = isLast ? index + 1 == outer ? after : free : UInt32(index + 2)
            directory += entry(
                stream.name,
                type: 2,
                right: next,
                start: UInt32(streams.prefix(index).reduce(0) { $0 + count($1) }),
                size: UInt32(stream.contents.count)
            )
        }
        if let storage {
            directory += entry(storage.name, type: 1, child: UInt32(outer + 1), start: end)
        }
        var small: [UInt8] = []
        for stream in streams {
            let first = small.count / 4
            for piece in 1..<count(stream) { small += number(UInt32(first + piece)) }
            small += number(end)
        }
        return header + filled(table.flatMap(number), 512, with: 0xFF) + filled(directory, 1024)
            + filled(small, 512, with: 0xFF) + filled(pieces, pieceSectors * 512)
    }

    /// The number of pieces of 64 bytes that a stream takes.
    private func count(_ stream: (name: String, contents: [UInt8])) -> Int {
        max(1, (stream.contents.count + 63) / 64)
    }

    private let end: UInt32 = 0xFFFF_FFFE
    private let free: UInt32 = 0xFFFF_FFFF

    private func number(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(number >> ($0 * 8) & 0xFF) }
    }

    private func filled(_ bytes: [UInt8], _ size: Int, with byte: UInt8 = 0) -> [UInt8] {
        bytes + [UInt8](repeating: byte, count: size - bytes.count)
    }

    private func entry(
        _ name: String,
        type: UInt8,
        right: UInt32 = 0xFFFF_FFFF,
        child: UInt32 = 0xFFFF_FFFF,
        start: UInt32,
        size: UInt32 = 0
    ) -> [UInt8] {
        let units = name.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        return filled(units, 64) + [UInt8(units.count + 2), 0, type, 1]
            + number(free) + number(right) + number(child)
            + [UInt8](repeating: 0, count: 36) + number(start) + number(size) + number(0)
    }
}
