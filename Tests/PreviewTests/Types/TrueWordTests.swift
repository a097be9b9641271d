import Foundation
import Testing

@testable import QuickPreview

/// What is wrong with a file: only one that contradicts its format is damaged.
struct `The word for a file that is not shown` {
    private struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let code: PreviewError.Code
        let words: String
        let bytes: [UInt8]
        var testDescription: String { name }
    }

    private static let model = """
        {"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
         "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
         "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
         "bufferViews": [{"buffer": 0, "byteLength": 36}],
         "buffers": [{"byteLength": 36, "uri": "my%20tri.bin"}]}
        """

    private static func cards(_ cards: [String]) -> [UInt8] {
        let text = (cards + ["END"]).map { $0.padding(toLength: 80, withPad: " ", startingAt: 0) }
        let size = (text.count * 80 + 2_879) / 2_880 * 2_880
        return Array(text.joined().padding(toLength: size, withPad: " ", startingAt: 0).utf8)
    }

    private static var table: [UInt8] {
        cards(["SIMPLE  = T", "BITPIX  = 8", "NAXIS   = 0", "EXTEND  = T"])
            + cards([
                "XTENSION= 'BINTABLE'", "BITPIX  = 8", "NAXIS   = 2", "NAXIS1  = 4", "NAXIS2  = 2",
                "PCOUNT  = 0", "GCOUNT  = 1", "TFIELDS = 1", "TFORM1  = 'J'",
            ]) + [UInt8](repeating: 0, count: 2_880)
    }

    /// A JPEG whose frame is lossless (T.81, SOF3), without its data.
    private static let lossless: [UInt8] = [
        0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xFF,
        0xC3, 0, 11,
        8, 0, 8, 0, 8, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 1, 0, 0, 0, 0xFF, 0xD9,
    ]

    private static var packed: [UInt8] {
        // A letter whose text is packed in a way that Word does not use.
        var zip = ZipMaker([
            .init(
                "[Content_Types].xml",
                "<Types><Override PartName=\"/word/document.xml\" ContentType=\"application/vnd.openxml"
                    + "formats-officedocument.wordprocessingml.document.main+xml\"/></Types>"
            ),
            .init("_rels/.rels", OfficeMaker.links([("a", "officeDocument", "word/document.xml")])),
            .init("word/document.xml", "<w:document/>"),
        ])
        zip.entries[2].method = 93
        return zip.bytes
    }

    private static var split: [UInt8] {
        [0x50, 0x4B, 7, 8] + ZipMaker([.init("a.txt", "words")]).bytes.prefix(30 + 5 + 3)
    }

    private static var talk: [UInt8] {
        let type =
            "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
        return ZipMaker([
            .init(
                "[Content_Types].xml",
                "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Override "
                    + "PartName=\"/ppt/presentation.xml\" ContentType=\"\(type)\"/></Types>"
            ),
            .init(
                "_rels/.rels",
                OfficeMaker.links([("a", "officeDocument", "ppt/presentation.xml")])
            ),
            .init(
                "ppt/presentation.xml",
                "<p:presentation><p:sldSz cx=\"1\" cy=\"1\"/></p:presentation>"
            ),
        ]).bytes
    }

    private static let cases = [
        Case(
            name: "tri.gltf",
            code: .filesMissing,
            words: "Its contents are in other files: my tri.bin.",
            bytes: Array(model.utf8)
        ),
        Case(name: "a.fits", code: .variantUnsupported, words: ": FITS table.", bytes: table),
        Case(name: "a.jpg", code: .variantUnsupported, words: ": lossless JPEG.", bytes: lossless),
        Case(name: "a.docx", code: .variantUnsupported, words: ": ZIP method 93.", bytes: packed),
        Case(name: "a.zip", code: .filesMissing, words: ".z02, …, .zip.", bytes: split),
        Case(name: "a.pptx", code: .empty, words: "It has no slides.", bytes: talk),
        Case(name: "a.txt", code: .empty, words: "The file is empty.", bytes: []),
        Case(
            name: "b.jpg",
            code: .damaged,
            words: "The file is damaged.",
            bytes: [0xFF, 0xD8, 0xFF, 0xD9, 0]
        ),
    ]

    @Test(arguments: cases)
    private func `is the true one`(file: Case) async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(file.bytes, as: file.name)
            try await withPreviewer { previewer in
                try await withFile(path) { descriptor in
                    let error = await #expect(throws: PreviewError.self) {
                        try await previewer.thumbnail(of: descriptor, name: file.name, size: 128)
                    }
                    #expect(error?.code == file.code)
                    #expect(error?.message.contains(file.words) == true, "\(error?.message ?? "")")
                }
            }
        }
    }
}
