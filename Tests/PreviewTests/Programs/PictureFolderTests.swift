import FileAccess
import Foundation
import PreviewModel
import Testing

@testable import PreviewHelper
@testable import QuickPreview

/// What a document is packed with, and the limits.
struct `A folder of pictures` {
    /// Packs a document of one letter with the pictures of a folder, and returns the bytes.
    private func pack(_ fixtures: Fixtures, _ folder: String = "site") throws -> [UInt8] {
        let document = try unsafe open(fixtures.write("x", as: "document.md"), O_RDONLY | O_CLOEXEC)
        defer { close(document) }
        let package = try PictureFolder(FilePath(fixtures.path(folder))).pack(
            document,
            name: "a.md",
            at: nil
        )
        return BoundedFile.bytes(of: package.descriptor, limit: 200 << 20) ?? []
    }

    private func make(_ fixtures: Fixtures, _ folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: fixtures.path(folder),
            withIntermediateDirectories: true
        )
    }

    private func error(_ fixtures: Fixtures, _ folder: String = "site") -> PictureFolderError? {
        #expect(throws: PictureFolderError.self) { try pack(fixtures, folder) }
    }

    /// The names in a package.
    private func names(_ package: [UInt8]) async throws -> [String] {
        var names: [String] = []
        try await withFixtures { fixtures in
            try await withFile(try fixtures.write(package, as: "a.zip")) { file in
                let archive = try ZipArchive.open(file)
                for entry in archive.entries {
                    #expect(entry.refusal == nil)
                    _ = try archive.read(entry, limit: 1 << 20)
                }
                names = archive.entries.map(\.name)
            }
            // Another reader of archives agrees.
            let list = try execute("unzip", ["-tqq", fixtures.path("a.zip")])
            #expect(list.code == 0, "\(list)")
        }
        return names
    }

    @Test func `gives its pictures by name, and the same bytes whatever the order`() async throws {
        var packages: [[UInt8]] = []
        let files = [
            "b/z.jpg", "b/a.SVG", "a.jpeg", "ä.png", "c.gif", "d.webp", ".hidden/e.png", "B.png",
        ]
        for order in [files, files.reversed()] {
            try await withFixtures { fixtures in
                try make(fixtures, "site/b")
                try make(fixtures, "site/.hidden")
                for file in order { _ = try fixtures.write(file, as: "site/\(file)") }
                for other in ["png", "a.png.txt", "page.html", "style.css", "a.pdf"] {
                    _ = try fixtures.write("secret", as: "site/\(other)")
                }
                let package = try pack(fixtures)
                #expect(Data(package).range(of: Data("secret".utf8)) == nil)
                packages.append(package)
            }
        }
        #expect(packages[0] == packages[1])
        #expect(
            try await names(packages[0]) == [
                "mimetype", "files/document.md", "files/.hidden/e.png", "files/B.png",
                "files/a.jpeg", "files/b/a.SVG", "files/b/z.jpg", "files/c.gif", "files/d.webp",
                "files/ä.png",
            ]
        )
        #expect(Array(packages[0][30..<38]) == Array("mimetype".utf8))
    }

    @Test func `is not left by links, and pipes and unreadable parts are left out`() async throws {
        try await withFixtures { fixtures in
            try make(fixtures, "site/inner")
            try make(fixtures, "outside")
            _ = try fixtures.write("inside", as: "site/inner/a.png")
            _ = try fixtures.write("secret", as: "outside/b.png")
            let links = [
                ("../outside/b.png", "site/b.png"), (fixtures.path("outside/b.png"), "site/c.png"),
                ("../outside", "site/d"), ("inner/a.png", "site/e.png"), ("..", "site/inner/f"),
                ("nowhere", "site/g.png"), ("/dev/zero", "site/h.png"),
            ]
            for (target, link) in links {
                #expect(unsafe symlink(target, fixtures.path(link)) == 0)
            }
            #expect(unsafe mkfifo(fixtures.path("site/i.png"), 0o600) == 0)
            try make(fixtures, "site/j.png")
            let package = try pack(fixtures)
            #expect(Data(package).range(of: Data("secret".utf8)) == nil)
            #expect(
                try await names(package) == ["mimetype", "files/document.md", "files/inner/a.png"]
            )
        }
    }

    @Test func `is refused beyond its limits, which the message names`() throws {
        let fixtures = try Fixtures()
        defer { try? FileManager.default.removeItem(at: fixtures.folder) }
        let site = FilePath(fixtures.path("site"))
        try make(fixtures, "site")
        for index in 0...PictureFolder.picturesLimit {
            _ = try fixtures.write([], as: "site/\(index).png")
        }
        #expect(error(fixtures) == .tooManyPictures(site))
        #expect(unsafe unlink(fixtures.path("site/0.png")) == 0)
        #expect(try pack(fixtures).count > PictureFolder.picturesLimit * 100)

        try make(
            fixtures,
            "deep/" + (0..<PictureFolder.depthLimit).map { "\($0)" }.joined(separator: "/")
        )
        _ = try pack(fixtures, "deep")
        let tooDeep = (0...PictureFolder.depthLimit).map { "\($0)" }.joined(separator: "/")
        try make(fixtures, "deep/\(tooDeep)")
        #expect(
            error(fixtures, "deep") == .tooDeep(FilePath(fixtures.path("deep")), below: tooDeep)
        )

        // Without blocks on the disk.
        try make(fixtures, "large")
        let half = try fixtures.write([], as: "large/a.png")
        #expect(unsafe truncate(half, PictureFolder.sizeLimit - 1) == 0)
        _ = try pack(fixtures, "large")
        #expect(unsafe truncate(half, PictureFolder.sizeLimit) == 0)
        let large = FilePath(fixtures.path("large"))
        #expect(error(fixtures, "large") == .tooLarge(large))
        for error in [
            PictureFolderError.tooLarge(large), .tooManyPictures(site), .tooManyEntries(site),
            .tooDeep(site, below: "a/b"), .folder(site, ENOENT), .notAFolder(site),
        ] {
            for message in [error.message, error.chineseMessage] {
                #expect(message.contains(fixtures.folder.path), "\(message)")
            }
        }
    }

    @Test func `is looked through up to a number of files`() throws {
        let fixtures = try Fixtures()
        defer { try? FileManager.default.removeItem(at: fixtures.folder) }
        try make(fixtures, "site/below")
        // Names of one file each: links take less time than files.
        let first = try fixtures.write([], as: "site/below/0")
        let below = fixtures.path("site/below/")
        for index in 1..<PictureFolder.entriesLimit - 1 {
            #expect(unsafe link(first, "\(below)\(index)") == 0)
        }
        _ = try pack(fixtures)
        _ = try fixtures.write([], as: "site/one-more")
        #expect(error(fixtures) == .tooManyEntries(FilePath(fixtures.path("site"))))
    }

    @Test func `must be a folder that can be read`() throws {
        let fixtures = try Fixtures()
        defer { try? FileManager.default.removeItem(at: fixtures.folder) }
        _ = try fixtures.write("x", as: "file")
        #expect(error(fixtures, "none") == .folder(FilePath(fixtures.path("none")), ENOENT))
        #expect(error(fixtures, "file") == .notAFolder(FilePath(fixtures.path("file"))))
    }

    @Test(arguments: [
        ("a.html", nil, true), ("a.HTM", nil, true), ("b/a.xhtml", nil, true), ("a.md", nil, true),
        ("a.markdown", nil, true), ("", nil, true), ("b.d/readme", nil, true),
        ("a.pdf", nil, false), ("a.jpg", nil, false), ("a.txt", nil, false),
        ("a.txt", "text/markdown", true), ("a.html", "text/plain", false),
        ("", "text/html", true), ("", "application/pdf", false),
    ])
    func `is for HTML and Markdown`(name: String, type: String?, isUsed: Bool) {
        #expect(PictureFolder.isUsed(by: name, type: type) == isUsed)
    }
}
