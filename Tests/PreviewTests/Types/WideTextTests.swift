import Foundation
import Testing

@testable import PreviewHelper
@testable import PreviewModel
@testable import QuickPreview

/// Texts in UTF-16 without a byte order mark, and data that could be taken for such a text.
struct `Text in UTF-16 without a byte order mark` {
    private static let texts = [
        "Print me.\r\nTwice.", "Line\tof\tcells\r\n1\t2\t3\r\n", "a = b",
        "Größe: 5 µm, “quoted” — größer\n", "Съешь ещё этих мягких французских булок.\n",
        "打印前请检查纸张和墨粉。打印任务完成后，请到打印机取走文件。\n",
        "印刷する前に、用紙とトナーを確認してください。\r\n", "인쇄하기 전에 용지를 확인하십시오.\n",
        "هذه صفحة مطبوعة من النص\n", "a face 😀 and a cat 🐱\n",
    ]

    private func bytes(_ text: String, isBig: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            isBig
                ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        }
    }

    @Test(arguments: texts) func `is recognized in either order`(text: String) async throws {
        for (isBig, order) in [(false, WideText.littleEndian), (true, .bigEndian)] {
            let bytes = bytes(text, isBig: isBig)
            #expect(WideText(bytes) == order)
            // Of a long one, the first bytes count, wherever they end.
            let long = Array(repeating: bytes, count: 2000).flatMap { $0 }
            #expect(WideText(long) == order)
            try await withFixtures { fixtures in
                for name in ["notes.txt", "notes"] {
                    let path = try fixtures.write(bytes, as: name)
                    try await withPreviewer { previewer in
                        let type = try await info(previewer, path).type
                        #expect(type == "text/plain", "\(name)")
                        _ = try await thumbnail(previewer, path, size: 64)
                    }
                }
            }
        }
    }

    @Test func `is not what other data are taken for`() {
        var random = SystemRandomNumberGenerator()
        let isWide = (0..<2000).filter { _ in
            WideText((0..<256).map { _ in UInt8.random(in: 0...255, using: &random) }) != nil
        }
        #expect(isWide.isEmpty)
        let words = Array("The quick brown fox jumps over the lazy dog, and back again.".utf8)
        // Pairs of Latin letters are Chinese characters.
        #expect(WideText(words + words + [0, 0]) == nil)
        #expect(WideText(words + [0x0A, 0x00] + words) == nil)
        let table = Array("0000000016 00000 n\r\n".utf8)
        #expect(WideText(Array(repeating: table, count: 40).flatMap { $0 } + [0, 0]) == nil)
        // Words with zeros between them, as in programs and resources.
        #expect(WideText(bytes("Open\0Close\0Print\0", isBig: false)) == nil)
        let quiet: [UInt16] = (0..<512).map { UInt16(truncatingIfNeeded: ($0 % 90) - 40) }
        let rising = (0..<512).map { UInt16(0x20 + $0) }
        for numbers in [quiet, rising] {
            #expect(WideText(numbers.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == nil)
        }
        #expect(WideText([]) == nil && WideText([0x41, 0]) == nil)
    }
}
