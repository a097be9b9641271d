import Foundation
import Testing

@testable import QuickPreview

struct `Pages of text` {
    /// The picture of a text under a name.
    private func page(
        _ bytes: [UInt8],
        as name: String,
        page: Int = 1,
        size: Int = 400
    ) async throws -> PreviewImage {
        var image: PreviewImage?
        try await withFixtures { fixtures in
            let path = try fixtures.write(bytes, as: name)
            try await withPreviewer { previewer in
                image = try await thumbnail(previewer, path, page: page, size: size)
            }
        }
        return try #require(image)
    }

    private func page(
        _ text: String,
        as name: String,
        page: Int = 1,
        size: Int = 400
    ) async throws -> PreviewImage {
        try await self.page(Array(text.utf8), as: name, page: page, size: size)
    }

    @Test func `have the proportions of paper, white with text at the top`() async throws {
        let image = try await page("Some words on a line of their own.\n", as: "a.txt", size: 640)
        #expect(image.size == "453x640")
        #expect(image.pixel(0.01, 0.01) == [255, 255, 255, 255])
        #expect(image.ink(across: 0.09...0.4, down: 0.06...0.1) > 0.02)
        #expect(image.ink(down: 0.15...1) == 0)
    }

    @Test(arguments: [
        "utf-16", "utf-16le", "utf-16be", "utf-32", "utf-32le", "utf-32be", "utf-8-sig",
    ])
    func `look the same in every encoding of Unicode`(encoding: String) async throws {
        let text = "Price: 12 € for a café, naïve and plain.\nSecond line.\n"
        let bytes: [UInt8]
        switch encoding {
        case "utf-16":
            bytes = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        case "utf-16le": bytes = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        case "utf-16be": bytes = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        case "utf-32":
            bytes =
                [0, 0, 0xFE, 0xFF]
                + text.unicodeScalars.flatMap {
                    [0, 0, UInt8($0.value >> 8), UInt8($0.value & 255)]
                }
        case "utf-32le":
            bytes = text.unicodeScalars.flatMap {
                [UInt8($0.value & 255), UInt8($0.value >> 8), 0, 0]
            }
        case "utf-32be":
            bytes = text.unicodeScalars.flatMap {
                [0, 0, UInt8($0.value >> 8), UInt8($0.value & 255)]
            }
        default: bytes = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
        }
        // Under a type that is told by its name, so that this is about reading alone.
        let expected = try await page(text, as: "a.csv")
        var image: PreviewImage?
        do {
            image = try await page(bytes, as: "a.csv")
        } catch let error as PreviewError where error.code == .noPreview {
            // The type of UTF-16 and UTF-32 without a mark is not told by everyone's libmagic.
            #expect(!encoding.hasSuffix("sig") && encoding.count > 6)
            return
        }
        #expect(image?.pixels == expected.pixels)
    }

