import Glibc

/// The marks of time and chance in a PDF of LibreOffice: when it was written, and two identifiers made of that.
///
/// Without them, equal documents give equal bytes. LibreOffice 7.4 has no setting that leaves them out
/// (`SOURCE_DATE_EPOCH` does nothing). They stand, without compression, in the last objects of the file.
struct ConvertedDates {
    private let file: Int32

    /// Takes an open PDF, which can be written.
    init(_ file: Int32) { self.file = file }

    /// The bytes that are searched, before the table of objects and at the end of the file.
    private static let searched = 4096

    /// A mark, which bytes after its beginning are a part of it, and what they become, as far as it reaches.
    private typealias Mark = (
        beginning: String, isPart: @Sendable (UInt8) -> Bool, settled: String
    )

    /// Those of the last object, which precedes the table of objects.
    private static let dates: [Mark] = [
        ("/CreationDate(D:", isDigit, "20000101000000"), ("/ModDate(D:", isDigit, "20000101000000"),
    ]
    /// Those of the trailer.
    private static let identifiers: [Mark] = [
        ("/DocChecksum /", isHexadecimal, ""), ("/ID [ <", isHexadecimal, ""),
        ("\n<", isHexadecimal, ""),
    ]

    /// Writes the first of January 2000, and zeros, in place of the marks; the file keeps its length.
    ///
    /// Returns false where it cannot be read or written.
    func settle() -> Bool {
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { return false }
        let size = status.st_size
        guard let end = bytes(before: size) else { return false }
        let table = Self.table(in: end).flatMap { $0 <= size ? $0 : nil } ?? size
        return settle(Self.identifiers, after: "\ntrailer\n", before: size)
            && settle(Self.dates, after: "", before: table)
    }

    private func bytes(before end: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: min(end, Self.searched))
        let start = end - bytes.count
        return unsafe pread(file, &bytes, bytes.count, start) == bytes.count ? bytes : nil
    }

    /// The position of the table of objects, which the last line but one of the file tells.
    private static func table(in end: [UInt8]) -> Int? {
        let words = String(decoding: end.suffix(64), as: UTF8.self).split(
            whereSeparator: \.isWhitespace
        )
        guard let mark = words.lastIndex(of: "startxref"), mark + 1 < words.count else {
            return nil
        }
        return Int(words[mark + 1])
    }

    private func settle(_ marks: [Mark], after start: String, before end: Int) -> Bool {
        guard var bytes = bytes(before: end) else { return false }
        let start = Array(start.utf8)
        guard
            let first = stride(from: bytes.count - start.count, through: 0, by: -1)
                .first(where: { bytes[$0...].starts(with: start) })
        else { return true }
        for mark in marks {
            let beginning = Array(mark.beginning.utf8)
            var index = start.isEmpty ? 0 : first
            while index + beginning.count <= bytes.count {
                guard bytes[index...].starts(with: beginning) else {
                    index += 1
                    continue
                }
                index += beginning.count
                var settled = mark.settled.utf8.makeIterator()
                while index < bytes.count, mark.isPart(bytes[index]) {
                    bytes[index] = settled.next() ?? UInt8(ascii: "0")
                    index += 1
                }
            }
        }
        return unsafe pwrite(file, bytes, bytes.count, end - bytes.count) == bytes.count
    }

    @Sendable private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    @Sendable private static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte)
    }
}
