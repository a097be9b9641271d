import CRasterReader
import Foundation
import QuickPreview
import Testing

/// Read back by libcups, and compared with `pdftoppm`.
struct `A raster file` {
    private static let dpi = 150

    /// Each type in each format that has it.
    static let kinds: [(RasterRequest.Container, RasterType)] =
        RasterType.allCases.filter { $0.pwgKeyword != nil }.map { (.pwg, $0) }
        + RasterType.allCases.filter { $0.urfKeyword != nil }.map { (.urf, $0) }

    @Test(arguments: kinds)
    func `shows each page as another renderer does`(
        container: RasterRequest.Container,
        type: RasterType
    ) async throws {
        try await withFixtures { fixtures in
            let source = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            try await withPreviewer { previewer in
                let request = RasterRequest(container, type, dpi: Self.dpi, pageCount: 6)
                let pages = try await raster(request, of: source, previewer, fixtures)
                try #require(pages.count == 6)
                for (index, page) in pages.enumerated() {
                    check(page, type)
                    let reference = try ReferencePage(
                        source,
                        page: index + 1,
                        dpi: Self.dpi,
                        in: fixtures
                    )
                    #expect(page.width == reference.width || page.width + 1 == reference.width)
                    #expect(page.height == reference.height || page.height + 1 == reference.height)
                    // The primaries are tested below.
                    guard type != .adobeRGB8 else { continue }
                    // The letters are antialiased differently, and may lie a pixel apart. A dither is right on average:
                    // in tiles of two of its periods.
                    let isBit = type.bitsPerColor == 1
                    let difference = page.difference(
                        from: reference,
                        isBlack: type == .black1 || type == .black8,
                        tile: isBit ? 16 : 1
                    )
                    #expect(difference.mean < (isBit ? 6 : 2))
                    #expect(difference.large_share < 0.01)
                }
            }
        }
    }

    private func check(_ page: RasterPage, _ type: RasterType) {
        let header = page.header
        #expect(header.color_count == UInt32(type.colorCount))
        #expect(header.bits_per_color == UInt32(type.bitsPerColor))
        #expect(header.bits_per_pixel == UInt32(type.bitsPerPixel))
        #expect(header.x_resolution == 150 && header.y_resolution == 150)
        let colorSpace: UInt32 =
            switch type {
            case .black1, .black8: 3
            case .sgray1, .sgray8: 18
            case .deviceGray8: 0
            case .srgb8: 19
            case .adobeRGB8: 20
            case .rgb8: 1
            }
        #expect(header.color_space == colorSpace)
    }

    @Test func `has the primaries of sRGB at their places in Adobe RGB`() async throws {
        try await withFixtures { fixtures in
            let source = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            try await withPreviewer { previewer in
                let request = RasterRequest(.pwg, .adobeRGB8, dpi: 72, pageCount: 6)
                let pages = try await raster(request, of: source, previewer, fixtures)
                // The values of Adobe RGB (1998), annex C, and of Little CMS, within 1.
                let expected = [
                    [219, 0, 0], [144, 255, 60], [0, 0, 250], [255, 255, 60], [144, 255, 255],
                    [219, 0, 250],
                ]
                for (page, color) in zip(pages, expected) {
                    let pixel = page.pixel(10, 10).map(Int.init)
                    #expect(
                        zip(pixel, color).allSatisfy { abs($0 - $1) <= 1 },
                        "\(pixel) is not \(color)"
                    )
                }
            }
        }
    }

    @Test func `has headers that libcups and other filters understand`() async throws {
        try await withFixtures { fixtures in
            let source = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            try await withPreviewer { previewer in
                var request = RasterRequest(.pwg, .sgray8, dpi: 300, pageCount: 6)
                request.yResolution = 150
                request.quality = .high
                request.sides = .shortEdge
                request.media = .init(
                    name: "custom_small_70x105mm",
                    width: 7056,
                    length: 10583,
                    type: "stationery"
                )
                let pages = try await raster(request, of: source, previewer, fixtures)
                let (first, second) = (pages[0].header, pages[1].header)
                #expect(first.width == 833 && first.height == 624)
                #expect(first.points_across == 200 && first.points_down == 300)
                #expect(second.width == 1250 && second.height == 416)
                #expect(first.is_duplex == 1 && first.is_tumble == 1 && first.copies == 1)
                #expect(first.quality == 5 && first.total_pages == 6)
                #expect(first.cross_feed == 1 && first.feed == 1)
                #expect(text(first.media_class) == "PwgRaster")
                #expect(text(first.media_type) == "stationery")
                #expect(text(first.page_size_name) == "custom_small_70x105mm")
                // The second page has another size.
                #expect(text(second.page_size_name).isEmpty)
            }
        }
    }

    /// The text of a C array.
    private func text<Array>(_ array: Array) -> String {
        unsafe withUnsafeBytes(of: array) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    @Test(arguments: RasterRequest.Container.allCases)
    func `becomes a PDF of the same pages again`(
        container: RasterRequest.Container
    ) async throws {
        let filter = "/usr/lib/cups/filter/rastertopdf"
        try await withFixtures { fixtures in
            let source = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            let path = fixtures.path("raster")
            try await withPreviewer { previewer in
                let request = RasterRequest(container, .srgb8, dpi: 72, pageCount: 6)
                try await makeRaster(request, of: source, previewer, into: path)
            }
            let result = fixtures.path("again.pdf")
            try run(
                "sh",
                "-c",
                "PPD= CONTENT_TYPE=\(container == .pwg ? "image/pwg-raster" : "image/urf") "
                    + "\(filter) 1 user title 1 '' '\(path)' >'\(result)'"
            )
            let facts = try run("pdfinfo", result)
            #expect(facts.contains("Pages:           6\n"))
            for (page, color) in [(1, [255, 0, 0]), (2, [0, 255, 0]), (6, [255, 0, 255])] {
                let shown = try ReferencePage(result, page: page, dpi: 72, in: fixtures)
                #expect(shown.pixel(10, 10) == color)
            }
        }
    }
}
