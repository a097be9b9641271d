import Foundation
import Testing

@testable import QuickPreview

@Suite struct `A document made printable` {
    /// A blue page with an annotation.
    private func page(_ annotation: String, rotated: Int = 0) -> String {
        PDFMaker(
            pages: [
                .init(),
                .init(colour: "0 0 1", extra: "/Annots[100 0 R]/Rotate \(rotated)"),
            ],
            objects: [(100, "<</Type/Annot\(annotation)>>")]
        ).text
    }

    @Test func `stays unchanged if it prints as displayed`() async throws {
        try await withFixtures { fixtures in
            let source = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            #expect(try await printable(source, fixtures) == nil)
        }
    }

    @Test(arguments: ["/Filter/FlateDecode", "/Filter/LZWDecode", "/Filter/None"])
    func `is redrawn where what is on a page cannot be decoded`(_ filter: String) async throws {
        let text = """
            %PDF-1.4
            1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
            2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
            3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents[4 0 R 5 0 R]/Resources<<>>>>
            endobj
            4 0 obj <</Length 26>> stream
            1 0 0 rg 0 0 200 100 re f
            endstream endobj
            5 0 obj <</Length 8\(filter)>> stream
            garbage!
            endstream endobj
            trailer <</Root 1 0 R>>
            """
        try await withFixtures { fixtures in
            let source = try fixtures.write(text, as: "a.pdf")
            let result = try #require(try await printable(source, fixtures))
            let picture = try await paper(result)
            #expect(picture.colour(0.5, 0.75) == "red" && picture.colour(0.5, 0.25) == "white")
            // Smaller than the sheet, it is placed, for which its contents are read.
            let layout = SheetLayout(
                faces: [[1]],
                sheet: .init(width: 595, length: 842, top: 18, right: 18, bottom: 18, left: 18),
                scaling: .fit
            )
            try await withPreviewer { previewer in
                try await withFile(result) { input in
                    try await withFile(fixtures.path("b"), flags: O_RDWR | O_CREAT) { output in
                        let size = try await previewer.prepareSheets(
                            layout,
                            of: input,
                            name: "a.pdf",
                            into: output
                        )
                        #expect(size > 0)
                    }
                }
            }
        }
    }

    private static let quad = "/QuadPoints[20 180 180 180 20 120 180 120]"

    @Test(arguments: [
        "/Subtype/Highlight/C[1 1 0]\(quad)", "/Subtype/Underline/C[1 1 0]\(quad)",
        "/Subtype/StrikeOut/C[1 1 0]\(quad)", "/Subtype/Squiggly/C[1 1 0]\(quad)",
        "/Subtype/Ink/C[1 1 0]/BS<</W 9>>/InkList[[20 120 180 180]]",
        "/Subtype/Line/C[1 1 0]/BS<</W 9>>/L[30 130 170 170]/LE[/OpenArrow/None]",
        "/Subtype/Square/C[1 1 0]/IC[1 1 1]/BS<</W 9>>", "/Subtype/Circle/C[1 1 0]/BS<</W 9>>",
        "/Subtype/Polygon/C[1 1 0]/BS<</W 9>>/Vertices[30 130 170 170 170 130]",
        "/Subtype/FreeText/DA(/Helv 20 Tf 1 1 0 rg)/Contents(Seen)",
    ])
    func `includes comments that only viewers draw`(_ annotation: String) async throws {
        try await withFixtures { fixtures in
            for rotation in [0, 90] {
                let source = try fixtures.write(
                    page("\(annotation)/F 4/Rect[20 120 180 180]", rotated: rotation),
                    as: "comment.pdf"
                )
                let bare = try fixtures.write(
                    page("\(annotation)/F 0/Rect[20 120 180 180]", rotated: rotation),
                    as: "bare.pdf"
                )
                let result = try #require(try await printable(source, fixtures))
                try run("qpdf", "--check", result)
                // What is left is no annotation, and looks the same.
                let qdf = try run("qpdf", "--qdf", result, "-")
                #expect(!qdf.contains("/Annots"), "\(qdf)")
                let (before, after) = (
                    try await paper(source, page: 2), try await paper(result, page: 2)
                )
                #expect(before.pixels != (try await paper(bare, page: 2)).pixels)
                #expect(before.difference(to: after) < 0.01, "\(annotation), turned \(rotation)")
            }
        }
    }

