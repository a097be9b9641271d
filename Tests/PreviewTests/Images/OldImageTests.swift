import Foundation
import Testing

@testable import DocumentRendering
@testable import PreviewHelper
@testable import QuickPreview

/// Images of formats that few programs still write, made by hand: two pixels across, two down.
struct `Images of old formats` {
    static let files: [(type: String, bytes: [UInt8])] = [
        (
            "image/qoi",
            PixelMaker("qoif").big(2, 2).adding([3, 0])
                .adding([0xFE, 255, 0, 0, 0xFE, 0, 255, 0, 0xFE, 0, 0, 255, 0xFE, 255, 255, 255])
                .padded(to: 38).bytes
        ),
        (
            "image/x-gimp-gbr",
            PixelMaker().big(30, 2, 2, 2, 4).adding(Array("GIMP".utf8)).big(10).adding([65, 0])
                .adding([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255])
                .bytes
        ),
        (
            "image/x-icns",
            // Runs of the channels of 16 x 16 pixels, eight of each colour in a row.
            icon
        ),
    ]

    private static var icon: [UInt8] {
        func rows(_ left: UInt8, _ right: UInt8) -> [UInt8] {
            (0..<8).flatMap { _ in [0x85, left, 0x85, right] }
        }
        let planes =
            rows(255, 0) + rows(0, 255) + rows(0, 255) + rows(0, 255) + rows(0, 0) + rows(255, 255)
        let mask = [UInt8](repeating: 255, count: 256)
        let small = PixelMaker("is32").big(UInt32(8 + planes.count)).adding(planes)
            .adding(Array("s8mk".utf8)).big(264).adding(mask).bytes
        return PixelMaker("icns").big(UInt32(8 + small.count)).adding(small).bytes
    }

    @Test(arguments: files)
    func `are shown upright, in their colors and size`(
        file: (type: String, bytes: [UInt8])
    ) async throws {
        try await withFixtures { fixtures in
            // By their marks: no name tells.
            let path = try fixtures.write(file.bytes, as: "image")
            let result = fixtures.path("sheets.pdf")
            try await withPreviewer { previewer in
                let facts = try await info(previewer, path)
                #expect(facts.type == file.type)
                let edge = file.type == "image/x-icns" ? 16 : 2
                #expect(facts.width == Double(edge) && facts.height == Double(edge))
                let picture = try await thumbnail(previewer, path)
                #expect(picture.size == "\(edge)x\(edge)")
                #expect(picture.colour(0, 0) == "red")
                #expect(picture.colour(1, 0) == "green")
                #expect(picture.colour(0, 1) == "blue")
                #expect(picture.colour(1, 1) == "white")
                #expect(picture.isOpaque)
                // What is shown can be placed on a sheet.
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
                let sheet = try await thumbnail(previewer, result, size: 80)
                #expect(sheet.size == "57x80")
                #expect(sheet.colour(0.3, 0.4) == "red")
                #expect(sheet.colour(0.7, 0.6) == "white")
                // Cut short it is no crash.
                for count in stride(from: file.bytes.count - 1, to: 4, by: -7) {
                    let cut = try fixtures.write(Array(file.bytes.prefix(count)), as: "cut")
                    do {
                        _ = try await thumbnail(previewer, cut)
                    } catch let error as PreviewError {
                        #expect(error.code == .damaged || error.code == .noPreview, "\(count)")
                    }
                }
            }
        }
    }

