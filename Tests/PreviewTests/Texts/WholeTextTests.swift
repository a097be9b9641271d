import Foundation
import ProofKit
import Testing

@testable import QuickPreview

/// Text that a preview cuts is whole on written pages, or they say that it is not.
@Suite(.timeLimit(.patience(5)))
struct `Whole text on written pages` {
    /// So many different words.
    private func words(_ count: Int, _ prefix: String = "w") -> [String] {
        (1...count).map { "\(prefix)\($0)" }
    }

    @Test func `has all of a paragraph of half a megabyte`() async throws {
        let words = words(60_000)
        let page = "<p>\(words.joined(separator: " "))</p><p>The end.</p>"
        try await withPages(of: page.utf8, as: "a.html") { pdf, pages throws in
            #expect(try writtenWords(pdf) == words + ["The", "end."])
            #expect(!pages.isTruncated)
        }
    }

    @Test func `has all of a value that is higher than a page, beside the other columns`()
        async throws
    {
        let words = words(4_000)
        let text = "name,value\nfirst,short\nlong,\"\(words.joined(separator: " "))\"\nlast,also\n"
        try await withPages(of: text.utf8, as: "a.csv") { pdf, pages throws in
            let written = try writtenWords(pdf)
            #expect(written.filter { $0.starts(with: "w") } == words)
            #expect(written.contains("last") && written.contains("also"))
            // The names of the columns stand on each page.
            #expect(written.count { $0 == "name" } == pages.count && pages.count > 2)
            #expect(!pages.isTruncated)
        }
    }

    @Test func `has tables whose names of columns are higher than a page`() async throws {
        let words = words(4_000)
        let text = "\"\(words.joined(separator: " "))\",b\n1,2\n3,4\n"
        try await withPages(of: text.utf8, as: "a.csv") { pdf, pages throws in
            #expect(try writtenWords(pdf).count { $0.starts(with: "w") } == words.count)
            #expect(pages.count < 20)
        }
    }

    @Test func `has a thousand columns`() async throws {
        let names = words(1_000, "c")
        let values = words(1_000, "v")
        let text = names.joined(separator: ",") + "\n" + values.joined(separator: ",") + "\n"
        try await withPages(of: text.utf8, as: "a.csv") { pdf, pages throws in
            let written = Set(try writtenWords(pdf))
            #expect(written.isSuperset(of: names) && written.isSuperset(of: values))
            #expect(!pages.isTruncated)
        }
    }

    @Test func `says where values are left out`() async throws {
        let text = words(2_100, "c").joined(separator: ",") + "\n"
        try await withPages(of: text.utf8, as: "a.csv") { _, pages in
            #expect(pages.isTruncated)
        }
    }

    @Test
    func `has the values of a workbook beyond their beginning, and says where there are more`()
        async throws
    {
        for (words, isTruncated) in [(words(5_000), false), (words(40_000), true)] {
            let value = words.joined(separator: " ")
            let sheet =
                "<worksheet><sheetData><row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>"
                + "\(value)</t></is></c></row></sheetData></worksheet>"
            let bytes = ZipMaker([
                .init(
                    "[Content_Types].xml",
                    "<Types><Override PartName=\"/xl/workbook.xml\" ContentType=\"application/vnd."
                        + "openxmlformats-officedocument.spreadsheetml.sheet.main+xml\"/></Types>"
                ), .init("xl/workbook.xml", "<workbook/>"),
                .init("xl/worksheets/sheet1.xml", sheet),
            ]).bytes
            try await withPages(of: bytes, as: "a.xlsx") { pdf, pages throws in
                let written = try writtenWords(pdf).filter { $0.starts(with: "w") }
                #expect(pages.isTruncated == isTruncated)
                #expect(isTruncated || written == words)
            }
        }
    }

    @Test func `says where a page of HTML nests too deep to be read on`() async throws {
        for (levels, isTruncated) in [(100, false), (2_100, true)] {
            let page = "<p>first</p>\(String(repeating: "<div>", count: levels))<p>last</p>"
            try await withPages(of: page.utf8, as: "a.html") { pdf, pages throws in
                #expect(pages.isTruncated == isTruncated)
                #expect(try writtenWords(pdf).contains("last") == !isTruncated)
            }
        }
    }

    @Test func `has what a list of mail adds below a message`() async throws {
        let message = """
            Subject: Hello
            Content-Type: multipart/mixed; boundary=b

            --b
            Content-Type: text/plain

            The message.
            --b
            Content-Type: text/plain

            The footer.
            --b--

            """
        try await withPages(of: message.utf8, as: "a.eml") { pdf, pages throws in
            let words = try writtenWords(pdf)
            #expect(words.contains("message.") && words.contains("footer."))
            #expect(!pages.isTruncated)
        }
    }

    @Test func `is announced by the program where it is not whole`() async throws {
        try await withFixtures { fixtures in
            for (columns, isTruncated) in [(3, false), (2_100, true)] {
                let text = words(columns, "c").joined(separator: ",") + "\n"
                let path = try fixtures.write(text, as: "a.csv")
                let ended = try execute(
                    program("qpreview"),
                    ["pages", path, fixtures.path("a.pdf")]
                )
                #expect(ended.code == 0)
                #expect(ended.errors.contains("exceeds a limit") == isTruncated, "\(ended.errors)")
            }
        }
    }
}
