import Foundation
import QuickPreview
import Testing

@Suite struct `A finished PDF` {
    private static let a4 = SheetLayout.Sheet(
        width: 595.276,
        length: 841.89,
        top: 12,
        right: 12,
        bottom: 12,
        left: 12
    )

    private func look(_ path: String, page: Int = 1) async throws -> PreviewImage {
        var image: PreviewImage?
        try await withPreviewer { previewer in
            image = try await thumbnail(previewer, path, page: page, size: 400)
        }
        return try #require(image)
    }

    @Test func `has several pages per side, in order`() async throws {
        try await withFixtures { fixtures in
            let source = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            let layout = SheetLayout(
                faces: [[1, 2, 3, 4], [5, 6]],
                sheet: Self.a4,
                numberUp: 4
            )
            let result = try await prepare(layout, of: source, fixtures)
            let sheet = try await look(result)
            #expect(sheet.colour(0.25, 0.25) == "red")
            #expect(sheet.colour(0.75, 0.25) == "green")
            // Page 3 is turned by its own rotation, page 4 cut by its crop box.
            #expect(sheet.colour(0.25, 0.75) == "blue")
            #expect(sheet.colour(0.75, 0.75) == "yellow")
            let last = try await look(result, page: 2)
            #expect(last.colour(0.25, 0.25) == "cyan")
            #expect(last.colour(0.25, 0.75) == "white")
            #expect(try run("pdfinfo", result).contains("595.276 x 841.89 pts (A4)"))
            let words = try run("pdftotext", "-l", "1", result, "-").split(
                whereSeparator: \.isWhitespace
            )
            // The crop box of page 4 cuts its words.
            #expect(words.filter { $0 == "page" }.count == 3)
        }
    }

    @Test func `rotates the sheet for two pages per side`() async throws {
        try await withFixtures { fixtures in
            let source = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            let layout = SheetLayout(faces: [[1, 5]], sheet: Self.a4, numberUp: 2)
            let sheet = try await look(try await prepare(layout, of: source, fixtures))
            // The sheet as it is fed: the reader's left is below.
            #expect(sheet.colour(0.5, 0.75) == "red")
            #expect(sheet.colour(0.5, 0.25) == "cyan")
        }
    }

    @Test func `leaves blank faces blank`() async throws {
        try await withFixtures { fixtures in
            let source = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            let layout = SheetLayout(faces: [[5], [], [1]], sheet: Self.a4, scaling: .fill)
            let result = try await prepare(layout, of: source, fixtures)
            #expect(try await look(result, page: 1).colour(0.5, 0.5) == "cyan")
            #expect(try await look(result, page: 2).colour(0.5, 0.5) == "white")
            #expect(try await look(result, page: 3).colour(0.5, 0.5) == "red")
        }
    }

    @Test func `moves links, form fields, and stamps with their page`() async throws {
        try await withFixtures { fixtures in
            let appearance = "0 0 1 rg 0 0 60 40 re f"
            var maker = PDFMaker.report
            maker.catalog = "/AcroForm<</Fields[100 0 R]>>"
            maker.pages[0].extra = "/Annots[100 0 R 102 0 R 103 0 R]"
            maker.objects = [
                (
                    100,
                    "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ann)/Rect[10 10 70 50]/F 4/P 10 0 R"
                        + "/AP<</N 101 0 R>>>>"
                ),
                (
                    101,
                    "<</Type/XObject/Subtype/Form/BBox[0 0 60 40]/Length \(appearance.utf8.count)>>"
                        + "\nstream\n\(appearance)\nendstream"
                ),
                (102, "<</Type/Annot/Subtype/Stamp/Rect[130 250 190 290]/F 4/AP<</N 101 0 R>>>>"),
                (
                    103,
                    "<</Type/Annot/Subtype/Link/Rect[0 100 200 200]"
                        + "/A<</S/URI/URI(https://example.org/)>>>>"
                ),
            ]
            let source = try fixtures.write(maker.text, as: "form.pdf")
            // Twice as large, in the middle of a sheet of 600 x 800: at (100, 100).
            let layout = SheetLayout(
                faces: [[1]],
                sheet: .init(width: 600, length: 800, top: 100, right: 100, bottom: 100, left: 100),
                scaling: .fit
            )
            let result = try await prepare(layout, of: source, fixtures)
            let plain = try run("qpdf", "--qdf", result, "-")
            #expect(plain.contains("/AcroForm"))
            #expect(plain.contains("(Ann)"))
            #expect(plain.contains("(https://example.org/)"))
            let rectangles = try rectangles(plain)
            #expect(rectangles.contains([100, 300, 500, 500]), "\(rectangles)")
            #expect(rectangles.contains([120, 120, 240, 200]), "\(rectangles)")
            let sheet = try await look(result)
            #expect(sheet.colour(0.3, 0.8) == "blue")
            #expect(sheet.colour(0.7, 0.2) == "blue")
            #expect(sheet.colour(0.5, 0.5) == "red")
            #expect(sheet.colour(0.05, 0.5) == "white")
        }
    }

    /// The rectangles of annotations, rounded.
    private func rectangles(_ plain: String) throws -> [[Int]] {
        plain.components(separatedBy: "/Rect [").dropFirst().map { rest in
            rest.prefix { $0 != "]" }.split(whereSeparator: \.isWhitespace)
                .compactMap { Double($0) }.map { Int($0.rounded()) }
        }
    }

