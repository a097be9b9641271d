import Foundation
import Testing

@testable import PreviewHelper

struct `A zip archive` {
    @Test func `lists its entries, and provides their contents`() async throws {
        try await withFixtures { fixtures in
            let text = String(repeating: "Some words. ", count: 10_000)
            try FileManager.default.createDirectory(
                atPath: fixtures.path("folder"),
                withIntermediateDirectories: false
            )
            _ = try fixtures.write(text, as: "folder/words.txt")
            _ = try fixtures.write("tiny", as: "Grüße 你好.txt")
            let zip = fixtures.path("real.zip")
            try python(
                """
                import os, sys, zipfile
                os.chdir(sys.argv[1])
                with zipfile.ZipFile("real.zip", "w") as z:
                    z.write("folder")
                    z.write("folder/words.txt", compress_type=zipfile.ZIP_DEFLATED)
                    z.write("Grüße 你好.txt")
                """,
                fixtures.folder.path
            )
            try await withFile(zip) { descriptor in
                let archive = try ZipArchive.open(descriptor)
                #expect(
                    archive.entries.map(\.name) == [
                        "folder/", "folder/words.txt", "Grüße 你好.txt",
                    ]
                )
                #expect(archive.entries.map(\.isFolder) == [true, false, false])
                #expect(archive.entries.map(\.method) == [0, 8, 0])
                let words = try #require(archive["folder/words.txt"])
                #expect(words.size == text.utf8.count)
                #expect(words.compressedSize < words.size / 10)
                #expect(try archive.read(words, limit: 1 << 20) == Array(text.utf8))
                #expect(try archive.start(of: words, count: 7) == Array("Some wo".utf8))
                let tiny = try #require(archive["Grüße 你好.txt"])
                #expect(try archive.read(tiny, limit: 4) == Array("tiny".utf8))
                #expect(throws: ZipArchive.Failure.tooLarge) {
                    try archive.read(tiny, limit: 3)
                }
                #expect(archive["folder/WORDS.txt"] == nil)
            }
        }
    }

    @Test func `may follow a program, and precede a comment`() async throws {
        var maker = ZipMaker(["a": "first", "b": "second"])
        maker.prefix = Array("#!/bin/sh\nexit\n".utf8)
        maker.comment = Array("PK\u{5}\u{6} is not the end of it, but a comment".utf8)
        try await withArchive(maker) { archive in
            #expect(archive.start == 15)
            try archive.expect("a", holds: "first")
            try archive.expect("b", holds: "second")
        }
    }

    @Test func `of more than 4 GiB is read with ZIP64`() async throws {
        try await withFixtures { fixtures in
            let zip = fixtures.path("large.zip")
            // A sparse file: the second entry lies beyond 4 GiB.
            try python(
                """
                import sys, zipfile
                with zipfile.ZipFile(sys.argv[1], "w", allowZip64=True) as z:
                    z.writestr("a", "near")
                    z.fp.seek(5 << 30)
                    z.start_dir = z.fp.tell()
                    z.writestr("b", "far")
                """,
                zip
            )
            try await withFile(zip) { descriptor in
                let archive = try ZipArchive.open(descriptor)
                #expect(archive.entries.last?.offset == 5 << 30)
                try archive.expect("a", holds: "near")
                try archive.expect("b", holds: "far")
            }
        }
    }

    @Test func `of old systems has readable names`() async throws {
        var entry = ZipMaker.Entry("", "x")
        entry.name = [0x81, 0x62, 0x65, 0x72]
        try await withArchive(ZipMaker([entry])) { archive in
            #expect(archive.entries.map(\.name) == ["über"])
        }
    }

    @Test func `that is truncated, or another format, is refused`() async throws {
        let whole = ZipMaker(["a": "first", "b": "second"]).bytes
        for length in 0..<whole.count {
            try await withBytes(Array(whole.prefix(length))) { descriptor in
                #expect(throws: ZipArchive.Failure.self) { try ZipArchive.open(descriptor) }
            }
        }
    }

    @Test func `of an empty directory is an archive`() async throws {
        try await withArchive(ZipMaker()) { #expect($0.entries.isEmpty) }
    }

    @Test func `with a wrong checksum is damaged`() async throws {
        var entry = ZipMaker.Entry("a", "first")
        entry.checksum = 1
        try await withArchive(ZipMaker([entry])) { archive in
            #expect(throws: ZipArchive.Failure.damaged) { try archive.contents("a") }
        }
    }

    @Test func `reports encryption and unknown methods`() async throws {
        var secret = ZipMaker.Entry("secret", "first")
        secret.flags = 1
        var strange = ZipMaker.Entry("strange", "first")
        strange.method = 25_451
        try await withArchive(ZipMaker([secret, strange])) { archive in
            #expect(throws: ZipArchive.Failure.encrypted) { try archive.contents("secret") }
            #expect(throws: ZipArchive.Failure.method(25_451)) { try archive.contents("strange") }
        }
    }
}

struct `A hostile zip archive` {
    @Test func `that expands beyond a limit is not read`() async throws {
        try await withFixtures { fixtures in
            let zip = fixtures.path("bomb.zip")
            try python(
                """
                import sys, zipfile
                with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as z:
                    z.writestr("bomb", b"\\0" * (64 << 20))
                    z.writestr("small", b"\\0" * (1 << 20))
                """,
                zip
            )
            try await withFile(zip) { descriptor in
                let archive = try ZipArchive.open(descriptor)
                #expect(throws: ZipArchive.Failure.refused(.ratio)) { try archive.contents("bomb") }
                // Whatever its ratio, a mebibyte harms nobody.
                let small = try #require(archive["small"])
                #expect(try archive.read(small, limit: 1 << 20).count == 1 << 20)
            }
        }
    }

