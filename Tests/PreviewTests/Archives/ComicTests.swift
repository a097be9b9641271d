import Foundation
import PreviewModel
import Testing

@testable import DocumentRendering
@testable import QuickPreview

struct Comics {
    /// Pages in the order in which archives hold them: the first in the order of people is red.
    private static func pages() throws -> [RARMaker.Entry] {
        try [
            ("b/page 10.png", [0, 0, 255]), ("b/page 2.png", [0, 255, 0]),
            ("b/page 1.png", [255, 0, 0]),
        ]
        .map { try RARMaker.Entry(name: $0.0, contents: plain($0.1)) }
            + [RARMaker.Entry(name: "b/info.xml", contents: Array("<a/>".utf8))]
    }

    /// A picture of a colour, as PNG, with a line at its top: of one colour it would show nothing.
    static func plain(_ colour: [UInt8], width: Int = 40, height: Int = 60) throws -> [UInt8] {
        let line = Array(repeating: [128, 128, 128, 255] as [UInt8], count: width)
        let rest = Array(repeating: colour + [255], count: width * (height - 1))
        let pixels = (line + rest).flatMap { $0 }
        return try PreviewImage(width: width, height: height, pixels: pixels, type: "").png()
    }

    private static func check(
        _ bytes: [UInt8],
        _ name: String,
        type: String,
        colour: String
    ) async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(bytes, as: name)
            try await withPreviewer { previewer in
                let image = try await thumbnail(previewer, path)
                #expect(image.colour(0.5, 0.5) == colour, "\(name)")
                #expect(image.isEmbedded && image.type == type, "\(name): \(image.type)")
                let info = try await info(previewer, path)
                #expect(info.type == type)
                #expect(info.carriesPicture)
            }
        }
    }

    @Test func `in RAR archives of both generations show their first page`() async throws {
        let type = "application/vnd.comicbook-rar"
        var maker = RARMaker(try Self.pages())
        for isSolid in [false, true] {
            maker.isSolid = isSolid
            try await Self.check(maker.four, "old.cbr", type: type, colour: "red")
            try await Self.check(maker.five, "new.cbr", type: type, colour: "red")
        }
    }

    @Test func `in solid 7z archives and in tar archives show their first page`() async throws {
        try await withFixtures { fixtures in
            let pages = try Self.pages()
            for page in pages {
                _ = try fixtures.write(
                    page.contents,
                    as: page.name.split(separator: "/").joined(separator: "-")
                )
            }
            let names = pages.map { $0.name.split(separator: "/").joined(separator: "-") }
            for (format, type) in [("7zip", "application/x-cb7"), ("ustar", "application/x-cbt")] {
                let archive = fixtures.path("comic.\(type.suffix(3))")
                let arguments = ["--format=\(format)", "-cf", archive, "-C", fixtures.folder.path]
                let ended = try execute("bsdtar", arguments + names)
                try #require(ended.code == 0, "\(ended.errors)")
                let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: archive)))
                try await Self.check(bytes, "a.\(type.suffix(3))", type: type, colour: "red")
            }
        }
    }

    @Test func `that are solid show an earlier page rather than unpack for long`() async throws {
        try await withFixtures { fixtures in
            _ = try fixtures.write(Self.plain([0, 255, 0]), as: "page 2.png")
            _ = try fixtures.write([UInt8](repeating: 0, count: 25 << 20), as: "long.bin")
            _ = try fixtures.write(Self.plain([255, 0, 0]), as: "page 1.png")
            for (format, ending, between, colour) in [
                ("7zip", "cb7", [], "red"), ("7zip", "cb7", ["long.bin"], "green"),
                ("ustar", "cbt", ["long.bin"], "red"),
            ] {
                let archive = fixtures.path("comic.\(ending)")
                let ended = try execute(
                    "bsdtar",
                    [
                        "--format=\(format)", "-cf", archive, "-C", fixtures.folder.path,
                        "page 2.png",
                    ]
                        + between + ["page 1.png"]
                )
                try #require(ended.code == 0, "\(ended.errors)")
                try await withPreviewer { previewer in
                    let image = try await thumbnail(previewer, archive)
                    #expect(image.colour(0.5, 0.5) == colour, "\(format), \(between)")
                }
            }
        }
    }

    @Test func `of newer image formats are drawn by the helper that reads them`() async throws {
        try await withFixtures { fixtures in
            let png = try fixtures.write(Self.plain([255, 0, 0]), as: "page.png")
            try run("vips", "copy", png, fixtures.path("page.avif"))
            let page = try [UInt8](
                Data(contentsOf: URL(fileURLWithPath: fixtures.path("page.avif")))
            )
            let rar = RARMaker([RARMaker.Entry(name: "1.avif", contents: page)]).five
            try await Self.check(
                rar,
                "a.cbr",
                type: "application/vnd.comicbook-rar",
                colour: "red"
            )
        }
    }

    @Test func `are identified by their contents if their extension is wrong`() async throws {
        let rar = RARMaker(try Self.pages()).five
        try await Self.check(rar, "a.cbz", type: "application/vnd.comicbook-rar", colour: "red")
        let entries = try Self.pages().map { page in
            var entry = ZipMaker.Entry(page.name)
            entry.contents = page.contents
            return entry
        }
        let zip = ZipMaker(entries).bytes
        try await Self.check(zip, "a.cbr", type: "application/vnd.comicbook+zip", colour: "red")
        // Without the name of a comic an archive is an archive.
        try await withFixtures { fixtures in
            let path = try fixtures.write(rar, as: "holiday.rar")
            try await withPreviewer { previewer in
                let image = try await thumbnail(previewer, path)
                #expect(!image.isEmbedded)
                #expect(try await info(previewer, path).carriesPicture == false)
            }
        }
    }

    @Test func `skip damaged and encrypted pages, and report it if all are`() async throws {
        var pages = try Self.pages()
        pages[2].isEncrypted = true
        let type = "application/vnd.comicbook-rar"
        try await Self.check(RARMaker(pages).four, "a.cbr", type: type, colour: "green")
        pages[2].isEncrypted = false
        var damaged = RARMaker(pages).four
        let place = try #require(
            damaged.indices.last { damaged[$0...].starts(with: [0x89, 0x50, 0x4E, 0x47]) },
            "the mark of the last PNG"
        )
        damaged[place + 40] ^= 0xFF
        try await Self.check(damaged, "a.cbr", type: type, colour: "green")
        for index in pages.indices { pages[index].isEncrypted = true }
        try await withFixtures { fixtures in
            let path = try fixtures.write(RARMaker(pages).four, as: "locked.cbr")
            try await withPreviewer { previewer in
                await #expect { try await thumbnail(previewer, path) } throws: {
                    ($0 as? PreviewError)?.code == .encrypted
                }
            }
        }
    }

    @Test func `have a page for each picture, in natural order`() async throws {
        let pages = try Self.pages()
        let cover = RARMaker.Entry(name: "z/cover.png", contents: try Self.plain([0, 0, 0]))
        var maker = RARMaker(pages)
        let loose = maker.five
        maker.isSolid = true
        let entries = (pages + [cover]).map { page in
            var entry = ZipMaker.Entry(page.name)
            entry.contents = page.contents
            return entry
        }
        let colours = ["red", "green", "blue"]
        let comics = [
            (loose, "a.cbr", colours), (maker.four, "b.cbr", colours),
            (ZipMaker(entries).bytes, "c.cbz", ["black"] + colours),
        ]
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                for (bytes, name, colours) in comics {
                    let path = try fixtures.write(bytes, as: name)
                    #expect(try await info(previewer, path).pages == colours.count, "\(name)")
                    for (index, colour) in colours.enumerated() {
                        let image = try await thumbnail(previewer, path, page: index + 1)
                        #expect(image.colour(0.5, 0.5) == colour, "\(name), \(index)")
                        #expect(image.isEmbedded)
                    }
                    await #expect {
                        try await thumbnail(previewer, path, page: colours.count + 1)
                    } throws: {
                        ($0 as? PreviewError)?.code == .pageOutOfRange
                    }
                }
            }
        }
    }

    @Test func `without a page are listed as archives`() async throws {
        let text = RARMaker.Entry(name: "readme.txt", contents: Array("No pages.".utf8))
        try await withFixtures { fixtures in
            let path = try fixtures.write(RARMaker([text]).five, as: "empty.cbr")
            try await withPreviewer { previewer in
                let image = try await thumbnail(previewer, path, size: 128)
                #expect(!image.isEmbedded && image.size == "91x128", "\(image.size)")
            }
        }
    }
}
