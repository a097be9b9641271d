import Foundation
import Testing

@testable import DocumentRendering
@testable import QuickPreview

/// Textures: images as graphics cards keep them.
struct `Textures` {
    /// Four colours of the first row, as the specification computes them.
    @Test func `blocks of BC1 have two colors and interpolated ones`() {
        let numbers: [UInt8] = [0xE4, 0xE4, 0xE4, 0xE4]
        let four = decoded(.bc1, [0x00, 0xF8, 0x1F, 0x00] + numbers)
        #expect(four[0] == Pixel(red: 255))
        #expect(four[1] == Pixel(blue: 255))
        #expect(four[2] == Pixel(red: 170, blue: 85))
        #expect(four[3] == Pixel(red: 85, blue: 170))
        // Where the first colour is not above the second, there are three, and none.
        let three = decoded(.bc1, [0x1F, 0x00, 0x00, 0xF8] + numbers)
        #expect(three[0] == Pixel(blue: 255))
        #expect(three[2] == Pixel(red: 127, blue: 127))
        #expect(three[3] == Pixel(alpha: 0))
        // But not beside alpha of its own.
        let alpha = [UInt8](repeating: 0xF0, count: 8)
        let explicit = decoded(.bc2, alpha + [0x1F, 0x00, 0x00, 0xF8] + numbers)
        #expect(explicit[0] == Pixel(blue: 255, alpha: 0))
        #expect(explicit[3] == Pixel(red: 170, blue: 85, alpha: 255))
    }

    @Test func `blocks of BC3 to BC5 have two values and interpolated ones`() {
        let numbers = PixelMaker.bits((0..<16).map { ($0 % 8, 3) }, bytes: 6)
        let eight = decoded(.bc4(isSigned: false), [255, 0] + numbers).map(\.red)
        #expect(eight.prefix(8) == [255, 0, 218, 182, 145, 109, 72, 36])
        let six = decoded(.bc4(isSigned: false), [0, 255] + numbers).map(\.green)
        #expect(six.prefix(8) == [0, 255, 51, 102, 153, 204, 0, 255])
        let signed = decoded(.bc4(isSigned: true), [127, 0x80] + numbers).map(\.red)
        #expect(signed[0] == 255 && signed[1] == 0 && signed[2] > signed[7])
        let two = decoded(.bc5(isSigned: false), [255, 0] + numbers + [0, 255] + numbers)
        #expect(two[2] == Pixel(red: 218, green: 51, blue: 0))
        let colors: [UInt8] = [0x00, 0xF8, 0x1F, 0x00, 0, 0, 0, 0]
        #expect(decoded(.bc3, [255, 0] + numbers + colors)[3] == Pixel(red: 255, alpha: 182))
    }

    /// Mode 6: one subset, two colours of 7 bits and one that they share, numbers of four bits.
    @Test func `a block of BC7 mixes by weights`() {
        let colors = [127, 0, 0, 127, 0, 0, 127, 127].map { ($0, 7) }
        let numbers = [(0, 3)] + [15, 8, 4].map { ($0, 4) }
        let block = decoded(.bc7, PixelMaker.bits([(64, 7)] + colors + [(1, 1), (0, 1)] + numbers))
        #expect(block[0] == Pixel(red: 255, green: 1, blue: 1, alpha: 255))
        #expect(block[1] == Pixel(red: 0, green: 254, blue: 0, alpha: 254))
        // Weights of 34 and 17, of 64.
        #expect(block[2] == Pixel(red: 120, green: 135, blue: 0, alpha: 254))
        #expect(block[3] == Pixel(red: 187, green: 68, blue: 1, alpha: 255))
    }

    /// Mode 1: two subsets of red and of blue, in the partition of left and right halves.
    @Test func `a block of BC7 has subsets`() {
        let colors = [63, 63, 0, 0].map { ($0, 6) } + [0, 0, 0, 0].map { ($0, 6) }
        let blue = [0, 0, 63, 63].map { ($0, 6) }
        let bits = PixelMaker.bits([(2, 2), (0, 6)] + colors + blue + [(1, 1), (1, 1)])
        let block = decoded(.bc7, bits)
        for row in 0..<4 {
            #expect(block[row * 4] == Pixel(red: 255, green: 2, blue: 2))
            #expect(block[row * 4 + 1] == block[row * 4])
            #expect(block[row * 4 + 2] == block[row * 4 + 3])
            #expect(block[row * 4 + 3] == Pixel(red: 2, green: 2, blue: 255))
        }
        // No mode has eight zeros.
        #expect(decoded(.bc7, [UInt8](repeating: 0, count: 16))[5] == Pixel(alpha: 0))
    }

