import CLinux
import Foundation
import ProofKit
import Testing

@testable import QuickPreview

/// What a layout asks of the programs.
extension `Programs that lay documents out` {
    @Test(arguments: [true, false])
    func `WeasyPrint gives HTML its styles, on the paper of the layout`(
        _ hasNamespaces: Bool
    ) async throws {
        let places = hasNamespaces ? Converter.Places() : Self.withoutNamespaces()
        let page = """
            <!DOCTYPE html><meta charset="utf-8"><style>p { position: absolute; top: 100mm } \
            h1 { color: #0a0 }</style><h1>Über</h1><p>positioned <img src="http://127.0.0.1/a.png" alt="missing">
            """
        var layout = PageLayout(width: 420, length: 595)
        layout.margins = .init(72)
        layout.orientation = .landscape
        var files: [Data] = []
        for _ in 1...2 {
            try await pages(places, of: page, as: "a.html", on: layout) { pdf, pages, _ in
                #expect(pages.count == 1 && !pages.isSimplified && pages.missingPackage == nil)
                let facts = try execute("pdfinfo", [pdf]).output
                #expect(facts.contains("WeasyPrint") && facts.contains("595 x 420"), "\(facts)")
                let words = try execute("pdftotext", ["-bbox", pdf, "-"]).output
                #expect(words.contains("xMin=\"72.0"), "\(words)")
                // 72 points of margin, 100 millimeters from there.
                #expect(words.contains(/yMin="3[56]\d\.\d+" [^>]*>positioned/), "\(words)")
                #expect(try execute("qpdf", ["--check", pdf]).code == 0)
                files.append(try Data(contentsOf: URL(fileURLWithPath: pdf)))
            }
        }
        #expect(files[0].elementsEqual(files[1]), "the bytes differ")
    }

    private static let workbook = """
        <?xml version="1.0" encoding="UTF-8"?><office:document \
        xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
        xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" \
        xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2" \
        office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body>\
        <office:spreadsheet><table:table table:name="A"><table:table-row>\
        <table:table-cell office:value-type="string"><text:p>Word</text:p></table:table-cell>\
        </table:table-row></table:table></office:spreadsheet></office:body></office:document>
        """

