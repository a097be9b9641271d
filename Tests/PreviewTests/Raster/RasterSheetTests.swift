import Foundation
import QuickPreview
import Testing

/// The pages of a raster file on the sides of sheets, and what is refused.
struct `Pages of a raster file` {
    /// A page whose four quarters differ, so that each way of turning it shows.
    private static let quarters = PDFMaker.Page(
        colour: "1 0 0 rg 0 150 100 150 re f 0 0 1 rg 100 150 100 150 re f 0 0 100 150 re W n 0 1 0"
    )

    private static let backs:
        [(
            RasterRequest.SheetBack, RasterRequest.Sides, across: Bool, along: Bool
        )] = [
            (.normal, .longEdge, false, false), (.normal, .shortEdge, false, false),
            (.flipped, .longEdge, false, true), (.flipped, .shortEdge, true, false),
            (.rotated, .longEdge, true, true), (.rotated, .shortEdge, false, false),
            (.manualTumble, .longEdge, false, false), (.manualTumble, .shortEdge, true, true),
            (.rotated, .oneSided, false, false), (.flipped, .oneSided, false, false),
        ]

    @Test(arguments: backs)
    func `are turned on the backs of sheets`(
        back: RasterRequest.SheetBack,
        sides: RasterRequest.Sides,
        across: Bool,
        along: Bool
    ) async throws {
        try await withFixtures { fixtures in
            let maker = PDFMaker(pages: [Self.quarters, Self.quarters, Self.quarters])
            let source = try fixtures.write(maker.text, as: "quarters.pdf")
            try await withPreviewer { previewer in
                var request = RasterRequest(.pwg, .srgb8, dpi: 144, pageCount: 3)
                let plain = try await raster(request, of: source, previewer, fixtures)
                request.sides = sides
                request.sheetBack = back
                let turned = try await raster(request, of: source, previewer, fixtures)
                try #require(plain.count == 3 && turned.count == 3)
                // Not compared within the expectations, which would list each byte that differs.
                let isFrontSame = zip(turned, plain).enumerated().allSatisfy { index, pages in
                    index == 1 || pages.0.bytes == pages.1.bytes
                }
                let isTurned = turned[1].bytes == plain[1].mirrored(across: across, along: along)
                let ways = [(true, false), (false, true), (true, true)]
                let showsTurning = ways.allSatisfy { across, along in
                    plain[1].bytes != plain[1].mirrored(across: across, along: along)
                }
                #expect(isFrontSame && isTurned && showsTurning)
                #expect(turned[1].transforms == [across ? -1 : 1, along ? -1 : 1])
                #expect(
                    turned[1].turning == [sides == .oneSided ? 0 : 1, sides == .shortEdge ? 1 : 0]
                )
            }
        }
    }

    @Test(arguments: [
        (RasterRequest.Sides.oneSided, true, "123123"),
        (.oneSided, false, "112233"),
        (.longEdge, true, "123-123-"),
        (.longEdge, false, "12123-3-"),
    ])
    func `are repeated for copies`(
        sides: RasterRequest.Sides,
        isCollated: Bool,
        order: String
    ) async throws {
        try await withFixtures { fixtures in
            let maker = PDFMaker(pages: [
                .init(colour: "1 0 0"), .init(colour: "0 1 0"), .init(colour: "0 0 1"),
            ])
            let source = try fixtures.write(maker.text, as: "three.pdf")
            try await withPreviewer { previewer in
                for container in RasterRequest.Container.allCases {
                    var request = RasterRequest(container, .srgb8, dpi: 72, pageCount: 3)
                    request.sides = sides
                    request.copies = 2
                    request.isCollated = isCollated
                    let pages = try await raster(request, of: source, previewer, fixtures)
                    let found = pages.map { page -> Character in
                        switch page.pixel(5, 5) {
                        case [255, 0, 0]: "1"
                        case [0, 255, 0]: "2"
                        case [0, 0, 255]: "3"
                        case [255, 255, 255] where Set(page.bytes) == [255]: "-"
                        default: "?"
                        }
                    }
                    #expect(String(found) == order)
                    #expect(
                        pages.allSatisfy {
                            $0.totalPages == order.count || container == .urf
                        }
                    )
                }
            }
        }
    }

    @Test func `have the size of the paper, or their own`() async throws {
        try await withFixtures { fixtures in
            let maker = PDFMaker(pages: [
                .init(width: 595, height: 842), .init(width: 612, height: 792),
                .init(width: 842, height: 595), .init(width: 595, height: 842, extra: "/Rotate 90"),
                .init(width: 3, height: 2000),
            ])
            let source = try fixtures.write(maker.text, as: "sizes.pdf")
            try await withPreviewer { previewer in
                var request = RasterRequest(.pwg, .sgray8, dpi: 600, pageCount: 5)
                request.media = .init(name: "iso_a4_210x297mm", width: 21000, length: 29700)
                let pages = try await raster(request, of: source, previewer, fixtures)
                #expect(
                    pages.map { [$0.width, $0.height] } == [
                        [4960, 7015], [5100, 6600], [7016, 4958], [7016, 4958], [25, 16666],
                    ]
                )
                // The page is a little smaller than the paper, which is white there.
                #expect(pages[0].pixel(4959, 3000) == [255])
            }
        }
    }

    @Test func `are white where the document is`() async throws {
        try await withFixtures { fixtures in
            let maker = PDFMaker(pages: [.init(width: 595, height: 842, colour: "1 1 1")])
            let text = maker.text.replacing("(page 1)", with: "(      )")
            let source = try fixtures.write(text, as: "white.pdf")
            try await withPreviewer { previewer in
                for type in RasterType.allCases where type.pwgKeyword != nil {
                    let request = RasterRequest(.pwg, type, dpi: 600, pageCount: 1)
                    let path = fixtures.path("white-\(type)")
                    try await makeRaster(request, of: source, previewer, into: path)
                    let pages = try RasterPage.all(path)
                    let white: UInt8 = [.black1, .black8].contains(type) ? 0 : 255
                    #expect(
                        Set(pages[0].bytes.prefix(pages[0].lineSize - 1)) == [
                            white
                        ]
                    )
                    // A count for each 256 lines, and for each 128 pixels.
                    let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
                    #expect(size <= 1800 + 28 * (1 + 39 * 4))
                }
            }
        }
    }

    @Test func `have sharp letters where smooth ones would blur, and all thin lines`() async throws
    {
        try await withFixtures { fixtures in
            // Lines of a twentieth of a point, a third of a pixel, each a little further to the right.
            func place(_ line: Int) -> Double { 4.017 * Double(line) + 2 }
            let lines = (0..<40).map { "\(place($0)) 100 .05 99 re f" }
            let maker = PDFMaker(pages: [
                .init(colour: "1 1 1"),
                .init(colour: "0 g \(lines.joined(separator: " ")) 0 0 0 0 re W n 1 1 1"),
            ])
            let source = try fixtures.write(maker.text, as: "sharp.pdf")
            try await withPreviewer { previewer in
                for (type, dpi, isSharp) in [
                    (RasterType.sgray8, 300, false), (.sgray8, 600, true),
                ] {
                    let request = RasterRequest(.pwg, type, dpi: dpi, pageCount: 2)
                    let pages = try await raster(request, of: source, previewer, fixtures)
                    #expect((Set(pages[0].bytes) == [0, 255]) == isSharp)
                }
                let request = RasterRequest(.pwg, .sgray1, dpi: 600, pageCount: 2)
                let pages = try await raster(request, of: source, previewer, fixtures)
                // The dither leaves some black of each line.
                for line in 0..<40 {
                    let left = Int(place(line) * 600 / 72)
                    let isThere = (900..<1600).contains { row in
                        (left..<left + 2).contains { pages[1].bit($0, row) == 0 }
                    }
                    #expect(isThere, "line \(line)")
                }
            }
        }
    }

    @Test func `are refused beyond the size limit`() async throws {
        try await withFixtures { fixtures in
            let source = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            try await withPreviewer { previewer in
                var request = RasterRequest(.pwg, .srgb8, dpi: 300, pageCount: 6)
                let path = fixtures.path("whole")
                try await makeRaster(request, of: source, previewer, into: path)
                let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
                request.sizeLimit = size
                try await makeRaster(request, of: source, previewer, into: fixtures.path("same"))
                request.sizeLimit = size - 1
                #expect(
                    try await failure(request, source, previewer, fixtures) == .outputTooLarge
                )
                // Copies are refused before they are written.
                request.sizeLimit = size * 3
                request.copies = 4
                #expect(
                    try await failure(request, source, previewer, fixtures) == .outputTooLarge
                )
            }
        }
    }

    @Test func `are refused as a whole where one is damaged`() async throws {
        try await withFixtures { fixtures in
            var maker = PDFMaker.report
            // It takes the place of the last page, and is none.
            maker.objects = [(100, "<</Type/Pages/Count 1/Kids[]>>")]
            let text = maker.text.replacing("20 0 R ", with: "100 0 R ")
            let broken = try fixtures.write(text, as: "broken.pdf")
            let half = try fixtures.write(String(text.prefix(900)), as: "half.pdf")
            try await withPreviewer { previewer in
                let request = RasterRequest(.urf, .sgray8, dpi: 72, pageCount: 6)
                let code = try await failure(request, broken, previewer, fixtures)
                #expect(code == .damaged)
                #expect(try await failure(request, half, previewer, fixtures) != nil)
                let png = try fixtures.png()
                #expect(try await failure(request, png, previewer, fixtures) == .noPreview)
                // The PDF has another number of pages than the request says.
                let report = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
                var other = request
                other.pageCount = 5
                #expect(try await failure(other, report, previewer, fixtures) == .pageOutOfRange)
                other.pageCount = 6
                #expect(try await failure(other, report, previewer, fixtures) == nil)
            }
        }
    }

    @Test func `are not made of pixels that the format does not have`() async throws {
        var asymmetric = RasterRequest(.urf, .srgb8, dpi: 300, pageCount: 1)
        asymmetric.yResolution = 600
        let refused = [
            RasterRequest(.urf, .black1, dpi: 300, pageCount: 1),
            RasterRequest(.pwg, .deviceGray8, dpi: 300, pageCount: 1),
            RasterRequest(.pwg, .srgb8, dpi: 0, pageCount: 1),
            RasterRequest(.pwg, .srgb8, dpi: 300, pageCount: 0), asymmetric,
        ]
        try await withFixtures { fixtures in
            let source = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            try await withPreviewer { previewer in
                for request in refused {
                    let code = try await failure(request, source, previewer, fixtures)
                    #expect(code == .invalidRequest)
                }
            }
        }
        for keyword in ["cmyk_8", "srgb_16", "sgray_16", "device1_8", ""] {
            #expect(RasterType(pwg: keyword) == nil)
        }
        for keyword in ["DEVCMYK32", "SRGB48", "W16", "RS600", "DM1"] {
            #expect(RasterType(urf: keyword) == nil)
        }
    }

    /// The code that a request fails with; the output must then be empty.
    private func failure(
        _ request: RasterRequest,
        _ source: String,
        _ previewer: Previewer,
        _ fixtures: Fixtures
    ) async throws -> PreviewError.Code? {
        let path = fixtures.path("refused-\(UUID().uuidString)")
        return try await withFile(source) { input in
            try await withFile(path, flags: O_RDWR | O_CREAT) { output in
                do throws(PreviewError) {
                    _ = try await previewer.makeRaster(request, of: input, into: output)
                    return nil
                } catch {
                    var status = stat()
                    #expect(unsafe fstat(output, &status) == 0 && status.st_size == 0)
                    return error.code
                }
            }
        }
    }
}
