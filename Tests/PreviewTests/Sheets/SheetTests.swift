import CLinux
import Foundation
import QuickPreview
import Testing

struct `Pages selected from a PDF` {
    @Test func `are in the requested order, with repeats, and unchanged`() async throws {
        try await withFixtures { fixtures in
            let source = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            let result = try await select([4, 2, 3, 3, 1], of: source, fixtures)
            let words = try run("pdftotext", result, "-").split(whereSeparator: \.isWhitespace)
            // The crop box of page 4 cuts its words.
            #expect(words.suffix(8) == ["page", "2", "page", "3", "page", "3", "page", "1"])
            let boxes = try run("pdfinfo", "-box", "-l", "5", result)
            #expect(boxes.contains("Page    1 CropBox:       0.00     0.00   100.00   100.00"))
            #expect(boxes.contains("Page    1 MediaBox:      0.00     0.00   200.00   300.00"))
            #expect(boxes.contains("Page    3 rot:   90"))
            #expect(boxes.contains("Page    4 rot:   90"))
            #expect(boxes.contains("Quarterly report"))
        }
    }

    @Test func `are the same for the same request`() async throws {
        try await withFixtures { fixtures in
            let source = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            let first = try await select([2, 5], of: source, fixtures, as: "first.pdf")
            let second = try await select([2, 5], of: source, fixtures, as: "second.pdf")
            let bytes = try [first, second].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
            #expect(bytes[0] == bytes[1])
        }
    }

    @Test func `contain nothing of the other pages`() async throws {
        try await withFixtures { fixtures in
            var maker = PDFMaker.report
            maker.catalog = "/Outlines 100 0 R/OpenAction[20 0 R/Fit]"
            maker.pages[0].extra = "/Annots[102 0 R]"
            maker.objects = [
                (100, "<</Type/Outlines/First 101 0 R/Last 101 0 R/Count 1>>"),
                (101, "<</Title(End)/Parent 100 0 R/Dest[20 0 R/Fit]>>"),
                // A link from the first page to the last.
                (102, "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[20 0 R/Fit]>>"),
            ]
            let source = try fixtures.write(maker.text, as: "linked.pdf")
            let result = try await select([1], of: source, fixtures)
            let whole = try execute("qpdf", ["--qdf", "--stream-data=uncompress", source, "-"])
            #expect(whole.output.contains("(page 6)"))
            let plain = try run("qpdf", "--qdf", "--stream-data=uncompress", result, "-")
            #expect(plain.contains("(page 1)"))
            #expect(plain.contains("/Link"))
            #expect(!plain.contains("(page 6)"))
        }
    }

    @Test func `keep form fields and annotations`() async throws {
        try await withFixtures { fixtures in
            let appearance = "0 0 1 rg 0 0 50 20 re f"
            var maker = PDFMaker.report
            maker.catalog = "/AcroForm<</Fields[100 0 R]>>"
            maker.pages[1].extra = "/Annots[100 0 R 102 0 R]"
            maker.objects = [
                (
                    100,
                    "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ann)/Rect[10 10 60 30]/F 4/P 12 0 R"
                        + "/AP<</N 101 0 R>>>>"
                ),
                (
                    101,
                    "<</Type/XObject/Subtype/Form/BBox[0 0 50 20]/Length \(appearance.utf8.count)>>"
                        + "\nstream\n\(appearance)\nendstream"
                ),
                (102, "<</Type/Annot/Subtype/Stamp/Rect[70 70 120 90]/F 4/AP<</N 101 0 R>>>>"),
            ]
            let source = try fixtures.write(maker.text, as: "form.pdf")
            let result = try await select([1, 2], of: source, fixtures)
            let plain = try run("qpdf", "--qdf", result, "-")
            #expect(plain.contains("/AcroForm"))
            #expect(plain.contains("(Ann)"))
            try await withPreviewer { previewer in
                let page = try await thumbnail(previewer, result, page: 2, size: 300)
                // The field lies at the bottom left, the stamp above it.
                #expect(page.colour(0.1, 0.9) == "blue")
                #expect(page.colour(0.3, 0.6) == "blue")
                #expect(page.colour(0.9, 0.1) == "green")
            }
        }
    }

