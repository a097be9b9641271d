import FileAccess
import Foundation
import PreviewModel
import Testing

@testable import QuickPreview

/// Pictures that lie beside a document, in a folder that its user names.
struct `Pictures of a folder` {
    /// Who lays the pages out.
    enum Layout: CaseIterable, Sendable {
        case own, weasyPrint, weasyPrintWithoutNamespaces

        var configuration: PreviewerConfiguration {
            var configuration = PreviewerConfiguration()
            configuration.usesPrograms = self != .own
            if self == .weasyPrintWithoutNamespaces {
                configuration.converterPlaces.bubblewrap = "/bin/false"
            }
            return configuration
        }
    }

    /// The addresses in a page in `site/docs`, and the widths of the pictures that they show.
    private static let addresses: [(address: String, width: Int?)] = [
        ("../images/a.png", 20), ("../images/b.jpg", 22), ("../images/c.gif", 24),
        ("../images/d.webp", 26), ("near.PNG", 28), ("./below/../near.PNG?size=2#top", 28),
        ("../bilder%20%C3%BC/%C3%A4%20%C3%B6.png", 30), ("../bilder ü/100%25.png", 32),
        // Outside of the folder, or no picture in it.
        ("../../outside.png", nil), ("../../../../../outside.png", nil), ("%2e%2e/near.PNG", nil),
        ("../images/link.png", nil), ("../linked/outside.png", nil), ("../images/pipe.png", nil),
        ("/images/a.png", nil), ("//site/images/a.png", nil), ("file:///site/images/a.png", nil),
        ("http://127.0.0.1:1/images/a.png", nil), ("https://127.0.0.1:1/a.png", nil),
        ("qpreview-package:///images/a.png", nil), ("missing.png", nil), ("page.txt", nil),
        ("", nil),
    ]

    /// Makes the folder `site`, beside what must not be read.
    private func makeSite(_ fixtures: Fixtures) throws {
        let folders = ["site/docs/below", "site/images", "site/bilder ü", "secret"]
        for folder in folders {
            try FileManager.default.createDirectory(
                atPath: fixtures.path(folder),
                withIntermediateDirectories: true
            )
        }
        func picture(_ width: Int, _ name: String) throws {
            _ = try fixtures.png(width: width, height: 10, as: name)
        }
        try picture(20, "site/images/a.png")
        for (width, name) in [(22, "b.jpg"), (24, "c.gif"), (26, "d.webp")] {
            _ = try fixtures.image(name, width: width, height: 10)
            try FileManager.default.moveItem(
                atPath: fixtures.path(name),
                toPath: fixtures.path("site/images/\(name)")
            )
        }
        try picture(28, "site/docs/near.PNG")
        try picture(30, "site/bilder ü/ä ö.png")
        try picture(32, "site/bilder ü/100%.png")
        try picture(90, "outside.png")
        try picture(92, "secret/outside.png")
        _ = try fixtures.write("no picture", as: "site/docs/page.txt")
        #expect(unsafe symlink("../../outside.png", fixtures.path("site/images/link.png")) == 0)
        #expect(unsafe symlink("../secret", fixtures.path("site/linked")) == 0)
        #expect(unsafe mkfifo(fixtures.path("site/images/pipe.png"), 0o600) == 0)
    }

    private static func html(_ addresses: [String]) -> String {
        let pictures = addresses.enumerated().map { "<p><img src=\"\($1)\" alt=\"words\($0)\">" }
        return "<!DOCTYPE html><meta charset=\"utf-8\"><h1>Title</h1>"
            + "<a href=\"other.html\">beside</a>" + pictures.joined()
    }

    private static func markdown(_ addresses: [String]) -> String {
        "# Title\n\n"
            + addresses.enumerated().map { "![words\($0)](<\($1)>)" }.joined(separator: "\n\n")
    }

    /// A document, packed with the pictures of a folder.
    private func packed(
        _ fixtures: Fixtures,
        _ name: String,
        with folder: String = "site",
        isNamed: Bool = true
    ) throws -> [UInt8] {
        let path = fixtures.path(name)
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        let package = try PictureFolder(FilePath(fixtures.path(folder))).pack(
            file,
            name: isNamed ? path : "",
            at: isNamed ? FilePath(path) : nil
        )
        return BoundedFile.bytes(of: package.descriptor, limit: 1 << 20) ?? []
    }

