import CPoppler
import PageRendering
import PreviewHelper
import PreviewModel

extension PDFDocument {
    /// The text of a page in the order in which it is read, and the words with their places where they are wanted; `nil` where
    /// the page cannot be loaded.
    ///
    /// The values of form fields are words of the page where they are drawn; others follow.
    func text(ofPage number: Int, from source: PDFText?, hasPositions: Bool) -> PageText? {
        guard let size = pageSize(number) else { return nil }
        var read = PageText(page: number, width: size.width, height: size.height, text: "")
        if let drawn = source?.page(number, hasWords: hasPositions) {
            (read.text, read.words) = (drawn.text, drawn.words)
        }
        let drawn = Self.letters(of: read.text)
        let fields = unsafe withPage(number) { page in unsafe Self.fields(on: page) }
        for field in fields ?? [] where !drawn.contains(Self.letters(of: field.text)) {
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

    /// A text without the spaces and lines that may divide it.
    private static func letters(of text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isWhitespace }))
    }

    /// The values of the text fields of a form; no passwords.
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
}