    /// Documents that name their paper, or have the usual one, and their words.
    @Test(arguments: [
        ("a.rtf", #"{\rtf1\ansi\paperw11906\paperh16838 Word\par}"#), ("a.fods", workbook),
        ("a.html", "<style>@page { size: 595pt 842pt }</style><p>Word"),
    ])
    func `an orientation turns the pages before they are laid out`(
        name: String,
        text: String
    ) async throws {
        for hasNamespaces in [true, false] {
            let places = hasNamespaces ? Converter.Places() : Self.withoutNamespaces()
            var files: [SheetLayout.Orientation: Data] = [:]
            for orientation in [SheetLayout.Orientation.portrait, .landscape] {
                var layout = PageLayout.a4
                layout.orientation = orientation
                try await pages(places, of: text, as: name, on: layout) { pdf, pages, _ in
                    #expect(pages.count == 1 && !pages.isSimplified)
                    let facts = try execute("pdfinfo", [pdf]).output
                    let size =
                        orientation == .landscape ? /84[12][.0-9]* x 595/ : /595[.0-9]* x 84[12]/
                    #expect(facts.contains(size), "\(orientation): \(facts)")
                    // The word is upright: nothing has turned a finished page.
                    #expect(facts.contains(/Page rot: +0/))
                    #expect(try writtenWords(pdf).contains("Word"))
                    files[orientation] = try Data(contentsOf: URL(fileURLWithPath: pdf))
                }
            }
            #expect(files[.portrait] != files[.landscape])
        }
    }

    /// Cells that are three pages wide.
    private static let wideWorkbook = workbook.replacing(
        "<text:p>Word</text:p></table:table-cell>",
        with: "<text:p>Word</text:p></table:table-cell>"
            + String(
                repeating:
                    "<table:table-cell office:value-type=\"string\"><text:p>x</text:p></table:table-cell>",
                count: 20
            )
    )

    @Test func `a workbook is one page wide, with lines and headings, if that is said`()
        async throws
    {
        try await pages(of: Self.wideWorkbook, as: "a.fods") { pdf, pages, _ in
            let words = try writtenWords(pdf)
            #expect(pages.count == 3 && !words.contains("K"))
        }
        var layout = PageLayout.a4
        (layout.fitsWidth, layout.hasGridLines, layout.hasHeadings) = (true, true, true)
        try await pages(of: Self.wideWorkbook, as: "a.fods", on: layout) { pdf, pages, _ in
            #expect(pages.count == 1 && !pages.isSimplified)
            let words = try writtenWords(pdf)
            #expect(words.contains("K") && words.contains("U") && words.contains("1"))
            #expect(try execute("pdfinfo", [pdf]).output.contains(/595[.0-9]* x 84[12]/))
        }
    }

    /// Three worksheets of one page, the second one hidden, and one without a cell.
    private static let worksheets: String = {
        let style =
            "<office:automatic-styles><style:style style:name=\"h\" style:family=\"table\">"
            + "<style:table-properties table:display=\"false\"/></style:style></office:automatic-styles>"
        func sheet(_ name: String, _ word: String, style: String = "") -> String {
            "<table:table table:name=\"\(name)\"\(style)><table:table-row>"
                + "<table:table-cell office:value-type=\"string\"><text:p>\(word)</text:p></table:table-cell>"
                + "</table:table-row></table:table>"
        }
        let sheets =
            sheet("Sales", "First") + sheet("Secret", "Hidden", style: " table:style-name=\"h\"")
            + sheet("Kosten, März 😀", "Second") + "<table:table table:name=\"Empty\"/>"
        return workbook.replacing(
            "xmlns:text=",
            with: "xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\" xmlns:text="
        )
        .replacing("<office:body>", with: style + "<office:body>")
        .replacing(/<table:table .*<\/table:table>/, with: sheets)
    }()

    @Test func `chosen worksheets alone are laid out, by name or number`() async throws {
        let names = ["Sales", "Kosten, März 😀", "Empty"]
        for (chosen, expected) in [
            (["Sales"], ["First"]), (["2"], ["Second"]), (["Kosten, März 😀"], ["Second"]),
            (["2", "1"], ["First", "Second"]),
            // Where one is missing, the caller decides.
            (["Sales", "Secret"], ["First", "Second"]), (["4"], ["First", "Second"]),
        ] {
            var layout = PageLayout.a4
            layout.worksheets = chosen
            try await pages(of: Self.worksheets, as: "a.fods", on: layout) { pdf, pages, _ in
                #expect(pages.count == expected.count && pages.worksheets == names, "\(chosen)")
                // LibreOffice adds the name of the sheet and the number of the page.
                let cells = try writtenWords(pdf).filter(["First", "Second", "Hidden"].contains)
                #expect(cells == expected, "\(chosen)")
            }
        }
    }

    @Test func `the worksheets of a protected workbook are chosen, or none is named`()
        async throws
    {
        var layout = PageLayout.a4
        layout.worksheets = ["Sales"]
        let mark = "<office:spreadsheet table:structure-protected=\"true\""
        let key = " table:protection-key=\"C+7Hteo/D9vJXQ3UfzxbwnXaijM=\""
        let open = Self.worksheets.replacing("<office:spreadsheet", with: mark)
        try await pages(of: open, as: "a.fods", on: layout) { pdf, _, _ in
            let words = try writtenWords(pdf)
            #expect(words.contains("First") && !words.contains("Second"))
        }
        // With a password, LibreOffice hides none: the pages are those of the simple reader, which names no worksheets, so that
        // no job is printed of them.
        let closed = Self.worksheets.replacing("<office:spreadsheet", with: mark + key)
        try await pages(of: closed, as: "a.fods", on: layout) { _, pages, _ in
            #expect(pages.isSimplified && pages.worksheets == nil)
        }
    }

    @Test func `a page of HTML from a roll ends where what is on it does`() async throws {
        var layout = PageLayout(width: 175.7, length: 248.6)
        (layout.margins, layout.lengths) = (.init(10), 70...1_000)
        let lines = (1...20).map { "<p>word \($0)</p>" }.joined()
        for (page, expected) in [
            ("<p>word", 70.0...70), (lines, 400.0...700),
            ("<style>html, body { min-height: 100% }</style>" + lines, 400.0...700),
            ("<div style=\"height:300pt;border:1pt solid\">word</div>", 321...323),
            // What has no letters is seen, too, and what has a place of its own.
            ("<p>word<div style=\"height:300pt;background:#888\"></div>", 330.0...400),
            ("<p>word<div style=\"height:300pt;border-left:1pt solid\"></div>", 330.0...400),
            ("<p style=\"position:absolute;top:300pt;margin:0\">word", 320.0...345),
            (
                "<p>word<div style=\"position:absolute;top:300pt\"><div style=\"float:left\">word</div></div>",
                320.0...345
            ),
            ("<p style=\"width:150pt;margin:80pt 0 0;transform:rotate(90deg)\">word", 140.0...200),
            ("<style>body { height: 300pt; background: #ccc; margin: 0 }</style>word", 319...321),
            // The lines at the foot of a page come along.
            (
                "<style>@page { margin: 20pt; @bottom-left { content: \"word\" } }</style>foot",
                70.0...90
            ),
            // A page says itself how large it is.
            ("<style>@page { size: 175.7pt 333pt }</style><p>word", 333...333),
        ] {
            try await pages(of: page, as: "a.html", on: layout) { pdf, pages, _ in
                let facts = try execute("pdfinfo", [pdf]).output
                let height = facts.firstMatch(of: /size: +175.[0-9]+ x ([0-9.]+)/)
                    .flatMap { Double($0.1) }
                #expect(pages.count == 1 && expected.contains(height ?? 0), "\(page) \(facts)")
                #expect(try writtenWords(pdf).contains("word"))
            }
        }
    }

    @Test func `WeasyPrint reads HTML in its encoding, declared or not`() async throws {
        let declared =
            "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><html xmlns=\"http://www.w3.org/1999/xhtml\"><body><p>"
        let pages: [(name: String, bytes: [UInt8])] = [
            ("a.html", Array("<p>Größe</p>".utf8)),
            ("a.html", Array("<meta charset=\"iso-8859-1\"><p>Größe</p>".utf8)),
            (
                "a.html",
                "<meta charset=\"iso-8859-1\"><p>Größe</p>".unicodeScalars.map { UInt8($0.value) }
            ),
            (
                "a.xhtml",
                (declared + "Größe</p></body></html>").unicodeScalars.map { UInt8($0.value) }
            ),
        ]
        for page in pages {
            try await self.pages(of: nil, as: page.name, bytes: page.bytes) { pdf, _, _ in
                let facts = try execute("pdfinfo", [pdf]).output
                let words = try writtenWords(pdf)
                #expect(facts.contains("WeasyPrint") && words == ["Größe"], "\(page) \(facts)")
            }
        }
    }
}
