import Foundation
import PreviewModel
import QuickPreview
import Testing

struct `The type of a file` {
    private static let office = "application/vnd.openxmlformats-officedocument."
    private static let open = "application/vnd.oasis.opendocument."

    static func check(_ samples: [Sample]) async throws {
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                for sample in samples {
                    let path = try fixtures.write(sample.bytes(), as: "sample")
                    let facts = try await info(previewer, path, name: sample.name)
                    let report = facts.typeReport
                    #expect(facts.type == sample.type, "\(sample.name): \(facts)")
                    #expect(report?.rule == sample.rule, "\(sample.name): \(facts)")
                    #expect(report?.isMisnamed == sample.isMisnamed, "\(sample.name): \(facts)")
                    #expect(facts.encrypted == sample.isEncrypted, "\(sample.name): \(facts)")
                }
            }
        }
    }

    /// An Office document whose main part is of this type.
    private static func package(_ name: String, _ type: String, main: String) -> Sample {
        .zip(
            name,
            type,
            .container,
            [
                "[Content_Types].xml": """
                <?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/\
                content-types"><Override PartName="/theme.xml" ContentType="application/xml"/>\
                <Override ContentType="\(main)" PartName="/the/Main.xml"/></Types>
                """,
                "_rels/.rels": """
                <Relationships><!-- <Relationship Type="/fixedrepresentation" Target="x"/> -->\
                <Relationship Type="http://x/officeDocument" Target="the/main.xml"/></Relationships>
                """,
            ]
        )
    }

    @Test func `of an Office document is that of its package's main part`() async throws {
        try await Self.check([
            Self.package(
                "a.docx",
                Self.office + "wordprocessingml.document",
                main: Self.office + "wordprocessingml.document.main+xml"
            ),
            Self.package(
                "a",
                Self.office + "presentationml.slideshow",
                main: Self.office + "presentationml.slideshow.main+xml"
            ),
            Self.package(
                "a.xltm",
                "application/vnd.ms-excel.template.macroEnabled.12",
                main: "application/vnd.ms-excel.template.macroEnabled.main+xml"
            ),
            Self.package(
                "a.docx",
                Self.office + "spreadsheetml.sheet",
                main: Self.office + "spreadsheetml.sheet.main+xml"
            ).misnamed(),
            // No parts of an Office document: just an archive, whatever its name.
            Sample.zip("a.docx", "application/zip", .contents, ["holiday.jpg": "x"]).misnamed(),
            Sample.zip("a.ods", "application/zip", .contents, ["holiday.jpg": "x"]).misnamed(),
            Sample.zip("a.epub", "application/zip", .contents, ["holiday.jpg": "x"]).misnamed(),
        ])
    }

    @Test(arguments: ["drawing", "template", "stencil"])
    func `of a Visio document is that of its package, whose pages are drawn`(
        kind: String
    ) async throws {
        for (ending, macros) in [("x", ""), ("m", ".macroEnabled")] {
            let type = "application/vnd.ms-visio.\(kind)\(macros).main+xml"
            let name = ["drawing": "a.vsd", "template": "a.vst", "stencil": "a.vss"][
                kind,
                default: ""
            ]
            let sample = Self.package(name + ending, type, main: type)
            try await Self.check([sample])
            try await withFixtures { fixtures in
                let path = try fixtures.write(sample.bytes(), as: sample.name)
                try await withPreviewer { previewer in
                    await #expect { try await thumbnail(previewer, path) } throws: {
                        // A package without a drawing.
                        ($0 as? PreviewError)?.code == .damaged
                    }
                }
            }
        }
    }

    @Test func `of a Radiance image does not depend on the text of its header`() async throws {
        let header = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 8\n"
        let bytes = Array(header.utf8) + Array(repeating: 0x80, count: 32)
        let type = "image/vnd.radiance"
        try await Self.check([
            Sample(name: "a.hdr", type: type, rule: .agreement) { bytes },
            Sample(name: "a", type: type, rule: .contents) { bytes },
            Sample(name: "a.txt", type: type, rule: .contents) { bytes }.misnamed(),
            .text("a.hdr", "application/envi.hdr", .textNamed, "ENVI\nsamples = 8\n"),
        ])
    }

    @Test func `of a container is the one that it declares`() async throws {
        try await Self.check([
            .zip("a.odt", Self.open + "text", .container, ["mimetype": Self.open + "text"]),
            .zip(
                "a.ods",
                Self.open + "spreadsheet",
                .container,
                [
                    "META-INF/manifest.xml": """
                    <manifest:manifest><manifest:file-entry manifest:full-path="/" \
                    manifest:media-type="\(Self.open)spreadsheet"/></manifest:manifest>
                    """
                ]
            ),
            .zip(
                "a.odt",
                Self.open + "text",
                .container,
                [
                    "mimetype": Self.open + "text",
                    "META-INF/manifest.xml": "<m:m><m:encryption-data m:checksum=\"1\"/></m:m>",
                ]
            ).encrypted(),
            .zip(
                "a.epub",
                "application/epub+zip",
                .container,
                ["mimetype": "application/epub+zip"]
            ),
            .zip("a.ora", "image/openraster", .container, ["mimetype": "image/openraster"]),
            .zip("a.kra", "application/x-krita", .container, ["mimetype": "application/x-krita"]),
            .zip(
                "b.pdf",
                "application/epub+zip",
                .container,
                ["META-INF/container.xml": "<c/>", "content.opf": "<p/>"]
            ).misnamed(),
            .zip(
                "a.jar",
                "application/x-java-archive",
                .container,
                ["META-INF/MANIFEST.MF": "Manifest-Version: 1.0\n"]
            ),
            .zip(
                "a.war",
                "application/x-java-war",
                .containerNamed,
                ["META-INF/MANIFEST.MF": "Manifest-Version: 1.0\n"]
            ),
            .zip(
                "a.apk",
                "application/vnd.android.package-archive",
                .container,
                ["AndroidManifest.xml": "x", "classes.dex": "x", "META-INF/MANIFEST.MF": "x"]
            ),
            .zip("a.cbz", "application/vnd.comicbook+zip", .containerNamed, ["1.jpg": "x"]),
            .zip("a.zip", "application/zip", .agreement, ["1.jpg": "x"]),
            // What is declared is a type, or nothing.
            .zip("a", "application/zip", .contents, ["mimetype": "../../etc/passwd"]),
        ])
    }

    @Test func `of an iWork document follows the parts of its version`() async throws {
        func archive(_ message: Int) -> String {
            let number = message < 128 ? [message] : [message & 0x7F | 0x80, message >> 7]
            let info = [8, 1, 18, number.count + 1, 8] + number
            let plain = [info.count] + info
            let chunk = [plain.count, (plain.count - 1) << 2] + plain
            let bytes = ([0, chunk.count, 0, 0] + chunk).map(UInt8.init)
            return String(decoding: bytes, as: UTF8.self)
        }
        // The number of Pages has bytes that are no text.
        let pages = Sample(
            name: "a",
            type: "application/vnd.apple.pages",
            rule: .container
        ) {
            var entry = ZipMaker.Entry("Index/Document.iwa")
            entry.contents = [0, 10, 0, 0, 8, 0x1C, 7, 8, 1, 18, 3, 8, 0x90, 0x4E]
            return ZipMaker([entry]).bytes
        }
        try await Self.check([
            pages,
            .zip(
                "a",
                "application/vnd.apple.numbers",
                .container,
                ["x.numbers/Index/Document.iwa": archive(1)]
            ),
            .zip(
                "a.pages",
                "application/vnd.apple.keynote",
                .container,
                ["Index/Document.iwa": archive(1), "Index/Slide-1.iwa": "x"]
            ).misnamed(),
            .zip("a.key", "application/vnd.apple.keynote", .container, ["index.apxl": "<x/>"]),
            .zip(
                "a.numbers",
                "application/vnd.apple.numbers",
                .container,
                ["index.xml": "<ls:document xmlns:ls=\"http://developer.apple.com/namespaces/ls\">"]
            ),
            .zip(
                "a.numbers",
                "application/vnd.apple.numbers",
                .containerNamed,
                ["Index/Document.iwa": "secret", ".iwpv2": "x"]
            ).encrypted(),
        ])
    }

    @Test func `of a compound file is that of its streams`() async throws {
        var excel = CompoundFileMaker()
        // BOF, then FILEPASS.
        excel.streams = [("Workbook", [9, 8, 2, 0, 0, 6, 0x2F, 0, 4, 0, 0, 0, 0, 0])]
        let secret = excel.bytes
        var installer = CompoundFileMaker("x")
        installer.rootClass = [0x84, 0x10, 0x0C, 0, 0, 0, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0x46]
        let package = installer.bytes
        try await Self.check([
            .compound("a.doc", "application/msword", .container, "WordDocument", "1Table"),
            .compound("a.dot", "application/msword-template", .containerNamed, "WordDocument"),
            .compound("a.ppt", "application/vnd.ms-powerpoint", .container, "PowerPoint Document"),
            .compound(
                "a.msg",
                "application/vnd.ms-outlook",
                .container,
                "__properties_version1.0"
            ),
            .compound("a.hwp", "application/x-hwp", .container, "\u{5}HwpSummaryInformation"),
            .compound("a.doc", "application/vnd.ms-excel", .container, "workbook").misnamed(),
            .compound("a", "application/x-ole-storage", .contents, "nothing known"),
            .compound(
                "a.xlsx",
                Self.office + "spreadsheetml.sheet",
                .containerNamed,
                "EncryptionInfo",
                "EncryptedPackage"
            ).encrypted(),
            .compound("a", "application/x-ole-storage", .contents, "EncryptedPackage").encrypted(),
            Sample(
                name: "a.xls",
                type: "application/vnd.ms-excel",
                rule: .container,
                isEncrypted: true
            ) { secret },
            Sample(name: "a.msi", type: "application/x-msi", rule: .container) { package },
        ])
    }

    @Test func `of unknown binary data follows the name, unless that is of text`() async throws {
        let bytes: [UInt8] = [0x93, 0, 1, 2, 0xFE, 3, 0, 0, 4, 5, 0x81, 0]
        try await Self.check([
            Sample(name: "a.shp", type: "application/x-esri-shape", rule: .nameAlone) { bytes },
            Sample(name: "a.gpg", type: "application/pgp-encrypted", rule: .nameAlone) { bytes },
            Sample(name: "a.txt", type: "application/octet-stream", rule: .unknown) { bytes },
            // A mark of UTF-16, and no text behind it.
            Sample(name: "a.flac", type: "audio/flac", rule: .nameAlone) { [0xFF, 0xFE] + bytes },
            Sample(name: "a.html", type: "application/octet-stream", rule: .unknown) { bytes },
            Sample(name: "a", type: "application/octet-stream", rule: .unknown) { bytes },
        ])
    }

    @Test func `of a raw photo is specific, although it is drawn as TIFF`()
        async throws
    {
        try await withFixtures { fixtures in
            let path = try fixtures.image("a.tif")
            try await withPreviewer { previewer in
                let facts = try await info(previewer, path, name: "a.nef")
                #expect(facts.type == "image/x-nikon-nef")
                #expect(facts.width == 80)
                let drawn = try await withFile(path) {
                    try await previewer.thumbnail(of: $0, name: "a.nef", size: 40)
                }
                #expect(drawn.size == "40x20")
            }
        }
    }

    @Test func `is the same for thumbnails and for facts`() async throws {
        try await withFixtures { fixtures in
            var paths = [try fixtures.write(PDFMaker.report.text, as: "a.pdf")]
            for name in ["a.jpg", "a.png", "a.webp", "a.tif", "a.gif"] {
                paths.append(try fixtures.image(name))
            }
            try await withPreviewer { previewer in
                for path in paths {
                    for name in [path, path + ".x", "a.png"] {
                        let facts = try await info(previewer, path, name: name)
                        let drawn = try await withFile(path) {
                            try await previewer.thumbnail(of: $0, name: name, size: 32)
                        }
                        #expect(drawn.type == facts.type, "\(path) named \(name)")
                    }
                }
            }
        }
    }

    @Test func `is noted if the name suggests another`() async throws {
        try await withFixtures { fixtures in
            let png = try fixtures.png(as: "quarters.jpg")
            let bare = try fixtures.png(as: "README")
            try await withPreviewer { previewer in
                let facts = try await info(previewer, png)
                #expect(
                    facts.nameNote(for: png, in: .english)
                        == "Its name says .jpg; it is a PNG image."
                )
                #expect(
                    facts.nameNote(for: png, in: .simplifiedChinese)
                        == "文件名以 .jpg 结尾，内容却是“PNG 图像”。"
                )
                let other = try await info(previewer, bare)
                #expect(
                    other.nameNote(for: bare, in: .english)
                        == "Its name says otherwise; it is a PNG image."
                )
                let right = try await info(previewer, png, name: "quarters.png")
                #expect(right.nameNote(for: "quarters.png", in: .english) == nil)
            }
        }
    }

    @Test func `of a hostile container is only that of the container`() async throws {
        var ring = CompoundFileMaker("x")
        ring.isRing = true
        let rings = ring.bytes
        let pages = "application/vnd.apple.pages"
        try await Self.check([
            Sample(name: "a", type: "application/x-ole-storage", rule: .contents) { rings },
            .compound("a", "application/x-ole-storage", .contents),
            Sample(name: "a.pages", type: pages, rule: .named) {
                // Only the beginning of an archive.
                Array(ZipMaker(["a": "first", "b": "second"]).bytes.prefix(60))
            },
        ])
    }

    @Test func `of a folder is inode/directory, unless it is an iWork package`() async throws {
        try await withFixtures { fixtures in
            for (name, part, type) in [
                ("plain", nil, "inode/directory"), ("a.pages", nil, "inode/directory"),
                ("b.pages", "Index.zip", "application/vnd.apple.pages"),
                ("c.numbers", "index.xml.gz", "application/vnd.apple.numbers"),
                ("d.key", "index.apxl", "application/vnd.apple.keynote"),
                ("plain2", "Index.zip", "inode/directory"),
            ] as [(String, String?, String)] {
                try FileManager.default.createDirectory(
                    atPath: fixtures.path(name),
                    withIntermediateDirectories: false
                )
                if let part { _ = try fixtures.write("x", as: "\(name)/\(part)") }
                try await withFile(fixtures.path(name)) { folder in
                    let facts = DocumentInfo(folder: folder, name: name)
                    #expect(facts?.type == type, "\(name)")
                }
            }
            let file = try fixtures.write("x", as: "file")
            try await withFile(file) { #expect(DocumentInfo(folder: $0, name: "file") == nil) }
        }
    }
}
