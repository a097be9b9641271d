import Foundation
import PreviewFuzzing
import ProofKit
import Testing

@testable import DocumentRendering

/// Our own readers of pixels, with what damage and malice make of their files: none of it may end a process.
struct `Readers of pixels` {
    private static let readers: [(name: String, read: @Sendable (Int32) -> [UInt8]?)] = [
        ("dds", { DirectDrawImage($0)?.pixels() }), ("qoi", { QOIImage($0)?.pixels() }),
        ("icns", { AppleIcon($0)?.pixels() }), ("gbr", { GIMPBrush($0)?.pixels() }),
        ("tga", { TargaImage($0)?.pixels() }), ("fits", { FITSReader().read($0)?.pixels }),
        ("bmp", { BitmapReader($0).read($0)?.pixels }),
        ("ppm", { NetpbmImage($0)?.decoded()?.pixels }),
        ("pcx", { PaintbrushImage($0)?.decoded()?.pixels }),
        ("psd", { PhotoshopImage($0)?.decoded()?.pixels }),
        ("sgi", { SGIImage($0)?.decoded()?.pixels }),
        ("ras", { SunRasterImage($0)?.decoded()?.pixels }),
        ("tif", { TIFFImage($0, page: 1)?.decoded()?.pixels }),
        ("ico", { IconReader().read($0)?.pixels }),
    ]

    @Test func `return pixels or nothing for any file`() throws {
        var dice = SeededGenerator(seed: 20)
        let random = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &dice) }
        let formats: [UInt32] = [
            2, 6, 10, 11, 24, 28, 34, 61, 71, 74, 77, 80, 81, 83, 84, 85, 95, 96, 98,
        ]
        var seeds = formats.map { PixelMaker.dds(13, 7, format: $0, random) }
        seeds.append(PixelMaker("qoif").big(9, 9).adding([4, 0]).adding(random).bytes)
        seeds.append(
            PixelMaker("icns").big(4104).adding(Array("it32".utf8)).big(4000)
                .adding(random).bytes
        )
        seeds += Self.headers.map { $0 + random }
        // `make hostile` changes whole documents a hundred thousand times.
        for _ in 0..<10 {
            for seed in seeds {
                let bytes = Mutation.apply(to: seed, and: random, using: &dice)
                try readAll(bytes, Self.readers)
            }
        }
    }

    /// Headers of the formats whose samples may have any depth; random bytes follow.
    private static let headers: [[UInt8]] = [
        Array("P6\n# c\n9 9\n1000\n".utf8), Array("P2 9 9 15\n1 2 3".utf8),
        Array("P7\nWIDTH 9\nHEIGHT 9\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n".utf8),
        PixelMaker([10, 5, 1, 1]).little(2, 0, 0, 8, 8, 72, 72).padded(to: 65).adding([4])
            .little(2, 2, 1).padded(to: 128).bytes,
        PixelMaker([10, 5, 1, 8]).little(2, 0, 0, 8, 8, 72, 72).padded(to: 65).adding([3])
            .little(2, 10, 1).padded(to: 128).bytes,
        PixelMaker([1, 0xDA, 1, 1, 0, 3, 0, 9, 0, 9, 0, 4]).big(0, 255).padded(to: 512).bytes,
        PixelMaker([0x59, 0xA6, 0x6A, 0x95]).big(9, 9, 24, 0, 2, 1, 9).bytes,
        PixelMaker("8BPS").adding([0, 1, 0, 0, 0, 0, 0, 0, 0, 4]).big(9, 9).adding([0, 8, 0, 3])
            .big(0, 0, 0).adding([0, 1]).bytes,
        PixelMaker("8BPS").adding([0, 2, 0, 0, 0, 0, 0, 0, 0, 5]).big(9, 9).adding([0, 16, 0, 4])
            .big(0, 0, 0, 0).adding([0, 1]).bytes,
        TIFFStripMaker(bits: 12, extras: [2], channels: 4, data: []).bytes,
        TIFFStripMaker(bits: 32, format: 3, photometric: 5, channels: 4, data: []).bytes,
        PixelMaker([0, 0, 1, 0, 1, 0, 4, 4, 0, 0, 1, 0, 32, 0]).little(4, 200, 22, 40, 4, 8)
            .little(2, 1, 32).padded(to: 62).bytes,
    ]

    @Test(
        .enabled(if: CorpusSample.folder != nil, CorpusSample.absent),
        .timeLimit(.patience(10))
    )
    func `end with pixels or nothing on changed files of the corpus`() throws {
        let folder = URL(fileURLWithPath: (CorpusSample.folder ?? "") + "/images")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var dice = SeededGenerator(seed: 21)
        var count = 0
        while let file = files?.nextObject() as? URL {
            let readers = Self.readers.filter { file.pathExtension == $0.name }
            guard !readers.isEmpty, let data = try? Data(contentsOf: file), data.count < 1 << 16
            else { continue }
            count += 1
            try readAll([UInt8](data), readers)
            for _ in 0..<4 {
                try readAll(
                    Mutation.apply(to: [UInt8](data), and: [], using: &dice),
                    readers
                )
            }
        }
        #expect(count > 50)
    }

    private func readAll(
        _ bytes: [UInt8],
        _ readers: [(name: String, read: @Sendable (Int32) -> [UInt8]?)]
    ) throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("pixels-\(UUID().uuidString)").path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        unsafe unlink(path)
        defer { close(descriptor) }
        // 1,024 pixels of four bytes for each byte of the file, or a million.
        let limit = max(bytes.count, 1024) << 12
        for reader in readers {
            guard let pixels = reader.read(descriptor) else { continue }
            #expect(pixels.count % 4 == 0 && pixels.count <= limit, "\(reader.name)")
        }
    }
}
