import FoundationEssentials
import PrintModel
import Testing

/// The options that a printer offers for a document.
extension `In JSON` {
    @Test func `options are what can be chosen`() throws {
        func names(_ printer: Printer, _ document: DocumentFacts?) -> [String] {
            PrinterOptions(printer: printer, document: document).options.map(\.name)
        }
        let placing = [
            "numberUp", "numberUpLayout", "orientation", "scaling", "position", "mirror", "border",
            "booklet", "creep", "poster", "contactSheet", "header", "footer", "stamp",
        ]
        let ofOnePage = placing.filter {
            !["booklet", "creep", "contactSheet"].contains($0)
        }
        let pages = ["pages", "pageSet", "reverse"]
        let ofAny =
            Array(placing.prefix { $0 != "header" }) + ["eachOnNewSheet"] + placing.suffix(3)
        let always = ["priority", "holdUntil"]
        let all = ["copies", "collate", "sides", "media", "color", "quality"]
        let letters = [
            "margins", "fontSize", "lineNumbers", "fitWidth", "gridLines", "headings",
            "worksheets",
        ]
        #expect(
            names(Sample.printer(), nil) == pages + ofAny + letters + ["signature"] + all + always
        )
        #expect(
            names(Sample.mono, Sample.document())
                == pages + placing + ["signature", "copies", "collate"] + always
        )
        #expect(
            names(Sample.mono, Sample.document(pages: 1)) == ofOnePage + ["copies", "collate"]
                + always
        )
        #expect(
            names(Sample.mono, Sample.text()) == pages + placing + letters.prefix(3) + [
                "signature", "copies", "collate",
            ] + always
        )
        let figures = Sample.text(layout: .figures)
        #expect(
            names(Sample.mono, figures) == pages + placing + [
                "margins", "signature", "copies", "collate",
            ]
                + always
        )
        #expect(names(Sample.printer(capabilities: nil), nil) == [])
        let media = PrinterOptions(printer: Sample.printer()).options.first { $0.name == "media" }
        try expectKeys(
            ["name", "flag", "values", "default", "ready"],
            in: try object(media),
            nulls: ["sizes"]
        )
        #expect(media?.ready == [MediaName.a4.rawValue])
    }
}
