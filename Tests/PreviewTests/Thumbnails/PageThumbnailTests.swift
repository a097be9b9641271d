import Foundation
import Testing

@testable import QuickPreview

/// Thumbnails of pages, in windows that are as white as their paper.
struct `Thumbnails of pages` {
    private func drawn(_ path: String, _ lab: CacheFixture) async throws -> PreviewImage {
        let subject = try lab.subject(path)
        var image: PreviewImage?
        try await withPreviewer { previewer in
            let picture = try await previewer.picture(of: subject, .normal, in: lab.cache)
            if case .drawn(let drawn) = picture.origin { image = drawn }
            // What is kept is the same.
            let found = try #require(lab.cache.thumbnail(of: subject, .normal))
            let kept = try #require(await previewer.picture(found, of: subject))
            #expect(kept.pixels == image?.pixels)
        }
        return try #require(image)
    }

    private static let gray: [UInt8] = [189, 189, 189, 255]

    @Test func `have an edge`() async throws {
        try await withCache { lab in
            let text = try await drawn(lab.fixtures.write("Hello\n", as: "a.txt"), lab)
            for (x, y) in [(0, 0), (40, 0), (0, 60), (text.width - 1, 60), (40, text.height - 1)] {
                #expect(text.at(x, y) == Self.gray, "\(x), \(y)")
            }
            #expect(text.at(1, 1) == [255, 255, 255, 255])
            let page = PDFMaker(pages: [PDFMaker.Page(colour: "1 1 1")]).text
            let pdf = try await drawn(lab.fixtures.write(page, as: "a.pdf"), lab)
            #expect(pdf.at(0, 9) == Self.gray)
        }
    }

    @Test func `have none where they are no pages, or dark`() async throws {
        try await withCache { lab in
            let white = PreviewImage(
                width: 100,
                height: 100,
                pixels: Array(repeating: 255, count: 40_000),
                type: "image/png"
            )
            let photo = try await drawn(lab.fixtures.write(white.png(), as: "white.png"), lab)
            #expect(photo.at(0, 50) == [255, 255, 255, 255])
            let page = PDFMaker(pages: [PDFMaker.Page(colour: "0 0 1")]).text
            let dark = try await drawn(lab.fixtures.write(page, as: "dark.pdf"), lab)
            #expect(dark.at(0, 9) == [0, 0, 255, 255])
        }
    }

    @Test func `have letters of the same size at 128 and 256 pixels`() async throws {
        try await withFixtures { fixtures in
            let text = try fixtures.write("HHHHHHHH\n", as: "a.txt")
            try await withPreviewer { previewer in
                var heights: [Int] = []
                for size in [128, 256] {
                    let image = try await thumbnail(previewer, text, size: size)
                    heights.append(
                        (0..<image.height).count { y in
                            (0..<image.width).contains { image.at($0, y)[0] < 160 }
                        }
                    )
                }
                #expect(abs(heights[0] - heights[1]) <= 1 && heights[0] >= 4, "\(heights)")
            }
        }
    }
}

extension PreviewImage {
    fileprivate func at(_ x: Int, _ y: Int) -> [UInt8] {
        let place = (y * width + x) * 4
        return Array(pixels[place..<place + 4])
    }
}
