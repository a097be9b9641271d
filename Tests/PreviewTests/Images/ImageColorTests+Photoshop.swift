import Foundation
import Testing

@testable import QuickPreview

extension `Colors of images` {
    private func photoshop(
        mode: UInt8,
        channels: UInt8,
        depth: UInt8 = 8,
        table: [UInt8] = [],
        resources: [UInt8] = [],
        _ data: [UInt8]
    ) -> [UInt8] {
        PixelMaker("8BPS").adding([0, 1, 0, 0, 0, 0, 0, 0, 0, channels]).big(1, 4)
            .adding([0, depth, 0, mode]).big(UInt32(table.count)).adding(table)
            .big(UInt32(resources.count)).adding(resources).big(0).adding([0, 0] + data).bytes
    }

    @Test func `of Photoshop are those of its mode`() async throws {
        let palette = (0..<3).flatMap { channel in
            Self.colors.map { $0[channel] } + [UInt8](repeating: 0, count: 252)
        }
        let numbers = photoshop(mode: 2, channels: 1, table: palette, [0, 1, 2, 3])
        try await expect(numbers, as: "palette.psd", Self.colors)
        let planes = (0..<3).flatMap { channel in Self.colors.map { $0[channel] } }
        // Another channel is no opacity where no layer says so.
        let more = photoshop(mode: 3, channels: 4, planes + [0, 0, 0, 0])
        try await expect(more, as: "more.psd", Self.colors)
        // Inks: no black, and white where all are empty.
        let inks = photoshop(mode: 7, channels: 3, [UInt8](repeating: 255, count: 12))
        try await expect(inks, as: "inks.psd", [[255, 255, 255], [255, 255, 255]])
        let light = [0.0, 0.2140, 1, 0].flatMap { (value: Double) -> [UInt8] in
            TIFFStripMaker.floats([value]).reversed()
        }
        let floats = photoshop(mode: 1, channels: 1, depth: 32, light)
        try await expect(
            floats,
            as: "32.psd",
            [[0, 0, 0], [127, 127, 127], [255, 255, 255], [0, 0, 0]]
        )
    }

    @Test func `of Photoshop without a merged picture are those of the small one`() async throws {
        try await withFixtures { fixtures in
            let small = fixtures.path("small.jpg")
            try run("vips", "copy", fixtures.png(), "\(small)[Q=95]")
            let jpeg = try [UInt8](Data(contentsOf: URL(fileURLWithPath: small)))
            func resource(_ number: UInt8, _ data: [UInt8]) -> [UInt8] {
                PixelMaker("8BIM").adding([4, number, 0, 0]).big(UInt32(data.count))
                    .adding(data + (data.count % 2 == 1 ? [0] : [])).bytes
            }
            let thumbnailData = PixelMaker().big(1, 1, 1, 4, 4, UInt32(jpeg.count))
                .adding([0, 24, 0, 1]).adding(jpeg).bytes
            let version = PixelMaker().big(1).adding([0]).bytes
            let white = [UInt8](repeating: 255, count: 12)
            let file = photoshop(
                mode: 3,
                channels: 3,
                resources: resource(0x21, version) + resource(0x0C, thumbnailData),
                white
            )
            let path = try fixtures.write(file, as: "unmerged.psd")
            try await withPreviewer { previewer in
                #expect(try await thumbnail(previewer, path).colour(0.2, 0.2) == "red")
                // Without it, there is nothing to show.
                let bare = photoshop(
                    mode: 3,
                    channels: 3,
                    resources: resource(0x21, version),
                    white
                )
                let other = try fixtures.write(bare, as: "bare.psd")
                await #expect(throws: PreviewError.self) { try await thumbnail(previewer, other) }
            }
        }
    }
}
