import CPDFText
import PreviewModel

/// The text of the pages of a PDF as pdftotext has it: all that is drawn, whichever way it is turned.
@safe final class PDFText {
    private let document: OpaquePointer

    /// Opens a whole file that stays as it is meanwhile; `nil` where poppler cannot.
    init?(_ descriptor: Int32) {
        guard let document = unsafe cpdftext_open(descriptor) else { return nil }
        unsafe self.document = document
    }

    deinit { unsafe cpdftext_close(document) }

    /// The text of a page, counted from 1, and its words; `nil` where the page cannot be read.
    func page(_ number: Int, hasWords: Bool) -> (text: String, words: [PageText.Word])? {
        var page = unsafe cpdftext_page()
        let limit = hasWords ? PageText.wordsLimit : 0
        guard unsafe cpdftext_read(document, UInt32(clamping: number - 1), limit, &page) == 0
        else { return nil }
        defer { unsafe cpdftext_free(&page) }
        let text = unsafe Self.text(page.text, 0, page.length)
        let words = unsafe UnsafeBufferPointer(start: page.words, count: page.count)
        return (
            Self.plain(text),
            unsafe words.map { word in
                PageText.Word(
                    text: Self.inOrder(unsafe Self.text(page.letters, word.start, word.length)),
                    x: word.left,
                    y: word.top,
                    width: word.right - word.left,
                    height: word.bottom - word.top
                )
            }
        )
    }

    @unsafe private static func text(
        _ bytes: UnsafePointer<CChar>?,
        _ start: Int,
        _ count: Int
    ) -> String {
        guard let bytes = unsafe bytes else { return "" }
        let buffer = unsafe UnsafeRawBufferPointer(start: bytes + start, count: count)
        return unsafe String(decoding: buffer, as: UTF8.self)
    }

    /// A page without the marks that poppler puts around right-to-left text, and without the form feed at its end.
    private static func plain(_ text: String) -> String {
        var scalars = text.unicodeScalars
        scalars.removeAll { (0x202A...0x202E).contains($0.value) || $0.value == 0x0C }
        while scalars.last == "\n" { scalars.removeLast() }
        return String(scalars)
    }

    /// A word in the order in which it is read: poppler has the letters of its words from left to right.
    private static func inOrder(_ word: String) -> String {
        let scalars = Array(word.unicodeScalars)
        guard scalars.contains(where: isRightToLeft) else { return word }
        var ordered = String.UnicodeScalarView()
        var place = 0
        while place < scalars.count {
            let plain = scalars[place...].prefix { !isRightToLeft($0) }
            ordered.append(contentsOf: plain)
            place = plain.endIndex
            let turned = scalars[place...].prefix { !isLeftToRight($0) }
            ordered.append(contentsOf: turned.reversed())
            place = turned.endIndex
        }
        return String(ordered)
    }

    /// Whether a letter belongs to a script that is written from right to left: Hebrew, Arabic, and those between and after
    /// them, with their forms for presentation.
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590..<0x0900, 0xFB1D..<0xFE00, 0xFE70..<0xFF00, 0x10800..<0x11000,
            0x1E800..<0x1F000:
            scalar.properties.isAlphabetic
        default: false
        }
    }

    /// Whether a letter or a digit is written from left to right.
    private static func isLeftToRight(_ scalar: Unicode.Scalar) -> Bool {
        (scalar.properties.isAlphabetic && !isRightToLeft(scalar))
            || scalar.properties.numericType != nil
    }
}