    /// Mode 3 of one subset: two colours of 10 bits, numbers of four bits.
    @Test func `a block of BC6H is light in proportion`() {
        let colors = [0, 462, 1023, 1023, 0, 0].map { ($0, 10) }
        let numbers = [(0, 3), (15, 4)]
        let bits = PixelMaker.bits([(3, 5)] + colors + numbers)
        let block = decoded(.bc6(isSigned: false), bits)
        #expect(block[0] == Pixel(red: 0, green: 188, blue: 255))
        #expect(block[1] == Pixel(red: 255, green: 0, blue: 0))
        // A second colour below zero, as a difference to the first one: mode 7 of 11 and 9 bits.
        let first = [0, 0, 0].map { ($0, 10) }
        let others = [(0x1FF, 9), (0, 1), (0, 9), (0, 1), (0, 9), (0, 1)]
        let signed = PixelMaker.bits([(7, 5)] + first + others + numbers)
        #expect(decoded(.bc6(isSigned: true), signed)[1] == Pixel())
        #expect(decoded(.bc6(isSigned: false), signed)[1] == Pixel(red: 255))
    }

    @Test func `DDS is shown in each of its encodings`() async throws {
        let red: [UInt8] = [0x00, 0xF8, 0, 0, 0, 0, 0, 0]
        let white = [UInt8](repeating: 0xFF, count: 4) + [0, 0, 0, 0]
        let files: [(name: String, bytes: [UInt8])] = [
            ("dxt1", PixelMaker.dds(8, 4, code: "DXT1", red + white)),
            ("bc1", PixelMaker.dds(8, 4, format: 71, red + white)),
            ("rgba", PixelMaker.dds(2, 1, format: 28, [255, 0, 0, 255, 255, 255, 255, 255])),
            ("bgrx", PixelMaker.dds(2, 1, format: 88, [0, 0, 255, 0, 255, 255, 255, 0])),
            ("565", PixelMaker.dds(2, 1, format: 85, [0x00, 0xF8, 0xFF, 0xFF])),
            ("half", PixelMaker.dds(2, 1, format: 10, halves([0x3C00, 0, 0, 0x3C00]))),
            (
                "float",
                PixelMaker.dds(2, 1, format: 6, floats([1, 0, -1]) + floats([1, 2, .infinity]))
            ),
            (
                "masks",
                PixelMaker.dds(
                    2,
                    1,
                    flags: 0x41,
                    depth: 16,
                    (0xF00, 0xF0, 0xF, 0xF000),
                    [0x00, 0xFF, 0xFF, 0xFF]
                )
            ),
            (
                "palette",
                PixelMaker.dds(
                    2,
                    1,
                    flags: 0x20,
                    depth: 8,
                    (0, 0, 0, 0),
                    PixelMaker([255, 0, 0, 255, 255, 255, 255, 255]).padded(to: 1024).bytes + [
                        0, 1,
                    ]
                )
            ),
        ]
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                for file in files {
                    let path = try fixtures.write(file.bytes, as: "\(file.name).dds")
                    let picture = try await thumbnail(previewer, path)
                    #expect(picture.colour(0.1, 0.5) == "red", "\(file.name)")
                    #expect(picture.colour(1, 0.5) == "white", "\(file.name)")
                    #expect(picture.isOpaque, "\(file.name)")
                    #expect(try await info(previewer, path).type == "image/x-dds")
                }
                // Half of its blocks, and a size that no memory has.
                let cut = PixelMaker.dds(8, 4, code: "DXT1", red)
                let path = try fixtures.write(cut, as: "cut.dds")
                let pixels = try await thumbnail(previewer, path).pixels
                #expect(pixels[3] == 255 && pixels[31] == 0)
                let huge = PixelMaker.dds(10_000, 10_000, code: "DXT1", red)
                let none = try fixtures.write(huge, as: "huge.dds")
                await #expect(throws: PreviewError.self) { try await thumbnail(previewer, none) }
            }
        }
    }

    private func decoded(_ format: BlockFormat, _ data: [UInt8]) -> [Pixel] {
        var block = [Pixel](repeating: Pixel(), count: 16)
        format.decode(data, at: 0, &block)
        return block
    }

    /// The same pixel of half floats, and then one of white.
    private func halves(_ values: [UInt32]) -> [UInt8] {
        (values + [0x3C00, 0x3C00, 0x3C00, 0x3C00]).reduce(PixelMaker()) { $0.little(2, $1) }.bytes
    }

    private func floats(_ values: [Float]) -> [UInt8] {
        values.reduce(PixelMaker()) { $0.little(4, $1.bitPattern) }.bytes
    }
}
