/// The location of an archive's central directory, from its end record.
struct ZipDirectory {
    /// The offset of the directory in the file.
    let offset: Int
    let size: Int
    let count: Int
    /// The value to add to the archive's offsets: the length of an executable that precedes the
    /// archive.
    let base: Int

    static let localMark: UInt32 = 0x0403_4B50
    private static let entryMark: UInt32 = 0x0201_4B50
    private static let endMark: UInt32 = 0x0605_4B50
    private static let end64Mark: UInt32 = 0x0606_4B50
    private static let locator64Mark: UInt32 = 0x0706_4B50

    /// Searches for the end record from the end of the file backwards, across the longest possible
    /// comment.
    static func find(in file: FilePart) throws(ZipArchive.Failure) -> ZipDirectory {
        let length = min(file.size, 22 + 65_535)
        guard length >= 22, let tail = file.bytes(at: file.size - length, count: length) else {
            throw .notAnArchive
        }
        var place = length - 22
        while place >= 0 {
            if tail[place] == 0x50, tail.number32(place) == endMark,
                // A comment that extends beyond the file is invalid.
                place + 22 + Int(tail.number16(place + 20)) <= length
            {
                return try read(tail, place, at: file.size - length + place, in: file)
            }
            place -= 1
        }
        throw .notAnArchive
    }

    private static func read(
        _ tail: [UInt8],
        _ place: Int,
        at end: Int,
        in file: FilePart
    ) throws(ZipArchive.Failure) -> ZipDirectory {
        var count = Int(tail.number16(place + 10))
        var size = Int(tail.number32(place + 12))
        var offset = Int(tail.number32(place + 16))
        var behind = end
        if count == 0xFFFF || size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF,
            let large = try large(before: end, in: file)
        {
            (count, size, offset, behind) = (large.count, large.size, large.offset, large.end)
        }
        guard count <= ZipArchive.entriesLimit else { throw .tooManyEntries }
        guard size <= ZipArchive.directoryLimit else { throw .tooManyEntries }
        guard size >= count * 46, size <= behind else { throw .damaged }
        // A directory without entries has nothing to check.
        if count == 0 { return ZipDirectory(offset: behind, size: 0, count: 0, base: 0) }
        // The directory ends where the end record begins; the difference from its recorded offset
        // is the length of the data before the archive.
        for begin in [offset, behind - size] where begin >= 0 {
            guard let mark = file.bytes(at: begin, count: 4), mark.number32(0) == entryMark,
                begin >= offset, begin + size <= behind
            else { continue }
            return ZipDirectory(offset: begin, size: size, count: count, base: begin - offset)
        }
        throw .damaged
    }

    /// The values in the zip64 end record, of an archive that is larger than 4 GiB or uses zip64
    /// anyway.
    private static func large(
        before end: Int,
        in file: FilePart
    ) throws(ZipArchive.Failure) -> (count: Int, size: Int, offset: Int, end: Int)? {
        guard let locator = file.bytes(at: end - 20, count: 20),
            locator.number32(0) == locator64Mark
        else { return nil }
        guard let place = locator.number64(8),
            let record = file.bytes(at: place, count: 56), record.number32(0) == end64Mark,
            let count = record.number64(32), let size = record.number64(40),
            let offset = record.number64(48)
        else { throw .damaged }
        guard count <= ZipArchive.entriesLimit else { throw .tooManyEntries }
        return (count, size, offset, place)
    }

    /// Reads the entries.
    func entries(of file: FilePart) throws(ZipArchive.Failure) -> [ZipArchive.Entry] {
        guard let bytes = file.bytes(at: offset, count: size) else { throw .damaged }
        var entries: [ZipArchive.Entry] = []
        entries.reserveCapacity(count)
        var place = 0
        for _ in 0..<count {
            guard bytes.count - place >= 46, bytes.number32(place) == Self.entryMark else {
                throw .damaged
            }
            let nameSize = Int(bytes.number16(place + 28))
            let extraSize = Int(bytes.number16(place + 30))
            let length = 46 + nameSize + extraSize + Int(bytes.number16(place + 32))
            guard bytes.count - place >= length else { throw .damaged }
            let extra = (place + 46 + nameSize)..<(place + 46 + nameSize + extraSize)
            let numbers = try Self.numbers(bytes, place, extra: extra)
            let flags = bytes.number16(place + 8)
            let (local, overflow) = numbers.offset.addingReportingOverflow(base)
            guard !overflow else { throw .damaged }
            let name = ZipName(
                bytes[(place + 46)..<(place + 46 + nameSize)],
                isUTF8: flags & 0x800 != 0,
                extra: bytes[extra]
            )
            entries.append(
                ZipArchive.Entry(
                    name: name.text,
                    rawName: name.raw,
                    compressedSize: numbers.compressedSize,
                    size: numbers.size,
                    method: bytes.number16(place + 10),
                    offset: local,
                    isEncrypted: flags & 0x41 != 0,
                    checksum: bytes.number32(place + 16),
                    refusal: nil
                )
            )
            place += length
        }
        return entries
    }

    /// The sizes and the offset of an entry; zip64 values are in its extra field.
    private static func numbers(
        _ bytes: [UInt8],
        _ place: Int,
        extra: Range<Int>
    ) throws(ZipArchive.Failure) -> (compressedSize: Int, size: Int, offset: Int) {
        var numbers = [place + 24, place + 20, place + 42].map { Int(bytes.number32($0)) }
        guard numbers.contains(0xFFFF_FFFF) else { return (numbers[1], numbers[0], numbers[2]) }
        var field = extra.lowerBound
        while extra.upperBound - field >= 4 {
            let size = Int(bytes.number16(field + 2))
            guard extra.upperBound - field - 4 >= size else { break }
            if bytes.number16(field) == 1 {
                var next = field + 4
                for index in numbers.indices where numbers[index] == 0xFFFF_FFFF {
                    guard field + 4 + size - next >= 8,
                        let number = bytes.number64(next), number < 1 << 48
                    else { throw .damaged }
                    numbers[index] = number
                    next += 8
                }
                break
            }
            field += 4 + size
        }
        return (numbers[1], numbers[0], numbers[2])
    }
}