    @Test func `that expands to more than it declares is damaged, and is read no further`()
        async throws
    {
        try await withFixtures { fixtures in
            let zip = fixtures.path("liar.zip")
            try python(
                """
                import struct, sys, zipfile
                with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as z:
                    z.writestr("liar", b"\\0" * (64 << 20))
                data = bytearray(open(sys.argv[1], "rb").read())
                struct.pack_into("<I", data, data.rindex(b"PK\\1\\2") + 24, 1000)
                open(sys.argv[1], "wb").write(data)
                """,
                zip
            )
            try await withFile(zip) { descriptor in
                let archive = try ZipArchive.open(descriptor)
                #expect(archive["liar"]?.size == 1000)
                #expect(throws: ZipArchive.Failure.damaged) { try archive.contents("liar") }
            }
        }
    }

    @Test func `of too many entries is refused`() async throws {
        try await withFixtures { fixtures in
            let zip = fixtures.path("many.zip")
            for (count, isRead) in [(65_535, true), (65_536, false)] {
                try python(
                    """
                    import sys, zipfile
                    with zipfile.ZipFile(sys.argv[1], "w") as z:
                        for i in range(int(sys.argv[2])): z.writestr(str(i), "")
                    """,
                    zip,
                    String(count)
                )
                try await withFile(zip) { descriptor in
                    if isRead {
                        let archive = try ZipArchive.open(descriptor)
                        #expect(archive.entries.count == count)
                    } else {
                        #expect(throws: ZipArchive.Failure.tooManyEntries) {
                            try ZipArchive.open(descriptor)
                        }
                    }
                }
            }
        }
    }

    @Test func `whose entries share their bytes is not read`() async throws {
        var copy = ZipMaker.Entry("copy", "second")
        copy.offset = 0
        let maker = ZipMaker([
            ZipMaker.Entry("kernel", "first"), copy, ZipMaker.Entry("c", "third"),
        ])
        try await withArchive(maker) { archive in
            for name in ["kernel", "copy"] {
                #expect(throws: ZipArchive.Failure.refused(.overlap)) {
                    try archive.contents(name)
                }
            }
            try archive.expect("c", holds: "third")
        }
    }

    @Test(arguments: [60, 10_000, 0xFFFF_FFF0] as [UInt32])
    func `whose entries lie elsewhere is not read`(offset: UInt32) async throws {
        var entry = ZipMaker.Entry("a", "first")
        entry.offset = offset
        try await withArchive(ZipMaker([entry])) { archive in
            #expect(throws: ZipArchive.Failure.refused(.range)) { try archive.contents("a") }
        }
    }

    @Test(arguments: [
        "../a", "a/../../b", "/etc/passwd", "..\\a", "C:\\a", "\\\\host\\a", "..",
    ])
    func `whose names lead out of its folder is not read`(name: String) async throws {
        try await withArchive(ZipMaker([ZipMaker.Entry(name, "first")])) { archive in
            #expect(throws: ZipArchive.Failure.refused(.name)) { try archive.contents(name) }
        }
    }

    @Test func `that contradicts itself is reported as damaged, and never crashes`() async throws {
        let whole = ZipMaker(["a": "first", "b": "second"]).bytes
        for index in whole.indices {
            for byte in [0, 0x7F, 0xFF] as [UInt8] {
                var changed = whole
                changed[index] = byte
                try await withBytes(changed) { descriptor in
                    guard let archive = try? ZipArchive.open(descriptor) else { return }
                    #expect(archive.entries.count <= 2)
                    for entry in archive.entries {
                        let size = (try? archive.read(entry, limit: 1 << 10))?.count ?? 0
                        #expect(size <= 1 << 10)
                    }
                }
            }
        }
    }
}

extension ZipArchive {
    fileprivate func expect(_ name: String, holds text: String) throws {
        let found = try contents(name)
        #expect(found == text)
    }

    fileprivate func contents(_ name: String) throws -> String {
        let entry = try #require(self[name])
        return String(decoding: try read(entry, limit: 1 << 30), as: UTF8.self)
    }
}

private func withArchive(_ maker: ZipMaker, _ body: (ZipArchive) throws -> Void) async throws {
    try await withBytes(maker.bytes) { try body(try ZipArchive.open($0)) }
}

/// Nothing else in this process shares a directory: only children do.
@Suite(.serialized) struct `The directory of a zip archive` {
    @Test func `is parsed once where readers share it`() async throws {
        let maker = ZipMaker(["a.txt": "words"])
        try await withFixtures { fixtures in
            let path = try fixtures.write(maker.bytes, as: "shared.zip")
            try await withFile(path) { descriptor in
                // A number that no other test opens meanwhile.
                let document = dup2(descriptor, 900)
                try #require(document == 900)
                defer { close(document) }
                ZipArchive.shareDirectory(of: document)
                defer { ZipArchive.shareDirectory(of: nil) }
                #expect(try ZipArchive.open(document).entries.count == 1)
                try #require(unsafe truncate(path, 0) == 0)
                #expect(try ZipArchive.open(document).entries.count == 1)
                ZipArchive.shareDirectory(of: nil)
                #expect(throws: ZipArchive.Failure.notAnArchive) {
                    try ZipArchive.open(document)
                }
            }
        }
    }
}

private func withBytes(_ bytes: [UInt8], _ body: (Int32) throws -> Void) async throws {
    try await withFixtures { fixtures in
        let path = try fixtures.write(bytes, as: "test.zip")
        try await withFile(path) { try body($0) }
    }
}

/// Runs a program in Python, which has a zip library of its own.
private func python(_ program: String, _ arguments: String...) throws {
    let ended = try execute("python3", ["-c", program] + arguments)
    try #require(ended.code == 0, "\(ended.errors)")
}
