import Foundation
import Testing

@testable import QuickPreview

struct `Listings, mail and fonts` {
    private func picture(_ path: String, size: Int = 400) async throws -> PreviewImage {
        var image: PreviewImage?
        try await withPreviewer { image = try await thumbnail($0, path, size: size) }
        return try #require(image)
    }

    @Test(arguments: ["zip", "tar", "tar.gz", "tar.xz"])
    func `archives show the names in them`(kind: String) async throws {
        try await withFixtures { fixtures in
            _ = try fixtures.write("12345", as: "one.txt")
            _ = try fixtures.write(String(repeating: "x", count: 2_000), as: "two.txt")
            let script = """
                import tarfile, zipfile, os
                os.chdir('\(fixtures.folder.path)')
                name = 'a.\(kind)'
                if name.endswith('zip'):
                    with zipfile.ZipFile(name, 'w') as z: [z.write(f) for f in ('one.txt', 'two.txt')]
                else:
                    mode = 'w:' + (name.split('.')[2] if name.count('.') > 1 else '')
                    with tarfile.open(name, mode) as t: [t.add(f) for f in ('one.txt', 'two.txt')]
                """
            try run("python3", "-c", script)
            let image = try await picture(fixtures.path("a.\(kind)"))
            #expect(image.lines(across: 0...0.5) == 2, "two names")
            #expect(image.ink(across: 0.75...1) > 0.0002, "two sizes")
        }
    }

    @Test func `a file that was compressed alone is listed under its own name`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write("some words\n", as: "notes.txt")
            try run("gzip", path)
            let image = try await picture(path + ".gz")
            #expect(image.lines(across: 0...0.6) == 1)
            #expect(image.ink(across: 0.09...0.3, down: 0...0.15) > 0.002)
        }
    }

    @Test func `a truncated archive shows what it has, or is reported as damaged`()
        async throws
    {
        try await withFixtures { fixtures in
            let path = try fixtures.write([UInt8]("PK\u{3}\u{4}junk".utf8), as: "a.zip")
            do {
                _ = try await picture(path)
                Issue.record("no archive was shown")
            } catch let error as PreviewError {
                #expect(error.code == .damaged || error.code == .noPreview)
            }
        }
    }

    @Test func `a folder shows its contents`() async throws {
        try await withFixtures { fixtures in
            for name in ["b.txt", "a.txt", ".hidden"] { _ = try fixtures.write("x", as: name) }
            try run("mkdir", fixtures.path("sub"))
            try await withPreviewer { previewer in
                try await withFile(fixtures.folder.path, flags: O_RDONLY | O_DIRECTORY) { folder in
                    let image = try await previewer.thumbnail(ofFolder: folder, size: 800)
                    #expect(image.lines(across: 0...0.5) >= 2)
                    let listing = try #require(ListingMessage(folder: folder))
                    #expect(listing.entries.map(\.name) == ["sub", "a.txt", "b.txt"])
                    #expect(ListingMessage(decoding: listing.encoded()) == listing)
                }
            }
        }
    }

    @Test func `mail shows its header fields and its text`() async throws {
        let head = "From: Ann <ann@example.org>\r\nTo: bob@example.org\r\n"
        let plain =
            head
            + "Subject: Café\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nDear Bob, né.\r\n"
        let encoded =
            head
            + "Subject: =?utf-8?q?Caf=C3=A9?=\r\nMIME-Version: 1.0\r\n"
            + "Content-Type: multipart/alternative; boundary=\"xx\"\r\n\r\n--xx\r\n"
            + "Content-Type: text/html\r\n\r\n<b>no</b>\r\n--xx\r\n"
            + "Content-Type: text/plain; charset=iso-8859-1\r\n"
            + "Content-Transfer-Encoding: quoted-printable\r\n\r\nDear Bob, n=E9=\r\n.\r\n--xx--\r\n"
        try await withFixtures { fixtures in
            let one = try await picture(fixtures.write(plain, as: "a.eml"))
            #expect(one.ink(down: 0...0.15) > 0.01)
            let two = try await picture(fixtures.write(encoded, as: "b.eml"))
            #expect(two.pixels == one.pixels)
            try await withPreviewer { previewer in
                let path = try fixtures.write(encoded, as: "b.eml")
                #expect(try await info(previewer, path).title == "Café")
            }
        }
    }

    @Test func `mail shows its text below a large attachment`() async throws {
        func mail(_ size: Int) -> String {
            let line = String(repeating: "AAAA", count: 18) + "\r\n"
            return "From: Ann <ann@example.org>\r\n"
                + "Content-Type: multipart/mixed; boundary=xx\r\n\r\n--xx\r\nContent-Type: application/zip; name=a.zip\r\n"
                + "Content-Transfer-Encoding: base64\r\n\r\n"
                + String(repeating: line, count: size / line.utf8.count + 1)
                + "--xx\r\nContent-Type: text/plain\r\n\r\nDear Bob, see above.\r\n--xx--\r\n"
        }
        try await withFixtures { fixtures in
            let small = try await picture(fixtures.write(mail(100), as: "a.eml"))
            let large = try await picture(fixtures.write(mail(3 << 20), as: "b.eml"))
            #expect(small.lines() >= 3)
            #expect(large.pixels == small.pixels)
        }
    }

    @Test func `fonts show a sample`() async throws {
        let folder = "/usr/share/fonts/truetype/dejavu/"
        let serif = try await picture(folder + "DejaVuSans.ttf")
        let bold = try await picture(folder + "DejaVuSans-Bold.ttf")
        #expect(serif.size == "400x400")
        #expect(serif.lines() >= 8)
        #expect(bold.ink() > 1.2 * serif.ink())
        #expect(try await picture(folder + "DejaVuSans.ttf", size: 48).ink() > 0.05)
    }

    @Test func `a truncated font is damaged`() async throws {
        try await withFixtures { fixtures in
            let font = try Data(
                contentsOf: URL(fileURLWithPath: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
            )
            let path = try fixtures.write([UInt8](font.prefix(900)), as: "a.ttf")
            do {
                _ = try await picture(path)
                Issue.record("a broken font was shown")
            } catch let error as PreviewError {
                #expect(error.code == .damaged)
            }
        }
    }
}
