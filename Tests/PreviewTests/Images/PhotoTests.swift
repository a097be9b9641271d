import Foundation
import PreviewModel
import Testing

@testable import DocumentRendering
@testable import QuickPreview

struct `Photos` {
    /// A plain JPEG file of a colour.
    static func jpeg(
        _ fixtures: Fixtures,
        _ colour: [UInt8],
        width: Int,
        height: Int
    ) throws -> [UInt8] {
        let name = "\(colour.map(String.init).joined(separator: "-"))-\(width)x\(height)"
        let png = try fixtures.write(
            Comics.plain(colour, width: width, height: height),
            as: name + ".png"
        )
        try run("vips", "copy", png, fixtures.path(name + ".jpg[strip]"))
        return try [UInt8](Data(contentsOf: URL(fileURLWithPath: fixtures.path(name + ".jpg"))))
    }

    /// The thumbnail in EXIF data, with nothing in the directory of the photo itself.
    static func exif(_ thumbnail: [UInt8], orientation: UInt16? = nil) -> [UInt8] {
        PhotoMaker.tiff(
            [.init(), .init(pictures: [(0x201, 0x202, thumbnail)])],
            orientation: orientation
        )
    }

    @Test(arguments: [UInt16(1), 6])
    func `of cameras show the embedded preview, upright`(_ orientation: UInt16) async throws {
        try await withFixtures { fixtures in
            let small = try Self.jpeg(fixtures, [255, 0, 0], width: 160, height: 120)
            let large = try Self.jpeg(fixtures, [0, 255, 0], width: 300, height: 200)
            // As Nikon: a tiny picture without compression first, the previews in directories below.
            let raw = PhotoMaker.tiff(
                [
                    .init(
                        numbers: [(0x100, 16), (0x101, 12), (0x103, 1)],
                        below: [.init(pictures: [(0x201, 0x202, large)])]
                    ), .init(numbers: [(0x103, 6)], pictures: [(0x111, 0x117, small)]),
                ],
                orientation: orientation
            )
            let path = try fixtures.write(raw, as: "photo.nef")
            try await withPreviewer { previewer in
                let image = try await thumbnail(previewer, path, size: 150)
                #expect(image.colour(0.5, 0.5) == "red")
                let best = try await thumbnail(previewer, path, size: 200)
                #expect(best.colour(0.5, 0.5) == "green")
                #expect(best.isEmbedded && best.type == "image/x-nikon-nef", "\(best.type)")
                let exact = try await thumbnail(previewer, path, size: 161)
                #expect(exact.colour(0.5, 0.5) == "green")
                let info = try await info(previewer, path)
                let isUpright = orientation < 5
                #expect(info.width == (isUpright ? 300 : 200))
                #expect(info.height == (isUpright ? 200 : 300))
                #expect(info.carriesPicture && info.problem == nil)
                // Scaled down from 300 x 200, and turned.
                let scaled = try await thumbnail(previewer, path, size: 180)
                #expect(scaled.size == (isUpright ? "180x120" : "120x180"))
            }
        }
    }

    @Test func `with cyclic offsets, or offsets outside of the file, are read without a loop`()
        async throws
    {
        typealias Number = (tag: UInt16, value: UInt32)
        let around: [Number] = [(0x14A, 8)]
        var circle = PhotoMaker.tiff([.init(numbers: around)])
        circle.replaceSubrange(circle.count - 4..<circle.count, with: [8, 0, 0, 0])
        let outside: [Number] = [(0x201, 4_000_000_000), (0x202, 4_000)]
        let beyond: [Number] = [(0x14A, 4_294_967_295), (0x111, 1), (0x117, 9)]
        try await withFixtures { fixtures in
            for bytes in [
                circle, PhotoMaker.tiff([.init(numbers: outside)]),
                PhotoMaker.tiff([.init(numbers: beyond)]), Array("II*\0".utf8),
                Array(circle.prefix(13)),
            ] {
                let path = try fixtures.write(bytes, as: "photo.nef")
                try await withFile(path) { #expect(PhotoPictures($0)?.isEmpty != false) }
            }
        }
    }
}