    @Test func `of a restricted PDF need no password`() async throws {
        try await withFixtures { fixtures in
            let plain = try fixtures.write(PDFMaker.report.text, as: "plain.pdf")
            let owned = fixtures.path("owned.pdf")
            try encrypt(plain, user: "", into: owned)
            let result = try await select([2], of: owned, fixtures)
            #expect(try run("qpdf", "--show-encryption", result).contains("not encrypted"))
            #expect(try run("pdftotext", result, "-").contains("page 2"))
        }
    }

    @Test func `that cannot be selected leave the output empty`() async throws {
        try await withFixtures { fixtures in
            let pdf = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            let secret = fixtures.path("secret.pdf")
            try encrypt(pdf, user: "user", into: secret)
            let expected: [(String, [Int], PreviewError.Code)] = try [
                (pdf, [1, 7], .pageOutOfRange), (pdf, [0], .invalidRequest),
                (pdf, [1 << 40], .pageOutOfRange), (pdf, [], .invalidRequest),
                (secret, [1], .encrypted), (fixtures.write("", as: "empty.pdf"), [1], .empty),
                (fixtures.write("%PDF-1.4\nrubbish", as: "damaged.pdf"), [1], .damaged),
                (fixtures.png(), [2], .pageOutOfRange),
                (fixtures.write("words\n", as: "words.txt"), [1], .noPreview),
            ]
            let output = fixtures.path("output.pdf")
            try await withPreviewer { previewer in
                for (path, pages, code) in expected {
                    let error = await #expect(throws: PreviewError.self) {
                        try await withFile(path) { input in
                            try await withFile(output, flags: O_WRONLY | O_CREAT) { output in
                                _ = try await previewer.prepareSheets(
                                    SheetLayout(pages: pages),
                                    of: input,
                                    name: path,
                                    into: output
                                )
                            }
                        }
                    }
                    #expect(error?.code == code, "\(path) \(pages): \(String(describing: error))")
                    let left = try Data(contentsOf: URL(fileURLWithPath: output))
                    #expect(left.isEmpty)
                }
            }
        }
    }

    @Test func `that cannot be written cause a distinct error`() async throws {
        try await withFixtures { fixtures in
            let source = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            // A file in memory that takes no byte, as a full disk would.
            let full = unsafe clinux_memory_file("full")
            defer { close(full) }
            try #require(clinux_seal(full) == 0)
            try await withPreviewer { previewer in
                try await withFile(source) { input in
                    let error = await #expect(throws: PreviewError.self) {
                        _ = try await previewer.prepareSheets(
                            SheetLayout(pages: [1]),
                            of: input,
                            name: ".pdf",
                            into: full
                        )
                    }
                    #expect(error?.code == .outputFailed)
                }
            }
        }
    }

    /// Selects pages, and has `qpdf` check the result.
    private func select(
        _ pages: [Int],
        of source: String,
        _ fixtures: Fixtures,
        as name: String = "result.pdf"
    ) async throws -> String {
        try await prepare(SheetLayout(pages: pages), of: source, fixtures, as: name)
    }
}

extension SheetLayout {
    /// These pages, one on each side, as they are.
    init(pages: [Int]) {
        self.init(faces: pages.map { [$0] })
    }
}

/// Makes a finished PDF, and has `qpdf` check it.
func prepare(
    _ layout: SheetLayout,
    of source: String,
    _ fixtures: Fixtures,
    as name: String = "result.pdf"
) async throws -> String {
    let result = fixtures.path(name)
    try await withPreviewer { previewer in
        try await withFile(source) { input in
            try await withFile(result, flags: O_RDWR | O_CREAT | O_TRUNC) { output in
                let size = try await previewer.prepareSheets(
                    layout,
                    of: input,
                    name: source,
                    into: output
                )
                #expect(try Data(contentsOf: URL(fileURLWithPath: result)).count == size)
            }
        }
    }
    try run("qpdf", "--check", result)
    #expect(
        try run("qpdf", "--show-npages", result)
            .trimmingCharacters(in: .whitespacesAndNewlines) == "\(layout.faceCount)"
    )
    return result
}
