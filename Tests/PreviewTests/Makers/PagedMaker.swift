import Foundation

@testable import QuickPreview

/// Documents of several pages that carry a picture of their first one.
enum PagedMaker {
    /// Writes a document ("odt", "epub", "cbz") into a folder: "Second" on each page, or two pictures; its name.
    static func pages(_ kind: String, in folder: String) throws -> String {
        let picture = try Fixtures.quarters(width: 200, height: 280).png()
        let name = "\(folder)/book.\(kind)"
        let maker =
            kind == "odt" ? office(picture) : kind == "epub" ? book(picture) : comic(picture)
        try Data(maker.bytes).write(to: URL(fileURLWithPath: name))
        return name
    }

    private static func entry(_ name: String, _ bytes: [UInt8]) -> ZipMaker.Entry {
        var entry = ZipMaker.Entry(name)
        entry.contents = bytes
        return entry
    }

    private static func office(_ picture: [UInt8]) -> ZipMaker {
        let names = ["office", "text", "style"].map {
            "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\""
        }.joined(separator: " ")
        // No page looks like another one.
        let text = (1...200).map { "<text:p>Second thoughts \($0)</text:p>" }.joined()
        return ZipMaker([
            .init("mimetype", "application/vnd.oasis.opendocument.text"),
            .init(
                "content.xml",
                "<office:document-content \(names) office:version=\"1.2\"><office:body><office:text>\(text)"
                    + "</office:text></office:body></office:document-content>"
            ),
            .init(
                "META-INF/manifest.xml",
                "<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\" "
                    + "manifest:version=\"1.2\"><manifest:file-entry manifest:full-path=\"/\" "
                    + "manifest:media-type=\"application/vnd.oasis.opendocument.text\"/><manifest:file-entry "
                    + "manifest:full-path=\"content.xml\" manifest:media-type=\"text/xml\"/></manifest:manifest>"
            ),
            entry("Thumbnails/thumbnail.png", picture),
        ])
    }

    private static func book(_ picture: [UInt8]) -> ZipMaker {
        let text = (1...200).map { "<p>Second thoughts \($0)</p>" }.joined()
        return ZipMaker([
            .init("mimetype", "application/epub+zip"),
            .init(
                "META-INF/container.xml",
                "<container><rootfile full-path=\"O/b.opf\"/></container>"
            ),
            .init(
                "O/b.opf",
                "<package><manifest><item id=\"p\" href=\"p.png\" media-type=\"image/png\" properties=\"cover-image\"/>"
                    + "<item id=\"c\" href=\"c.xhtml\"/></manifest><spine><itemref idref=\"c\"/></spine></package>"
            ),
            .init("O/c.xhtml", "<html><body>\(text)</body></html>"),
            entry("O/p.png", picture),
        ])
    }

    private static func comic(_ picture: [UInt8]) -> ZipMaker {
        let other = Fixtures.quarters(width: 280, height: 200)
        return ZipMaker([
            // A comic is its pictures.
            entry("1.png", picture), entry("2.png", (try? other.png()) ?? []),
        ])
    }
}
