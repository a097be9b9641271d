import Foundation
import Testing

@testable import QuickPreview

@Suite struct `A text to be printed` {
    /// What the printer gets, or `nil` where the text is sent as it is.
    private func encoded(_ bytes: [UInt8], _ name: String = "a.txt") async throws -> String? {
        var text: String?
        try await withFixtures { fixtures in
            let source = try fixtures.write(bytes, as: name)
            let result = fixtures.path("result")
            try await withPreviewer { previewer in
                try await withFile(source) { input in
                    try await withFile(result, flags: O_RDWR | O_CREAT | O_TRUNC) { output in
                        guard try await previewer.encode(input, name: name, into: output) else {
                            return
                        }
                        text = try String(contentsOfFile: result, encoding: .utf8)
                    }
                }
            }
        }
        return text
    }

    private static let german = """
        Die Prüfung beginnt um zehn Uhr. Für Rückfragen wenden Sie sich bitte an das Büro; die \
        Gebühr beträgt zwölf Euro.\u{0C}Nächste Seite, größere Übersicht.

        """
    private static let chinese = """
        打印前请检查纸张和墨粉。打印任务完成后，请到打印机取走文件。如有问题，请联系管理员。\n
        """
    private static let japanese = """
        印刷する前に、用紙とトナーを確認してください。印刷が終わったら、書類を取り出してください。\n
        """

    @Test(arguments: [
        (german, "ISO-8859-1"), (german, "UTF-16LE"), (german, "UTF-16BE"), (german, "UTF-16"),
        (german, "UTF-32"), (chinese, "GB18030"), (chinese, "UTF-16"), (japanese, "SHIFT_JIS"),
        (japanese, "EUC-JP"),
    ])
    func `is converted to UTF-8, with its page breaks`(
        _ text: String,
        _ encoding: String
    ) async throws {
        var bytes: [UInt8] = []
        try await withFixtures { fixtures in
            let source = try fixtures.write(text, as: "source")
            let result = fixtures.path("result")
            try run("iconv", "-f", "UTF-8", "-t", encoding, "-o", result, source)
            bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: result)))
        }
        #expect(try await encoded(bytes) == text, "\(encoding)")
    }

    @Test func `is sent unchanged if it is UTF-8`() async throws {
        #expect(try await encoded(Array(Self.chinese.utf8)) == nil)
        // Longer than what is read at a time, so that a cut goes through a character.
        let long = "x" + String(repeating: "漢", count: 500_000)
        #expect(try await encoded(Array(long.utf8)) == nil)
        #expect(try await encoded(Array("<p>ä</p>".utf8), "a.xml") == nil)
    }

    @Test func `loses its byte order mark, and nothing else`() async throws {
        #expect(try await encoded([0xEF, 0xBB, 0xBF] + Array("ä\r\nb".utf8)) == "ä\r\nb")
    }

    @Test func `keeps its valid parts if a few bytes are invalid`() async throws {
        let bytes = Array(Self.chinese.utf8) + [0xFF] + Array(Self.chinese.utf8)
        #expect(try await encoded(bytes) == Self.chinese + "\u{FFFD}" + Self.chinese)
    }

    @Test func `is refused if it is binary data`() async throws {
        let bytes = (0..<4000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) } + [0, 0, 1]
        let error = await #expect(throws: PreviewError.self) { _ = try await encoded(bytes) }
        #expect(error?.code == .damaged)
    }
}
