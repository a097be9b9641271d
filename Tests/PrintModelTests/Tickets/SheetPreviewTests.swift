import PrintModel
import Testing

struct `A preview of sheets` {
    private static func preview(
        pages: Int?,
        sides: Sides = .oneSided,
        numberUp: Int = 1,
        reverse: Bool = false,
        copies: Int = 1,
        color: ColorMode? = nil,
        printsColor: Bool = true
    ) -> SheetPreview? {
        let plan = PrintPlan(
            pages: pages.map { Array(1...$0) },
            copies: copies,
            sides: sides,
            media: .a4,
            color: color,
            numberUp: numberUp,
            reverse: reverse
        )
        let check = PrintCheck(
            printer: PrinterID(rawValue: "office"),
            document: Sample.document(),
            plan: plan,
            obstacles: []
        )
        return SheetPreview(id: "x", check: check, printsColor: printsColor)
    }

    @Test(arguments: [
        (1, Sides.oneSided, [[1]]), (3, .oneSided, [[1], [2], [3]]),
        (1, .twoSidedLongEdge, [[1]]), (2, .twoSidedLongEdge, [[1, 2]]),
        (5, .twoSidedShortEdge, [[1, 2], [3, 4], [5]]),
    ])
    func `has faces on each sheet`(pages: Int, sides: Sides, sheets: [[Int]]) throws {
        let preview = try #require(Self.preview(pages: pages, sides: sides))
        #expect(preview.faces == pages)
        #expect(preview.sheets == sheets.count)
        #expect((1...sheets.count).map { preview.faces(ofSheet: $0) } == sheets)
        for none in [Int.min, -1, 0, sheets.count + 1, .max] {
            #expect(preview.faces(ofSheet: none) == [])
        }
    }

    @Test func `is gray where the pixels or the printer's output mode are, in whatever word`()
        throws
    {
        func color(_ change: (inout PrintPlan) -> Void) throws -> ColorMode {
            let check = try #require(Self.preview(pages: 1)).check
            var plan = try #require(check.plan)
            change(&plan)
            let changed = PrintCheck(
                printer: check.printer,
                document: check.document,
                plan: plan,
                obstacles: []
            )
            return try #require(SheetPreview(id: "x", check: changed, printsColor: true)).color
        }
        func raster(_ pixels: String) -> RasterFormat {
            RasterFormat(
                type: RasterCapabilities.pwg,
                pixels: pixels,
                resolutions: [RasterResolution(300)]
            )
        }
        #expect(try color { $0.raster = raster("sgray_8") } == .monochrome)
        #expect(try color { $0.raster = raster("srgb_8") } == .color)
        #expect(try color { $0.attributes = ["output-mode": "monochrome"] } == .monochrome)
        #expect(try color { $0.attributes = ["output-mode": "color"] } == .color)
    }

    @Test func `speaks of one copy`() throws {
        let preview = try #require(Self.preview(pages: 4, sides: .twoSidedLongEdge, copies: 7))
        #expect(preview.sheets == 2)
        #expect(preview.check.plan?.sheets == 14)
    }

    @Test func `has several pages on a face, and white backs where a copy is turned round`() throws
    {
        let two = try #require(Self.preview(pages: 5, numberUp: 2))
        #expect(two.pages == [[1, 2], [3, 4], [5]])
        let turned = try #require(Self.preview(pages: 3, sides: .twoSidedLongEdge, reverse: true))
        #expect(turned.faces == turned.pages.count)
        #expect(turned.sheets == 2)
        #expect(turned.faces(ofSheet: 2) == [3, 4])
    }

    @Test func `is grey where the plan or the printer is`() throws {
        for (color, printsColor, expected) in [
            (nil, true, ColorMode.color), (nil, false, .monochrome), (.color, true, .color),
            (.auto, true, .color), (.auto, false, .monochrome), (.monochrome, true, .monochrome),
            (ColorMode(rawValue: "process-monochrome"), true, .monochrome),
            (ColorMode(rawValue: "auto-monochrome"), true, .monochrome),
            (ColorMode(rawValue: "process-bi-level"), true, .monochrome),
            (ColorMode(rawValue: "highlight"), true, .color),
        ] as [(ColorMode?, Bool, ColorMode)] {
            let preview = try #require(
                Self.preview(pages: 1, color: color, printsColor: printsColor)
            )
            #expect(preview.color == expected, "\(String(describing: color)) \(printsColor)")
        }
    }

    @Test func `is not there where nobody knows the pages, or nothing is printed`() {
        #expect(Self.preview(pages: nil) == nil)
        let refused = PrintCheck(
            printer: nil,
            document: Sample.document(),
            plan: nil,
            obstacles: [Obstacle(.noPrinter)]
        )
        #expect(SheetPreview(id: "x", check: refused, printsColor: true) == nil)
    }

    @Test func `survives JSON, with all keys`() throws {
        let preview = try #require(Self.preview(pages: 3, sides: .twoSidedLongEdge))
        let json = try WireFormat.encode(preview)
        #expect(try WireFormat.decode(SheetPreview.self, from: json) == preview)
        #expect(String(decoding: json, as: UTF8.self).contains(#""sheet":null"#))
    }
}
