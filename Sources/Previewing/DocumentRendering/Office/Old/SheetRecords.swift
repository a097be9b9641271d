import PreviewHelper

/// The records of a workbook of Excel 2 to 2003 ([MS-XLS] 2.1.4): a code, a length, and contents.
struct SheetRecords {
    /// A record.
    struct Record {
        var code: UInt16
        var body: [UInt8]
    }

    /// Where the next record begins.
    var place: Int

    private let size: Int
    private let read: (_ offset: Int, _ count: Int) -> [UInt8]
    /// The part of the stream that was read last, and where it begins.
    private var window: [UInt8] = []
    private var windowStart = 0

    private static let windowSize = 1 << 16

    /// The records of a stream, or of a whole file of Excel 2 to 4.
    init(_ stream: CompoundStream) {
        (place, size) = (0, stream.size)
        read = { stream.available(at: $0, count: $1) }
    }

    init(_ file: FilePart) {
        (place, size) = (0, file.size)
        read = { file.available(at: $0, count: $1) }
    }

    /// The next record; `nil` at the end.
    mutating func next() -> Record? {
        guard let header = bytes(at: place, count: 4) else { return nil }
        let count = Int(header.number16(2))
        guard let body = bytes(at: place + 4, count: count) else { return nil }
        place += 4 + count
        return Record(code: header.number16(0), body: body)
    }

    /// The contents of the records that continue the last one.
    mutating func continuations(limit: Int) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        while parts.count < limit {
            let start = place
            guard let record = next() else { break }
            guard record.code == 0x3C else {
                place = start
                break
            }
            parts.append(record.body)
        }
        return parts
    }

    private mutating func bytes(at offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, offset <= size, count <= size - offset else { return nil }
        if offset < windowStart || offset + count > windowStart + window.count {
            window = read(offset, max(count, Self.windowSize))
            windowStart = offset
            guard window.count >= count else { return nil }
        }
        let begin = offset - windowStart
        return Array(window[begin..<(begin + count)])
    }
}

/// Strings that continue in other records, each of which tells anew whether its characters have one byte or two
/// ([MS-XLS] 2.5.293).
struct SheetStrings {
    private var parts: [[UInt8]]
    private var part = 0
    private var place: Int

    init(_ parts: [[UInt8]], skipping place: Int) { (self.parts, self.place) = (parts, place) }

    /// The next string; `nil` where there is none.
    mutating func next() -> String? {
        guard let head = take(3) else { return nil }
        let count = Int(head.number16(0))
        let flags = head[2]
        var tail = 0
        if flags & 8 != 0 {
            guard let runs = take(2) else { return nil }
            tail += 4 * Int(runs.number16(0))
        }
        if flags & 4 != 0 {
            guard let size = take(4) else { return nil }
            tail += Int(size.number32(0))
        }
        guard let text = characters(count, isWide: flags & 1 != 0) else { return nil }
        guard skip(tail) else { return nil }
        return text
    }

    private mutating func characters(_ count: Int, isWide: Bool) -> String? {
        var (units, isWide) = ([UInt16](), isWide)
        while units.count < count {
            guard part < parts.count else { return nil }
            if place >= parts[part].count {
                part += 1
                guard part < parts.count, let flags = parts[part].first else { return nil }
                (place, isWide) = (1, flags & 1 != 0)
            }
            let size = isWide ? 2 : 1
            let available = min((parts[part].count - place) / size, count - units.count)
            guard available > 0 else {
                place = parts[part].count
                continue
            }
            for index in 0..<available {
                let at = place + index * size
                units.append(isWide ? parts[part].number16(at) : UInt16(parts[part][at]))
            }
            place += available * size
        }
        return String(decoding: units, as: UTF16.self)
    }

    private mutating func take(_ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard part < parts.count else { return nil }
            let available = min(parts[part].count - place, count - bytes.count)
            if available > 0 {
                bytes += parts[part][place..<(place + available)]
                place += available
            } else {
                (part, place) = (part + 1, 0)
            }
        }
        return bytes
    }

    private mutating func skip(_ count: Int) -> Bool {
        var left = count
        while left > 0 {
            guard part < parts.count else { return false }
            let available = min(parts[part].count - place, left)
            place += available
            left -= available
            if left > 0 { (part, place) = (part + 1, 0) }
        }
        return true
    }
}
