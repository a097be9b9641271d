import FoundationEssentials
import Glibc

/// The end of a PDF in the spool.
extension RasterStream {
    private static let mark = "%raster"
    /// The length of the line that a reader looks for.
    private static let lineLength = 200

    /// The line at the end of the PDF, a comment, which readers of PDF skip.
    func line() throws -> [UInt8] {
        let text =
            "\n\(Self.mark) " + String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
        return Array(
            (text + String(repeating: " ", count: Self.lineLength)).utf8.prefix(Self.lineLength)
        )
    }

    /// Reads the end of an open file; `nil` if it is a raster file.
    init?(endOf file: Int32) {
        let size = Spool.size(of: file)
        var start = [UInt8](repeating: 0, count: 4)
        var end = [UInt8](repeating: 0, count: Self.lineLength)
        guard size > Self.lineLength, unsafe pread(file, &start, 4, 0) == 4,
            start == Array("%PDF".utf8),
            unsafe pread(file, &end, end.count, size - end.count) == end.count
        else { return nil }
        let text = String(decoding: end, as: UTF8.self)
        let prefix = "\n\(Self.mark) "
        guard text.hasPrefix(prefix) else { return nil }
        let data = Data(text.dropFirst(prefix.count).utf8)
        guard let stream = try? JSONDecoder().decode(Self.self, from: data) else { return nil }
        self = stream
    }
}
