import Foundation
import PreviewModel
import Testing

@testable import QuickPreview

/// What pages do not show, because it is not in the document.
struct `Pictures that are left out` {
    /// Addresses of pictures, and of the three that count as dots, as empty, and twice.
    private static let html = """
        <!DOCTYPE html><meta charset=utf-8><h1>Title</h1>
        <link rel=stylesheet href=look.css>
        <link rel=stylesheet href='https://127.0.0.1:1/css2?family=Far'>
        <style>@font-face { font-family: Far; src: url(far.woff2) }</style>
        <p><img src=near.png alt=near><img src=near.png><img src='../up.png'>
        <img src='/root.png'><img src='http://127.0.0.1:1/far.jpg'>
        <img src='http://127.0.0.1:1/dot.gif' width=1 height=1><img src=''>
        <img src='data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/%3E'>
        """

    private static let markdown = """
        # Title

        ![near](near.png) and ![near](near.png), <img src="../up.png">

        ![](/root.png) ![far](http://127.0.0.1:1/far.jpg)
        """

    /// A mail, of which a part with text precedes the same as a page.
    private static func mail(withText: Bool) -> String {
        let head = "From: a@example.org\r\nSubject: Title\r\nMIME-Version: 1.0\r\n"
        let page =
            "Content-Type: text/html; charset=utf-8\r\n\r\n<p>Words <img src='cid:gone'>"
            + "<img src='http://127.0.0.1:1/far.jpg'>"
            + "<img src='http://127.0.0.1:1/dot.gif' width=1 height=1>\r\n"
        guard withText else { return head + page }
        return head + "Content-Type: multipart/alternative; boundary=x\r\n\r\n--x\r\n"
            + "Content-Type: text/plain\r\n\r\nWords\r\n--x\r\n" + page + "--x--\r\n"
    }

    private func leftOut(
        _ text: String,
        _ name: String,
        usesPrograms: Bool = false,
        isSimple: Bool? = nil
    ) async throws -> LeftOut {
        var configuration = PreviewerConfiguration()
        configuration.usesPrograms = usesPrograms
        var leftOut = LeftOut()
        try await withFixtures { fixtures in
            let (path, pdf) = (try fixtures.write(text, as: name), fixtures.path("result.pdf"))
            try await withPreviewer(configuration) { previewer in
                let pages = try await withFile(path) { input in
                    try await withFile(pdf, flags: O_RDWR | O_CREAT) { output in
                        try await previewer.makePages(
                            of: input,
                            name: name,
                            layout: .a4,
                            into: output
                        )
                    }
                }
                #expect(
                    pages.isSimplified != usesPrograms || isSimple == false
                        || name.hasSuffix(".md")
                        || name.hasSuffix(".eml")
                )
                leftOut = pages.leftOut
            }
            let data = try Data(contentsOf: URL(fileURLWithPath: pdf))
            #expect(data.range(of: Data(LeftOutMark.beginning.utf8)) == nil)
        }
        return leftOut
    }

    @Test func `of a page are counted by WeasyPrint, and its style sheets`() async throws {
        let found = try await leftOut(Self.html, "a.html", usesPrograms: true)
        #expect(found == LeftOut(pictures: 2, elsewhere: 2, styleSheets: 2))
        #expect(try await leftOut("<p>words", "a.html", usesPrograms: true).isEmpty)
    }

    /// Without WeasyPrint, no style sheet is used, as another notice says.
    @Test func `of a page, a text, and a mail are counted here`() async throws {
        let two = LeftOut(pictures: 2, elsewhere: 2)
        #expect(try await leftOut(Self.html, "a.html") == two)
        #expect(try await leftOut(Self.markdown, "a.md") == two)
        for withText in [false, true] {
            let found = try await leftOut(Self.mail(withText: withText), "a.eml")
            #expect(found == LeftOut(elsewhere: 2), "with text: \(withText)")
        }
        #expect(try await leftOut("# Title\n\n![x](data:,)", "a.md") == LeftOut(elsewhere: 1))
        #expect(try await leftOut("# Title", "a.md").isEmpty)
    }

    /// Letters of planes in which Unicode has none, so that no font will have them.
    @Test(arguments: ["a.txt", "a.md", "a.html"])
    func `of letters are those that no font has`(_ name: String) async throws {
        let text = "Plain \u{9FFFD} words \u{8FFFD} and \u{9FFFD}"
        let expected = LeftOut(letters: ["\u{8FFFD}", "\u{9FFFD}"])
        #expect(try await leftOut(text, name, isSimple: name != "a.txt") == expected)
        // What is not seen needs no font.
        let others = "Plain words\u{200B}, \u{FE0F}\u{2060} and\u{AD}"
        #expect(try await leftOut(others, name, isSimple: name != "a.txt").isEmpty)
        if name == "a.html" {
            #expect(try await leftOut(text, name, usesPrograms: true) == expected)
            #expect(try await leftOut(others, name, usesPrograms: true).isEmpty)
        }
    }

    @Test(arguments: [
        ("<body style='writing-mode: vertical-rl'><h1>\u{7E26}</h1>", true),
        ("<style>p{writing-mode:tb-rl}</style>a<p>b", true),
        ("<style>.other{writing-mode:vertical-lr}</style><p>b", false),
        ("<body style='writing-mode:vertical-rl'><p style='writing-mode:horizontal-tb'>b", false),
        ("<body style='writing-mode:nonsense'>b", false),
    ])
    func `of a page is the direction of vertical lines`(
        _ html: String,
        _ isVertical: Bool
    ) async throws {
        let found = try await leftOut(html, "a.html", usesPrograms: true)
        #expect(found == LeftOut(isVertical: isVertical))
    }

    @Test(arguments: [
        (
            "%PDF\n%left-out 1 2 3 0\n", "%PDF\n",
            LeftOut(pictures: 1, elsewhere: 2, styleSheets: 3)
        ),
        ("%PDF\n%left-out 99999 -2 0 0\n", "%PDF\n", LeftOut(pictures: 999)),
        (
            "%PDF\n%left-out 0 0 0 1 77824 55296 -1\n", "%PDF\n",
            LeftOut(letters: ["\u{13000}"], isVertical: true)
        ),
        ("%PDF\n%left-out 1 2 3\n", nil, LeftOut()), ("%%EOF\n", nil, LeftOut()),
        ("", nil, LeftOut()),
        ("%left-out 1 2 3 0\n%%EOF\n", nil, LeftOut()),
    ])
    func `are numbers that a program may get wrong`(
        contents: String,
        rest: String?,
        expected: LeftOut
    ) async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(contents, as: "a.pdf")
            let found = try await withFile(path, flags: O_RDWR) { LeftOutMark($0).take() }
            #expect(found == expected)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == rest ?? contents)
        }
    }
}
