import CText
import Testing

@testable import DocumentRendering

/// What is read of HTML, by the parser of libxml2.
struct `Pages of HTML` {
    init() throws { try #require(ctext_start() == 0) }

    @Test(arguments: [
        ("a &amp; b &lt;c&gt;", "a & b <c>"), ("&#65;&#x42;", "AB"), ("&unknown; &", "&unknown; &"),
        ("a&#x202E;b", "ab"), ("&Alpha;&thetasym; &eacute;", "\u{391}\u{3D1} \u{E9}"),
        ("5 < 6", "5 < 6"), ("\u{4F60}\u{597D} &copy;", "\u{4F60}\u{597D} \u{A9}"),
    ])
    func `have characters for their entities`(html: String, words: String) {
        #expect(text(of: html) == [words])
    }

    @Test(arguments: [
        ("<p>one<p>two", ["one", "two"]), ("<b>bold<p>in</b> it</p>", ["bold", "in it"]),
        ("<ul><li>a<li>b</ul>c", ["a", "b", "c"]), ("</p></div>x", ["x"]),
        ("<p title='a>b'>x", ["x"]), ("<title>no</title><h1>yes", ["yes"]),
        ("<script>'</p>' <p>no</script>yes", ["yes"]), ("<!-- <p>no --><p>yes", ["yes"]),
        ("<meta charset='utf-16'>\u{E9}", ["\u{E9}"]),
        ("<select><option>no</select>yes", ["yes"]),
        ("<section>a</section><nav>b</nav>", ["a", "b"]), ("<pre>a\n  b</pre>", ["a\n  b"]),
        ("a <i>b </i> c", ["a b c"]), ("<p>a</page><p>b</html><p>c", ["a", "b", "c"]),
    ])
    func `are read even if malformed`(html: String, paragraphs: [String]) {
        #expect(text(of: html) == paragraphs)
    }

    @Test(arguments: [
        "<!DOCTYPE html SYSTEM 'file:///etc/passwd' [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>a&x;",
        "<!DOCTYPE a [<!ENTITY b 'bbbb'><!ENTITY c '&b;&b;'>]>a&c;",
        "<base href='http://localhost:1/'><link rel=stylesheet href=x><img src=x>a",
    ])
    func `load nothing and declare no entities`(html: String) {
        let words = text(of: html).joined()
        #expect(words.contains("a") && !words.contains("root:") && !words.contains("bbbbbbbb"))
    }

    /// An end tag is compared with every open element.
    @Test(arguments: ["<b>", "<div>", "<p><table>", "<a></i>", "<svg>", "&#x41;", "<!--", "<x y='"])
    func `end even if their elements do not`(piece: String) {
        let html = "<p>first</p>" + String(repeating: piece, count: 60_000) + "last"
        #expect(text(of: html).first == "first")
    }

    @Test func `are read only as far as needed`() {
        let blocks = Counter()
        HTMLText.read(String(repeating: "<p>x</p>", count: 1_000)) { _ in
            blocks.count += 1
            return blocks.count < 3
        }
        #expect(blocks.count == 3)
    }

    private final class Counter {
        var count = 0
    }

    private func text(of html: String) -> [String] {
        var paragraphs: [String] = []
        HTMLText.read(html) { block in
            if case .text(let paragraph) = block { paragraphs.append(paragraph.text.string) }
            return true
        }
        return paragraphs
    }
}
