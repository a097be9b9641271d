import Foundation
import Testing

@testable import QuickPreview

struct `Images of rarer formats` {
    /// What no mark tells apart.
    private let needsName = ["cur", "pict", "sgi", "xpm", "xwd"]

    /// Written by libvips, or by ImageMagick through it, as red, green / blue, white.
    @Test(
        arguments: [
            "avif", "heic", "jxl", "jp2", "j2k", "ppm", "hdr", "bmp", "ico", "cur", "psd",
            "pcx", "dcx", "xpm", "sgi", "ras", "pict", "dds", "xwd",
        ]
    )
    func `are shown upright, in their colors and size`(nameExtension: String) async throws {
        try await withFixtures { fixtures in
            let path = try quarters(fixtures, nameExtension)
            try await withPreviewer { previewer in
                let facts = try await info(previewer, path)
                #expect(facts.problem == nil)
                #expect(facts.width == 80 && facts.height == 40)
                let picture = try await thumbnail(previewer, path, size: 64)
                #expect(picture.size == "64x32")
                #expect(picture.colour(0.2, 0.2) == "red")
                #expect(picture.colour(0.8, 0.2) == "green")
                #expect(picture.colour(0.2, 0.8) == "blue")
                #expect(picture.colour(0.8, 0.8) == "white")
                // Where the contents tell what it is, another name changes nothing.
                if !needsName.contains(nameExtension) {
                    let other = try await named("quarters.pdf", previewer, path)
                    #expect(other.pixels == picture.pixels)
                }
                // What is smaller than asked for stays as it is.
                #expect(try await thumbnail(previewer, path, size: 256).size == "80x40")
            }
        }
    }

    @Test func `of one bit, and of measured values, are shown`() async throws {
        try await withFixtures { fixtures in
            for name in ["xbm", "wbmp"] {
                let path = try quarters(fixtures, name)
                try await withPreviewer { previewer in
                    let picture = try await thumbnail(previewer, path, size: 64)
                    #expect(picture.size == "64x32", "\(name)")
                    // Nothing of it is left to chance.
                    #expect(picture.isOpaque, "\(name)")
                    #expect(try await thumbnail(previewer, path, size: 64) == picture)
                    #expect(picture.colour(0.2, 0.8) == "black", "\(name)")
                    #expect(picture.colour(0.8, 0.8) == "white", "\(name)")
                }
            }
            // Of 100 levels out of 65,536 the eye would see none.
            let faint = fixtures.path("faint.fits")
            try run("vips", "grey", fixtures.path("grey.v"), "64", "64")
            try run("vips", "linear", fixtures.path("grey.v"), fixtures.path("faint.v"), "100", "0")
            try run("vips", "cast", fixtures.path("faint.v"), fixtures.path("s.v"), "short")
            try run("vips", "copy", fixtures.path("s.v"), faint)
            try await withPreviewer { previewer in
                let picture = try await thumbnail(previewer, faint, size: 64)
                #expect(picture.colour(0.05, 0.5) == "black")
                #expect(picture.colour(0.95, 0.5) == "white")
            }
        }
    }

    /// Two frames of 8 x 4 pixels, red and blue.
    private let animation: [UInt8] = [
        0xFF, 0x0A, 0x18, 0x70, 0x41, 0x13, 0x00, 0x88, 0x09, 0x08, 0x02, 0x01, 0x00, 0x4C, 0x00,
        0x4B, 0x18, 0x8B, 0x15, 0xC2, 0x49, 0x02, 0xE6, 0x05, 0x22, 0x00, 0xD8, 0xFF, 0xFE, 0xD0,
        0x00, 0x00, 0x00, 0x00, 0x08, 0x02, 0x05, 0x00, 0x44, 0x00, 0x4B, 0x18, 0x8B, 0x15, 0xC2,
        0x49, 0x41, 0x5E, 0x20, 0x02, 0x00, 0xFA, 0x03, 0x00, 0x00, 0x00, 0x00,
    ]

    /// 8 x 4 pixels of blue, half floats with alpha.
    private let floats: [UInt8] = [
        0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A, 0x00, 0x00, 0x00,
        0x14, 0x66, 0x74, 0x79, 0x70, 0x6A, 0x78, 0x6C, 0x20, 0x00, 0x00, 0x00, 0x00, 0x6A, 0x78,
        0x6C, 0x20, 0x00, 0x00, 0x00, 0x09, 0x6A, 0x78, 0x6C, 0x6C, 0x0A, 0x00, 0x00, 0x00, 0x2A,
        0x6A, 0x78, 0x6C, 0x63, 0xFF, 0x0A, 0x18, 0x70, 0x46, 0xC2, 0x08, 0x80, 0xA2, 0x45, 0x08,
        0x08, 0x10, 0x00, 0x48, 0x00, 0x4B, 0x18, 0x8B, 0x15, 0xC2, 0x79, 0xC1, 0x5F, 0x40, 0x02,
        0x00, 0x02, 0xE0, 0x00, 0x00, 0x00, 0x00, 0x00,
    ]