    @Test func `data that begins like SGI but is too short is not taken for it`() async throws {
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                let short = try fixtures.write([1, 0xDA, 0, 1, 0, 2, 0, 0], as: "short.bin")
                #expect(try await info(previewer, short).type != "image/x-sgi")
            }
        }
    }

    @Test func `SGI is identified by its magic number`() async throws {
        try await withFixtures { fixtures in
            let path = fixtures.path("image.sgi")
            try run("vips", "magicksave", fixtures.png(), path)
            let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
            let other = try fixtures.write(bytes, as: "image.of-no-name")
            try await withPreviewer { previewer in
                let facts = try await info(previewer, other)
                #expect(facts.type == "image/x-sgi")
                let picture = try await thumbnail(previewer, other)
                #expect(picture.colour(0.2, 0.2) == "red")
            }
        }
    }

    /// An icon with a PNG inside, which is larger than the one in runs before it.
    @Test func `an icon file shows its largest icon`() async throws {
        try await withFixtures { fixtures in
            let png = try Fixtures.quarters(width: 40, height: 40).png()
            let part = PixelMaker("ic11").big(UInt32(8 + png.count)).adding(png).bytes
            let small = Array(Self.icon.dropFirst(8))
            let icon = PixelMaker("icns").big(UInt32(8 + small.count + part.count))
                .adding(small).adding(part).adding(small).bytes
            let path = try fixtures.write(icon, as: "program.icns")
            try await withPreviewer { previewer in
                #expect(try await info(previewer, path).width == 40)
                let picture = try await thumbnail(previewer, path)
                #expect(picture.size == "40x40")
                #expect(picture.colour(0.8, 0.2) == "green")
            }
        }
    }

    /// With its own header, with one that says that pixels begin in the palette, with some of them missing,
    /// and with the header of OS/2 2, which is longer.
    @Test func `a bitmap with an impossible header is shown`() async throws {
        func bitmap(offset: UInt32, header: Int = 40) -> PixelMaker {
            PixelMaker("BM").little(4, UInt32(30 + header), 0, offset, UInt32(header), 2, 2).little(
                2,
                1,
                8
            )
            .little(4, 0, 8, 0, 0, 2, 0).padded(to: 14 + header)
            .adding([0, 0, 255, 0, 255, 255, 255, 0])
        }
        let rows: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 0]
        let files = [
            bitmap(offset: 62).adding(rows), bitmap(offset: 54).adding(rows),
            bitmap(offset: 54).adding(Array(rows.dropLast(2))),
            bitmap(offset: 86, header: 64).adding(rows),
        ]
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                for file in files {
                    let path = try fixtures.write(file.bytes, as: "image.bmp")
                    let picture = try await thumbnail(previewer, path)
                    #expect(picture.colour(0, 0) == "red")
                    #expect(picture.colour(1, 0) == "white")
                    #expect(picture.colour(0, 1) == "white")
                }
            }
        }
    }

    /// Numbers of 16 bits as 32, in rows that gzip stores as they are; the last row comes first.
    @Test func `a FITS image whose rows are packed by gzip is shown`() async throws {
        func packed(_ numbers: [UInt32]) -> [UInt8] {
            let bytes = numbers.reduce(PixelMaker()) { $0.big($1) }.bytes
            return PixelMaker([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1])
                .little(2, UInt32(bytes.count), 0xFFFF - UInt32(bytes.count)).adding(bytes)
                .little(4, Deflate.checksum(of: bytes), UInt32(bytes.count)).bytes
        }
        func part(_ cards: [String]) -> [UInt8] {
            let lines = (cards + ["END"]).map {
                $0.padding(toLength: 80, withPad: " ", startingAt: 0)
            }
            let bytes = Array(lines.joined().utf8)
            return bytes + [UInt8](repeating: 32, count: 2880 - bytes.count)
        }
        let rows = [packed([1000, 1000]), packed([0, 1000])]
        let first = part(["SIMPLE  = T", "BITPIX  = 8", "NAXIS   = 0", "EXTEND  = T"])
        let table = part([
            "XTENSION= 'BINTABLE'", "BITPIX  = 8", "NAXIS   = 2", "NAXIS1  = 8", "NAXIS2  = 2",
            "TFORM1  = '1PB(31)'", "ZIMAGE  = T / an image", "ZCMPTYPE= 'GZIP_1  '",
            "ZBITPIX = 16", "ZNAXIS  = 2", "ZNAXIS1 = 2", "ZNAXIS2 = 2",
        ])
        let (one, two) = (UInt32(rows[0].count), UInt32(rows[1].count))
        let file = PixelMaker(first + table).big(one, 0, two, one).adding(rows[0] + rows[1])
        try await withFixtures { fixtures in
            let path = try fixtures.write(file.bytes, as: "stars.fits")
            try await withPreviewer { previewer in
                let facts = try await info(previewer, path)
                #expect(facts.width == 2 && facts.height == 2)
                let picture = try await thumbnail(previewer, path)
                #expect(picture.colour(0, 0) == "black")
                #expect(picture.colour(1, 0) == "white")
                #expect(picture.colour(0, 1) == "white")
            }
        }
    }
}
