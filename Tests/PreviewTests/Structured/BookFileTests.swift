import Foundation
import PreviewHelper
import Testing

@testable import DocumentRendering
@testable import PreviewModel
@testable import QuickPreview

/// Books of Kindle, and FictionBooks.
struct `Book files` {
    private static let html = "<html><body><h1>One</h1><p>Words.</p></body></html>"

    @Test(arguments: ["a.mobi", "a.fb2", "a.fb2.zip"])
    func `show their covers, and have their titles and pages`(name: String) async throws {
        try await withFixtures { fixtures in
            let picture = try fixtures.image("cover.jpg")
            let cover = [UInt8](try Data(contentsOf: URL(fileURLWithPath: picture)))
            let code = Data(cover).base64EncodedString()
            let bytes =
                switch name {
                case "a.mobi": BookMaker.mobi(title: "Приливы", html: Self.html, cover: cover)
                case "a.fb2": Array(BookMaker.fiction(cover: code).utf8)
                default: ZipMaker([.init("b.fb2", BookMaker.fiction(cover: code))]).bytes
                }
            let path = try fixtures.write(bytes, as: name)
            try await withPreviewer { previewer in
                let facts = try await info(previewer, path)
                #expect(facts.title == "Приливы" && facts.pages == 1)
                let picture = try await thumbnail(previewer, path, size: 100)
                #expect(
                    picture.colour(0.25, 0.25) == "red" && picture.colour(0.75, 0.25) == "green"
                )
            }
        }
    }

    @Test func `in an encoding that expat does not know have their words`() throws {
        let text = BookMaker.fiction(encoding: "windows-1251")
        let bytes = try #require(text.data(using: .windowsCP1251))
        let found = try words(in: Array(bytes), type: "application/x-fictionbook+xml")
        #expect(found.contains("Первая глава") && found.contains("About the sea."))
    }

    @Test func `that break off show what is before`() throws {
        let text = BookMaker.fiction()
        let end = try #require(text.range(of: "</poem>")).lowerBound
        let found = try words(
            in: Array(text[..<end].utf8) + Array("<p>&broken;".utf8),
            type: "application/x-fictionbook+xml"
        )
        #expect(found.contains("Low and high"))
        #expect(throws: DocumentProblemError.self) {
            _ = try words(
                in: Array("<?xml version=\"1.0\"?><a/>".utf8),
                type: "application/x-fictionbook+xml"
            )
        }
    }
}
