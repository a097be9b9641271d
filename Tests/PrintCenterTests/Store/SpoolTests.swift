import FoundationEssentials
import Glibc
import Testing

@testable import PrintCenter

@Suite struct `The spool` {
    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder + "/spool").sorted()
    }

    @Test func `a document gets its name only when it is complete`() async throws {
        try await withFolder { folder in
            let spool = try Spool(path: folder + "/spool")
            let incoming = try await spool.begin("one")
            try await spool.append(Array("ab".utf8), to: incoming)
            try await spool.append(Array("c".utf8), to: incoming)
            #expect(try names(folder) == ["one.part"])
            let stored = try await spool.finish(incoming)
            #expect(try names(folder) == ["one"])
            #expect(stored.size == 3)
            #expect(
                stored.sha256
                    == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
            )
            let file = try await spool.open("one")
            defer { close(file) }
            var bytes = [UInt8](repeating: 0, count: 9)
            let count = unsafe read(file, &bytes, 9)
            #expect(bytes.prefix(count) == Array("abc".utf8)[...])
        }
    }

    @Test func `an abandoned document leaves no file`() async throws {
        try await withFolder { folder in
            let spool = try Spool(path: folder + "/spool")
            let incoming = try await spool.begin("one")
            try await spool.append([1, 2, 3], to: incoming)
            await spool.abandon(incoming)
            #expect(try names(folder) == [])
            await #expect(throws: SpoolError.self) { try await spool.append([4], to: incoming) }
            await #expect(throws: SpoolError.self) { try await spool.finish(incoming) }
        }
    }

    @Test func `a derived file keeps its name only if it was made successfully`() async throws {
        try await withFolder { folder in
            let spool = try Spool(path: folder + "/spool")
            await #expect(throws: CancellationError.self) {
                try await spool.make("one") { _ in throw CancellationError() }
            }
            #expect(try names(folder) == [])
            try await spool.make("one") { file in
                let count = unsafe write(file, "x", 1)
                #expect(count == 1)
            }
            #expect(try names(folder) == ["one"])
        }
    }

    @Test func `a sweep keeps known documents, removes partial ones, and quarantines unknown ones`()
        async throws
    {
        try await withFolder { folder in
            let spool = try Spool(path: folder + "/spool")
            for name in ["known", "stray", "stray.pdf", "preview-1"] {
                try await spool.make(name) { _ in }
            }
            _ = try await spool.begin("broken")
            let first = try await spool.sweep(keeping: ["known"])
            #expect(first == Spool.SweepResult(removed: 3, putAside: 1))
            #expect(try names(folder) == ["known", "stray.orphan"])
            // The queue that speaks of it is put back.
            let second = try await spool.sweep(keeping: ["known", "stray"])
            #expect(second == Spool.SweepResult(restored: 1))
            #expect(try names(folder) == ["known", "stray"])
            _ = try await spool.sweep(keeping: [])
            #expect(try names(folder) == ["known.orphan", "stray.orphan"])
            _ = try await spool.sweep(keeping: [], keepingAside: .zero)
            #expect(try names(folder) == [])
        }
    }

    @Test func `the hash of a document is that of all its bytes`() async throws {
        try await withFolder { folder in
            let spool = try Spool(path: folder + "/spool")
            let incoming = try await spool.begin("long")
            try await spool.append([UInt8](repeating: 7, count: (1 << 22) + 3), to: incoming)
            let stored = try await spool.finish(incoming)
            #expect(try await spool.measure("long") == stored)
        }
    }

    // Whatever a spool without the check would do to these names happens within the test's folder.
    @Test(arguments: ["../secret", "ABSOLUTE/secret", "..", ".", "", "inner/secret", "nul\0"])
    func `no name leads out of the folder`(_ written: String) async throws {
        try await withFolder { folder in
            let name = written.replacing("ABSOLUTE", with: folder)
            let spool = try Spool(path: folder + "/spool")
            let files = [folder + "/secret", folder + "/spool/inner/secret"]
            try FileManager.default.createDirectory(
                atPath: folder + "/spool/inner",
                withIntermediateDirectories: false
            )
            for file in files { try Data([1]).write(to: URL(filePath: file)) }
            await #expect(throws: SpoolError.self) { close(try await spool.open(name)) }
            await spool.remove(name)
            for file in files { #expect(FileManager.default.fileExists(atPath: file)) }
        }
    }

    @Test(arguments: ["../made", "ABSOLUTE/made", "inner/made"])
    func `no file is created outside the folder`(_ written: String) async throws {
        try await withFolder { folder in
            let spool = try Spool(path: folder + "/spool")
            try FileManager.default.createDirectory(
                atPath: folder + "/spool/inner",
                withIntermediateDirectories: false
            )
            await #expect(throws: SpoolError.self) {
                try await spool.make(written.replacing("ABSOLUTE", with: folder)) { _ in }
            }
            #expect(try names(folder) == ["inner"])
            for path in ["/made", "/made.part", "/spool/inner/made", "/spool/inner/made.part"] {
                #expect(!FileManager.default.fileExists(atPath: folder + path))
            }
        }
    }

    @Test func `a link is not followed`() async throws {
        try await withFolder { folder in
            let spool = try Spool(path: folder + "/spool")
            try Data([1]).write(to: URL(filePath: folder + "/secret"))
            #expect(unsafe symlink("../secret", folder + "/spool/link") == 0)
            await #expect(throws: SpoolError.self) { close(try await spool.open("link")) }
            await spool.remove("link")
            #expect(FileManager.default.fileExists(atPath: folder + "/secret"))
        }
    }

    @Test func `a folder that is a link is no spool`() async throws {
        try await withFolder { folder in
            #expect(unsafe symlink("/tmp", folder + "/spool") == 0)
            #expect(throws: SpoolError.self) { try Spool(path: folder + "/spool") }
        }
    }
}
