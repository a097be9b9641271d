import FileAccess
import Glibc
import Testing

struct `Paths of files` {
    /// "café" in Latin-1, half a character, a name in GB18030, one in UTF-8, and what stands for bytes itself.
    static let names: [[UInt8]] = [
        [0x63, 0x61, 0x66, 0xE9], [0xE4, 0xBD], [0xD6, 0xD0, 0xCE, 0xC4, 0x2E, 0x70],
        Array("中文 é 👍".utf8), Array("\u{10FE80}\u{10FEFF}".utf8), [0xFF, 0x80, 0xC0, 0xAF],
        [0xED, 0xA0, 0x80], [0x61, 0x0A, 0x1B], [],
    ]

    @Test(arguments: names)
    func `survive conversion to a string and back`(bytes: [UInt8]) throws {
        let path = try #require(FilePath(bytes: bytes))
        #expect(FilePath(path.text).bytes == bytes)
        #expect(FilePath(argument: path.text)?.bytes == bytes)
    }

    @Test func `of each byte, and of each pair that begins with one, are kept`() throws {
        for first in UInt8(1)...255 {
            for second in [UInt8(1), 0x2F, 0x7F, 0x80, 0xA9, 0xBF, 0xC3, 0xFF] {
                let path = try #require(FilePath(bytes: [first, second]))
                #expect(FilePath(path.text).bytes == [first, second])
            }
        }
    }

    @Test func `are shown as clean text`() throws {
        let latin = try #require(FilePath(bytes: Array("a/caf".utf8) + [0xE9, 0x2E, 0x70]))
        #expect(latin.shown == "a/caf\u{FFFD}.p" && latin.name == "caf\u{FFFD}.p")
        #expect(FilePath.shown(latin.text) == latin.shown)
        #expect(FilePath.shown("中文") == "中文")
        #expect(FilePath("/").name == "/" && FilePath("a/b/").name == "b")
    }

    @Test func `have no NUL`() {
        #expect(FilePath(bytes: [0x61, 0, 0x62]) == nil)
        #expect(FilePath("a\0b").bytes == [0x61])
        #expect(FilePath(uri: "file:///a%00b") == nil)
    }

    @Test(arguments: [
        ("file:///a%20b.pdf", "/a b.pdf"), ("file://localhost/a", "/a"), ("file:/a", "/a"),
        ("FILE:///a", "/a"), ("file:///%25", "/%"), ("file:///ü", "/ü"),
        ("file:///a?b#c", "/a?b#c"), ("/plain", "/plain"), ("file", "file"),
    ])
    func `are made from URIs`(argument: String, path: String) {
        #expect(FilePath(argument: argument) == FilePath(path))
    }

    @Test(arguments: [
        "file://elsewhere.example/a", "file:///a%", "file:///a%2", "file:///a%zz", "file:///a%+1",
        "file://localhost",
    ])
    func `are not made from URIs that name no local file`(uri: String) {
        #expect(FilePath(argument: uri) == nil)
    }

    @Test func `survive conversion to a URI and back`() throws {
        for name in Self.names {
            let path = try #require(FilePath(bytes: [0x2F] + name))
            #expect(FilePath(uri: path.uri) == path)
            #expect(path.uri.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        }
        #expect(FilePath(bytes: [0x2F, 0xE9])?.uri == "file:///%E9")
    }
}
