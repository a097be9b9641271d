import FileAccess
import Foundation
import Testing

struct `Files that results are written to` {
    private static let result = Array("result".utf8)

    private func write(_ bytes: [UInt8], to path: String, waits: Bool = true) throws {
        try OutputFile(FilePath(path)).write(bytes, waits: waits)
    }

    private func number(_ path: String, waits: Bool = true) -> Int32 {
        do {
            try write(Self.result, to: path, waits: waits)
            return 0
        } catch {
            return (error as? OutputFile.Failure)?.number ?? -1
        }
    }

    private func status(_ path: String) throws -> stat {
        var status = stat()
        try #require(unsafe lstat(path, &status) == 0, "\(path) is gone")
        return status
    }

    @Test func `appear complete, with the default mode and without leftovers`() async throws {
        try await withFixtures { fixtures in
            let path = fixtures.path("new")
            let mask = umask(0o027)
            defer { umask(mask) }
            try write(Self.result, to: path)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(Self.result))
            #expect(try status(path).st_mode & 0o777 == 0o640)
            let left = try FileManager.default.contentsOfDirectory(atPath: fixtures.folder.path)
            #expect(left == ["new"])
            // A name as long as names may be.
            let long = fixtures.path(String(repeating: "x", count: 255))
            #expect(number(long) == 0)
        }
    }

    @Test func `keep their mode and links`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(String(repeating: "old", count: 100), as: "old")
            try #require(unsafe chmod(path, 0o604) == 0)
            let (hard, soft) = (fixtures.path("hard"), fixtures.path("soft"))
            try #require(unsafe link(path, hard) == 0)
            try #require(unsafe symlink("old", soft) == 0)
            try await withFile(path) { holder in
                let before = try status(path)
                try write(Self.result, to: soft)
                let after = try status(path)
                #expect(after.st_ino == before.st_ino && after.st_nlink == 2)
                #expect(after.st_mode == before.st_mode && after.st_size == Self.result.count)
                #expect(try status(soft).st_mode & S_IFMT == S_IFLNK)
                // Who made the file first and holds it open sees the result.
                var bytes = [UInt8](repeating: 0, count: 64)
                let count = unsafe pread(holder, &bytes, bytes.count, 0)
                #expect(Array(bytes.prefix(max(0, count))) == Self.result)
            }
        }
    }

    @Test func `are created at the target of a link`() async throws {
        try await withFixtures { fixtures in
            let link = fixtures.path("link")
            try #require(unsafe symlink("target", link) == 0)
            try write(Self.result, to: link)
            #expect(try status(link).st_mode & S_IFMT == S_IFLNK)
            #expect(try status(fixtures.path("target")).st_size == Self.result.count)
            let nowhere = fixtures.path("nowhere")
            try #require(unsafe symlink("no/such/folder", nowhere) == 0)
            #expect(number(nowhere) == ENOENT)
            let ring = fixtures.path("ring")
            try #require(unsafe symlink("ring", ring) == 0)
            #expect(number(ring) == ELOOP)
        }
    }

    @Test func `may be pipes`() async throws {
        try await withFixtures { fixtures in
            let path = fixtures.path("pipe")
            try #require(unsafe mkfifo(path, 0o600) == 0)
            #expect(number(path, waits: false) == ENXIO, "nobody reads")
            try await withFile(path, flags: O_RDONLY | O_NONBLOCK) { reader in
                try write(Self.result, to: path)
                var bytes = [UInt8](repeating: 0, count: 64)
                let count = unsafe read(reader, &bytes, bytes.count)
                #expect(Array(bytes.prefix(max(0, count))) == Self.result)
            }
            #expect(try status(path).st_mode & S_IFMT == S_IFIFO)
        }
    }

    @Test func `may be devices, which stay devices`() async throws {
        #expect(number("/dev/full") == ENOSPC)
        try await withFixtures { fixtures in
            // Nodes of its own: a defect here must not harm the machine's.
            for (minor, error) in [(3, Int32(0)), (7, ENOSPC)] {
                let path = fixtures.path("device-\(minor)")
                guard unsafe mknod(path, S_IFCHR | 0o600, dev_t(1 << 8 | minor)) == 0 else {
                    return
                }
                #expect(number(path) == error)
                let kind = try status(path).st_mode & S_IFMT
                #expect(kind == S_IFCHR)
            }
        }
    }

    @Test func `keep their contents if the disk is full`() async throws {
        try await withFixtures { fixtures in
            let noise = fixtures.path("noise.png")
            try run("vips", "gaussnoise", noise + ".v", "600", "600", "--sigma", "80")
            try run("vips", "cast", noise + ".v", noise, "uchar")
            let folder = fixtures.path("small")
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
            let script = """
                mount -t tmpfs -o size=64k none "$1" || exit 77
                printf old >"$1/old"
                "$2" thumbnail -s 600 "$3" "$1/old"; cat "$1/old"
                """
            let ended = try execute(
                "unshare",
                ["-m", "sh", "-c", script, "sh", folder, program("qpreview"), noise]
            )
            // Only root may make a small disk.
            guard ended.code == 0 else { return }
            #expect(ended.output == "old")
            #expect(ended.errors.contains("the disk is full"), "\(ended.errors)")
        }
    }

    /// Names of a picture that is the input: other spellings, links, and streams.
    private static let namesOfInput = [
        "a.png", "./a.png", "../files/a.png", "hard.png", "soft.png", "link/a.png",
        "a.PNG/../a.png", "/dev/fd/7", "/dev/stdout", "-",
    ]

    @Test(arguments: ["thumbnail", "pages"], namesOfInput)
    func `are not the input`(command: String, name: String) async throws {
        try await withFixtures { fixtures in
            let folder = fixtures.path("files")
            try run("mkdir", "-p", "\(folder)/a.PNG")
            let input = try fixtures.png(as: "files/a.png")
            try run("ln", input, "\(folder)/hard.png")
            try run("ln", "-s", "a.png", "\(folder)/soft.png")
            try run("ln", "-s", ".", "\(folder)/link")
            let before = try Data(contentsOf: URL(fileURLWithPath: input))
            for argument in ["a.png", FilePath(input).uri, "-"] {
                let script = """
                    cd "$1" && exec "$2" "$3" "$4" "$5" 7<>a.png <a.png 1<>a.png
                    """
                let ended = try execute(
                    "sh",
                    ["-c", script, "sh", folder, program("qpreview"), command, argument, name]
                )
                #expect(ended.code == 64, "\(argument): \(ended)")
                #expect(ended.errors.contains("is the input itself"), "\(argument): \(ended)")
                #expect(try Data(contentsOf: URL(fileURLWithPath: input)) == before)
            }
        }
    }

    @Test(arguments: [
        ("thumbnail", "out.jpg", 64), ("thumbnail", "out.WebP", 64),
        ("thumbnail", "a.d/out.pdf", 64), ("thumbnail", "out.png", 0), ("thumbnail", "out", 0),
        ("thumbnail", "out.part", 0),
        ("thumbnail", ".jpg", 0), ("thumbnail", "a.jpg/out", 0), ("pages", "out.png", 64),
        ("pages", "out.docx", 64), ("pages", "out.PDF", 0), ("pages", "out.tmp", 0),
    ])
    func `have the format of their names`(command: String, name: String, code: Int32) async throws {
        try await withFixtures { fixtures in
            try run("mkdir", fixtures.path("a.d"), fixtures.path("a.jpg"))
            let input = try fixtures.png(as: "in.png")
            let ended = try execute(program("qpreview"), [command, input, fixtures.path(name)])
            #expect(ended.code == code, "\(ended)")
            let isThere = FileManager.default.fileExists(atPath: fixtures.path(name))
            #expect(isThere == (code == 0))
            #expect(ended.errors.contains("only") == (code != 0), "\(ended.errors)")
        }
    }

    @Test func `may be inherited descriptors`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write("log\n", as: "log")
            let png = try fixtures.png()
            let program = try program("qpreview")
            let command = """
                '\(program)' thumbnail '\(png)' /dev/stdout >>'\(path)'
                '\(program)' thumbnail '\(png)' /dev/fd/7 7>'\(path).7'
                '\(program)' thumbnail '\(png)' /dev/fd/9 || echo refused
                """
            let ended = try execute("bash", ["-c", command])
            #expect(ended.output == "refused\n", "\(ended.errors)")
            let log = try Data(contentsOf: URL(fileURLWithPath: path))
            let alone = try Data(contentsOf: URL(fileURLWithPath: path + ".7"))
            #expect(alone.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            #expect(log == Data("log\n".utf8) + alone)
        }
    }
}