    @Test func `embeds a JPEG file unchanged`() async throws {
        try await withFixtures { fixtures in
            let source = try fixtures.jpeg(orientation: 1)
            let layout = SheetLayout(faces: [[1]], sheet: Self.a4)
            let result = try await prepare(layout, of: source, fixtures)
            let whole = try Data(contentsOf: URL(fileURLWithPath: result))
            let picture = try Data(contentsOf: URL(fileURLWithPath: source))
            #expect(whole.range(of: picture) != nil)
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt8])
    func `shows a picture upright, whatever its orientation`(_ orientation: UInt8) async throws {
        try await withFixtures { fixtures in
            let source = try fixtures.jpeg(orientation: orientation)
            // Wide enough for the picture in any orientation, and not turned.
            let layout = SheetLayout(
                faces: [[1]],
                sheet: .init(width: 400, length: 400),
                scaling: .fit,
                orientation: .portrait
            )
            let sheet = try await look(try await prepare(layout, of: source, fixtures))
            let direct = try await look(source)
            // In the sheet the picture stands in the middle: 80 x 40 or 40 x 80 of a square.
            let isWide = orientation < 5
            let (w, h) = isWide ? (1.0, 0.5) : (0.5, 1.0)
            for (x, y) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
                let (sx, sy) = ((1 - w) / 2 + x * w, (1 - h) / 2 + y * h)
                #expect(sheet.colour(sx, sy) == direct.colour(x, y), "\(orientation) \(x) \(y)")
            }
        }
    }

    @Test(arguments: ["a.png", "a.webp", "a.tif", "a.gif"])
    func `is made from other image types, too`(_ name: String) async throws {
        try await withFixtures { fixtures in
            let source = try fixtures.image(name, width: 300, height: 400)
            let layout = SheetLayout(faces: [[1]], sheet: Self.a4)
            let sheet = try await look(try await prepare(layout, of: source, fixtures))
            #expect(sheet.colour(0.25, 0.25) == "red")
            #expect(sheet.colour(0.75, 0.25) == "green")
            #expect(sheet.colour(0.25, 0.75) == "blue")
        }
    }

    @Test func `has the requested pages of a TIFF file`() async throws {
        try await withFixtures { fixtures in
            let one = try fixtures.image("one.png", width: 60, height: 80)
            let two = try fixtures.image("two.png", width: 60, height: 80)
            let joined = fixtures.path("two.tif")
            try run("vips", "arrayjoin", "\(one) \(two)", fixtures.path("tall.v"), "--across", "1")
            try run("vips", "tiffsave", fixtures.path("tall.v"), joined, "--page-height", "80")
            let layout = SheetLayout(faces: [[2], [1], [2]], sheet: Self.a4)
            let result = try await prepare(layout, of: joined, fixtures)
            #expect(try await look(result, page: 3).colour(0.25, 0.25) == "red")
        }
    }

    @Test func `rotates landscape pages with their contents`() async throws {
        try await withFixtures { fixtures in
            var maker = PDFMaker.report
            maker.pages = [.init(width: 842, height: 595, colour: "0 1 0")]
            let source = try fixtures.write(maker.text, as: "wide.pdf")
            let result = try await prepare(
                SheetLayout(faces: [[1]], sheet: Self.a4),
                of: source,
                fixtures
            )
            let boxes = try run("pdfinfo", "-box", result)
            // Turned against the clock: its head lies at the left of the sheet.
            #expect(boxes.contains("Page rot:        270"))
            #expect(try run("pdftotext", result, "-").contains("page 1"))
        }
    }
}

@Suite struct `An encrypted PDF` {
    private func unlock(_ password: String, _ fixtures: Fixtures) async throws -> (Bool, String) {
        var maker = PDFMaker.report
        maker.catalog = "/Outlines 100 0 R"
        maker.objects = [
            (100, "<</Type/Outlines/First 101 0 R/Last 101 0 R/Count 1>>"),
            (101, "<</Title(End)/Parent 100 0 R/Dest[20 0 R/Fit]>>"),
        ]
        let plain = try fixtures.write(maker.text, as: "plain.pdf")
        let locked = fixtures.path("locked.pdf")
        try encrypt(plain, user: "user", into: locked)
        let result = fixtures.path("open.pdf")
        var opened = false
        try await withPreviewer { previewer in
            try await withFile(locked) { input in
                try await withFile(result, flags: O_RDWR | O_CREAT | O_TRUNC) { output in
                    opened = try await previewer.unlock(input, password: password, into: output)
                }
            }
        }
        return (opened, result)
    }

    @Test(arguments: ["user", "owner"])
    func `opens with its password, and loses nothing but its encryption`(
        _ password: String
    ) async throws {
        try await withFixtures { fixtures in
            let (opened, result) = try await unlock(password, fixtures)
            #expect(opened)
            #expect(try run("qpdf", "--show-encryption", result).contains("not encrypted"))
            #expect(try run("pdftotext", result, "-").contains("page 6"))
            #expect(try run("qpdf", "--qdf", result, "-").contains("(End)"))
        }
    }

    @Test(arguments: ["", "wrong", "User"])
    func `stays encrypted with a wrong password, and leaves no output`(
        _ password: String
    ) async throws {
        try await withFixtures { fixtures in
            let (opened, result) = try await unlock(password, fixtures)
            #expect(!opened)
            #expect(try Data(contentsOf: URL(fileURLWithPath: result)).isEmpty)
        }
    }
}
