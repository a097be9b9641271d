import Foundation
import Testing

@testable import DocumentRendering
@testable import QuickPreview

/// DICOM images, and cursors that move.
struct `Images of scanners and cursors` {
    /// Elements of a DICOM file in the order of their tags, explicit and little-endian (PS3.5, 7.1).
    private struct Maker {
        var transferSyntax = "1.2.840.10008.1.2.1"
        var photometric = "MONOCHROME2"
        var channels: UInt32 = 1
        var bits: UInt32 = 16
        var stored: UInt32 = 16
        var isSigned = false
        var window: (String, String)?
        var rescale: (String, String)?
        var hasPixels = true
        /// Whether the data are an item of a sequence, as those of codings are (PS3.5, A.4).
        var isEncapsulated = false
        var data: [UInt8]

        private func element(
            _ group: UInt32,
            _ number: UInt32,
            _ kind: String,
            _ value: [UInt8]
        ) -> [UInt8] {
            let value = value + (value.count % 2 == 1 ? [kind == "UI" ? 0 : 32] : [])
            let head = PixelMaker().little(2, group, number).adding(Array(kind.utf8))
            return kind == "OW"
                ? head.little(2, 0).little(4, UInt32(value.count)).adding(value).bytes
                : head.little(2, UInt32(value.count)).adding(value).bytes
        }

        private func short(_ number: UInt32, _ value: UInt32) -> [UInt8] {
            element(0x28, number, "US", PixelMaker().little(2, value).bytes)
        }

        var bytes: [UInt8] {
            let storage = Array("1.2.840.10008.5.1.4.1.1.7".utf8)
            let meta =
                element(2, 2, "UI", storage) + element(2, 3, "UI", Array("1.2.3".utf8))
                + element(2, 0x10, "UI", Array(transferSyntax.utf8))
            var body = element(8, 0x16, "UI", storage) + element(8, 0x18, "UI", Array("1.2.3".utf8))
            body += short(2, channels) + element(0x28, 4, "CS", Array(photometric.utf8))
            if channels == 3 { body += short(6, 0) }
            body += short(0x10, 1) + short(0x11, 4) + short(0x100, bits) + short(0x101, stored)
            body += short(0x102, stored - 1) + short(0x103, isSigned ? 1 : 0)
            if let window {
                body += element(0x28, 0x1050, "DS", Array(window.0.utf8))
                body += element(0x28, 0x1051, "DS", Array(window.1.utf8))
            }
            if let rescale {
                body += element(0x28, 0x1052, "DS", Array(rescale.0.utf8))
                body += element(0x28, 0x1053, "DS", Array(rescale.1.utf8))
            }
            if isEncapsulated {
                let maker = PixelMaker().little(2, 0x7FE0, 0x10).adding(Array("OB".utf8)).little(
                    2,
                    0
                )
                .little(4, .max).little(2, 0xFFFE, 0xE000).little(4, 0)
                .little(2, 0xFFFE, 0xE000).little(4, UInt32(data.count)).adding(data)
                body += maker.little(2, 0xFFFE, 0xE0DD).little(4, 0).bytes
            } else if hasPixels {
                body += element(0x7FE0, 0x10, "OW", data)
            }
            let length = PixelMaker().little(4, UInt32(meta.count)).bytes
            return [UInt8](repeating: 0, count: 128) + Array("DICM".utf8)
                + element(2, 0, "UL", length)
                + meta + body
        }
    }

    private func grays(_ maker: Maker) async throws -> [UInt8] {
        var grays: [UInt8] = []
        try await withFixtures { fixtures in
            let path = try fixtures.write(maker.bytes, as: "scan.dcm")
            try await withPreviewer { previewer in
                let facts = try await info(previewer, path)
                #expect(facts.type == "application/dicom" && facts.width == 4 && facts.height == 1)
                let picture = try await thumbnail(previewer, path)
                #expect(picture.isOpaque)
                grays = (0..<4).map { picture.pixel(Double($0) / 3, 0)[0] }
            }
        }
        return grays
    }

