import TerminalDisplay
import Testing

/// JSON that is written while it arrives.
@Suite struct `Escaped JSON` {
    @Test func `is that of the whole text, wherever it is cut`() {
        let text = "[{\"name\":\"Blatt \u{202E}fdp.\u{85}ü 打印 👍🏽\u{7F}\u{1B}[31m\"}]"
        let bytes = Array(text.utf8)
        for length in 1...bytes.count {
            var escaped = EscapedJSON()
            var output: [UInt8] = []
            for start in stride(from: 0, to: bytes.count, by: length) {
                let piece = Array(bytes[start..<min(start + length, bytes.count)])
                output += escaped.take(piece)
            }
            output += escaped.finish()
            #expect(String(decoding: output, as: UTF8.self) == TerminalText.escaped(text))
        }
    }

    @Test func `of bytes that are no text is text`() {
        for bytes: [UInt8] in [[0xFF, 0x22], [0xC3], [0xE2, 0x80], [0x80, 0xC3, 0x28], [0xF8]] {
            var escaped = EscapedJSON()
            let output = escaped.take(bytes) + escaped.finish()
            #expect(String(validating: output, as: UTF8.self) != nil)
        }
    }
}
