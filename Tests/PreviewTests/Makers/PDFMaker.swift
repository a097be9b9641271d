/// Makes small PDFs for tests: each page is one colour and says its number.
struct PDFMaker {
    /// One page.
    struct Page {
        var width = 200
        var height = 300
        /// Red, green and blue, each 0 or 1.
        var colour = "1 0 0"
        /// More entries of the page's dictionary.
        var extra = ""
    }

    var pages: [Page]
    var title: String? = "Quarterly report"
    /// More entries of the catalog.
    var catalog = ""
    /// More objects, from number 100 on.
    var objects: [(number: Int, body: String)] = []

    /// The PDF.
    var text: String {
        var objects: [(number: Int, body: String)] = [
            (1, "<</Type/Catalog/Pages 2 0 R \(catalog)>>"),
            (3, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"),
        ]
        if let title { objects.append((4, "<</Title(\(title))>>")) }
        var kids = ""
        for (index, page) in pages.enumerated() {
            let number = 10 + index * 2
            kids += "\(number) 0 R "
            // The media box is the tree's where the page has the usual size: inherited.
            let box =
                page.width == 200 && page.height == 300
                ? "" : "/MediaBox[0 0 \(page.width) \(page.height)]"
            objects.append(
                (
                    number,
                    "<</Type/Page/Parent 2 0 R/Contents \(number + 1) 0 R\(box)\(page.extra)>>"
                )
            )
            let content =
                "\(page.colour) rg 0 0 2000 2000 re f 0 0 0 rg BT /F 40 Tf 40 40 Td (page \(index + 1)) Tj ET"
            objects.append(
                (number + 1, "<</Length \(content.utf8.count)>>\nstream\n\(content)\nendstream")
            )
        }
        objects.append(
            (
                2,
                "<</Type/Pages/Kids[\(kids)]/Count \(pages.count)/MediaBox[0 0 200 300]"
                    + "/Resources<</Font<</F 3 0 R>>>>>>"
            )
        )
        objects += self.objects
        var text = "%PDF-1.6\n"
        for (number, body) in objects.sorted(by: { $0.number < $1.number }) {
            text += "\(number) 0 obj\n\(body)\nendobj\n"
        }
        // Without a table of contents: readers rebuild it.
        text += "trailer\n<</Root 1 0 R\(title == nil ? "" : "/Info 4 0 R")/Size 200>>\n%%EOF\n"
        return text
    }

    /// Six pages of six colours; the second is landscape, the third is turned, the fourth is cropped.
    static let report = PDFMaker(pages: [
        Page(),
        Page(width: 300, height: 200, colour: "0 1 0"),
        Page(colour: "0 0 1", extra: "/Rotate 90"),
        Page(colour: "1 1 0", extra: "/CropBox[0 0 100 100]"),
        Page(colour: "0 1 1"),
        Page(colour: "1 0 1"),
    ])
}
