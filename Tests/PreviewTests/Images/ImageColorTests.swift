import Foundation
import Testing

@testable import QuickPreview

/// Pictures whose numbers are easily taken for others, made by hand: each has to be shown in its own colors.
struct `Colors of images` {
    static let colors: [[UInt8]] = [
        [255, 0, 0], [0, 200, 0], [0, 0, 255], [255, 255, 255],
    ]

    /// Four bars, one row.
    private static let row = colors.flatMap { $0 }

    func expect(
        _ bytes: [UInt8],
        as name: String,
        _ expected: [[UInt8]],
        near: Int = 2,
        location: SourceLocation = #_sourceLocation
    ) async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(bytes, as: name)
            try await withPreviewer { previewer in
                let picture = try await thumbnail(previewer, path)
                for (index, color) in expected.enumerated() {
                    let place = Double(index) / Double(max(1, expected.count - 1))
                    let pixel = picture.pixel(place, 0)
                    let wanted = color.count == 3 ? color + [255] : color
                    let isSame = zip(pixel, wanted).allSatisfy { abs(Int($0) - Int($1)) <= near }
                    #expect(isSame, "\(name) \(index): \(pixel)", sourceLocation: location)
                }
            }
        }
    }

    // MARK: Netpbm

    @Test(arguments: [1, 3, 15, 100, 255, 256, 1023, 4095, 65535])
    func `of Netpbm reach from 0 to the largest value`(most: Int) async throws {
        let values = [0, most, (most + 1) / 2, most]
        let grays = values.map { UInt8(($0 * 510 + most) / (most * 2)) }
        let samples = values.flatMap {
            most < 256 ? [UInt8($0)] : [UInt8($0 >> 8), UInt8($0 & 255)]
        }
        let expected = grays.map { [$0, $0, $0] }
        for comments in ["", "# one\n", "# one\n# two\n"] {
            let head = Array("P5\n\(comments)4 \(comments)1\n\(comments)\(most)\n".utf8)
            try await expect(head + samples, as: "a.pgm", expected)
        }
        let words = values.map(String.init).joined(separator: "\n")
        try await expect(Array("P2 4 1 \(most)\n\(words)\n".utf8), as: "b.pgm", expected)
        let alpha = values.indices.flatMap {
            Array(samples[($0 * samples.count / 4)...].prefix(samples.count / 4))
        }
        #expect(alpha == samples)
        let pam =
            "P7\nWIDTH 2\nHEIGHT 1\nDEPTH 2\nMAXVAL \(most)\nTUPLTYPE GRAYSCALE_ALPHA\nENDHDR\n"
        let pairs = [
            [grays[0], grays[0], grays[0], grays[1]], [grays[2], grays[2], grays[2], grays[3]],
        ]
        try await expect(Array(pam.utf8) + samples, as: "c.pam", pairs)
    }

    @Test func `of bitmaps are black where a bit is set`() async throws {
        let expected: [[UInt8]] = [[0, 0, 0], [255, 255, 255], [0, 0, 0], [255, 255, 255]]
        try await expect(Array("P4\n#\n4 1\n".utf8) + [0b1010_0000], as: "a.pbm", expected)
        try await expect(Array("P1\n4 1\n1010\n".utf8), as: "b.pbm", expected)
    }

    // MARK: Profiles

    @Test func `are kept where a profile of gray is with them`() async throws {
        let tiff = TIFFStripMaker(
            width: 4,
            profile: ProfileMaker.gray,
            data: Self.row
        )
        try await expect(tiff.bytes, as: "a.tif", Self.colors)
        try await withFixtures { fixtures in
            let plain = fixtures.path("plain.jpg")
            try run("vips", "copy", fixtures.png(), "\(plain)[Q=95]")
            let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: plain)))
            let segment = Array("ICC_PROFILE".utf8) + [0, 1, 1] + ProfileMaker.gray
            let length = segment.count + 2
            let marker: [UInt8] = [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)]
            let path = try fixtures.write(
                Array(bytes[..<2]) + marker + segment + Array(bytes[2...]),
                as: "gray-profile.jpg"
            )
            try await withPreviewer { previewer in
                for size in [16, 64, 256] {
                    let picture = try await thumbnail(previewer, path, size: size)
                    #expect(picture.colour(0.2, 0.2) == "red")
                    #expect(picture.colour(0.2, 0.8) == "blue")
                    #expect(picture.isOpaque)
                }
            }
        }
    }

    // MARK: TIFF

    @Test func `of TIFF are those of its samples`() async throws {
        let shares = Self.row.map { Double($0) / 255 }
        let kinds: [(String, TIFFStripMaker)] = [
            (
                "float",
                TIFFStripMaker(width: 4, bits: 32, format: 3, data: TIFFStripMaker.floats(shares))
            ),
            (
                "32 bits",
                TIFFStripMaker(
                    width: 4,
                    bits: 32,
                    data: TIFFStripMaker.numbers(Self.row.map { Int($0) * 0x1010101 }, 4)
                )
            ),
            (
                "another channel",
                TIFFStripMaker(
                    width: 4,
                    extras: [0],
                    channels: 4,
                    data: Self.colors.flatMap { $0 + [0] }
                )
            ),
            (
                "two channels more",
                TIFFStripMaker(
                    width: 4,
                    extras: [0, 0],
                    channels: 5,
                    data: Self.colors.flatMap { $0 + [0, 99] }
                )
            ),
        ]
        for (name, maker) in kinds {
            try await expect(maker.bytes, as: "\(name).tif", Self.colors)
        }
        let alpha = TIFFStripMaker(
            width: 4,
            extras: [0, 2],
            channels: 5,
            data: Self.colors.flatMap { $0 + [0, 99] }
        )
        try await expect(alpha.bytes, as: "alpha.tif", Self.colors.map { $0 + [99] })
        // Twelve bits, two of which share a byte.
        let twelve = TIFFStripMaker(
            width: 4,
            bits: 12,
            photometric: 1,
            channels: 1,
            data: [0x00, 0x08, 0x00, 0xFF, 0xF0, 0x00]
        )
        try await expect(
            twelve.bytes,
            as: "12.tif",
            [[0, 0, 0], [128, 128, 128], [255, 255, 255], [0, 0, 0]]
        )
        // Red and white in CIELab, for print and for daylight.
        for (isDaylight, red) in [(false, [138, 81, 70]), (true, [136, 80, 67])]
            as [(Bool, [UInt8])]
        {
            let lab = TIFFStripMaker(
                width: 2,
                photometric: 8,
                isDaylight: isDaylight,
                data: red + [255, 0, 0]
            )
            try await expect(lab.bytes, as: "lab.tif", [[255, 0, 0], [255, 255, 255]], near: 8)
        }
    }

    @Test func `of inks keep what is opaque`() async throws {
        let inks: [[UInt8]] = [[0, 0, 0, 0], [0, 0, 0, 255]]
        let plain = TIFFStripMaker(
            width: 2,
            photometric: 5,
            channels: 4,
            data: inks.flatMap(\.self)
        )
        let spot = TIFFStripMaker(
            width: 2,
            photometric: 5,
            extras: [0],
            channels: 5,
            data: inks.flatMap { (ink: [UInt8]) -> [UInt8] in ink + [77] }
        )
        let alpha = TIFFStripMaker(
            width: 2,
            photometric: 5,
            extras: [2],
            channels: 5,
            data: inks.flatMap { (ink: [UInt8]) -> [UInt8] in ink + [77] }
        )
        for (maker, opacity) in [(plain, 255), (spot, 255), (alpha, 77)]
            as [(TIFFStripMaker, UInt8)]
        {
            try await withFixtures { fixtures in
                let path = try fixtures.write(maker.bytes, as: "inks.tif")
                try await withPreviewer { previewer in
                    let picture = try await thumbnail(previewer, path)
                    #expect(picture.pixel(0, 0) == [255, 255, 255, opacity])
                    let black = picture.pixel(1, 0)
                    #expect(black[0] < 60 && black[1] < 60 && black[2] < 60 && black[3] == opacity)
                }
            }
        }
    }

    /// 50000 is JPEG XL for some; libtiff has no decoder for it.
    @Test func `of TIFF in an unknown compression are not shown as black`() async throws {
        try await withFixtures { fixtures in
            let maker = TIFFStripMaker(width: 4, compression: 50002, data: Self.row)
            let path = try fixtures.write(maker.bytes, as: "unknown.tif")
            try await withPreviewer { previewer in
                await #expect(throws: PreviewError.self) {
                    try await thumbnail(previewer, path)
                }
            }
        }
    }

    // MARK: Empty alpha

    @Test func `with an alpha that is 0 everywhere are opaque`() async throws {
        let pixels = Self.colors.flatMap { color -> [UInt8] in [color[2], color[1], color[0], 0] }
        let targa = PixelMaker([0, 0, 2, 0, 0, 0, 0, 0]).little(2, 0, 0, 4, 1)
            .adding([32, 0x28]).adding(pixels).bytes
        try await expect(targa, as: "a.tga", Self.colors)
        let five = Self.colors.map {
            UInt32($0[0] >> 3) << 10 | UInt32($0[1] >> 3) << 5 | UInt32($0[2] >> 3)
        }
        let words = five.flatMap { word -> [UInt8] in [UInt8(word & 255), UInt8(word >> 8)] }
        let short = PixelMaker([0, 0, 2, 0, 0, 0, 0, 0]).little(2, 0, 0, 4, 1)
            .adding([16, 0x21]).adding(words).bytes
        try await expect(short, as: "b.tga", Self.colors, near: 8)
        let bitmap = PixelMaker("BM").little(4, 138, 0, 122, 108, 4, 1).little(2, 1, 32)
            .little(4, 3, 16, 0, 0, 0, 0, 0xFF0000, 0xFF00, 0xFF, 0xFF00_0000).padded(to: 122)
            .adding(pixels).bytes
        try await expect(bitmap, as: "c.bmp", Self.colors)
    }

    @Test func `of TGA have an alpha channel also where none is declared`() async throws {
        for (declared, alphas, opacities) in [
            (0, [0, 255], [0, 255]), (8, [0, 255], [0, 255]), (0, [255, 255], [255, 255]),
            (0, [0, 0], [255, 255]),
        ] as [(UInt8, [UInt8], [UInt8])] {
            let targa = PixelMaker([0, 0, 2, 0, 0, 0, 0, 0]).little(2, 0, 0, 2, 1)
                .adding([32, 0x20 | declared])
                .adding(alphas.flatMap { [0, 0, 200, $0] }).bytes
            try await withFixtures { fixtures in
                let path = try fixtures.write(targa, as: "a.tga")
                try await withPreviewer { previewer in
                    let image = try await thumbnail(previewer, path)
                    #expect([0, 1].map { image.pixel($0, 0)[3] } == opacities)
                }
            }
        }
    }

    // MARK: Icons

    /// A bitmap of an icon: 4 x 2 pixels of 32 bits, and its mask.
    private func bitmap(alpha: UInt8, mask: UInt8 = 0, header: UInt32 = 40) -> [UInt8] {
        let row = Self.colors.flatMap { color -> [UInt8] in [color[2], color[1], color[0], alpha] }
        return PixelMaker().little(4, header, 4, 4).little(2, 1, 32).little(4, 0, 0, 0, 0, 0, 0)
            .padded(to: Int(header)).adding(row + row).adding([mask, 0, 0, 0, mask, 0, 0, 0]).bytes
    }

    /// The same in 16 colors, all black.
    private var dark: [UInt8] {
        PixelMaker().little(4, 40, 4, 4).little(2, 1, 4).little(4, 0, 0, 0, 0, 0, 0)
            .padded(to: 104 + 8 + 8).bytes
    }

    private func icon(_ entries: [(size: UInt8, bytes: [UInt8])]) -> [UInt8] {
        var maker = PixelMaker().little(2, 0, 1, UInt32(entries.count))
        var place = UInt32(6 + entries.count * 16)
        for entry in entries {
            maker = maker.adding([entry.size, entry.size, 0, 0, 1, 0, 0, 0])
                .little(4, UInt32(entry.bytes.count), place)
            place += UInt32(entry.bytes.count)
        }
        return maker.adding(entries.flatMap(\.bytes)).bytes
    }

    @Test func `of icons are those of the best of equal sizes`() async throws {
        let best = bitmap(alpha: 255)
        try await expect(icon([(4, dark), (4, best)]), as: "a.ico", Self.colors)
        try await expect(icon([(4, best), (4, dark)]), as: "b.ico", Self.colors)
        // An entry that is smaller than its image.
        try await expect(icon([(2, best)]), as: "c.ico", Self.colors)
        // Without alpha, the mask counts.
        let masked = icon([(4, bitmap(alpha: 0, mask: 0b0100_0000))])
        let expected = Self.colors.enumerated().map { $1 + [$0 == 1 ? 0 : 255] }
        try await expect(masked, as: "d.ico", expected)
        // A bitmap of version 5.
        try await expect(icon([(4, bitmap(alpha: 255, header: 124))]), as: "e.ico", Self.colors)
    }

    // MARK: Old formats

    @Test func `of two are not exchanged in PCX`() async throws {
        func paintbrush(_ palette: [UInt8]) -> [UInt8] {
            PixelMaker([10, 5, 1, 1]).little(2, 0, 0, 3, 0, 72, 72).adding(palette).padded(to: 65)
                .adding([1]).little(2, 2, 1).padded(to: 128).adding([0b0101_0000, 0]).bytes
        }
        let expected: [[UInt8]] = [[0, 0, 0], [255, 255, 255], [0, 0, 0], [255, 255, 255]]
        try await expect(paintbrush([]), as: "a.pcx", expected)
        try await expect(paintbrush([0, 0, 0, 255, 255, 255]), as: "b.pcx", expected)
        try await expect(
            paintbrush([255, 0, 0, 0, 0, 255]),
            as: "c.pcx",
            [[255, 0, 0], [0, 0, 255], [255, 0, 0], [0, 0, 255]]
        )
    }

    @Test func `of Sun raster are in the order of its kind`() async throws {
        let (forwards, backwards) = (
            Self.row, Self.colors.flatMap { color -> [UInt8] in [color[2], color[1], color[0]] }
        )
        for (kind, data) in [(1, backwards), (3, forwards)] as [(UInt32, [UInt8])] {
            let file = PixelMaker([0x59, 0xA6, 0x6A, 0x95]).big(4, 1, 24, 12, kind, 0, 0)
                .adding(data).bytes
            try await expect(file, as: "a.ras", Self.colors)
        }
        // Runs: green and red are 200 and 255; 128 stands for itself with a 0.
        let packed = PixelMaker([0x59, 0xA6, 0x6A, 0x95]).big(4, 1, 8, 6, 2, 0, 0)
            .adding([128, 1, 255, 128, 0, 7]).bytes
        try await expect(
            packed,
            as: "b.ras",
            [[255, 255, 255], [255, 255, 255], [128, 128, 128], [7, 7, 7]]
        )
    }

    @Test func `of SGI are white where all 16 bits are set`() async throws {
        let file = PixelMaker([1, 0xDA, 0, 2, 0, 2, 0, 4, 0, 1, 0, 1]).big(0, 65535)
            .padded(to: 512).adding([0, 0, 0x80, 0, 0xFF, 0xFF, 0, 0]).bytes
        try await expect(
            file,
            as: "a.sgi",
            [[0, 0, 0], [128, 128, 128], [255, 255, 255], [0, 0, 0]]
        )
    }
}
