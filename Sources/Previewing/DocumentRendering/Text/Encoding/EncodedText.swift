import PreviewHelper
import PreviewModel

/// A text converted to UTF-8, the encoding that the scheduler assumes for all text.
struct EncodedText {
    let file: FilePart
    let output: Int32

    /// The largest text that is converted, in bytes.
    private static let limit = 64 << 20
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Writes the text; false where it is UTF-8 already.
    func write() throws(SheetFailure) -> Bool {
        if try isPlain() { return false }
        guard file.size <= Self.limit else {
            throw .tooLarge(
                why: .init(.tooLargeToConvert, "64")
            )
        }
        guard let bytes = file.bytes(at: 0, count: file.size) else {
            throw .damaged(why: .init(.cannotBeRead))
        }
        guard let text = TextDecoding.text(bytes, isWhole: true) else {
            throw .damaged(why: .init(.unknownEncoding))
        }
        // NUL and the byte order mark are not text, and printers show a box for them.
        let letters = text.unicodeScalars.filter { $0.value != 0 && $0.value != 0xFEFF }
        try Output(descriptor: output).write(Array(String(String.UnicodeScalarView(letters)).utf8))
        return true
    }

    /// Whether it is UTF-8 without a byte order mark, and without zeros, which only wider encodings have.
    private func isPlain() throws(SheetFailure) -> Bool {
        var place = 0
        var rest: [UInt8] = []
        while place < file.size {
            let count = min(1 << 20, file.size - place)
            guard let bytes = file.bytes(at: place, count: count) else {
                throw .damaged(why: .init(.cannotBeRead))
            }
            if place == 0, bytes.starts(with: Self.mark) { return false }
            place += count
            var chunk = rest + bytes
            rest = []
            if place < file.size {
                // The cut may go through a character.
                let start = chunk.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
                guard chunk.count - start <= 4 else { return false }
                rest = Array(chunk[start...])
                chunk.removeSubrange(start...)
            }
            guard !chunk.contains(0), String(validating: chunk, as: UTF8.self) != nil else {
                return false
            }
        }
        return true
    }
}
