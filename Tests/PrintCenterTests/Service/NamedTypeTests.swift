import PrintModel
import Testing

@testable import PrintCenter

@Suite struct `The type that a person names for a document` {
    private static func facts(_ type: String) -> DocumentFacts {
        DocumentFacts(name: "a", type: type, kind: "", size: 1)
    }

    @Test(arguments: ["", "text", "html", "/", "text/", "/html", "a/b/c", "text/é", ";text/html"])
    func `is a MIME type`(text: String) {
        #expect(NamedType(text) == nil)
    }

    @Test(arguments: [
        ("text/markdown", "standard input", "standard input.md"),
        ("text/x-markdown; charset=utf-8", "NOTES.MD", "NOTES.MD"),
        ("Text/HTML", "page.htm", "page.htm"), ("text/html", "page.txt", "page.txt.html"),
        ("text/plain", "page.html", "page.html.txt"),
        ("text/csv", "standard input", "standard input.csv"),
        // The contents of these show what they are.
        ("application/pdf", "standard input", "standard input"), ("image/png", "a.jpg", "a.jpg"),
    ])
    func `gives texts the name from which they are read`(
        type: String,
        name: String,
        read: String
    ) throws {
        #expect(try #require(NamedType(type)).name(name) == read)
    }

    @Test(arguments: [
        ("text/html", "text/html"), ("text/x-markdown", "text/markdown"),
        ("image/jpg", "image/jpeg"),
        ("application/xml", "text/xml"), ("application/postscript", "image/x-eps"),
        (
            "application/vnd.ms-excel.sheet.macroenabled.12",
            "application/vnd.ms-excel.sheet.macroEnabled.12"
        ),
        ("application/octet-stream", "application/pdf"),
    ])
    func `is believed where the contents agree`(type: String, found: String) throws {
        let named = try #require(NamedType(type))
        #expect(named.judged(Self.facts(found), isReadable: true) == Self.facts(found))
    }

    @Test(arguments: [
        ("text/html", "application/pdf"), ("application/pdf", "text/plain"),
        ("image/png", "image/jpeg"),
        ("image/svg+xml", "text/plain"), ("application/x-foo", "text/plain"),
    ])
    func `is refused where the contents are of another one`(type: String, found: String) throws {
        #expect(try #require(NamedType(type)).judged(Self.facts(found), isReadable: true) == nil)
    }

    @Test func `is that of contents that nobody else knows, and of no type that the service reads`()
        throws
    {
        let unknown = Self.facts("application/octet-stream")
        let named = try #require(NamedType("application/vnd.hp-pcl"))
        #expect(named.judged(unknown, isReadable: false)?.type == "application/vnd.hp-pcl")
        #expect(try #require(NamedType("application/pdf")).judged(unknown, isReadable: true) == nil)
        var damaged = unknown
        damaged.problem = .damaged
        #expect(
            try #require(NamedType("application/pdf")).judged(damaged, isReadable: true) == damaged
        )
    }
}