    @Test(arguments: [0, 90])
    func `has pages in points where they have a unit of their own`(turn: Int) async throws {
        try await withFixtures { fixtures in
            // A pattern, a crop box, an annotation with an appearance, and one that only a viewer draws.
            let maker = PDFMaker(
                pages: [
                    .init(
                        // The upper half has the pattern.
                        colour: "/Pattern cs/P scn 0 150 200 150 re f 0 0 200 150 re W n 1 0 0",
                        extra: "/UserUnit 2/Rotate \(turn)/CropBox[0 50 200 300]"
                            + "/Annots[100 0 R 102 0 R]/Resources<</Pattern<</P 103 0 R>>"
                            + "/Font<</F 3 0 R>>>>"
                    )
                ],
                objects: [
                    (
                        100,
                        "<</Type/Annot/Subtype/Stamp/F 4/Rect[120 60 180 120]/AP<</N 101 0 R>>>>"
                    ),
                    (
                        101,
                        "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 24>>\nstream\n"
                            + "0 1 0 rg 0 0 9 9 re f   \nendstream"
                    ),
                    (
                        102,
                        "<</Type/Annot/Subtype/Square/C[0 0 1]/BS<</W 9>>/F 4/Rect[20 60 80 120]>>"
                    ),
                    (
                        103,
                        "<</Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 40 40]/XStep 40"
                            + "/YStep 40/Resources<<>>/Length 24>>\nstream\n"
                            + "0 1 1 rg 0 0 20 20 re f \nendstream"
                    ),
                ]
            )
            let source = try fixtures.write(maker.text, as: "unit.pdf")
            let result = try #require(try await printable(source, fixtures))
            try run("qpdf", "--check", result)
            #expect(!(try run("qpdf", "--qdf", result, "-").contains("/UserUnit")))
            let told = try run("pdfinfo", result)
            let size = told.split(separator: "\n").first { $0.hasPrefix("Page size") } ?? ""
            #expect(size.contains("400 x 500 pts"), "\(told)")
            let (before, after) = (try await paper(source), try await paper(result))
            #expect(before.difference(to: after) < 0.01)
        }
    }

    @Test func `is tinted by a highlighter, not covered`() async throws {
        try await withFixtures { fixtures in
            let annotation = "/Subtype/Highlight/C[1 1 0]\(Self.quad)/F 4/Rect[20 120 180 180]"
            let source = try fixtures.write(page(annotation), as: "marked.pdf")
            let result = try #require(try await printable(source, fixtures))
            // Yellow ink over blue.
            #expect(try await paper(result, page: 2).colour(0.5, 0.5) == "black")
        }
    }

    @Test(arguments: [
        "/Subtype/Square/C[1 1 0]/BS<</W 9>>/F 0", "/Subtype/Square/C[1 1 0]/BS<</W 9>>/F 6",
        "/Subtype/Link/F 4/Border[0 0 0]", "/Subtype/Link/F 4/BS<</W 0>>",
        "/Subtype/Link/F 4/C[]", "/Subtype/Link",
        "/Subtype/Popup/F 4", "/Subtype/Stamp/F 4/AP<</N 101 0 R>>",
    ])
    func `keeps annotations that do not print, or that have an appearance`(
        _ annotation: String
    ) async throws {
        try await withFixtures { fixtures in
            var text = page("\(annotation)/Rect[20 120 180 180]")
            text = text.replacing(
                "trailer",
                with: "101 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 13>>\nstream\n"
                    + "0 0 9 9 re f \nendstream\nendobj\ntrailer"
            )
            let source = try fixtures.write(text, as: "kept.pdf")
            #expect(try await printable(source, fixtures) == nil)
        }
    }

