import Foundation
import PreviewModel
import QuickPreview
import Testing

@Suite struct `Joined PDFs` {
    private func join(
        _ parts: [String],
        _ fixtures: Fixtures,
        _ previewer: Previewer,
        as name: String = "joined.pdf"
    ) async throws -> (path: String, pages: Int) {
        let sizes = parts.map(\.utf8.count)
        let source = try fixtures.write(parts.joined(), as: "parts-of-\(name)")
        let result = fixtures.path(name)
        let pages = try await withFile(source) { input in
            try await withFile(result, flags: O_RDWR | O_CREAT) { output in
                try await previewer.joinPages(PartsMessage(sizes: sizes), of: input, into: output)
            }
        }
        return (result, pages)
    }

    /// A PDF of pages of its own sizes.
    private func document(_ count: Int, title: String) -> PDFMaker {
        PDFMaker(
            pages: (0..<count).map { .init(width: 300 + $0 * 10, height: 200) },
            title: title
        )
    }

    @Test func `have the pages of all, each as it is`() async throws {
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                let parts = [document(2, title: "One"), PDFMaker.report, document(1, title: "Two")]
                let (path, pages) = try await join(parts.map(\.text), fixtures, previewer)
                #expect(pages == 9)
                let words = try run("pdftotext", path, "-").split { $0.isWhitespace }
                #expect(
                    words.filter { $0 != "page" } == [1, 2, 1, 2, 3, 4, 5, 6, 1].map { "\($0)" }
                )
                let sizes = try await info(previewer, path).pageSizes.map {
                    "\($0.width)x\($0.height)"
                }
                #expect(
                    sizes == [
                        "300.0x200.0", "310.0x200.0", "200.0x300.0", "300.0x200.0", "300.0x200.0",
                        "100.0x100.0", "200.0x300.0", "200.0x300.0", "300.0x200.0",
                    ]
                )
                // No title is that of the whole.
                #expect(try await info(previewer, path).title == nil)
                _ = try run("qpdf", "--check", path)
                let again = try await join(parts.map(\.text), fixtures, previewer, as: "again.pdf")
                #expect(
                    try Data(contentsOf: URL(filePath: path))
                        == Data(contentsOf: URL(filePath: again.path))
                )
            }
        }
    }

    @Test func `keep form fields of the same name, and hide what each hides`() async throws {
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                func form(_ value: String) -> PDFMaker {
                    let appearance = "0 0 1 rg 0 0 50 20 re f"
                    var maker = PDFMaker(pages: [.init(colour: "1 1 1")], title: nil)
                    maker.catalog = "/AcroForm<</Fields[100 0 R]>>"
                    maker.pages[0].extra = "/Annots[100 0 R]"
                    maker.objects = [
                        (
                            100,
                            "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(\(value))/Rect[10 10 60 30]"
                                + "/F 4/P 10 0 R/AP<</N 101 0 R>>>>"
                        ),
                        (
                            101,
                            "<</Type/XObject/Subtype/Form/BBox[0 0 50 20]/Length \(appearance.utf8.count)>>"
                                + "\nstream\n\(appearance)\nendstream"
                        ),
                    ]
                    return maker
                }
                // A red square in a layer, which one document hides, and the other shows.
                func layers(_ state: String) -> PDFMaker {
                    let content = "1 0 0 rg 0 0 100 100 re f"
                    var maker = PDFMaker(pages: [.init(colour: "1 1 1")], title: nil)
                    maker.catalog = "/OCProperties<</OCGs[100 0 R]/D<<\(state)>>>>"
                    maker.pages[0].extra = "/Annots[102 0 R]"
                    maker.objects = [
                        (100, "<</Type/OCG/Name(Layer)>>"),
                        (
                            101,
                            "<</Type/XObject/Subtype/Form/BBox[0 0 100 100]/OC 100 0 R/Length \(content.utf8.count)>>"
                                + "\nstream\n\(content)\nendstream"
                        ),
                        (
                            102,
                            "<</Type/Annot/Subtype/Stamp/Rect[50 150 150 250]/F 4/OC 100 0 R/AP<</N 101 0 R>>>>"
                        ),
                    ]
                    return maker
                }
                let parts = [
                    form("Ann"), layers("/OFF[100 0 R]"), layers("/ON[100 0 R]"),
                    layers("/BaseState/OFF"), layers("/BaseState/OFF/ON[100 0 R]"), form("Bob"),
                ]
                let (path, pages) = try await join(parts.map(\.text), fixtures, previewer)
                #expect(pages == 6)
                let plain = try run("qpdf", "--qdf", path, "-")
                #expect(plain.contains("(Ann)") && plain.contains("(Bob)"))
                for (page, isRed) in [(2, false), (3, true), (4, false), (5, true)] {
                    let image = try await thumbnail(previewer, path, page: page, size: 300)
                    let pixel = image.pixel(0.5, 0.33)
                    #expect((pixel[1] < 100) == isRed, "page \(page): \(pixel)")
                }
            }
        }
    }

    @Test func `are refused where one cannot be read, and leave nothing`() async throws {
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                let good = document(1, title: "One").text
                for bad in ["%PDF-1.4\nnothing", "words"] {
                    await #expect(throws: PreviewError.self) {
                        try await join([good, bad], fixtures, previewer, as: "bad.pdf")
                    }
                    let size =
                        try FileManager.default
                        .attributesOfItem(atPath: fixtures.path("bad.pdf"))[.size] as? Int
                    #expect(size == 0)
                }
                for sizes in [[], [1, 0], [10], [good.utf8.count, 5], [.max, .max]] {
                    let path = try fixtures.write(good, as: "one.pdf")
                    await #expect(throws: PreviewError.self) {
                        try await withFile(path) { input in
                            try await withFile(fixtures.path("none.pdf"), flags: O_RDWR | O_CREAT) {
                                try await previewer.joinPages(
                                    PartsMessage(sizes: sizes),
                                    of: input,
                                    into: $0
                                )
                            }
                        }
                    }
                }
            }
        }
    }

    @Test func `are listed in a message that is bounded`() {
        for sizes in [[1], [3, 1 << 40, 7], Array(repeating: 9, count: PartsMessage.limit)] {
            let message = PartsMessage(sizes: sizes)
            #expect(PartsMessage(decoding: message.encoded()) == message)
            #expect(PartsMessage(decoding: message.encoded().dropLast()) == nil)
            #expect(PartsMessage(decoding: message.encoded() + [0]) == nil)
        }
        for sizes in [[], [0], [.max, 1], Array(repeating: 1, count: PartsMessage.limit + 1)] {
            let message = PartsMessage(sizes: sizes)
            #expect(!message.isValid && PartsMessage(decoding: message.encoded()) == nil)
        }
    }
}
