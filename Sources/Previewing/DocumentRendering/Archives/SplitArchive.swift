import PreviewHelper

/// A zip archive in several files, of which this is one.
enum SplitArchive {
    /// The endings of the names of the other files; `nil` where the archive is in one.
    static func otherParts(_ descriptor: Int32) -> String? {
        guard let file = FilePart(whole: descriptor) else { return nil }
        // A part but the last one: the first one begins with a mark (APPNOTE 8.5.4).
        if file.bytes(at: 0, count: 4) == [0x50, 0x4B, 7, 8] { return ".z02, …, .zip" }
        // The last part: the record of its end has its number, from 0 (4.3.16).
        let count = min(file.size, 22 + 65_535)
        let end = file.available(at: file.size - count, count: count)
        let mark: [UInt8] = [0x50, 0x4B, 5, 6]
        let places = (0..<max(0, end.count - 21)).reversed()
        guard let place = places.first(where: { end[$0...].starts(with: mark) }) else { return nil }
        let number = Int(end.number16(place + 4))
        guard number > 0, number < 0xFFFF else { return nil }
        let names = (1...min(number, 3)).map { ".z0\($0)" }
        return names.joined(separator: ", ") + (number > 3 ? ", …" : "")
    }
}
