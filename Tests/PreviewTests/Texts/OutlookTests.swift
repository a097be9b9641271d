import Foundation
import PreviewHelper
import Testing

@testable import PreviewModel
@testable import QuickPreview

/// Messages of Outlook, beside those that all structured documents have tests for.
struct `Messages of Outlook` {
    private static let type = "application/vnd.ms-outlook"

    @Test(arguments: [
        // The language of the sender, the code page of the message, and one that is not that of the words.
        ([0x3FF1: 1_049], String.Encoding.windowsCP1251, "Привет"),
        ([0x3FFD: 1_250], .windowsCP1250, "Žluťoučký"), ([0x3FDE: 65_001], .isoLatin1, "Größe"),
    ])
    func `have words in their code pages`(
        numbers: [Int: Int],
        encoding: String.Encoding,
        subject: String
    ) throws {
        let bytes = Array(try #require(subject.data(using: encoding)))
        let message = MessageMaker.compound([("0037001E", bytes)], numbers: numbers)
        #expect(try words(in: message, type: Self.type).contains(subject))
    }

    @Test func `show a page with its pictures, which are no attachments`() throws {
        let page = "<p>Words <img src='cid:one'> <![if !supportLists]>1.<![endif]> first</p>"
        let message = MessageMaker.compound(
            [("0037001F", .wide("Page")), ("10130102", Array(page.utf8))],
            attached: [("3707001F", .wide("a.png")), ("3712001F", .wide("one"))]
        )
        let found = try words(in: message, type: Self.type)
        #expect(found.contains("Page") && !found.contains { $0.contains("a.png") })
        #expect(found.contains { $0.contains("1. first") && !$0.contains("<!") })
    }

    @Test func `that are of another format are refused`() {
        #expect(throws: DocumentProblemError.self) {
            _ = try words(in: Array("no message".utf8), type: Self.type)
        }
    }

    @Test func `of types whose names have capitals have kinds in words`() async throws {
        try await withFixtures { fixtures in
            let book = BinarySheetMaker.workbook(text: "x", number: 1)
            let path = try fixtures.write(book, as: "a.xlsb")
            try await withPreviewer { previewer in
                let kind = try await info(previewer, path).kind(in: .english)
                #expect(kind.contains("Excel"))
            }
        }
    }
}
