import Testing

@testable import DocumentRendering

/// Samples of any depth, and what they mean.
struct `Samples of images` {
    /// A picture of one row and one channel.
    private func image(
        _ bytes: [UInt8],
        bits: Int,
        width: Int,
        channels: Int = 1
    ) throws -> SampledImage {
        try #require(
            SampledImage(width: width, height: 1, channels: channels, bits: bits, bytes: bytes)
        )
    }

    private func grays(_ image: SampledImage) throws -> [UInt8] {
        var image = image
        image.colors = .gray(whiteIsZero: false)
        let pixels = try #require(image.decoded()).pixels
        return stride(from: 0, to: pixels.count, by: 4).map { pixels[$0] }
    }

    /// 0, a third, two thirds, and all, at each depth.
    @Test(arguments: [2, 4, 6, 8, 10, 12, 14, 16])
    func `of a few bits fill the range of their type`(bits: Int) throws {
        let most = 1 << bits - 1
        var packed: [UInt8] = []
        var (word, count) = (0, 0)
        for value in [0, most / 3, most / 3 * 2, most] {
            // Of 8 bits and more, whole bytes are in the order of the machine.
            if bits == 16 {
                packed += TIFFStripMaker.little(value, 2)
                continue
            }
            (word, count) = (word << bits | value, count + bits)
            while count >= 8 {
                packed.append(UInt8(truncatingIfNeeded: word >> (count - 8)))
                count -= 8
            }
        }
        if count > 0 { packed.append(UInt8(truncatingIfNeeded: word << (8 - count))) }
        let grays = try grays(image(packed, bits: bits, width: 4))
        let thirds = [0, most / 3, most / 3 * 2, most].map { UInt8(($0 * 510 + most) / (most * 2)) }
        #expect(grays == thirds)
        #expect(grays.first == 0 && grays.last == 255)
    }

    @Test func `with a largest value of their own end with white there`() throws {
        for most in [1, 15, 100, 255] {
            var source = try image([0, UInt8(most)], bits: 8, width: 2)
            source.maximum = UInt64(most)
            #expect(try grays(source) == [0, 255])
        }
        var source = try image([0, 0, 1, 0xFF, 3, 0xFF, 7, 0xFF], bits: 16, width: 4)
        (source.maximum, source.isBigEndian) = (1023, true)
        // The last one exceeds the largest.
        #expect(try grays(source) == [0, 127, 255, 255])
    }

    @Test func `of 32 and 64 bits are not all black`() throws {
        let full = try image(
            TIFFStripMaker.numbers([0, 1 << 31, 1 << 32 - 1], 4),
            bits: 32,
            width: 3
        )
        #expect(try grays(full) == [0, 128, 255])
        let faint = try image(TIFFStripMaker.numbers([0, 2000, 4000], 4), bits: 32, width: 3)
        #expect(try grays(faint) == [0, 128, 255])
        let long = try image(TIFFStripMaker.numbers([0, .max], 8), bits: 64, width: 2)
        #expect(try grays(long) == [0, 128])
    }

    @Test func `that are floats are colors from 0 to 1, or measured`() throws {
        func floats(_ values: Double...) throws -> [UInt8] {
            var source = try image(TIFFStripMaker.floats(values), bits: 32, width: values.count)
            source.number = .float
            return try grays(source)
        }
        #expect(try floats(0.2, 0.4, 1) == [51, 102, 255])
        #expect(try floats(0.2, 0.4) == [51, 102])
        #expect(try floats(-100, 0, 300) == [0, 64, 255])
        // What is no number, or stands for none, changes nothing.
        #expect(try floats(.nan, -.infinity, 1000, 2000, 1e35) == [0, 0, 0, 255, 255])
        var half = try image([0, 0, 0, 0x38, 0, 0x3C], bits: 16, width: 3)
        half.number = .float
        #expect(try grays(half) == [0, 128, 255])
        var middle = try image([0, 0, 0, 0, 0, 0x3E, 0, 0, 0x3F], bits: 24, width: 3)
        middle.number = .float
        #expect(try grays(middle) == [0, 128, 255])
    }

    @Test func `that are signed are stretched`() throws {
        var source = try image(TIFFStripMaker.numbers([-1000, 0, 1000], 2), bits: 16, width: 3)
        source.number = .signed
        #expect(try grays(source) == [0, 128, 255])
    }

    @Test func `of highlights are clipped`() throws {
        let values = [Double](repeating: 0.5, count: 300) + [40]
        let bytes = TIFFStripMaker.floats(values.flatMap { [$0, $0, $0] })
        var source = try image(bytes, bits: 32, width: 301, channels: 3)
        source.number = .float
        let pixels = try #require(source.decoded()).pixels
        #expect(pixels[0] == 128 && pixels[1200] == 255)
    }

    @Test func `are opaque unless a channel says otherwise`() throws {
        var source = try image([100, 50, 25, 128, 7], bits: 8, width: 1, channels: 5)
        #expect(source.decoded()?.pixels == [100, 50, 25, 255])
        source.alpha = .separate(channel: 3)
        #expect(source.decoded()?.pixels == [100, 50, 25, 128])
        source.alpha = .associated(channel: 3)
        #expect(source.decoded()?.pixels == [199, 100, 50, 128])
        source.alpha = .onWhite(channel: 3)
        // (100 - 127) / 128 is below black.
        #expect(source.decoded()?.pixels == [0, 0, 0, 128])
        source.alpha = .separate(channel: 5)
        #expect(source.decoded() == nil)
    }

    /// Values of ICC.1 and TIFF 6.0; the colors by `colour-science`'s matrices for D50 and D65.
    @Test func `of Lab have the white of print or of daylight`() throws {
        func pixels(_ coding: LabCoding, _ bytes: [UInt8], bits: Int) throws -> [UInt8] {
            var source = try image(bytes, bits: bits, width: 1, channels: 3)
            source.colors = .lab(coding)
            return try #require(source.decoded()).pixels
        }
        let print = LabCoding(isOffset: false)
        #expect(try pixels(print, [255, 0, 0], bits: 8) == [255, 255, 255, 255])
        #expect(try pixels(print, [0, 0, 0], bits: 8) == [0, 0, 0, 255])
        // Red of sRGB: 54.29, 80.81, 69.89 for D50, and 53.24, 80.09, 67.20 for D65.
        let red = try pixels(print, [138, 81, 70], bits: 8)
        #expect(red[0] >= 254 && red[1] < 8 && red[2] < 8)
        let offset = try pixels(LabCoding(isOffset: true), [138, 209, 198], bits: 8)
        #expect(offset == red)
        let wide = TIFFStripMaker.numbers([35440, 53503, 50636], 2)
        let wideRed = try pixels(LabCoding(isOffset: true), wide, bits: 16)
        #expect(wideRed[0] >= 254 && wideRed[1] < 8 && wideRed[2] < 8)
        let day = try pixels(LabCoding(isOffset: false, isDaylight: true), [136, 80, 67], bits: 8)
        #expect(day[0] >= 254 && day[1] < 8 && day[2] < 8)
    }

    @Test func `of inks keep their opacity`() throws {
        var source = try image([1, 2, 3, 4, 200], bits: 8, width: 1, channels: 5)
        (source.colors, source.alpha) = (.inks, .separate(channel: 4))
        let image = try #require(source.decoded())
        #expect(image.isInk && image.pixels == [1, 2, 3, 4] && image.inkAlpha == [200])
    }

    @Test func `that make no sense, or are not there, give no picture`() {
        func make(_ width: Int, _ height: Int, _ channels: Int, _ bits: Int, _ count: Int) -> Bool {
            let bytes = [UInt8](repeating: 0, count: count)
            return SampledImage(
                width: width,
                height: height,
                channels: channels,
                bits: bits,
                bytes: bytes
            ) != nil
        }
        #expect(!make(0, 1, 1, 8, 10) && !make(1, 0, 1, 8, 10) && !make(1, 1, 0, 8, 10))
        #expect(!make(1, 1, 1, 0, 10) && !make(1, 1, 1, 65, 100) && !make(11, 1, 1, 8, 10))
        #expect(!make(.max, .max, .max, 64, 10) && !make(1 << 24, 1 << 24, 1024, 64, 10))
        #expect(make(10, 5, 1, 8, 10))
    }
}