    @Test func `are shown in their window`() async throws {
        func words(_ values: Int...) -> [UInt8] { TIFFStripMaker.numbers(values, 2) }
        let scan = words(0, 500, 1000, 4095)
        // Without a window: from the least to the greatest.
        #expect(try await grays(Maker(stored: 12, data: scan)) == [0, 31, 62, 255])
        // From -0.5 to 1000.5, as PS3.3 has it: the center less a half, and the width less one.
        let wide = Maker(stored: 12, window: ("500.5", "1001"), data: scan)
        #expect(try await grays(wide) == [0, 128, 255, 255])
        // Of measured values, which are 1000 less.
        let moved = Maker(
            stored: 12,
            window: ("-499.5", "1001"),
            rescale: ("-1000", "1"),
            data: scan
        )
        #expect(try await grays(moved) == [0, 128, 255, 255])
        let signed = Maker(
            isSigned: true,
            window: ("0.5", "2001"),
            data: words(-1000, 0, 1000, -2000)
        )
        #expect(try await grays(signed) == [0, 128, 255, 0])
        let inverted = Maker(
            photometric: "MONOCHROME1",
            stored: 12,
            window: ("500.5", "1001"),
            data: scan
        )
        #expect(try await grays(inverted) == [255, 128, 0, 0])
        let bytes = Maker(bits: 8, stored: 8, data: [0, 50, 100, 200])
        #expect(try await grays(bytes) == [0, 50, 100, 200])
    }

    @Test func `are shown in their colors`() async throws {
        try await withFixtures { fixtures in
            let row: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
            let colors = Maker(photometric: "RGB", channels: 3, bits: 8, stored: 8, data: row)
            // Luminance and differences of red, green, blue, and white.
            let other: [UInt8] = [76, 85, 255, 150, 44, 21, 29, 255, 107, 255, 128, 128]
            let luminance = Maker(
                photometric: "YBR_FULL",
                channels: 3,
                bits: 8,
                stored: 8,
                data: other
            )
            try await withPreviewer { previewer in
                for maker in [colors, luminance] {
                    let path = try fixtures.write(maker.bytes, as: "scan.dcm")
                    let picture = try await thumbnail(previewer, path)
                    let seen = (0..<4).map { picture.colour(Double($0) / 3, 0) }
                    #expect(seen == ["red", "green", "blue", "white"])
                }
            }
        }
    }

    @Test func `say what they lack where nothing shows them`() async throws {
        try await withFixtures { fixtures in
            var film = Maker(
                transferSyntax: "1.2.840.10008.1.2.4.100",
                isEncapsulated: true,
                data: [0, 0, 1, 0xB3, 0, 0, 0, 0]
            )
            let first = try fixtures.write(film.bytes, as: "film.dcm")
            (film.hasPixels, film.isEncapsulated) = (false, false)
            let second = try fixtures.write(film.bytes, as: "plan.dcm")
            try await withPreviewer { previewer in
                for (path, word) in [
                    (first, "1.2.840.10008.1.2.4.100"), (second, "without a picture"),
                ] {
                    await #expect {
                        try await thumbnail(previewer, path)
                    } throws: { error in
                        (error as? PreviewError)?.code == .variantUnsupported
                            && "\(error)".contains(word)
                    }
                }
            }
        }
    }

    @Test func `that move are shown by their first image`() async throws {
        try await withFixtures { fixtures in
            let icon = fixtures.path("a.ico")
            try run("vips", "magicksave", fixtures.png(), icon)
            let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: icon)))
            let chunk = PixelMaker("icon").little(4, UInt32(bytes.count)).adding(bytes).bytes
            let list = PixelMaker("LIST").little(4, UInt32(chunk.count + 4)).adding(
                Array("fram".utf8)
            )
            .adding(chunk).bytes
            let head = PixelMaker("anih").little(4, 36, 36, 1, 1, 0, 0, 0, 0, 6, 1).bytes
            let file = PixelMaker("RIFF").little(4, UInt32(head.count + list.count + 4))
                .adding(Array("ACON".utf8)).adding(head).adding(list).bytes
            let path = try fixtures.write(file, as: "wait.ani")
            try await withPreviewer { previewer in
                let facts = try await info(previewer, path)
                #expect(facts.type == "application/x-navi-animation" && facts.problem == nil)
                let picture = try await thumbnail(previewer, path)
                #expect(picture.colour(0.2, 0.2) == "red" && picture.colour(0.2, 0.8) == "blue")
            }
        }
    }

    /// Libheif reads still images alone.
    @Test func `that move in AVIF are shown by their first image`() async throws {
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let path = here.appendingPathComponent("../../../Proofs/CFuzz/corpus/avif/moving.avif").path
        try await withPreviewer { previewer in
            let facts = try await info(previewer, path)
            #expect(facts.problem == nil && facts.width == 160 && facts.height == 96)
            let picture = try await thumbnail(previewer, path, size: 256)
            let seen = (0..<8).map { picture.colour((Double($0) + 0.5) / 8, 0.5) }
            #expect(Array(seen.prefix(5)) == ["red", "green", "blue", "yellow", "white"])
        }
    }
}