    @Test(arguments: [
        ("", true), ("/Border[0 0 9]", true), ("/BS<</W 9>>", true),
        ("/BS<</W 9/S/U>>", false), ("/Border[0 0 9[90 9]]", true),
        // Dashes with which no line can be drawn.
        ("/Border[0 0 9[0]]", true), ("/Border[0 0 9[0.0000001 0]]", true),
        ("/BS<</W 9/S/D/D[0 0]>>", true), ("/BS<</W 9/S/D/D[-9 3]>>", true),
        ("/BS<</W 9/S/U/D[0]>>", false),
        ("/BS<</W 9/S/D/D[90 9]>>", true),
    ])
    func `has the borders of links, also of those that say nothing of it`(
        _ border: String,
        _ isAbove: Bool
    ) async throws {
        try await withFixtures { fixtures in
            let link = "/Subtype/Link/F 4/C[1 1 0]\(border)/Rect[20 120 180 180]"
            let source = try fixtures.write(page(link), as: "link.pdf")
            let result = try #require(try await printable(source, fixtures))
            let picture = try await paper(result, page: 2)
            // The border is within the rectangle, from row 120 of 300 to row 180; a thin line may be at the next one.
            let edges = [119.5, 178.5].map { row in
                (0..<3).contains { picture.colour(0.3, (row + Double($0)) / 300) == "yellow" }
            }
            #expect(edges == [isAbove, true])
            #expect(picture.colour(0.5, 0.5) == "blue")
        }
    }

    @Test func `includes form values that the viewer has to draw`() async throws {
        try await withFixtures { fixtures in
            let field =
                "/Subtype/Widget/FT/Tx/T(name)/V(Ann)/DA(/F 40 Tf 1 1 0 rg)/F 4/Rect[20 120 180 180]"
            var maker = PDFMaker(pages: [.init(colour: "0 0 1", extra: "/Annots[100 0 R]")])
            maker.catalog =
                "/AcroForm<</Fields[100 0 R]/NeedAppearances true/DR<</Font<</F 3 0 R>>>>>>"
            maker.objects = [(100, "<</Type/Annot\(field)>>")]
            let source = try fixtures.write(maker.text, as: "form.pdf")
            let result = try #require(try await printable(source, fixtures))
            let (before, after) = (try await paper(source), try await paper(result))
            #expect(before.difference(to: after) < 0.01)
            #expect(!(try run("qpdf", "--qdf", result, "-").contains("/NeedAppearances true")))
        }
    }

    @Test(arguments: [
        "/CropBox[0 0 900 900]", "/CropBox[0 0 900 900]/TrimBox[0 0 4000 6000]",
        "/TrimBox[900 900 990 990]", "/CropBox[500 500 700 700]",
    ])
    func `has consistent page boxes`(_ boxes: String) async throws {
        try await withFixtures { fixtures in
            let maker = PDFMaker(pages: [.init(extra: boxes)])
            let source = try fixtures.write(maker.text, as: "boxes.pdf")
            let result = try #require(try await printable(source, fixtures))
            let told = try run("pdfinfo", "-box", result)
            for box in ["MediaBox", "CropBox", "TrimBox"] {
                let line = told.split(separator: "\n").first { $0.hasPrefix(box) } ?? ""
                let numbers = line.split(separator: " ").dropFirst().map(String.init)
                #expect(numbers == ["0.00", "0.00", "200.00", "300.00"], "\(line)")
            }
            #expect(try await paper(result).size == "200x300")
        }
    }

    /// A tree of pages with a ring in it, of which libqpdf takes no pages.
    private static let ring = """
        %PDF-1.7
        1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
        2 0 obj<</Type/Pages/Kids[6 0 R 3 0 R]/Count 2/MediaBox[0 0 200 300]>>endobj
        3 0 obj<</Type/Pages/Kids[4 0 R]/Count 1/Parent 2 0 R>>endobj
        4 0 obj<</Type/Pages/Kids[3 0 R]/Count 1/Parent 3 0 R>>endobj
        6 0 obj<</Type/Page/Parent 2 0 R/Contents 7 0 R>>endobj
        7 0 obj<</Length 26>>stream
        1 0 0 rg 0 0 200 300 re f\u{20}
        endstream endobj
        trailer<</Root 1 0 R/Size 8>>
        %%EOF

        """

