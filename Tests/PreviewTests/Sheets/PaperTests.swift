import Foundation
import Testing

@testable import QuickPreview

/// What a picture becomes on paper: pure arithmetic on pixels.
struct `A picture on paper` {
    private static func plain(_ colour: [UInt8], width: Int, height: Int) -> PreviewImage {
        let pixels = Array(repeatElement(colour, count: width * height).joined())
        return PreviewImage(width: width, height: height, pixels: pixels, type: "application/pdf")
    }

    private static func pixel(_ image: PreviewImage, _ x: Int, _ y: Int) -> [UInt8] {
        Array(image.pixels[(y * image.width + x) * 4..<(y * image.width + x) * 4 + 4])
    }

    @Test func `is gray on a monochrome printer`() {
        let grey = Fixtures.quarters(width: 40, height: 40).printed(on: .init(inks: .grey))
        #expect(Self.pixel(grey, 10, 10) == [76, 76, 76, 255])
        #expect(Self.pixel(grey, 30, 10) == [150, 150, 150, 255])
        #expect(Self.pixel(grey, 10, 30) == [29, 29, 29, 255])
        #expect(Self.pixel(grey, 30, 30) == [255, 255, 255, 255])
    }

    @Test func `keeps its colors otherwise, except at the edge of the sheet`() {
        let before = Fixtures.quarters(width: 40, height: 20)
        let after = before.printed(on: .init())
        let shade = PreviewImage.edgeShade
        for y in 0..<20 {
            for x in 0..<40 {
                let isEdge = x == 0 || x == 39 || y == 0 || y == 19
                let expected = isEdge ? [shade, shade, shade, 255] : Self.pixel(before, x, y)
                #expect(Self.pixel(after, x, y) == expected, "\(x) \(y)")
            }
        }
    }

    @Test func `dims and outlines the unprintable margins`() {
        let margins = PreviewImage.Paper.Margins(top: 0.1, right: 0.2, bottom: 0.05, left: 0.15)
        let white = Self.plain([255, 255, 255, 255], width: 100, height: 200)
        let sheet = white.printed(on: .init(margins: margins))
        for (x, y, what) in [
            (50, 5, "above"), (90, 100, "right"), (50, 195, "below"), (7, 100, "left"),
        ] {
            let shade = Self.pixel(sheet, x, y)[0]
            #expect((210..<255).contains(shade), "\(what): \(shade)")
        }
        // The printable part is 15..<80 by 20..<190; the lines lie around it.
        let line = PreviewImage.lineShade
        for (x, y, shade) in [
            (50, 19, line), (50, 20, 255), (50, 190, line), (50, 189, 255), (14, 100, line),
            (15, 100, 255), (80, 100, line), (79, 100, 255),
        ] {
            #expect(Self.pixel(sheet, x, y) == [shade, shade, shade, 255], "\(x) \(y)")
        }
    }

    @Test func `shows what is cut off`() {
        let margins = PreviewImage.Paper.Margins(left: 0.5)
        let black = Self.plain([0, 0, 0, 255], width: 40, height: 40)
        let sheet = black.printed(on: .init(margins: margins))
        let white = Self.plain([255, 255, 255, 255], width: 40, height: 40)
            .printed(on: .init(margins: margins))
        #expect(Self.pixel(sheet, 30, 20)[0] == 0)
        #expect(Self.pixel(white, 10, 20)[0] > Self.pixel(sheet, 10, 20)[0] + 60)
    }

    @Test func `is composed over white where it is transparent`() {
        let half = Self.plain([255, 0, 0, 0], width: 9, height: 9).printed(on: .init())
        #expect(Self.pixel(half, 4, 4) == [255, 255, 255, 255])
    }

    @Test func `accepts any margins and any size`() {
        var numbers = SystemRandomNumberGenerator()
        let odd = [Double.nan, .infinity, -.infinity, -1, 0, 0.3, 0.5, 0.99, 1, 7, 1e300]
        for _ in 0..<500 {
            func part() -> Double { odd[Int.random(in: odd.indices, using: &numbers)] }
            let (width, height) = (Int.random(in: 1...12), Int.random(in: 1...12))
            let margins = PreviewImage.Paper.Margins(
                top: part(),
                right: part(),
                bottom: part(),
                left: part()
            )
            let sheet = Self.plain([1, 2, 3, 255], width: width, height: height)
                .printed(on: .init(inks: .grey, margins: margins))
            #expect(sheet.width == width && sheet.height == height)
            for index in stride(from: 0, to: sheet.pixels.count, by: 4) {
                #expect(Set(sheet.pixels[index..<index + 3]).count == 1)
                #expect(sheet.pixels[index + 3] == 255)
            }
        }
    }

    @Test func `is rotated clockwise`() {
        let turned = Fixtures.quarters(width: 80, height: 40).turnedRight()
        #expect(turned.size == "40x80")
        // Red and green were above, blue and white below.
        #expect(turned.colour(0.2, 0.2) == "blue")
        #expect(turned.colour(0.8, 0.2) == "red")
        #expect(turned.colour(0.8, 0.8) == "green")
        #expect(turned.colour(0.2, 0.8) == "white")
        let back = turned.turnedRight().turnedRight().turnedRight()
        #expect(back.pixels == Fixtures.quarters(width: 80, height: 40).pixels)
    }

    /// The colour type stands at the 25th byte of each PNG: 0 is grey, 2 is RGB, 6 is RGB with alpha.
    @Test func `is encoded with no more channels than it needs`() async throws {
        let quarters = Fixtures.quarters(width: 80, height: 40)
        #expect(try quarters.png()[25] == 2)
        let grey = quarters.printed(on: .init(inks: .grey))
        #expect(try grey.png()[25] == 0)
        let clear = Self.plain([1, 2, 3, 4], width: 4, height: 4)
        #expect(try clear.png()[25] == 6)
        // Whoever reads them sees the same pixels.
        try await withFixtures { fixtures in
            for (name, image) in [("colours", quarters), ("grey", grey)] {
                let path = try fixtures.write(try image.png(), as: name + ".png")
                try await withPreviewer { previewer in
                    let read = try await thumbnail(previewer, path, size: 80)
                    #expect(read.pixels == image.pixels, "\(name)")
                }
            }
        }
    }

    @Test func `is written as a pixmap`() {
        let image = Fixtures.quarters(width: 2, height: 2)
        let bytes: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
        #expect(image.ppm() == Array("P6\n2 2\n255\n".utf8) + bytes)
    }
}
