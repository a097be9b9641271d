import CPoppler
import PageRendering
import PreviewHelper
import PreviewModel

extension PDFDocument {
    /// The text of a page as poppler orders it, then the values of its form fields, and the words with their places where
    /// they are wanted; `nil` where the page cannot be loaded.
    func text(ofPage number: Int, hasPositions: Bool) -> PageText? {
        guard let size = pageSize(number) else { return nil }
        return unsafe withPage(number) { page in
            var read = PageText(page: number, width: size.width, height: size.height, text: "")
            guard let bytes = unsafe poppler_page_get_text(page) else { return read }
            defer { unsafe g_free(bytes) }
            let text = unsafe String(cString: bytes)
            read.text = text
            if hasPositions { unsafe read.words = Self.words(of: text, on: page) }
            for field in unsafe Self.fields(on: page) {
                read.text += "\n" + field.text
                guard hasPositions else { continue }
                // A word of a field has the place of the field.
                read.words += field.text.split(whereSeparator: \.isWhitespace).map {
                    PageText.Word(
                        text: String($0),
                        x: field.area.x1,
                        y: size.height - field.area.y2,
                        width: field.area.x2 - field.area.x1,
                        height: field.area.y2 - field.area.y1
                    )
                }
            }
            return read
        }
    }

    /// The values of the text fields of a form, which are drawn, but are no text of the page; no passwords.
    @unsafe private static func fields(
        on page: OpaquePointer
    ) -> [(text: String, area: PopplerRectangle)] {
        guard let list = unsafe poppler_page_get_form_field_mapping(page) else { return [] }
        defer { unsafe poppler_page_free_form_field_mapping(list) }
        var fields: [(text: String, area: PopplerRectangle)] = []
        var next = unsafe UnsafeMutablePointer<GList>?(list)
        while let item = unsafe next {
            unsafe next = item.pointee.next
            guard
                let mapping = unsafe item.pointee.data?
                    .assumingMemoryBound(to: PopplerFormFieldMapping.self).pointee,
                unsafe poppler_form_field_get_field_type(mapping.field) == POPPLER_FORM_FIELD_TEXT,
                unsafe poppler_form_field_text_is_password(mapping.field) == 0,
                let value = unsafe poppler_form_field_text_get_text(mapping.field)
            else { continue }
            defer { unsafe g_free(value) }
            let text = unsafe String(cString: value)
            if !text.isEmpty { unsafe fields.append((text, mapping.area)) }
        }
        // From the top, as they are read; the list is in no order.
        return fields.sorted { ($0.area.y2, $1.area.x1) > ($1.area.y2, $0.area.x1) }
    }

    /// The words of a page's text: each is as large as its letters together.
    @unsafe private static func words(of text: String, on page: OpaquePointer) -> [PageText.Word] {
        var rectangles: UnsafeMutablePointer<PopplerRectangle>?
        var count: guint = 0
        guard unsafe poppler_page_get_text_layout(page, &rectangles, &count) != 0,
            let rectangles = unsafe rectangles
        else { return [] }
        defer { unsafe g_free(rectangles) }
        var words: [PageText.Word] = []
        var word = String.UnicodeScalarView()
        var box: PopplerRectangle?
        func finish() {
            if let box, words.count < PageText.wordsLimit {
                words.append(
                    PageText.Word(
                        text: String(word),
                        x: box.x1,
                        y: box.y1,
                        width: box.x2 - box.x1,
                        height: box.y2 - box.y1
                    )
                )
            }
            word = String.UnicodeScalarView()
            box = nil
        }
        // There is a rectangle for each character, spaces and ends of lines included.
        for (index, scalar) in text.unicodeScalars.enumerated() where index < Int(count) {
            guard !scalar.properties.isWhitespace else {
                finish()
                continue
            }
            let letter = unsafe rectangles[index]
            word.append(scalar)
            guard var joined = box else {
                box = letter
                continue
            }
            joined.x1 = min(joined.x1, letter.x1)
            joined.y1 = min(joined.y1, letter.y1)
            joined.x2 = max(joined.x2, letter.x2)
            joined.y2 = max(joined.y2, letter.y2)
            box = joined
        }
        finish()
        return words
    }
}
