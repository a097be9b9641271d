import Foundation
import Testing

@testable import PreviewHelper
@testable import PreviewModel
@testable import QuickPreview

/// Text is text, whatever its name is, and whatever word it begins with.
struct `Any text` {
    /// Ordinary texts by their names, and words of each.
    private static let files = [
        ("api.proto", "syntax = \"proto3\";\nmessage A { string x = 1; }\n", "message"),
        ("deploy.ps1", "Write-Host \"Hello\"\n", "Hello"),
        ("form.vb", "Module M\n Sub Main()\n End Sub\nEnd Module\n", "Module"),
        ("list.m3u", "#EXTM3U\n#EXTINF:1,a\na.mp3\n", "EXTINF"),
        ("main.tf", "resource \"a\" \"b\" {\n  x = 1\n}\n", "resource"),
        ("part.step", "ISO-10303-21;\nHEADER;\nENDSEC;\nEND-ISO-10303-21;\n", "HEADER"),
        ("letter.doc", "This is a plain text file.\nIt has two lines.\n", "plain"),
        ("run.bat", "@echo off\r\necho Hello\r\n", "echo"),
        ("stats.R", "x <- c(1,2,3)\nprint(mean(x))\n", "mean"),
        ("disc.cue", "FILE \"a.wav\" WAVE\n  TRACK 01 AUDIO\n", "TRACK"),
        ("app.coffee", "square = (x) -> x * x\n", "square"),
        ("plot.hpgl", "Move the pen,\nthen draw.\n", "pen"),
        ("game.nes", "Notes about the game\n", "Notes"),
        ("unknown.qqq", "Some words\n", "words"),
        // Of these, the reader of their type finds nothing to read.
        ("product.key", "ABCD-1234\nis the key of the product\n", "product"),
        ("notes.ipynb", "These are no cells.\n", "cells"),
        ("talk.srt", "Not a single time.\n", "single"),
        ("shape.obj", "A shape in words.\n", "shape"),
        ("blank.html", "<html><body><script>run()</script></body></html>\n", "script"),
    ]

    @Test func `is drawn and becomes pages with its words`() async throws {
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                for (name, text, word) in Self.files {
                    let path = try fixtures.write(Array(text.utf8), as: name)
                    let picture = try await thumbnail(previewer, path, size: 128)
                    #expect(picture.width > 0, "\(name)")
                    let facts = try await info(previewer, path)
                    #expect(facts.problem == nil && facts.pages == 1, "\(name): \(facts)")
                    #expect(facts.isText && facts.preview == .rendered, "\(name): \(facts)")
                    let words = try await withFile(path) { file in
                        var words = ""
                        for try await page in try await previewer.text(of: file, name: name) {
                            words += page.text
                        }
                        return words
                    }
                    #expect(words.contains(word), "\(name): \(words)")
                }
            }
        }
    }

    /// The words of up to four characters with which entries of the installed libmagic begin.
    private static func words() throws -> [String] {
        let path = ["/usr/lib/file/magic.mgc", "/usr/share/misc/magic.mgc"]
            .first { FileManager.default.fileExists(atPath: $0) }
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: try #require(path))))
        func number(_ place: Int) -> Int {
            (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << ($1 * 8) }
        }
        // A header as long as an entry: a mark, a version, and the number of entries of two lists.
        #expect(number(0) == 0xF11E_041C)
        let size = bytes.count / (number(8) + number(12) + 1)
        var words: Set<String> = []
        for start in stride(from: size, to: bytes.count - size + 1, by: size) {
            // Level 0, at offset 0, a string (5) of this length.
            guard bytes[start] == 0, bytes[start + 1] == 0, bytes[start + 6] == 5,
                (2...4).contains(bytes[start + 5]), number(start + 12) == 0
            else { continue }
            let word = bytes[(start + 32)..<(start + 32 + Int(bytes[start + 5]))]
            guard word.allSatisfy({ (0x20..<0x7F).contains($0) }) else { continue }
            words.insert(String(decoding: word, as: UTF8.self))
        }
        return words.sorted()
    }

    @Test func `is text, whatever word of libmagic it begins with`() throws {
        let words = try Self.words()
        #expect(words.count > 150, "\(words)")
        guard let sniffer = Sniffer() else {
            Issue.record("libmagic does not load")
            return
        }
        let ends = [
            "", " is a word\nof a list.\n", ": items\r\n1, 2, 3\r\n", "s and other words, größer\n",
        ]
        let names = ["notes.txt", "notes", "notes.md", "notes.doc"]
        var count = 0
        for (index, word) in words.enumerated() {
            for (place, end) in ends.enumerated() {
                let name = names[(index + place) % names.count]
                var text = word + end
                // Pages, programs, and pictures in letters may be as short.
                if ["%!", "{\\rt", "<svg", "P1", "P2", "P3"].contains(where: { word.hasPrefix($0) })
                {
                    text = "A " + text
                }
                if end.isEmpty { text += "\nMonthly totals\n" }
                let path = FileManager.default.temporaryDirectory
                    .appending(path: "word-\(UUID().uuidString)").path
                try Data(text.utf8).write(to: URL(filePath: path))
                let file = unsafe open(path, O_RDONLY)
                defer {
                    close(file)
                    unsafe unlink(path)
                }
                let found = sniffer.find(file, name: name)
                #expect(found.isText, "\(text)")
                let read = FileType(rawValue: found.type.rawValue).readAs(isText: found.isText)
                let format = TextFormat(read)
                #expect(
                    format?.isOfText == true,
                    "\(text) is \(found.type.rawValue) by \(found.report)"
                )
                count += 1
            }
        }
        #expect(count >= 600)
    }
}
