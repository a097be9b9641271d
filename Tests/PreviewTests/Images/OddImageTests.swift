import CLCMS
import Testing

@testable import QuickPreview

/// Images that libvips alone does not show, or not as they are meant.
struct `Odd images` {
    @Test(arguments: [
        "<x:xmpmeta><r:Description tiff:Orientation=\"6\"/></x:xmpmeta>",
        "<x:xmpmeta><tiff:Orientation>6</tiff:Orientation></x:xmpmeta>",
    ])
    func `a PNG with an orientation in XMP is shown upright`(
        packet: String
    ) async throws {
        try await withFixtures { fixtures in
            for edge in [40, 400] {
                let png = try Fixtures.quarters(width: edge, height: edge / 2)
                    .png(texts: ["XML:com.adobe.xmp": packet])
                let path = try fixtures.write(png, as: "turned.png")
                try await withPreviewer { previewer in
                    let image = try await thumbnail(previewer, path)
                    #expect(image.size == (edge == 40 ? "20x40" : "32x64"))
                    #expect(image.colour(0.2, 0.2) == "blue")
                    #expect(image.colour(0.8, 0.2) == "red")
                    let info = try await info(previewer, path)
                    #expect(info.width == Double(edge / 2))
                }
            }
        }
    }

    @Test func `a packet with an invalid orientation is ignored`() async throws {
        try await withFixtures { fixtures in
            for packet in ["tiff:Orientation", "tiff:Orientation=\"9\"", "tiff:Orientation=\"\""] {
                let png = try Fixtures.quarters(width: 40, height: 20)
                    .png(texts: ["XML:com.adobe.xmp": packet])
                let path = try fixtures.write(png, as: "straight.png")
                try await withPreviewer { previewer in
                    let image = try await thumbnail(previewer, path)
                    #expect(image.size == "40x20")
                }
            }
        }
    }

    @Test func `signed samples of a TIFF give the same gray`() async throws {
        try await withFixtures { fixtures in
            let tiff = TIFFMaker(samples: [(0..<1024).map { UInt8($0 / 4) }], isSigned: true)
            let path = try fixtures.write(tiff.bytes, as: "signed.tif")
            try await withPreviewer { previewer in
                let image = try await thumbnail(previewer, path)
                #expect(image.size == "32x32")
                #expect(image.pixel(0, 0) == [0, 0, 0, 255])
                #expect(image.pixel(1, 1) == [255, 255, 255, 255])
            }
        }
    }

    @Test func `a TIFF of planes in tiles is shown, and its facts are known`() async throws {
        try await withFixtures { fixtures in
            let planes = [UInt8(250), 10, 20].map { [UInt8](repeating: $0, count: 1024) }
            let path = try fixtures.write(TIFFMaker(samples: planes).bytes, as: "planes.tif")
            try await withPreviewer { previewer in
                let image = try await thumbnail(previewer, path)
                #expect(image.size == "32x32")
                #expect(image.pixel(0.5, 0.5) == [250, 10, 20, 255])
                let info = try await info(previewer, path)
                #expect(info.width == 32)
                #expect(info.pages == 1)
            }
        }
    }

    @Test func `a PDF with a malformed version is identified with the help of its name`()
        async throws
    {
        try await withFixtures { fixtures in
            let text = "%PDF1.4" + PDFMaker.report.text.dropFirst(8)
            for (name, type) in [("a.pdf", "application/pdf"), ("a.txt", "text/plain")] {
                let path = try fixtures.write(text, as: name)
                try await withPreviewer { previewer in
                    let info = try await info(previewer, path)
                    #expect(info.type == type)
                    let image = try await thumbnail(previewer, path)
                    #expect(image.type == type)
                }
            }
        }
    }

    @Test(arguments: [2, 3, 17, 256, 1024, 4096])
    func `curves are inverted as in Little CMS`(entries: Int) {
        let last = Double(entries - 1)
        let curves: [[UInt16]] = [
            (0..<entries).map { UInt16(Double($0) / last * 65535) },
            // A gamma, one that begins and ends flat, one of steps, one that covers a part, and one that falls.
            (0..<entries).map { UInt16(Double($0) / last * Double($0) / last * 65535) },
            (0..<entries).map { UInt16(min(65535, max(0, Double($0) / last * 90000 - 12000))) },
            (0..<entries).map { UInt16(Double($0 / 2 * 2) / last * 60000) },
            (0..<entries).map { UInt16(20000 + Double($0) / last * 20000) },
            (0..<entries).map { UInt16(65535 - Double($0) / last * 65535) },
        ]
        for (index, curve) in curves.enumerated() {
            let difference = unsafe clcms_difference(curve, UInt32(entries), 4096)
            // Little CMS rounds by the way of a 16th binary place: what lies between two values may be either.
            #expect((0...1).contains(difference), "curve \(index)")
        }
    }
}

/// Writes a TIFF of 32 x 32 pixels in one tile for each plane: libtiff 4.5 cannot read smaller ones.
private struct TIFFMaker {
    let bytes: [UInt8]

    init(samples: [[UInt8]], isSigned: Bool = false) {
        let count = UInt32(samples.count)
        // Short values of three stand beside the table; one of them fits into it.
        let entryCount: UInt32 = 12
        let beside = 8 + 2 + entryCount * 12 + 4
        let places = (bits: beside, formats: beside + 8, offsets: beside + 16, counts: beside + 32)
        let pixels = beside + 48
        func short(_ tag: UInt32, _ value: UInt32) -> [UInt32] { [tag, 3, 1, value] }
        func shorts(_ tag: UInt32, _ value: UInt32, at place: UInt32) -> [UInt32] {
            [tag, 3, count, count == 1 ? value : place]
        }
        func longs(_ tag: UInt32, _ value: UInt32, at place: UInt32) -> [UInt32] {
            [tag, 4, count, count == 1 ? value : place]
        }
        let entries: [[UInt32]] = [
            short(256, 32), short(257, 32), shorts(258, 8, at: places.bits), short(259, 1),
            short(262, count == 1 ? 1 : 2), short(277, count), short(284, count == 1 ? 1 : 2),
            short(322, 32), short(323, 32), longs(324, pixels, at: places.offsets),
            longs(325, 1024, at: places.counts),
            shorts(339, isSigned ? 2 : 1, at: places.formats),
        ]
        func little(_ value: UInt32, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt32($0 * 8)) }
        }
        func row(_ value: (Int) -> UInt32, _ size: Int, room: Int) -> [UInt8] {
            let bytes = samples.indices.flatMap { little(value($0), size) }
            return bytes + [UInt8](repeating: 0, count: room - bytes.count)
        }
        var bytes: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0] + little(entryCount, 2)
        for entry in entries {
            bytes += little(entry[0], 2) + little(entry[1], 2) + little(entry[2], 4)
            bytes += little(entry[3], 4)
        }
        bytes += little(0, 4)
        bytes += row({ _ in 8 }, 2, room: 8) + row({ _ in isSigned ? 2 : 1 }, 2, room: 8)
        bytes += row({ pixels + UInt32($0) * 1024 }, 4, room: 16) + row({ _ in 1024 }, 4, room: 16)
        self.bytes = bytes + samples.flatMap { $0 }
    }
}
