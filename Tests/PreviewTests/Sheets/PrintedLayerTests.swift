import Foundation
import Testing

@testable import QuickPreview

@Suite struct `The layers of a printed document` {
    /// A document whose upper third is blue in the layer A, and whose middle is green in the layer B; the rest is red.
    private func document(
        _ defaults: String,
        a: String = "",
        b: String = "",
        extra: String = ""
    ) -> String {
        func group(_ usage: String) -> String {
            "<</Type/OCG/Name(layer)\(usage.isEmpty ? "" : "/Usage<<\(usage)>>")>>"
        }
        var maker = PDFMaker(
            pages: [
                .init(
                    colour: "/OC/A BDC 0 0 1 rg 0 200 200 100 re f EMC "
                        + "/OC/B BDC 0 1 0 rg 0 100 200 100 re f EMC 0 0 200 100 re W n 1 0 0",
                    extra: "/Resources<</Font<</F 3 0 R>>/Properties<</A 100 0 R/B 101 0 R>>>>"
                        + extra
                )
            ],
            objects: [(100, group(a)), (101, group(b))]
        )
        maker.catalog = "/OCProperties<</OCGs[100 0 R 101 0 R]/D<<\(defaults)>>>>"
        return maker.text
    }

    /// The rules that many programs write: at each event, the usage counts.
    private static let rules = ["View", "Print", "Export"]
        .map { "<</Event/\($0)/Category[/\($0)]/OCGs[100 0 R 101 0 R]>>" }
        .joined()

    /// What the defaults and the usages say, and the colors that print above and in the middle.
    struct Row: CustomTestStringConvertible {
        var defaults: String
        var a = ""
        var b = ""
        var colors: [String]

        var testDescription: String { "\(defaults) A \(a) B \(b)" }
    }

    private static let rows = [
        Row(
            defaults: "/AS[\(rules)]/OFF[101 0 R]",
            a: "/Print<</PrintState/OFF>>/View<</ViewState/ON>>",
            b: "/Print<</PrintState/ON>>/View<</ViewState/OFF>>",
            colors: ["white", "green"]
        ),
        // Without a rule, as other programs do.
        Row(defaults: "", a: "/Print<</PrintState/OFF>>", colors: ["white", "green"]),
        Row(
            defaults: "/OFF[101 0 R]",
            b: "/Print<</PrintState/ON>>",
            colors: ["blue", "white"]
        ),
        // What is hidden on a screen alone prints.
        Row(defaults: "/AS[\(rules)]", a: "/View<</ViewState/OFF>>", colors: ["blue", "green"]),
        // All categories of a rule have to agree.
        Row(
            defaults: "/AS[<</Event/Print/Category[/Print/Export]/OCGs[100 0 R]>>]",
            a: "/Print<</PrintState/ON>>/Export<</ExportState/OFF>>",
            colors: ["white", "green"]
        ),
        // So do all rules.
        Row(
            defaults: "/AS[<</Event/Print/Category[/Export]/OCGs[100 0 R]>>\(rules)]",
            a: "/Print<</PrintState/ON>>/Export<</ExportState/OFF>>",
            colors: ["white", "green"]
        ),
        Row(
            defaults: "/BaseState/OFF/ON[101 0 R]/AS[\(rules)]",
            a: "/Print<</PrintState/ON>>",
            colors: ["blue", "green"]
        ),
    ]

    @Test(arguments: rows) func `are those for printing, on paper and on the screen`(
        _ row: Row
    ) async throws {
        try await withFixtures { fixtures in
            let text = document(row.defaults, a: row.a, b: row.b)
            let source = try fixtures.write(text, as: "layers.pdf")
            let result = try #require(try await printable(source, fixtures))
            try run("qpdf", "--check", result)
            for medium in [PreviewMedium.paper, .screen] {
                let picture = try await paper(result, medium: medium)
                let colors = [0.2, 0.5].map { picture.colour(0.5, $0) }
                #expect(colors == row.colors, "\(medium)")
                #expect(picture.colour(0.9, 0.9) == "red")
            }
            // Nothing is left to interpret.
            let again = try fixtures.write(
                [UInt8](Data(contentsOf: URL(fileURLWithPath: result))),
                as: "again.pdf"
            )
            #expect(try await printable(again, fixtures) == nil)
        }
    }

    @Test(arguments: ["", "/OFF[100 0 R]", "/BaseState/OFF/ON[101 0 R]/AS[\(rules)]"])
    func `stay as they are where printing is nothing special`(_ defaults: String) async throws {
        try await withFixtures { fixtures in
            let source = try fixtures.write(document(defaults), as: "layers.pdf")
            #expect(try await printable(source, fixtures) == nil)
        }
    }

    @Test func `hide the comments in them`() async throws {
        try await withFixtures { fixtures in
            var text = document(
                "/AS[\(Self.rules)]",
                a: "/Print<</PrintState/OFF>>",
                extra: "/Annots[102 0 R 103 0 R]"
            )
            let comment = "<</Type/Annot/Subtype/Square/F 4/C[0 0 0]/IC[0 0 0]"
            text = text.replacing(
                "trailer",
                with: "102 0 obj\n\(comment)/OC 100 0 R/Rect[10 210 90 290]>>\nendobj\n"
                    + "103 0 obj\n\(comment)/OC 101 0 R/Rect[110 210 190 290]>>\nendobj\ntrailer"
            )
            let source = try fixtures.write(text, as: "comments.pdf")
            let result = try #require(try await printable(source, fixtures))
            let picture = try await paper(result)
            #expect([0.25, 0.75].map { picture.colour($0, 0.17) } == ["white", "black"])
        }
    }

    @Test func `are the same on a sheet with several pages`() async throws {
        try await withFixtures { fixtures in
            let row = Self.rows[0]
            let source = try fixtures.write(
                document(row.defaults, a: row.a, b: row.b),
                as: "layers.pdf"
            )
            let result = try #require(try await printable(source, fixtures))
            var layout = SheetLayout(faces: [[1, 1]], sheet: .a4)
            layout.numberUp = 2
            let sheet = try await paper(
                try await prepare(layout, of: result, fixtures, as: "sheet.pdf")
            )
            let colors = Set(
                (0..<sheet.width * sheet.height).map { place in
                    sheet.colour(
                        (Double(place % sheet.width) + 0.5) / Double(sheet.width),
                        (Double(place / sheet.width) + 0.5) / Double(sheet.height)
                    )
                }
            )
            #expect(colors.isSuperset(of: ["green", "red"]) && !colors.contains("blue"))
        }
    }
}
