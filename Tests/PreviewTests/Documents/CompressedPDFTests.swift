import Foundation
import Testing

@testable import QuickPreview

/// PDFs compressed with gzip.
struct `Compressed PDFs` {
    @Test func `have facts, pictures, text, and pages`() async throws {
        try await withFixtures { fixtures in
            let plain = try fixtures.write(
                PDFMaker(pages: [.init(), .init(colour: "0 0 1")]).text,
                as: "a.pdf"
            )
            try run("gzip", "-n", plain)
            let path = plain + ".gz"
            try await withPreviewer { previewer in
                let facts = try await info(previewer, path)
                #expect(facts.type == "application/x-gzpdf" && facts.pages == 2)
                #expect(try await thumbnail(previewer, path).colour(0.5, 0.9) == "red")
                #expect(try await thumbnail(previewer, path, page: 2).colour(0.5, 0.9) == "blue")
            }
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            try await withPages(of: bytes, as: "a.pdf.gz") { pdf, pages in
                #expect(pages.info.pages == 2)
                let words = try writtenWords(pdf)
                #expect(words.contains("2"))
            }
        }
    }

    @Test func `that are damaged are refused`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(
                [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xFF],
                as: "a.pdf.gz"
            )
            try await withPreviewer { previewer in
                let error = await #expect(throws: PreviewError.self) {
                    _ = try await thumbnail(previewer, path, size: 64)
                }
                #expect(error?.code == .damaged)
            }
        }
    }
}
