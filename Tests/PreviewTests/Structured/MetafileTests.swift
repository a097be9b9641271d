import Foundation
import Testing

@testable import DocumentRendering
@testable import PreviewModel
@testable import QuickPreview

/// Metafiles of Windows: drawings in the commands of its screen.
struct `Metafiles` {
    @Test(arguments: [
        ("a.emf", MetafileMaker.enhanced("Hello")), ("a.wmf", MetafileMaker.windows("Hello")),
    ])
    func `have their areas, colors, and words in place`(name: String, bytes: [UInt8]) async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(bytes, as: name)
            try await withPreviewer { previewer in
                let picture = try await thumbnail(previewer, path, size: 200)
                #expect(picture.width == 200 && picture.height == 100)
                #expect(picture.colour(0.25, 0.5) == "red")
                #expect(picture.colour(0.75, 0.9) == "white")
                // Blue words on white.
                let colours = (100..<150).flatMap { x in
                    (38..<60).map { picture.colour(Double(x) / 200, Double($0) / 100) }
                }
                #expect(colours.contains("blue"))
            }
        }
        try await withPages(of: bytes, as: name) { pdf, pages in
            #expect(pages.info.pages == 1)
            let words = try writtenWords(pdf).joined()
            #expect(words.contains("Hello"))
        }
    }

    @Test func `are shown within documents`() async throws {
        let letter = OfficeMaker.letter(
            "<w:p><w:r><w:drawing><wp:inline><wp:extent cx='2540000' cy='1270000'/>"
                + "<a:blip r:embed='m1'/></wp:inline></w:drawing></w:r></w:p>",
            [("m1", "image", "media/a.emf", MetafileMaker.enhanced("Within"))]
        )
        try await withPages(of: letter, as: "a.docx") { pdf, pages in
            let words = try writtenWords(pdf).joined()
            #expect(words.contains("Within"))
            #expect(!pages.isTruncated)
        }
    }

    @Test func `have clips, paths, curves, and states that are saved`() throws {
        let record = MetafileMaker.record
        let page = try #require(
            MetafileDocument.page(
                MetafileMaker.enhanced(
                    "x",
                    records: [
                        record(33, []), record(59, []), record(27, [0, 0]), record(54, [5, 0]),
                        record(54, [5, 5]), record(61, []), record(60, []), record(67, [5]),
                        record(42, [0, 0, 20, 20]), record(34, [0xFFFF_FFFF]),
                        record(44, [0, 0, 20, 20, 4, 4]),
                        record(47, [0, 0, 20, 20, 20, 10, 10, 0]),
                    ]
                )
            )
        )
        let svg = String(decoding: page.drawing, as: UTF8.self)
        #expect(
            svg.contains(
                "<clipPath id='c1'><path clip-rule='evenodd' d='M0.0 0.0L5.0 0.0L5.0 5.0Z'/>"
            )
        )
        // The ellipse is within the clip, what follows the state that comes back is not.
        #expect(svg.components(separatedBy: "<g clip-path").count == 2)
        let after = try #require(svg.range(of: "</g>"))
        #expect(svg[after.upperBound...].components(separatedBy: "<path").count == 3)
    }

    @Test(arguments: [0, 8, 40, 87, 88, 100])
    func `that are cut are refused, or end`(count: Int) {
        _ = MetafileDocument.page(Array(MetafileMaker.enhanced("Hello").prefix(count)))
        _ = MetafileDocument.page(Array(MetafileMaker.windows("Hello").prefix(count)))
    }

    @Test func `show bitmaps, and patterns as their mean color`() {
        // Two rows of two pixels in 24 bits, from below: blue and green, then red and white.
        var header = BytesMaker()
        header.add32(40, 2, 2)
        header.add16(1, 24)
        header.fill(to: 40)
        let pixels: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 0, 0, 255, 255, 255, 255, 0, 0]
        let bitmap = MetafileBitmap(header: header.bytes, pixels: pixels[...])
        #expect(bitmap?.kind == "png")
        let mean = MetafileBitmap.average(header: header.bytes, pixels: pixels[...])
        #expect(mean == 0x7F_7F7F)
        #expect(MetafileBitmap(header: header.bytes, pixels: pixels[..<3]) == nil)
    }
}
