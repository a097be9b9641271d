import Foundation
import Testing

@testable import QuickPreview

/// Fonts whose letters have colors of their own.
struct `Fonts in colors` {
    /// The picture of a font, of which all is one large letter.
    private func picture(_ font: [UInt8]) async throws -> PreviewImage {
        var image: PreviewImage?
        try await withFixtures { fixtures in
            let path = try fixtures.write(font, as: "a.ttf")
            try await withPreviewer { image = try await thumbnail($0, path, size: 96) }
        }
        return try #require(image)
    }

    @Test func `without colors are black`() async throws {
        let picture = try await picture(FontMaker.font([:]))
        #expect(picture.colour(0.5, 0.5) == "black")
    }

    @Test func `show the gradients of their paints`() async throws {
        let picture = try await picture(FontMaker.painted)
        let left = picture.pixel(0.35, 0.5).map { Int($0) }
        let right = picture.pixel(0.65, 0.5).map { Int($0) }
        #expect(left[0] > left[2] + 50 && left[1] == 0)
        #expect(right[2] > right[0] + 50 && right[1] == 0)
    }

    @Test func `show their drawings`() async throws {
        let picture = try await picture(FontMaker.drawn)
        #expect(picture.colour(0.5, 0.4) == "green")
        #expect(picture.colour(0.5, 0.7) == "white")
    }

    /// Paints that refer to themselves, or to places behind the end of their table.
    @Test func `are drawn when they are changed`() async throws {
        let font = FontMaker.painted
        let start = try #require(
            font.firstRange(of: [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 34])
        )
        .lowerBound
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                for place in stride(from: 14, to: 80, by: 3) {
                    var changed = font
                    changed[start + place] = 0xFF
                    let path = try fixtures.write(changed, as: "a\(place).ttf")
                    let image = try await thumbnail(previewer, path, size: 64)
                    #expect(image.width == 64)
                }
                // A glyph that is painted as itself.
                var ring = font
                ring[(start + 44)..<(start + 47)] = [11, 0, 1]
                let path = try fixtures.write(ring, as: "ring.ttf")
                #expect(try await thumbnail(previewer, path, size: 64).width == 64)
            }
        }
    }
}
