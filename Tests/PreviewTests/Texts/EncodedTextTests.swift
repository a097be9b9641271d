import Foundation
import Testing

@testable import QuickPreview

@Suite struct `A text to be printed` {
    /// The letters of all pages, without blanks and the ends of lines.
    private func printed(_ bytes: [UInt8], _ name: String = "a.txt") async throws -> String {
        var text = ""
        try await withFixtures { fixtures in
            let source = try fixtures.write(bytes, as: name)
            let result = fixtures.path("result")
            try await withPreviewer { previewer in
                try await withFile(source) { input in
                    try await withFile(result, flags: O_RDWR | O_CREAT | O_TRUNC) { output in
                        _ = try await previewer.makePages(
                            of: input,
                            name: name,
                            layout: .a4,
                            into: output
                        )
                    }
                }
            }
            text = letters(try run("pdftotext", "-enc", "UTF-8", result, "-"))
        }
        return text
    }

    private func letters(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isWhitespace }))
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
        (german, "ISO-8859-1"), (german, "UTF-16"),
        (german, "UTF-32"), (chinese, "GB18030"), (chinese, "UTF-16"), (japanese, "SHIFT_JIS"),
        (japanese, "EUC-JP"),
    ])
    func `has its letters whatever its encoding is`(
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
        #expect(try await printed(bytes) == letters(text), "\(encoding)")
    }

    @Test func `loses its byte order mark, and nothing else`() async throws {
        #expect(try await printed([0xEF, 0xBB, 0xBF] + Array("ä\r\nb".utf8)) == "äb")
    }

    @Test func `keeps its valid parts if a few bytes are invalid`() async throws {
        let bytes = Array(Self.german.utf8) + [0xFF] + Array(Self.german.utf8)
        let found = try await printed(bytes)
        #expect(found.hasPrefix(letters(Self.german)) && found.hasSuffix(letters(Self.german)))
    }
}
