import Foundation
import PreviewFuzzing
import QuickPreview
import Testing

/// Documents from other projects.
///
/// `make test` uses a sample of them, `make corpus` all.
@Suite(.enabled(if: CorpusSample.folder != nil, CorpusSample.absent), .timeLimit(.patience(10)))
struct `The corpus` {
    /// Facts, picture and sandbox in one pass over each document.
    @Test
    func `of PDFs has the pages that other readers count, and the same pictures in the sandbox`()
        async throws
    {
        let rows = try CorpusSample.rows("pdf") { $0.columns["expected"] == "render" }
        var (drawn, agreed, counted) = (0, 0, 0)
        var pictures = Pictures()
        try await withPreviewers { previewer, unconfined in
            for row in rows {
                if try await pictures.compare(row, previewer, unconfined) { drawn += 1 }
                guard row.columns["pages_pdfium"] == row.columns["pages_qpdf"] else { continue }
                counted += 1
                let facts = try? await info(previewer, row.path)
                if facts?.pages.map(String.init) == row.columns["pages_qpdf"] { agreed += 1 }
            }
        }
        print("corpus: \(drawn) of \(rows.count) PDFs drawn")
        print("corpus: \(agreed) of \(counted) page counts agree")
        pictures.expectSame("pdf")
        #expect(Double(drawn) >= 0.99 * Double(rows.count))
        #expect(Double(agreed) >= 0.99 * Double(counted))
    }

    @Test func `of images has the sizes that others see, and the same pictures in the sandbox`()
        async throws
    {
        let types = ["image/jpeg", "image/png", "image/webp", "image/tiff", "image/gif"]
        let rows = try CorpusSample.rows("images") { $0.columns["expected"] == "render" }
        var (drawn, agreed, usual) = (0, 0, 0)
        var pictures = Pictures()
        try await withPreviewers { previewer, unconfined in
            for row in rows {
                let isDrawn = try await pictures.compare(row, previewer, unconfined)
                guard types.contains(row.columns["mime"] ?? ""),
                    row.columns["vips8.14.1_thumb256"]?.contains("x") == true
                else { continue }
                usual += 1
                if isDrawn { drawn += 1 }
                let facts = try? await info(previewer, row.path)
                let size = facts.flatMap { facts in
                    facts.width.flatMap { width in
                        facts.height.map { "\(Int(width))x\(Int($0))" }
                    }
                }
                if let size, size == row.columns["display_size_after_exif"] { agreed += 1 }
            }
        }
        print("corpus: \(drawn) drawn, \(agreed) sizes agree, of \(usual) images")
        pictures.expectSame("images")
        #expect(Double(drawn) >= 0.98 * Double(usual))
        #expect(Double(agreed) >= 0.97 * Double(usual))
    }

    @Test func `of PDFs looks the same after pages were selected`() async throws {
        let all = try CorpusSample.rows("pdf") { $0.columns["expected"] == "render" }
        let rows = all.enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
        var (same, other): (Int, [String]) = (0, [])
        // Both by one library: a form is drawn by poppler, the pages selected from it have no form.
        var configuration = PreviewerConfiguration.withOwnPages
        configuration.pdfium = nil
        try await withFixtures { fixtures in
            let result = fixtures.path("selected.pdf")
            try await withPreviewer(configuration) { previewer in
                for row in rows {
                    do {
                        if try await isSame(row.path, selectedInto: result, previewer) {
                            same += 1
                        } else {
                            other.append("\(row.path): another picture")
                        }
                    } catch {
                        other.append("\(row.path): \(error)")
                    }
                }
            }
        }
        print("corpus: \(same) of \(rows.count) selections look the same")
        for line in other.prefix(30) { print("corpus: \(line)") }
        #expect(Double(same) >= 0.97 * Double(rows.count))
    }

    @Test func `of hostile files leaves the helpers alive`() async throws {
        let rows = try CorpusSample.rows("hostile")
        var codes: [String: Int] = [:]
        var configuration = PreviewerConfiguration.withOwnPages
        // Time: those that never end meet it
        configuration.timeLimit = .seconds(20)
        try await withPreviewer(configuration) { previewer in
            for row in rows {
                do {
                    _ = try await thumbnail(previewer, row.path)
                    codes["drawn", default: 0] += 1
                } catch let error as PreviewError {
                    codes[error.code.rawValue, default: 0] += 1
                    #expect(error.code != .unavailable, "\(row.path)")
                }
            }
        }
        print("corpus: hostile files: \(codes)")
    }

    /// Whether the last page and the first look as before when they are selected.
    private func isSame(
        _ source: String,
        selectedInto result: String,
        _ previewer: Previewer
    ) async throws -> Bool {
        let last = try await info(previewer, source).pages ?? 1
        try await withFile(source) { input in
            try await withFile(result, flags: O_RDWR | O_CREAT | O_TRUNC) { output in
                _ = try await previewer.prepareSheets(
                    SheetLayout(pages: [last, 1, 1]),
                    of: input,
                    name: source,
                    into: output
                )
            }
        }
        let before = [
            try await thumbnail(previewer, source, page: last, size: 128),
            try await thumbnail(previewer, source, page: 1, size: 128),
        ]
        let after = [
            try await thumbnail(previewer, result, page: 1, size: 128),
            try await thumbnail(previewer, result, page: 3, size: 128),
        ]
        return before == after
    }

    /// A previewer, and one whose helpers have no sandbox.
    private func withPreviewers(_ body: (Previewer, Previewer) async throws -> Void) async throws {
        try await withPreviewer { previewer in
            try await withTrials(["QPREVIEW_TRIAL_OMITS=filter,landlock,limits,code"]) {
                try await body(previewer, $0)
            }
        }
    }

    /// Pictures with and without the sandbox: one that hides a font or a table changes a picture, and kills nothing.
    private struct Pictures {
        var (same, other) = (0, [String]())

        /// Compares both pictures of a document; whether the sandboxed one was drawn.
        mutating func compare(
            _ row: Corpus.Row,
            _ previewer: Previewer,
            _ unconfined: Previewer
        ) async throws -> Bool {
            let confined = try? await thumbnail(previewer, row.path, size: 128)
            let free = try? await thumbnail(unconfined, row.path, size: 128)
            if confined == free { same += 1 } else { other.append(row.path) }
            return confined != nil
        }

        func expectSame(_ set: String) {
            print("corpus: \(same) pictures in \(set) are the same without the sandbox")
            #expect(other == [])
        }
    }
}