    @Test(arguments: [
        ("Windows-1251", "Быстрая лиса прыгает через собаку, и это русский текст. "),
        ("GB18030", "敏捷的棕色狐狸跳过了那只懒狗，今天天气很好，我们去公园散步。"),
    ])
    func `detect a legacy encoding by its letters`(encoding: String, words: String) async throws {
        let text = String(repeating: words + "\n", count: 12)
        let expected = try await page(text, as: "a.txt")
        try await withFixtures { fixtures in
            let source = try fixtures.write(text, as: "source.txt")
            try run("iconv", "-f", "UTF-8", "-t", encoding, "-o", fixtures.path("a.txt"), source)
            let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: fixtures.path("a.txt"))))
            #expect(try await page(bytes, as: "a.txt").pixels == expected.pixels)
        }
    }

    @Test func `in right-to-left scripts begin at the right`() async throws {
        let hebrew = try await page("שלום עולם\n", as: "a.txt")
        #expect(hebrew.ink(across: 0.6...1) > 10 * hebrew.ink(across: 0...0.5))
        let english = try await page("Hello world\n", as: "a.txt")
        #expect(english.ink(across: 0...0.5) > 10 * english.ink(across: 0.6...1))
    }

    @Test func `have a glyph for each character: Chinese is not a row of boxes`() async throws {
        let one = try await page(String(repeating: "永", count: 8), as: "a.txt")
        let other = try await page(String(repeating: "一", count: 8), as: "a.txt")
        // A font that lacks them draws the same box for both.
        #expect(one.ink() > 2 * other.ink())
    }

    @Test func `continue on the next page, and end`() async throws {
        let text = (1...150).map { "Line \($0)" }.joined(separator: "\n")
        let first = try await page(text, as: "a.log", size: 800)
        let second = try await page(text, as: "a.log", page: 2, size: 800)
        #expect(first.ink(down: 0.85...0.92) > 0.005)
        #expect(second.ink(down: 0.06...0.1) > 0.005)
        #expect(first.pixels != second.pixels)
        await #expect(throws: PreviewError.self) {
            try await page(text, as: "a.log", page: 9, size: 800)
        }
    }

    @Test func `show a legible part of the page in small pictures`()
        async throws
    {
        let text = String(repeating: "Words of a text that goes on and on. ", count: 200)
        let small = try await page(text, as: "a.txt", size: 128)
        #expect(small.lines() > 8 && small.lines() < 40)
        #expect(try await page(text, as: "a.txt", size: 16).ink() > 0.02)
    }

    @Test func `ignore bidirectional controls`() async throws {
        let plain = try await page("error: red\nuser abc\n", as: "a.txt")
        let tricky = "error: red\r\nuser \u{202E}abc\u{202C}\n"
        #expect(try await page(tricky, as: "a.txt").pixels == plain.pixels)
    }

    @Test func `have the colors of escape sequences, and nothing else of them`() async throws {
        let plain = try await page("error: red\nuser abc\n", as: "a.log")
        let silent = "\u{1B}[0merror\u{1B}[K: red\r\nuser \u{1B}]0;title\u{7}abc\n"
        #expect(try await page(silent, as: "a.log").pixels == plain.pixels)
        let red = try await page("\u{1B}[31mMMMM\u{1B}[0m\n", as: "a.log").pixels
        let hasRed = stride(from: 0, to: red.count, by: 4).contains {
            Int(red[$0]) > Int(red[$0 + 1]) + 60 && Int(red[$0]) > Int(red[$0 + 2]) + 60
        }
        #expect(hasRed)
    }

    @Test func `of binary data are refused`() async throws {
        let junk = (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }
        await #expect(throws: PreviewError.self) { try await page(junk, as: "a.txt") }
    }

    @Test func `of Markdown have headings, lists, code and tables`() async throws {
        let heading = try await page("# Title\n", as: "a.md")
        let words = try await page("Title\n", as: "a.md")
        #expect(heading.ink() > 2 * words.ink())
        let list = try await page("- one\n- two\n", as: "a.md")
        #expect(list.ink(across: 0...0.15) > 0, "bullets")
        let code = try await page("```\nlet a = 1\n```\n", as: "a.md")
        #expect(code.pixel(0.85, 0.07) != [255, 255, 255, 255], "code stands on grey")
        let table = try await page("| a | b |\n| - | - |\n| 1 | 2 |\n", as: "a.md")
        #expect(table.lines(across: 0.1...0.4) == 1, "lines between cells join them")
    }

    @Test func `of HTML show its text and neither scripts nor styles`() async throws {
        let html = """
            <html><head><title>no</title><style>b{color:red}</style></head>
            <body><script>alert("no")</script><h1>Head &amp; foot</h1><p>Some <b>bold</b> text.
            """
        let markdown = "# Head & foot\n\nSome **bold** text.\n"
        #expect(try await page(html, as: "a.html").pixels == page(markdown, as: "a.md").pixels)
    }

    @Test func `of separated values are tables`() async throws {
        let comma = try await page("name,age\nAnn,31\nBob,4\n", as: "a.csv")
        #expect(try await page("name;age\nAnn;31\nBob;4\n", as: "a.csv").pixels == comma.pixels)
        #expect(try await page("name\tage\nAnn\t31\nBob\t4\n", as: "a.tsv").pixels == comma.pixels)
        // The line between the two columns runs from the first row to the last.
        let columns = (0..<comma.width).filter { column in
            let place = (Double(column) + 0.01) / Double(comma.width)
            return comma.ink(across: place...(place + 1 / Double(comma.width)), down: 0.08...0.13)
                > 0.1
        }
        #expect(columns.count >= 4)
    }

    @Test func `of an endless line cost no more than those of a short one`() async throws {
        try await withFixtures { fixtures in
            let path = fixtures.path("a.txt")
            try run(
                "sh",
                "-c",
                "head -c 64M /dev/zero | tr '\\0' a > \(path); truncate -s 1G \(path)"
            )
            try await withPreviewer { previewer in
                // A reader of the whole line would exceed its memory or its time.
                let image = try await thumbnail(previewer, path, size: 256)
                #expect(image.ink() > 0.05)
            }
        }
    }
}
