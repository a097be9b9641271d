import Foundation
import Testing

@testable import DocumentRendering

struct `Encodings of text without a byte order mark` {
    /// A text in an encoding, as iconv writes it.
    private func bytes(_ text: String, _ encoding: String) throws -> [UInt8] {
        guard let converter = unsafe iconv_open(encoding, "UTF-8") else { return [] }
        defer { unsafe _ = iconv_close(converter) }
        var source = text.utf8.map { CChar(bitPattern: $0) }
        var target = [CChar](repeating: 0, count: 4 * source.count + 8)
        let made = unsafe source.withUnsafeMutableBufferPointer { source in
            unsafe target.withUnsafeMutableBufferPointer { target in
                var from = source.baseAddress
                var to = target.baseAddress
                var (left, free) = (source.count, target.count)
                let status = unsafe iconv(converter, &from, &left, &to, &free)
                return status == -1 ? 0 : target.count - free
            }
        }
        return target.prefix(made).map { UInt8(bitPattern: $0) }
    }

    private func reading(_ bytes: [UInt8], hint: String?) throws -> String {
        let encoding = EncodingGuess(bytes).best(hint: hint)
        return try #require(TextDecoding.convert(bytes[...], from: encoding))
    }

    @Test(arguments: [
        "café", "voilà", "Grüße aus Köln", "naïve façade", "El niño comió jamón", "Sr. Peña",
        "Español: ¿Qué tal? ¡Olé!", "São Paulo, coração, não", "Où est l'été déjà passé ?",
        "Größe: 5 µm, 20 °C ± 1", "© 2024 Müller & Söhne", "smörgåsbord på svenska",
        "Ærlig talt, blåbær og øl", "Þetta er íslenska, með ð og æ", "perché è così, più o meno",
        "hyvää päivää, äiti", "Ça va?", "Maß", "ÄÖÜ", "ÉCOLE PRIMAIRE", "1½ Tassen Öl",
        "§ 5 Abs. 2",
        "5 £", "“Quoted” text—dash", "Prix : 12 € – l’été", "Zoë's naïveté", "señor",
    ])
    func `are Western if the words are of Western languages`(text: String) throws {
        let bytes = try bytes(text, "WINDOWS-1252")
        // What statistics take such a few letters for.
        for hint in [nil, "WINDOWS-1252", "TIS-620", "IBM865", "ISO-8859-10", "GB18030"] {
            #expect(try reading(bytes, hint: hint) == text, "hint \(hint ?? "none")")
        }
    }

    @Test(arguments: [
        ("WINDOWS-1251", "Привет, мир"), ("WINDOWS-1251", "Москва"),
        ("WINDOWS-1251", "Це українська мова, її літери"), ("WINDOWS-1251", "ПРИВЕТ МИР"),
        ("KOI8-R", "Привет, мир"), ("KOI8-R", "Здравствуйте! Как дела?"),
        ("IBM866", "История России начинается давно."),
        ("WINDOWS-1250", "Zażółć gęślą jaźń"), ("WINDOWS-1250", "Příliš žluťoučký kůň úpěl"),
        ("WINDOWS-1250", "Árvíztűrő tükörfúrógép"), ("ISO-8859-2", "Zażółć gęślą jaźń"),
        ("WINDOWS-1254", "Günaydın, nasılsınız? İyi geceler"),
        ("WINDOWS-1257", "Ačiū, labas rytas, šiandien žiema, ėjo"),
        ("WINDOWS-1253", "Καλημέρα κόσμε"), ("WINDOWS-1256", "السلام عليكم"),
        ("GB18030", "你好"), ("GB18030", "你好，世界！"), ("GB18030", "使用Swift语言编写程序"),
        ("GB18030", "中华人民共和国"), ("GB18030", "价格：100元"),
        ("CP932", "これはシフトJISのファイルです。"), ("CP932", "東京都"), ("CP932", "テスト"),
        ("EUC-JP", "これは日本語のファイルです。"), ("CP949", "한국어 텍스트입니다."),
        ("CP949", "서울"), ("CP950", "這是繁體中文的測試檔案。"), ("CP950", "台灣"),
        ("CP874", "สวัสดีชาวโลก"),
    ])
    func `are detected for other scripts, too`(encoding: String, text: String) throws {
        #expect(try reading(bytes(text, encoding), hint: nil) == text)
        #expect(try reading(bytes(text, encoding), hint: "WINDOWS-1252") == text)
    }

    @Test func `are guessed by letter statistics in long text`() throws {
        let hebrew = String(repeating: "שלום עולם ", count: 40)
        #expect(try reading(bytes(hebrew, "WINDOWS-1255"), hint: "WINDOWS-1255") == hebrew)
    }

    @Test func `convert the last letter, too`() throws {
        // The converter of Hebrew waits for an accent after its last letter.
        let bytes = try bytes("שלום עולם", "WINDOWS-1255")
        #expect(TextDecoding.convert(bytes[...], from: "WINDOWS-1255") == "שלום עולם")
    }

    private func words(ofRTF text: String) throws -> String {
        var words = ""
        try RichText.read(Array(text.utf8)) { block in
            if case .text(let paragraph) = block { words += paragraph.text.string }
            return true
        }
        return words
    }

    private func escaped(_ text: String, _ encoding: String) throws -> String {
        try bytes(text, encoding).map { "\\'" + String(format: "%02x", $0) }.joined()
    }

    @Test(arguments: [
        (128, "CP932", "表示ソ能"), (129, "CP949", "한국어"), (134, "GBK", "中文"),
        (136, "CP950", "繁體"), (161, "CP1253", "γλώσσα"), (162, "CP1254", "ışık"),
        (177, "CP1255", "שלום"), (178, "CP1256", "سلام"), (186, "CP1257", "ačiū"),
        (204, "CP1251", "Привет"), (222, "CP874", "ไทย"), (238, "CP1250", "žluť"),
    ])
    func `follow the font in RTF`(charset: Int, encoding: String, text: String) throws {
        let rtf =
            "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fcharset0 Arial;}"
            + "{\\f7\\fnil\\fcharset\(charset) X;}}\\f0 Caf\\'e9 {\\f7 \(try escaped(text, encoding))}"
            + " caf\\'e9\\par}"
        #expect(try words(ofRTF: rtf) == "Café \(text) café")
    }

    @Test func `follow the document in RTF if the font has none`() throws {
        let text = try escaped("これは表示テストです。ソ能", "CP932")
        let rtf = "{\\rtf1\\ansi\\ansicpg932\\deff0{\\fonttbl{\\f0 X;}}\\f0 \(text)\\par}"
        #expect(try words(ofRTF: rtf) == "これは表示テストです。ソ能")
    }
}
