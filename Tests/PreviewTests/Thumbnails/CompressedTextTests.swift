import Foundation
import Testing

@testable import QuickPreview

/// Thumbnails whose texts are compressed or international, as KDE's programs write them.
struct `Thumbnails with compressed texts` {
    /// Puts texts into a PNG: each is a kind, a key, and a value.
    private static let script = """
        import struct, sys, zlib
        path, *words = sys.argv[1:]
        data = open(path, "rb").read()
        def chunk(kind, key, text):
            key, text = key.encode() + b"\\0", text.encode()
            body = {
                "tEXt": lambda: key + text, "zTXt": lambda: key + b"\\0" + zlib.compress(text),
                "iTXt": lambda: key + b"\\0\\0en\\0URI\\0" + text,
                "packed": lambda: key + b"\\1\\0\\0\\0" + zlib.compress(text),
                "bomb": lambda: key + b"\\0" + zlib.compress(text * 1000000),
                "broken": lambda: key + b"\\0" + zlib.compress(text)[:-3], "short": lambda: key,
            }[kind]()
            kind = {"bomb": "zTXt", "broken": "zTXt", "packed": "iTXt", "short": "iTXt"}.get(kind, kind).encode()
            return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        added = b"".join(chunk(*words[start:start + 3]) for start in range(0, len(words), 3))
        open(path, "wb").write(data[:33] + added + data[33:])
        """

    /// Writes a thumbnail of a file, whose URI is of a kind.
    private func write(
        _ kind: String,
        of subject: ThumbnailSubject,
        in lab: CacheFixture,
        folder: String? = nil,
        uri: String? = nil
    ) throws -> String {
        let uri = uri ?? subject.uri
        let path = try lab.write([], of: uri, in: folder)
        let words = [
            kind, "Thumb::URI", uri, kind == "tEXt" ? kind : "zTXt", "Thumb::MTime",
            "\(subject.modified)",
        ]
        let ended = try execute("python3", ["-c", Self.script, path] + words)
        try #require(ended.code == 0, "\(ended)")
        return path
    }

    @Test func `are kept while their files are there, and those that cannot be read always`()
        async throws
    {
        try await withCache { lab in
            var paths: [String: String] = [:]
            for kind in ["tEXt", "zTXt", "iTXt", "packed", "bomb", "broken", "short"] {
                for state in ["there", "gone"] {
                    let file = try lab.fixtures.png(as: "\(kind) \(state).png")
                    let path = try write(kind, of: lab.subject(file), in: lab)
                    try run("touch", "-d", "2 days ago", path)
                    paths["\(kind) \(state)"] = path
                    if state == "gone" { try run("rm", file) }
                }
            }
            let half = try write("zTXt", of: lab.subject(lab.fixtures.png(as: "half.png")), in: lab)
            try run("truncate", "-s", "-20", half)
            try run("touch", "-d", "2 days ago", half)
            let cleaned = lab.cache.clean(ThumbnailCache.Cleaning())
            #expect(cleaned.gone == 4 && cleaned.damaged == 1 && cleaned.kept == 10, "\(cleaned)")
            let left = paths.filter { FileManager.default.fileExists(atPath: $0.value) }.keys
            let readable = ["tEXt gone", "zTXt gone", "iTXt gone", "packed gone"]
            #expect(Set(left) == Set(paths.keys).subtracting(readable))
        }
    }

    @Test(arguments: ["zTXt", "iTXt", "packed"])
    func `are used, and carried to another name`(kind: String) async throws {
        try await withCache { lab in
            let subject = try lab.subject(lab.fixtures.png())
            _ = try write(kind, of: subject, in: lab)
            let found = try #require(lab.cache.thumbnail(of: subject, .normal))
            #expect(found.texts["Thumb::MTime"] == "\(subject.modified)")
            try await withPreviewer { previewer in
                let used = try await previewer.picture(of: subject, .normal, in: lab.cache)
                #expect(used.isFound)
            }
            let moved = lab.fixtures.path("moved.png")
            try run("mv", subject.path.text, moved)
            let other = try #require(ThumbnailSubject(FilePath(moved)))
            lab.cache.carry(from: subject.uri, to: other, isMoved: true)
            let carried = try #require(lab.cache.thumbnail(of: other, .normal))
            #expect(carried.texts["Thumb::URI"] == other.uri)
            #expect(try lab.qpreview("cache", "clean").output.contains("1 thumbnail"))
        }
    }

    @Test(arguments: ["zTXt", "packed"])
    func `are read in a child where a medium brings them`(kind: String) async throws {
        try await withCache { lab in
            let subject = try lab.subject(lab.fixtures.png(as: "picture.png"))
            _ = try write(
                kind,
                of: subject,
                in: lab,
                folder: lab.fixtures.path(".sh_thumbnails/normal"),
                uri: "./picture.png"
            )
            try await withPreviewer { previewer in
                let picture = try await previewer.picture(of: subject, .normal, in: lab.cache)
                #expect(!picture.isFound && picture.isKept)
                // The thumbnail, and not the file once more.
                #expect(previewer.statistics.ends == [.shown: 1])
            }
        }
    }
}
