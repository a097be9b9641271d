import Glibc
import PreviewModel

/// What ``LayoutProgram/webScript`` has appended to a PDF: what the pages do not show.
///
/// The line is `%left-out PICTURES ELSEWHERE STYLESHEETS VERTICAL LETTER…`: numbers, whether lines should be vertical (1), and
/// the code points of letters that no font has. It is as untrusted as the pages: a page that has taken over its
/// program can say what it wants of itself, and nothing more.
struct LeftOutMark {
    private let file: Int32

    /// Takes an open PDF, which can be written.
    init(_ file: Int32) { self.file = file }

    static let beginning = "%left-out "
    /// The most bytes of the line.
    private static let length = 128

    /// Removes the line, and returns its numbers; without one, nothing is left out.
    func take() -> LeftOut {
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { return LeftOut() }
        var bytes = [UInt8](repeating: 0, count: min(status.st_size, Self.length))
        let start = status.st_size - bytes.count
        guard unsafe pread(file, &bytes, bytes.count, start) == bytes.count,
            let mark = bytes.lastIndex(of: UInt8(ascii: "%")),
            bytes[mark...].starts(with: Self.beginning.utf8)
        else { return LeftOut() }
        let words = String(
            decoding: bytes[mark...].dropFirst(Self.beginning.utf8.count),
            as: UTF8.self
        )
        let numbers = words.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard numbers.count >= 4, ftruncate(file, start + mark) == 0 else { return LeftOut() }
        return LeftOut(
            pictures: numbers[0],
            elsewhere: numbers[1],
            styleSheets: numbers[2],
            letters: numbers[4...].compactMap { UInt32(exactly: $0) }
                .compactMap { Unicode.Scalar($0) },
            isVertical: numbers[3] == 1
        )
    }
}
