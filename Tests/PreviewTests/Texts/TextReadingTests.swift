import Testing

@testable import DocumentRendering
@testable import PreviewModel

struct `Readers of text` {
    @Test(arguments: [
        ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]), ("a,\"b,c\"\n", [["a", "b,c"]]),
        ("\"say \"\"hi\"\"\",x", [["say \"hi\"", "x"]]),
        ("\"two\nlines\",x\n", [["two lines", "x"]]),
        ("a\"b,c\n", [["a\"b", "c"]]), ("\"open,\nto the end", [["open, to the end"]]),
        ("a,,c\n\n\nd\n", [["a", "", "c"], ["d"]]), ("\"a\"tail,b\n", [["atail", "b"]]),
        ("\"\",\"\"\n", [["", ""]]), ("", []),
    ])
    func `parse quotes as in RFC 4180, and as programs write them`(text: String, rows: [[String]]) {
        #expect(DelimitedText.rows(of: text, separator: ",") == rows)
    }

    @Test(arguments: [
        ("a,b\n1,2\n", ","), ("a;b\n1,5;2\n", ";"), ("a\tb\n1\t2\n", "\t"), ("a|b|c\n1|2|3\n", "|"),
        ("word\n", ","), ("a;b;c\n\"x,y\";2;3\n", ";"),
    ])
    func `guess the separator`(text: String, separator: Unicode.Scalar) {
        #expect(DelimitedText.separator(of: text, isTabbed: false) == separator)
    }

    /// The libraries that read Markdown and HTML.
    private static let libraries: Void = { _ = DocumentRenderer(.text) }()

    /// The words of the paragraphs and cells that a reader reports, one string each.
    private func words(_ read: (@escaping (Block) -> Bool) -> Void) -> [String] {
        _ = Self.libraries
        var words: [String] = []
        read { block in
            switch block {
            case .text(let paragraph):
                words.append(
                    [paragraph.marker, paragraph.text.string].compactMap { $0 }.joined(
                        separator: " "
                    )
                )
            case .table(let table):
                words += table.rows.map { $0.map(\.text.string).joined(separator: "|") }
            case .rule: words.append("---")
            default: break
            }
            return true
        }
        return words
    }

    @Test(arguments: [
        ("+++\ntitle = \"x\"\n+++\n# Head\n", ["Head"]), ("---\ntitle: x\n---\nText\n", ["Text"]),
        ("+++\nno end\n", ["+++ no end"]),
        (
            "One[^b] and two[^a].\n\n[^a]: Second *note*\n[^b]: First note\n[^c]: None\n",
            ["One[1] and two[2].", "---", "1. First note", "2. Second note"]
        ),
        (
            "<details>\n<summary>More</summary>\n\nHidden *words*\n\n</details>\n\nAfter\n",
            ["More", "Hidden words", "After"]
        ),
        ("<details><summary>More</summary>Hidden words</details>\n", ["More", "Hidden words"]),
    ])
    func `show the notes of Markdown, and hide its settings`(text: String, expected: [String]) {
        #expect(words { MarkdownText.read(text, into: $0) } == expected)
    }

    @Test(arguments: [
        ("sep=;\na,b;c\n1,5;2\n", ["a,b|c", "1,5|2"]), ("\"sep=|\"\na|b\n", ["a|b"]),
        ("SEP=\t\na\tb\n", ["a|b"]), ("sep=\na\n", ["sep=", "a"]), ("sep=;", []),
        ("sepia;b\n1;2\n", ["sepia|b", "1|2"]),
    ])
    func `take the separator that a text declares`(text: String, rows: [String]) {
        #expect(words { DelimitedText.read(text, isTabbed: false, into: $0) } == rows)
    }

    @Test(arguments: ["<html><body>", "  \r\n<!DOCTYPE html>\n<html><body>", "<BODY>"])
    func `show a page that a mail calls plain`(start: String) {
        let mail =
            "From: a\r\nContent-Type: text/plain\r\n\r\n\(start)<p>Hello <b>you</b></p><p>Bye</p>"
        let all = words { MailMessage.read(Array(mail.utf8), into: $0) }
        #expect(all.suffix(2) == ["Hello you", "Bye"])
        let plain = "From: a\r\n\r\nThe tag <html> begins a page.\r\n"
        #expect(
            words { MailMessage.read(Array(plain.utf8), into: $0) }.last
                == "The tag <html> begins a page."
        )
    }

    @Test(arguments: [
        ("=?utf-8?q?caf=C3=A9?=", "café"), ("=?UTF-8?B?5L2g5aW9?= x", "你好 x"),
        ("=?utf-8?q?a?= =?utf-8?q?b?=", "ab"), ("=?utf-8?b?5L2g5Q==?= =?utf-8?b?pb0=?=", "你好"),
        ("=?iso-8859-1?Q?a_b=E9?= c", "a bé c"), ("plain = ?text", "plain = ?text"),
        ("=?utf-8?x?abc?=", "=?utf-8?x?abc?="), ("=?", "=?"), ("=?utf-8*en?q?a?=", "a"),
    ])
    func `decode encoded words in mail header fields`(field: String, words: String) {
        #expect(EncodedWords.decode(Array(field.utf8)) == words)
    }

    @Test(arguments: [
        ("a=\r\nb", "ab"), ("=41=4a", "AJ"), ("100=", "100="), ("=ZZ", "=ZZ"), ("a_b", "a_b"),
    ])
    func `decode quoted-printable`(text: String, words: String) {
        let bytes = EncodedWords.quotedPrintable(Array(text.utf8)[...], isWord: false)
        #expect(String(decoding: bytes, as: UTF8.self) == words)
    }

    @Test func `neutralize control characters`() {
        #expect(TextDecoding.harmless("a\u{0}b\u{7}\u{1B}[1;31mred\u{1B}[0m\r\nc") == "a␀b␇red\nc")
        #expect(TextDecoding.harmless("x\u{202E}y\u{2066}z\u{FEFF}") == "xyz")
    }

    @Test(arguments: [
        (0, "0 B"), (1, "1 B"), (999, "999 B"), (1_000, "1 kB"), (1_540, "1.5 kB"),
        (9_960, "10 kB"), (999_499, "999 kB"), (999_600, "1 MB"), (1_234_567_890, "1.2 GB"),
        (-5, "0 B"), (Int.max, "9.2 EB"),
    ])
    func `format sizes`(bytes: Int, words: String) {
        #expect(ByteSize.words(bytes) == words)
    }

    @Test(arguments: [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (701, "ZZ"), (702, "AAA")])
    func `name the columns of sheets`(index: Int, letters: String) {
        #expect(TableSetter.letters(index) == letters)
    }

    @Test(arguments: [
        ("text/plain", TextFormat.plain), ("text/x-swift", .code), ("application/json", .code),
        ("application/vnd.oasis.opendocument.text-template", .openDocument), ("font/ttf", .font),
        ("application/rss+xml", .code), ("application/x-7z-compressed", .archive),
        ("application/vnd.oasis.opendocument.graphics", nil), ("image/svg+xml", .drawing),
        ("application/pdf", nil), ("application/octet-stream", nil),
    ])
    func `recognize the types of text`(type: String, format: TextFormat?) {
        #expect(TextFormat(FileType(rawValue: type)) == format)
    }
}