    /// The widths of the pictures on the pages of a document, and their words.
    private func pages(
        of package: [UInt8],
        as name: String,
        _ configuration: PreviewerConfiguration
    ) async throws -> (widths: [Int], words: [String], pdf: Data) {
        var (widths, words, data): ([Int], [String], Data) = ([], [], Data())
        try await withFixtures { fixtures in
            let (path, pdf) = (try fixtures.write(package, as: name), fixtures.path("result.pdf"))
            try await withPreviewer(configuration) { previewer in
                let pages = try await withFile(path) { input in
                    try await withFile(pdf, flags: O_RDWR | O_CREAT) { output in
                        try await previewer.makePages(
                            of: input,
                            name: name,
                            layout: .a4,
                            into: output
                        )
                    }
                }
                #expect(!pages.isTruncated)
                if configuration.usesPrograms, !name.hasSuffix(".md") {
                    #expect(!pages.isSimplified, "WeasyPrint has not made it")
                }
            }
            let list = try execute("pdfimages", ["-list", pdf]).output.split(separator: "\n")
            widths = list.dropFirst(2).compactMap { line in
                let columns = line.split(separator: " ")
                return columns[2] == "image" ? Int(columns[3]) : nil
            }
            words = try writtenWords(pdf)
            data = try Data(contentsOf: URL(fileURLWithPath: pdf))
        }
        return (widths, words, data)
    }

    @Test(arguments: Layout.allCases, ["html", "md"])
    func `are on the pages, and nothing outside of it is`(
        layout: Layout,
        nameExtension: String
    ) async throws {
        try await withFixtures { fixtures in
            try makeSite(fixtures)
            let addresses = Self.addresses.map(\.address)
            let text =
                nameExtension == "md" ? Self.markdown(addresses) : Self.html(addresses)
            let name = "page.\(nameExtension)"
            _ = try fixtures.write(text, as: "site/docs/\(name)")
            let package = try packed(fixtures, "site/docs/\(name)")
            for secret in ["outside.png", "secret/outside.png", "site/docs/page.txt"] {
                let bytes = try Data(contentsOf: URL(fileURLWithPath: fixtures.path(secret)))
                #expect(Data(package).range(of: bytes) == nil, "\(secret) was read")
            }
            let made = try await pages(of: package, as: name, layout.configuration)
            #expect(Set(made.widths) == Set(Self.addresses.compactMap(\.width)))
            for (index, (address, width)) in Self.addresses.enumerated() {
                #expect(made.words.contains("words\(index)") == (width == nil), "\(address)")
            }
            // Links beside the page lead nowhere, and made-up addresses are not written.
            #expect(made.pdf.range(of: Data("other.html".utf8)) == nil)
            #expect(made.pdf.range(of: Data("qpreview-package".utf8)) == nil)
            // The folder is not needed again, and equal contents give equal bytes.
            let again = try await pages(of: package, as: name, layout.configuration)
            #expect(made.pdf.elementsEqual(again.pdf))
        }
    }

    @Test(arguments: Layout.allCases)
    func `are not read unless it is named`(layout: Layout) async throws {
        try await withFixtures { fixtures in
            try makeSite(fixtures)
            for (name, text) in [("a.html", Self.html(["a.png"])), ("a.md", "![words0](a.png)")] {
                let path = try fixtures.write(text, as: "site/images/\(name)")
                let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
                let made = try await pages(of: [UInt8](bytes), as: name, layout.configuration)
                #expect(made.widths.isEmpty && made.words.contains("words0"))
            }
        }
    }

    /// Where the document lies, the folder that is named, an address, and whether it shows a picture.
    @Test(arguments: [
        ("site/docs/a.html", "site", "../images/a.png", true),
        ("site/docs/a.html", "site/docs", "../images/a.png", false),
        ("site/docs/a.html", "site/docs", "near.PNG", true),
        // Below the document, and elsewhere: addresses begin at the document, or else at the folder.
        ("site/a.html", "site/images", "images/a.png", true),
        ("site/a.html", "site/images", "docs/near.PNG", false),
        ("secret/a.html", "site", "images/a.png", true),
        ("secret/a.html", "site", "../site/images/a.png", false),
        ("secret/a.html", "site/../site/./images", "a.png", true),
        ("secret/a.html", "linked-site", "images/a.png", true),
        ("site/a.html", "linked-site", "images/a.png", true),
    ])
    func `are found from the document, or else from the folder`(
        document: String,
        folder: String,
        address: String,
        isShown: Bool
    ) async throws {
        try await withFixtures { fixtures in
            try makeSite(fixtures)
            #expect(unsafe symlink("site", fixtures.path("linked-site")) == 0)
            _ = try fixtures.write(Self.html([address]), as: document)
            let package = try packed(fixtures, document, with: folder)
            // The package is the same for both; WeasyPrint resolves "..", too.
            for layout in address.hasPrefix("..") ? [Layout.own, .weasyPrint] : [.own] {
                let made = try await pages(of: package, as: "a.html", layout.configuration)
                #expect(made.widths.isEmpty != isShown, "\(layout)")
            }
        }
    }

