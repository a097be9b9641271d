import CText
import Foundation
import Testing

@testable import DocumentRendering
@testable import PreviewHelper
@testable import PreviewModel
@testable import QuickPreview

struct `Names in archives` {
    /// A text in an encoding, as iconv writes it.
    private static func bytes(_ text: String, _ encoding: String) throws -> [UInt8] {
        let converter = unsafe iconv_open(encoding, "UTF-8")
        try #require(Int(bitPattern: converter) != -1, "\(encoding) is not known")
        defer { unsafe _ = iconv_close(converter) }
        var source = text.utf8.map { CChar(bitPattern: $0) }
        var target = [CChar](repeating: 0, count: 4 * source.count)
        var (left, room) = (source.count, target.count)
        try unsafe source.withUnsafeMutableBufferPointer { source in
            try unsafe target.withUnsafeMutableBufferPointer { target in
                var (from, to) = (source.baseAddress, target.baseAddress)
                let status = unsafe iconv(converter, &from, &left, &to, &room)
                try #require(status == 0)
            }
        }
        return target.prefix(target.count - room).map { UInt8(bitPattern: $0) }
    }

    @Test(arguments: [
        ("新建文件夹/报告.txt|照片01.jpg", "gb18030"), ("说明.doc", "gb18030"),
        ("資料/ソフト一覧.txt|表紙.pdf", "cp932"), ("はじめに.txt", "cp932"),
        ("新增資料夾/測試報告.txt|說明文件.doc", "big5"), ("새 폴더/보고서.txt|사진 모음.jpg", "cp949"),
        ("Отчеты/Годовой отчет.txt|Фото.jpg", "cp866"), ("Отчеты/Годовой отчет.txt", "cp1251"),
        ("Résumé/Über uns.txt|señor.jpg", "cp437"), ("Résumé/Über uns.txt|señor.jpg", "cp1252"),
        ("schön.txt", "cp437"), ("Ärger.txt", "cp1252"), ("café.txt", "cp437"),
        ("Ελλάδα é.txt|plain", "utf-8"), ("写真/猫.jpg|日記.txt", "cp932"),
    ])
    func `are decoded in the encoding that fits all of them`(text: String, encoding: String) throws
    {
        let bytes = try Self.bytes(text, encoding)
        let names = bytes.split(separator: UInt8(ascii: "|")).map(Array.init)
        #expect(NameDecoding.decode(names).joined(separator: "|") == text)
    }

    @Test func `are those that the archive has in Unicode`() async throws {
        func unicode(_ text: String, beside name: [UInt8], version: UInt8 = 1) -> [UInt8] {
            let body = [version] + number(ZipMaker.checksum(name)) + Array(text.utf8)
            return [0x75, 0x70, UInt8(body.count), 0] + body
        }
        func number(_ value: UInt32) -> [UInt8] {
            (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) }
        }
        let name: [UInt8] = [0x82, 0x2E, 0x74]
        var told = ZipMaker.Entry("")
        (told.name, told.extra) = (name, [9, 9, 2, 0, 1, 1] + unicode("猫.t", beside: name))
        var other = told
        // Of another name: it was renamed by a program that knows nothing of the field.
        other.extra = unicode("猫.t", beside: [1])
        var later = told
        later.extra = unicode("猫.t", beside: name, version: 2)
        var flagged = ZipMaker.Entry("Ω.t")
        flagged.flags = 0x800
        try await withFixtures { fixtures in
            let path = try fixtures.write(
                ZipMaker([told, other, later, flagged]).bytes,
                as: "a.zip"
            )
            try await withFile(path) { descriptor in
                let entries = try ZipArchive.open(descriptor).entries
                #expect(entries.map(\.name) == ["猫.t", "é.t", "é.t", "Ω.t"])
                #expect(entries.map(\.rawName) == [[], name, name, []])
                #expect(Listing.names(of: entries) == entries.map(\.name))
            }
        }
    }

    @Test func `are listed below their folders, even if the archive lists no folders`() {
        let names = ["a.txt", "dir/b.txt", "c.txt", "dir/sub/deep.txt", "dir/", "./e", "a.txt/f"]
        let tree = ListingTree(
            names.map {
                ListingMessage.Entry(name: $0, size: 1, isFolder: $0.hasSuffix("/"))
            }
        )
        let lines = tree.lines.map { String(repeating: " ", count: $0.depth) + $0.name }
        #expect(
            lines == [
                "a.txt", "dir/", " b.txt", " sub/", "  deep.txt", "c.txt", "e", "a.txt/", " f",
            ]
        )
        #expect(tree.lines.map(\.isFolder).count { $0 } == 3)
        let deep = String(repeating: "x/", count: 10_000) + "y"
        let many = ListingTree([ListingMessage.Entry(name: deep, size: 1)])
        #expect(many.lines.count == 25)
    }

    /// The words of a listing, line by line.
    private static func lines(_ path: String, isZip: Bool = false) async throws -> [String] {
        try #require(ctext_start() == 0)
        return try await withFile(path) { descriptor in
            var lines: [String] = []
            try Listing.read(descriptor, isZip: isZip, name: "a") { block in
                guard case .table(let table) = block else { return true }
                lines += table.rows.compactMap { $0.first?.text.string }
                return true
            }
            return lines
        }
    }

    @Test func `outside of ASCII are decoded in 7z, RAR, and tar archives`() async throws {
        try await withFixtures { fixtures in
            _ = try fixtures.write("x", as: "猫 é.txt")
            for format in ["7zip", "pax"] {
                let archive = fixtures.path("a.\(format)")
                let ended = try execute(
                    "env",
                    [
                        "LC_ALL=C.UTF-8", "bsdtar", "--format=\(format)", "-cf", archive, "-C",
                        fixtures.folder.path, "猫 é.txt",
                    ]
                )
                try #require(ended.code == 0, "\(ended.errors)")
                #expect(try await Self.lines(archive) == ["猫 é.txt"], "\(format)")
            }
            let maker = RARMaker([RARMaker.Entry(name: "猫 é.txt", contents: [1])])
            for (index, bytes) in [maker.four, maker.five].enumerated() {
                let path = try fixtures.write(bytes, as: "\(index).rar")
                #expect(try await Self.lines(path) == ["猫 é.txt"], "\(index)")
            }
        }
    }

    @Test func `are readable in an archive with encrypted files`() async throws {
        var entry = ZipMaker.Entry("secret/plan.txt", "x")
        entry.flags = 1
        try await withFixtures { fixtures in
            let path = try fixtures.write(ZipMaker([entry]).bytes, as: "a.zip")
            #expect(
                try await Self.lines(path, isZip: true) == ["secret/", "  plan.txt  encrypted"]
            )
            try await withPreviewer { previewer in
                #expect(try await thumbnail(previewer, path, size: 400).ink() > 0)
                let info = try await info(previewer, path)
                #expect(info.encrypted && info.problem == nil)
            }
        }
    }
}
