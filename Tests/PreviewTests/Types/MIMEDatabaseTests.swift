import Foundation
import PreviewModel
import Testing

@testable import PreviewHelper
@testable import QuickPreview

struct `The shared MIME database` {
    private static let folder = "/usr/share/mime"
    private static let database = MIMEDatabase(folders: [folder])

    private static func lines(_ name: String) throws -> [String] {
        try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).split(separator: "\n")
            .map(String.init).filter { !$0.hasPrefix("#") }
    }

    /// The cache holds what the text files beside it hold.
    @Test func `agrees with its text files`() throws {
        var (endings, names) = (0, 0)
        for line in try Self.lines("globs2") {
            let columns = line.split(separator: ":").map(String.init)
            let (type, glob) = (columns[1], columns[2])
            let body = glob.hasPrefix("*.") ? String(glob.dropFirst(2)) : glob
            guard !body.contains(where: { "*?[".contains($0) }) else { continue }
            let matches = Self.database.matches(
                ofName: glob.hasPrefix("*.") ? "some" + glob.dropFirst() : glob
            )
            #expect(
                matches.contains { $0.type == Self.database.canonical(type) },
                "\(line): \(matches)"
            )
            if glob.hasPrefix("*.") { endings += 1 } else { names += 1 }
        }
        #expect(endings > 900)
        #expect(names > 10)
        // What one package calls an alias may be a type of another one's, which then stays what it is: LibreOffice's has two.
        let types = Set(try Self.lines("types"))
        var aliases = 0
        for line in try Self.lines("aliases") {
            let columns = line.split(separator: " ").map(String.init)
            let canonical = types.contains(columns[0]) ? columns[0] : columns[1]
            #expect(Self.database.canonical(columns[0]) == canonical, "\(line)")
            if canonical == columns[1] { aliases += 1 }
        }
        #expect(aliases > 200)
        for line in try Self.lines("subclasses") {
            let columns = line.split(separator: " ").map(String.init)
            #expect(Self.database.isKind(columns[0], of: columns[1]), "\(line)")
        }
    }

    @Test func `knows the namespaces of XML`() throws {
        for line in try Self.lines("XMLnamespaces") {
            let columns = line.split(separator: " ", omittingEmptySubsequences: false)
                .map(String.init)
            let type = Self.database.type(ofRoot: columns[1], namespace: columns[0])
            #expect(type == columns[2], "\(line)")
        }
    }

    @Test func `finds magic numbers at offsets, in ranges, under masks, and nested`() {
        func type(_ bytes: [UInt8]) -> String? {
            Self.database.matches(ofStart: bytes).first?.type
        }
        #expect(type([0x89] + Array("PNG\r\n\u{1A}\n".utf8)) == "image/png")
        #expect(type(Array("%PDF-1.7".utf8)) == "application/pdf")
        let tar = [UInt8](repeating: 0, count: 257) + Array("ustar\0".utf8)
        #expect(type(tar) == "application/x-tar")
        #expect(type(Array("RIFF1234WEBP".utf8)) == "image/webp")
        #expect(type(Array("RIFF1234WAVE".utf8)) == "audio/x-wav")
        // Under a mask: any eight bytes stand between the two parts of the mark.
        let box: [UInt8] = [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 13, 10, 0x87, 10]
        let length = [UInt8](repeating: 7, count: 8)
        #expect(type(box + length + Array("jp2 ".utf8)) == "image/jp2")
        #expect(type(box + length + Array("jpx ".utf8)) == "image/jpx")
        #expect(type([]) == nil)
        #expect(Self.database.extent > 512)
    }

    @Test func `prefers the longest extension, and ignores case`() {
        func types(_ name: String) -> [String] {
            Self.database.matches(ofName: name).map(\.type)
        }
        #expect(types("a.tar.gz") == ["application/x-compressed-tar"])
        #expect(types("a.gz") == ["application/gzip"])
        #expect(types("A.JPG") == ["image/jpeg"])
        #expect(types("a.C") == ["text/x-c++src"])
        #expect(types("a.c") == ["text/x-csrc"])
        #expect(types("a.warc.gz") == ["application/warc+gz"])
        #expect(types("nothing.of-this-kind").isEmpty)
        #expect(types("").isEmpty)
        #expect(types(String(repeating: "é.", count: 5000)).isEmpty)
    }

    @Test func `that is damaged or missing identifies fewer types, and does no harm`() async throws
    {
        let missing = MIMEDatabase(folders: ["/nowhere"])
        #expect(missing.matches(ofName: "a.zig").map(\.type) == ["text/x-zig"])
        #expect(missing.matches(ofStart: Array("%PDF-1.7".utf8)).isEmpty)
        let whole = try [UInt8](Data(contentsOf: URL(fileURLWithPath: Self.folder + "/mime.cache")))
        try await withFixtures { fixtures in
            for step in 0..<20 {
                var bytes = whole
                for place in stride(from: step, to: bytes.count, by: 977) {
                    bytes[place] = UInt8(truncatingIfNeeded: place &* 31 &+ step)
                }
                if step % 3 == 0 { bytes.removeSubrange((step * 7000 + 40)...) }
                bytes.replaceSubrange(0..<4, with: [0, 1, 0, 2])
                _ = try fixtures.write(bytes, as: "mime.cache")
                let database = MIMEDatabase(folders: [fixtures.folder.path])
                _ = database.matches(ofName: "a.tar.gz")
                _ = database.matches(ofStart: Array("%PDF-1.7".utf8))
                _ = database.isKind("image/svg+xml", of: "text/plain")
                _ = database.type(ofRoot: "svg", namespace: "http://www.w3.org/2000/svg")
            }
        }
    }
}

