import Foundation
import ProofKit
import QuickPreview
import Testing

/// Writes the pages of a document to a PDF in a folder of its own.
///
/// - Parameters:
///   - bytes: The document.
///   - name: The name of its file.
///   - layout: The layout of its pages.
///   - body: Gets the path of the PDF, and what the previewer says about it.
/// - Throws: The errors of the previewer, and those of `body`.
func withPages(
    of bytes: some Collection<UInt8>,
    as name: String,
    _ layout: PageLayout = .a4,
    _ body: (_ pdf: String, _ pages: DocumentPages) throws -> Void
) async throws {
    try await withFixtures { fixtures in
        let path = try fixtures.write(Array(bytes), as: name)
        let result = fixtures.path("result.pdf")
        try await withPreviewer { previewer in
            let made = try await withFile(path) { input in
                try await withFile(result, flags: O_RDWR | O_CREAT) { output in
                    try await previewer.makePages(
                        of: input,
                        name: name,
                        layout: layout,
                        into: output
                    )
                }
            }
            try body(result, made)
        }
        // No file is left beside them.
        let names = try FileManager.default.contentsOfDirectory(atPath: fixtures.folder.path)
        #expect(names.sorted() == [name, "result.pdf"].sorted())
    }
}

/// The words of a PDF in their order, on all of its pages.
func writtenWords(_ pdf: String) throws -> [String] {
    try execute("pdftotext", [pdf, "-"]).output.split { $0.isWhitespace }.map(String.init)
}