    @Test func `has the displayable pages of a broken page tree`()
        async throws
    {
        try await withFixtures { fixtures in
            let source = try fixtures.write(Self.ring, as: "ring.pdf")
            let result = try #require(try await printable(source, fixtures))
            #expect(try run("qpdf", "--show-npages", result).hasPrefix("1"))
            #expect(try await paper(result).colour(0.5, 0.5) == "red")
        }
    }

    @Test func `is refused if none of its pages can be displayed`() async throws {
        try await withFixtures { fixtures in
            let text = Self.ring.replacing("6 0 R 3 0 R", with: "3 0 R")
            let source = try fixtures.write(text, as: "ring.pdf")
            let error = await #expect(throws: PreviewError.self) {
                _ = try await printable(source, fixtures)
            }
            #expect(error?.code == .damaged)
        }
    }

    @Test func `can be imposed on a sheet with any resources`() async throws {
        try await withFixtures { fixtures in
            // A stream, where a dictionary belongs.
            let text = Self.ring.replacing("3 0 R]/Count 2", with: "]/Count 1")
                .replacing("/Contents 7 0 R", with: "/Contents 7 0 R/Resources 7 0 R")
            let source = try fixtures.write(text, as: "resources.pdf")
            let result = try #require(try await printable(source, fixtures))
            let layout = SheetLayout(faces: [[1]], sheet: .a4)
            let sheet = try await prepare(layout, of: result, fixtures, as: "sheet.pdf")
            #expect(try await paper(sheet).colour(0.5, 0.5) == "red")
        }
    }

    @Test func `is rewritten if only an attachment is encrypted`() async throws {
        try await withFixtures { fixtures in
            // The filter for all strings and streams is Identity: the pages open without a password.
            let maker = PDFMaker.report.text.replacing(
                "trailer\n<<",
                with: "99 0 obj\n<</Filter/Standard/V 4/R 4/Length 128/P -4/StmF/Identity"
                    + "/StrF/Identity/EFF/StdCF/CF<</StdCF<</CFM/AESV2/AuthEvent/EFOpen/Length 16>>>>"
                    + "/O<\(String(repeating: "28", count: 32))>"
                    + "/U<\(String(repeating: "37", count: 32))>>>\nendobj\n"
                    + "trailer\n<</Encrypt 99 0 R/ID[<00><00>]"
            )
            let source = try fixtures.write(maker, as: "attachment.pdf")
            var pages: Int?
            try await withPreviewer { pages = try await info($0, source).pages }
            guard pages != nil else { return }
            let result = try #require(try await printable(source, fixtures))
            #expect(try run("qpdf", "--show-npages", result).hasPrefix("6"))
            #expect(try await paper(result, page: 3).colour(0.1, 0.1) == "blue")
            #expect(try run("pdftotext", result, "-").contains("page 6"))
        }
    }

    @Test func `is decompressed from gzip with any number of members`() async throws {
        try await withFixtures { fixtures in
            let text = PDFMaker.report.text
            let half = text.index(text.startIndex, offsetBy: text.count / 2)
            let first = try fixtures.write(String(text[..<half]), as: "first")
            let second = try fixtures.write(String(text[half...]), as: "second")
            try run("gzip", first, second)
            var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: first + ".gz")))
            bytes += try [UInt8](Data(contentsOf: URL(fileURLWithPath: second + ".gz")))
            let packed = try fixtures.write(bytes, as: "report.pdf.gz")
            let result = try #require(try await printable(packed, fixtures))
            #expect(try String(contentsOfFile: result, encoding: .utf8) == text)
            let cut = try fixtures.write(Array(bytes.dropLast(20)), as: "cut.pdf.gz")
            let error = await #expect(throws: PreviewError.self) {
                _ = try await printable(cut, fixtures)
            }
            #expect(error?.code == .damaged)
        }
    }
}

extension PreviewImage {
    /// The share of pixels that look different.
    fileprivate func difference(to other: PreviewImage) -> Double {
        guard width == other.width, height == other.height else { return 1 }
        var count = 0
        for pixel in Swift.stride(from: 0, to: pixels.count, by: 4) {
            let isOther = (0..<3).contains {
                abs(Int(pixels[pixel + $0]) - Int(other.pixels[pixel + $0])) > 48
            }
            if isOther { count += 1 }
        }
        return Double(count) / Double(width * height)
    }
}