struct `Kinds of files` {
    @Test func `are in words for every type, in English and in Chinese`() throws {
        let types =
            try String(contentsOfFile: "/usr/share/mime/types", encoding: .utf8)
            .split(separator: "\n").map(String.init) + SupplementaryTypes.shared.all
        #expect(types.count > 900)
        var without: [String] = []
        for type in types {
            let english = FileKind.words(for: FileType(rawValue: type))
            let chinese = FileKind.words(
                for: FileType(rawValue: type),
                in: .simplifiedChinese
            )
            #expect(!english.isEmpty)
            let isChinese = chinese.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }
            if !isChinese { without.append("\(type) \(chinese)") }
        }
        // Some kinds are names of their own in every language.
        #expect(without.count <= 40, "\(without)")
    }

    @Test(arguments: [
        ("application/pdf", "PDF document", "PDF 文档"), ("image/jpeg", "JPEG image", "JPEG 图像"),
        ("image/avif", "AVIF image", "AVIF 图像"), ("text/x-zig", "Zig source code", "Zig 源代码"),
        ("inode/directory", "folder", "文件夹"), ("image/x-unheard-of", "image", "图像"),
        ("../../../etc/passwd", "document", "文档"),
    ])
    func `follow the database, our own table, or the family`(
        type: String,
        english: String,
        chinese: String
    ) {
        #expect(FileKind.words(for: FileType(rawValue: type)) == english)
        #expect(FileKind.words(for: FileType(rawValue: type), in: .simplifiedChinese) == chinese)
    }

    @Test(arguments: [
        ("zh_CN.UTF-8", PreviewLanguage.simplifiedChinese), ("zh-Hans-SG", .simplifiedChinese),
        ("zh_TW", .english), ("de_DE.UTF-8", .english), ("C", .english), ("", .english),
        ("fr, zh-CN;q=0.5", .simplifiedChinese),
    ])
    func `come in the language of a locale`(tags: String, language: PreviewLanguage) {
        #expect(PreviewLanguage(tags: tags) == language)
    }

    @Test(arguments: [
        ("Word 2007 document", "Word document"), ("Excel 2007 电子表格", "Excel 电子表格"),
        ("PowerPoint 2007+ show", "PowerPoint show"),
        ("Apple Keynote 5 presentation", "Apple Keynote presentation"),
        ("Office Open XML Visio drawing", "Visio drawing"), ("Atari 2600 ROM", "Atari 2600 ROM"),
        ("Python 3 script", "Python 3 script"), ("2007", "2007"),
        ("ISO 19139 metadata document", "ISO 19139 metadata document"),
    ])
    func `words for kinds leave out versions of programs`(words: String, kind: String) {
        #expect(FileKind.withoutVersions(words) == kind)
    }
}