    @Test(arguments: [
        ("<base href='images/'>", "a.png", true), ("<base href='images/x.html'>", "a.png", true),
        ("<base href='../'>", "a.png", false), ("<base href='/images/'>", "a.png", false),
        ("<base href='http://127.0.0.1:1/'>", "images/a.png", false),
        ("<base target='_top'><a href='docs/'>x</a>", "images/a.png", true),
    ])
    func `are found from the base that a page gives`(
        base: String,
        address: String,
        isShown: Bool
    ) async throws {
        try await withFixtures { fixtures in
            try makeSite(fixtures)
            _ = try fixtures.write(base + "<p><img src='\(address)' alt=x>", as: "site/a.html")
            let package = try packed(fixtures, "site/a.html")
            for layout in [Layout.own, .weasyPrint] {
                let made = try await pages(of: package, as: "a.html", layout.configuration)
                #expect(made.widths.isEmpty != isShown, "\(layout)")
            }
        }
    }

    /// Names and contents of documents, and the type of their package under another name.
    @Test(arguments: [
        ("a.html", "words", "text/html"), ("a.HTM", "words", "text/html"),
        ("a.xhtml", "words", "application/xhtml+xml"), ("a.md", "<p>words", "text/markdown"),
        ("a.markdown", "words", "text/markdown"),
        ("", "<!DOCTYPE html><p>words", "text/html"), ("", "# words", "text/markdown"),
    ])
    func `leave the document its type`(name: String, text: String, type: String) async throws {
        try await withFixtures { fixtures in
            let document = try fixtures.write(text, as: "document")
            try FileManager.default.createDirectory(
                atPath: fixtures.path("site"),
                withIntermediateDirectories: false
            )
            let bytes = try await withFile(document) { file in
                let package = try PictureFolder(FilePath(fixtures.path("site"))).pack(
                    file,
                    name: name,
                    at: nil
                )
                return try #require(BoundedFile.bytes(of: package.descriptor, limit: 9_999))
            }
            for other in ["b.\(name.split(separator: ".").last ?? "bin")", "b"] {
                let path = try fixtures.write(bytes, as: other)
                try await withPreviewer { previewer in
                    let info = try await withFile(path) {
                        try await previewer.info(of: $0, name: other)
                    }
                    #expect(info.type == type, "\(other)")
                    let picture = try await withFile(path) {
                        try await previewer.thumbnail(of: $0, name: other, size: 64)
                    }
                    #expect(picture.width > 8)
                }
            }
        }
    }

    /// A package that another program has made: without flags, and under other names.
    private static func foreign(
        _ text: String,
        _ change: (inout ZipMaker) -> Void = { _ in }
    ) throws -> [UInt8] {
        var picture = ZipMaker.Entry("i/a.png")
        picture.contents = try Fixtures.quarters(width: 40, height: 20).png()
        var zip = ZipMaker([
            .init("mimetype", FileType.documentPackage.rawValue), .init("x/page.htm", text),
            picture,
            .init("style.css", "img { display: none }"),
        ])
        change(&zip)
        return zip.bytes
    }

    private static let page =
        "<link rel=stylesheet href='../style.css'>one <img src='../i/a.png' alt=words>"

    @Test(arguments: [Layout.own, .weasyPrint])
    func `are found in packages of other programs, and nothing else`(layout: Layout) async throws {
        func pages(_ package: [UInt8]) async throws -> (widths: [Int], words: [String]) {
            let made = try await self.pages(of: package, as: "a", layout.configuration)
            return (made.widths, made.words)
        }
        let good = try await pages(try Self.foreign(Self.page))
        #expect(good.widths == [40] && good.words == ["one"])
        // Beyond the archive, damaged, or a picture by its name only.
        let beyond = try Self.foreign(Self.page.replacing("../i", with: "../../i"))
        let damaged = try Self.foreign(Self.page) { $0.entries[2].checksum = 7 }
        let outside = try Self.foreign(Self.page) { $0.entries[2].offset = 9_999 }
        let other = try Self.foreign(Self.page) { $0.entries[2].contents = Array("none".utf8) }
        let itself = try Self.foreign("one <img src='page.htm' alt=words>")
        for package in [beyond, damaged, outside, other, itself] {
            let bad = try await pages(package)
            #expect(bad.widths.isEmpty && bad.words == ["one", "words"])
        }
    }

    @Test(arguments: [Layout.own, .weasyPrint])
    func `are refused with a document that cannot be read`(layout: Layout) async throws {
        let packages = [
            try Self.foreign(Self.page) { $0.entries[1].method = 8 },
            try Self.foreign(Self.page) { $0.entries[1].flags = 1 },
            try Self.foreign(Self.page) { $0.entries[1].offset = 9_999 },
            try Self.foreign("\u{0}\u{1}\u{2}"),
        ]
        for package in packages {
            let error = await #expect(throws: PreviewError.self) {
                _ = try await pages(of: package, as: "a.html", layout.configuration)
            }
            #expect(error?.code == .damaged || error?.code == .encrypted)
        }
        // An archive without a document is an archive.
        let empty = try Self.foreign(Self.page) { $0.entries.removeLast(3) }
        let made = try await pages(of: empty, as: "a.md", layout.configuration)
        #expect(made.words.contains("mimetype"))
    }
}
