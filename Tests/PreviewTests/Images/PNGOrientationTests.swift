import Foundation
import Testing

@testable import QuickPreview

/// The orientation of a picture stands before its pixels, behind them, or in a text (PNG, third edition, 11.3.4.5).
@Suite struct `A PNG with EXIF` {
    @Test(arguments: ["before", "after", "text"])
    func `is shown upright`(place: String) async throws {
        try await withFixtures { fixtures in
            // A TIFF with one entry: orientation 6.
            let block: [UInt8] =
                [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
                + [0, 0, 0, 0]
            let digits = (Array("Exif".utf8) + [0, 0] + block).map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
            let text = "Raw profile type exif\u{0}\nexif\n      32\n\(digits.joined())\n"
            let chunk = Self.chunk(
                place == "text" ? "tEXt" : "eXIf",
                place == "text" ? Array(text.utf8) : block
            )
            for edge in [40, 400] {
                let png = try Fixtures.quarters(width: edge, height: edge / 2).png()
                // After the header, whose chunk ends at 33, or before the end, which has 12 bytes.
                let cut = place == "after" ? png.count - 12 : 33
                let turned = Array(png[..<cut]) + chunk + Array(png[cut...])
                let path = try fixtures.write(turned, as: "turned.png")
                try await withPreviewer { previewer in
                    let image = try await thumbnail(previewer, path)
                    #expect(image.size == (edge == 40 ? "20x40" : "32x64"))
                    #expect(image.colour(0.2, 0.2) == "blue")
                    #expect(image.colour(0.8, 0.2) == "red")
                    let facts = try await info(previewer, path)
                    #expect(facts.width == Double(edge / 2))
                }
            }
        }
    }

    /// A chunk of PNG with its checksum (PNG, annex D).
    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(name.utf8) + data
        var checksum: UInt32 = 0xFFFF_FFFF
        for byte in content {
            checksum ^= UInt32(byte)
            for _ in 0..<8 {
                checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1
            }
        }
        return PixelMaker().big(UInt32(data.count)).adding(content).big(~checksum).bytes
    }
}
