import Glibc

/// What the macro of ``LayoutProgram`` has appended to the PDF of a workbook: the names of its worksheets.
///
/// The line is `%worksheets NAME-NAME…`, each name as the numbers of its UTF-16 units, since neither a macro's arguments nor
/// its files have an encoding for all letters. It is as untrusted as the pages.
struct WorksheetMark {
    private let file: Int32

    /// Takes an open PDF, which can be written.
    init(_ file: Int32) { self.file = file }

    private static let beginning = "%worksheets "
    /// The most bytes of the line.
    private static let length = 1 << 18

    /// A name as the macro reads and writes it, such as `n83n97`.
    static func code(_ name: String) -> String { name.utf16.map { "n\($0)" }.joined() }

    /// Removes the line, and returns its names; `nil` where there is none, or it says that others than the chosen worksheets are
    /// in the PDF.
    func take() -> [String]? {
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: min(status.st_size, Self.length))
        let start = status.st_size - bytes.count
        guard unsafe pread(file, &bytes, bytes.count, start) == bytes.count,
            let mark = bytes.lastIndex(of: UInt8(ascii: "%")),
            bytes[mark...].starts(with: Self.beginning.utf8),
            ftruncate(file, start + mark) == 0
        else { return nil }
        let codes = bytes[mark...].dropFirst(Self.beginning.utf8.count)
        guard codes.first != UInt8(ascii: "!") else { return nil }
        return String(decoding: codes, as: UTF8.self).split(separator: "-").map { code in
            let units = code.split { !$0.isNumber }.compactMap { UInt16($0) }
            return String(decoding: units, as: UTF16.self)
        }
    }
}
