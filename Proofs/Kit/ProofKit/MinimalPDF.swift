/// A small PDF with a correct cross-reference table.
package struct MinimalPDF: Sendable {
    /// A page.
    package struct Page: Sendable {
        /// The media box, in points; A4 by default.
        package var (width, height) = (595, 842)
        /// The content stream; the font is called F1.
        package var content = ""
        /// Further entries of the page's dictionary, such as `/Rotate 90`.
        package var entries = ""

        /// Creates a page.
        package init(
            width: Int = 595,
            height: Int = 842,
            content: String = "",
            entries: String = ""
        ) {
            (self.width, self.height) = (width, height)
            (self.content, self.entries) = (content, entries)
        }
    }

    /// The pages, at least one.
    package var pages: [Page]
    /// Text in a comment behind the header, which makes documents differ or grow.
    package var comment = ""

    /// Creates a document.
    package init(pages: [Page], comment: String = "") {
        self.pages = pages
        self.comment = comment
    }

    /// Creates a document of so many empty pages.
    package init(emptyPages count: Int, comment: String = "") {
        self.init(pages: Array(repeating: Page(), count: count), comment: comment)
    }

    /// Creates a document whose page N says "Page N".
    ///
    /// - Parameters:
    ///   - count: The number of pages.
    ///   - landscape: The numbers of the pages whose sides are exchanged.
    ///   - rotated: The numbers of the pages that have `/Rotate 90`.
    ///   - size: The media box in points.
    package init(
        numberedPages count: Int,
        landscape: Set<Int> = [],
        rotated: Set<Int> = [],
        size: (width: Int, height: Int) = (595, 842)
    ) {
        self.init(
            pages: (1...count).map { number in
                let isTurned = landscape.contains(number)
                return Page(
                    width: isTurned ? size.height : size.width,
                    height: isTurned ? size.width : size.height,
                    content: "BT /F1 90 Tf 100 300 Td (Page \(number)) Tj ET",
                    entries: rotated.contains(number) ? "/Rotate 90" : ""
                )
            }
        )
    }

    /// The file.
    package var bytes: [UInt8] {
        // A document without text names no font: one that is not embedded changes how it is printed.
        let hasText = pages.contains { $0.content.contains(" Tf") }
        var objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""]
        if hasText { objects.append("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>") }
        let resources = hasText ? "<< /Font << /F1 3 0 R >> >>" : "<< >>"
        var kids: [String] = []
        for page in pages {
            var entries = "/MediaBox [0 0 \(page.width) \(page.height)] /Resources \(resources)"
            if !page.content.isEmpty {
                let length = page.content.utf8.count
                objects.append("<< /Length \(length) >>\nstream\n\(page.content)\nendstream")
                entries += " /Contents \(objects.count) 0 R"
            }
            objects.append("<< /Type /Page /Parent 2 0 R \(entries) \(page.entries) >>")
            kids.append("\(objects.count) 0 R")
        }
        objects[1] =
            "<< /Type /Pages /Kids [\(kids.joined(separator: " "))] /Count \(pages.count) >>"
        return Self.file(objects, comment: comment)
    }

    private static func file(_ objects: [String], comment: String) -> [UInt8] {
        var text = "%PDF-1.4\n" + (comment.isEmpty ? "" : "%\(comment)\n")
        var table = "0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let offset = String(text.utf8.count)
            table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n\(table)"
        text +=
            "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return Array(text.utf8)
    }
}