    @Test func `JPEG XL shows the first frame of an animation, and floats that are opaque`()
        async throws
    {
        try await withFixtures { fixtures in
            let moving = try fixtures.write(animation, as: "moving.jxl")
            let still = try fixtures.write(floats, as: "still.jxl")
            let cut = try fixtures.write(Array(animation.prefix(20)), as: "cut.jxl")
            try await withPreviewer { previewer in
                let first = try await thumbnail(previewer, moving)
                #expect(first.size == "8x4" && first.colour(0.5, 0.5) == "red")
                let blue = try await thumbnail(previewer, still)
                #expect(blue.isOpaque && blue.colour(0.5, 0.5) == "blue")
                await #expect(throws: PreviewError.self) { try await thumbnail(previewer, cut) }
            }
        }
    }

    /// TGA by hand: two pixels across, two down.
    @Test func `TGA distinguishes gray with alpha from color, and begins at its declared offset`()
        async throws
    {
        try await withFixtures { fixtures in
            func header(_ kind: UInt8, _ depth: UInt8, _ descriptor: UInt8) -> [UInt8] {
                [0, 0, kind, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, depth, descriptor]
            }
            let (red, blue): ([UInt8], [UInt8]) = ([0, 0, 255], [255, 0, 0])
            // Rows from the bottom, then from the top, then from the right, then as runs.
            let ways: [(UInt8, UInt8, [UInt8], String)] = [
                (2, 0, blue + blue + red + red, "red"), (2, 0x20, blue + blue + red + red, "blue"),
                (2, 0x10, blue + red + blue + red, "red"),
                (10, 0, [0x81] + blue + [1] + red + red, "red"),
            ]
            try await withPreviewer { previewer in
                for (index, way) in ways.enumerated() {
                    let bytes = header(way.0, 24, way.1) + way.2
                    let path = try fixtures.write(bytes, as: "\(index).tga")
                    let picture = try await thumbnail(previewer, path, size: 16)
                    #expect(picture.size == "2x2")
                    #expect(picture.colour(0.1, 0.1) == way.3, "\(index)")
                }
                let grey = header(3, 16, 0x28) + [200, 255, 200, 0, 10, 255, 10, 255]
                let path = try fixtures.write(grey, as: "grey.tga")
                let pixels = try await thumbnail(previewer, path, size: 16).pixels
                #expect(Array(pixels.prefix(4)) == [200, 200, 200, 255])
                #expect(pixels[7] == 0)
                // Thirty-two bits, of which the header says that none is alpha.
                let opaque =
                    header(2, 32, 0x20) + (0..<4).flatMap { _ in [0, 0, 255, 0] as [UInt8] }
                let red = try fixtures.write(opaque, as: "opaque.tga")
                #expect(try await thumbnail(previewer, red, size: 16).pixels[3] == 255)
                // Half of it, and a palette that is not there.
                let cut = try fixtures.write(Array(opaque.prefix(26)), as: "cut.tga")
                #expect(try await thumbnail(previewer, cut, size: 16).size == "2x2")
                let lost = try fixtures.write(header(1, 8, 0) + [1, 2, 3, 4], as: "lost.tga")
                await #expect(throws: PreviewError.self) {
                    try await thumbnail(previewer, lost, size: 16)
                }
            }
        }
    }

    @Test func `a bitmap without alpha in its header has none`() async throws {
        try await withFixtures { fixtures in
            func number(_ value: UInt32) -> [UInt8] {
                (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            }
            let pixels: [UInt8] = [0, 0, 255, 0, 0, 0, 255, 0]
            let header =
                number(40) + number(2) + number(1) + [1, 0, 32, 0] + number(0)
                + number(8) + number(0) + number(0) + number(0) + number(0)
            let file = Array("BM".utf8) + number(62) + number(0) + number(54)
            let path = try fixtures.write(file + header + pixels, as: "red.bmp")
            try await withPreviewer { previewer in
                let picture = try await thumbnail(previewer, path, size: 16)
                #expect(picture.pixels == [255, 0, 0, 255, 255, 0, 0, 255])
            }
        }
    }

    @Test func `a PFM begins with its last row`() async throws {
        try await withFixtures { fixtures in
            let values: [Float] = [0, 0, 1, 1]
            let bytes = values.flatMap { value in
                (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) }
            }
            let path = try fixtures.write(Array("Pf\n2 2\n-1.0\n".utf8) + bytes, as: "a.pfm")
            try await withPreviewer { previewer in
                let picture = try await thumbnail(previewer, path, size: 16)
                #expect(picture.colour(0, 0) == "white")
                #expect(picture.colour(0, 1) == "black")
            }
        }
    }

    @Test func `a TIFF of twelve bits is shown, and a damaged one is tried by the second helper`()
        async throws
    {
        try await withFixtures { fixtures in
            let odd = try fixtures.write(twelveBits(), as: "odd.tif")
            let broken = try fixtures.write([0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1], as: "broken.tif")
            try await withPreviewer { previewer in
                let picture = try await thumbnail(previewer, odd, size: 64)
                #expect(picture.size == "16x16")
                #expect(picture.colour(0.2, 0.2) == "white")
                #expect(picture.colour(0.8, 0.8) == "black")
                #expect(previewer.helperProcess(.rareImages) == nil)
                // Its facts are known too, and it is placed on sheets.
                let facts = try await info(previewer, odd)
                #expect(facts.problem == nil && facts.pages == 1)
                #expect(facts.width == 16 && facts.height == 16)
                let result = fixtures.path("sheets.pdf")
                try await withFile(odd) { input in
                    try await withFile(result, flags: O_RDWR | O_CREAT | O_TRUNC) { output in
                        _ = try await previewer.prepareSheets(
                            SheetLayout(pages: [1]),
                            of: input,
                            name: odd,
                            into: output
                        )
                    }
                }
                let sheet = try await thumbnail(previewer, result, size: 80)
                #expect(sheet.colour(0.5, 0.6) == "black")
                #expect(try await info(previewer, broken).problem != nil)
                #expect(previewer.helperProcess(.rareImages) != nil)
                // What neither reads is damaged, as the first helper said.
                await #expect {
                    try await thumbnail(previewer, broken, size: 64)
                } throws: {
                    ($0 as? PreviewError)?.code == .damaged
                }
            }
        }
    }

    @Test(arguments: ["heic", "bmp", "psd"])
    func `are imposed on sheets like other pictures`(nameExtension: String) async throws {
        try await withFixtures { fixtures in
            let path = try quarters(fixtures, nameExtension)
            let result = fixtures.path("sheets.pdf")
            try await withPreviewer { previewer in
                #expect(try await info(previewer, path).pages == 1)
                try await withFile(path) { input in
                    try await withFile(result, flags: O_RDWR | O_CREAT | O_TRUNC) { output in
                        _ = try await previewer.prepareSheets(
                            SheetLayout(pages: [1]),
                            of: input,
                            name: path,
                            into: output
                        )
                    }
                }
                #expect(try await info(previewer, result).pages == 1)
                // What is wider than high lies on its side on A4.
                let sheet = try await thumbnail(previewer, result, size: 80)
                #expect(sheet.size == "57x80")
                #expect(sheet.colour(0.25, 0.25) == "green")
                #expect(sheet.colour(0.25, 0.75) == "red")
                #expect(sheet.colour(0.75, 0.75) == "blue")
            }
        }
    }

    @Test func `a picture with more pixels than allowed is not decoded`() async throws {
        try await withFixtures { fixtures in
            let path = try quarters(fixtures, "bmp")
            var configuration = PreviewerConfiguration()
            configuration.pixelLimit = 3199
            try await withPreviewer(configuration) { previewer in
                await #expect {
                    try await thumbnail(previewer, path, size: 64)
                } throws: {
                    ($0 as? PreviewError)?.code == .pixelLimit
                }
            }
        }
    }

    private func named(
        _ name: String,
        _ previewer: Previewer,
        _ path: String
    ) async throws -> PreviewImage {
        try await withFile(path) {
            try await previewer.thumbnail(of: $0, name: name, size: 64)
        }
    }

    /// A grey TIFF of 16 x 16 pixels of 12 bits, white over black.
    private func twelveBits() -> [UInt8] {
        func bytes(_ value: UInt32, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        // Tag, type (3 is short, 4 is long), value.
        let tags: [(UInt32, UInt32, UInt32)] = [
            (256, 3, 16), (257, 3, 16), (258, 3, 12), (259, 3, 1), (262, 3, 1), (273, 4, 122),
            (277, 3, 1), (278, 3, 16), (279, 4, 384),
        ]
        let half = [UInt8](repeating: 255, count: 192)
        return [0x49, 0x49, 0x2A, 0] + bytes(8, 4) + bytes(9, 2)
            + tags.flatMap { bytes($0.0, 2) + bytes($0.1, 2) + bytes(1, 4) + bytes($0.2, 4) }
            + bytes(0, 4) + half + [UInt8](repeating: 0, count: 192)
    }

    private func quarters(_ fixtures: Fixtures, _ nameExtension: String) throws -> String {
        let own = ["avif", "heic", "jxl", "jp2", "j2k", "ppm", "hdr"]
        let operation = own.contains(nameExtension) ? "copy" : "magicksave"
        let path = fixtures.path("quarters.\(nameExtension)")
        try run("vips", operation, fixtures.png(), path)
        return path
    }
}
