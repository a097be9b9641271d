import Foundation
import QuickPreview
import Testing

/// Documents that nobody of this project wrote; where the variable CORPUS names their folder.
struct `The corpus` {
    private static let folder = ProcessInfo.processInfo.environment["CORPUS"]
    private static let absent = Comment("the variable CORPUS names no folder of test documents")

    @Test(.enabled(if: folder != nil, absent), .timeLimit(.minutes(10)))
    func `PDFs that render elsewhere render here`() async throws {
        let rows = try rows("pdf").filter { $0["expected"] == "render" }
        try #require(rows.count > 100)
        let (drawn, failures) = try await draw(rows, in: "pdf")
        print("corpus: \(drawn) of \(rows.count) PDFs drawn")
        for failure in failures.prefix(20) { print("corpus: \(failure)") }
        #expect(Double(drawn) >= 0.99 * Double(rows.count))
    }

    @Test(.enabled(if: folder != nil, absent), .timeLimit(.minutes(10)))
    func `page counts of PDFs agree with other readers`() async throws {
        let rows = try rows("pdf").filter {
            $0["expected"] == "render" && $0["pages_pdfium"] == $0["pages_qpdf"]
        }
        var agreed = 0
        try await withPreviewer { previewer in
            for row in rows {
                guard let facts = try? await info(previewer, path("pdf", row)) else { continue }
                if facts.pages.map(String.init) == row["pages_qpdf"] { agreed += 1 }
            }
        }
        print("corpus: \(agreed) of \(rows.count) page counts agree")
        #expect(Double(agreed) >= 0.99 * Double(rows.count))
    }

    @Test(.enabled(if: folder != nil, absent), .timeLimit(.minutes(10)))
    func `images have the size that others see`() async throws {
        let types = ["image/jpeg", "image/png", "image/webp", "image/tiff", "image/gif"]
        let rows = try rows("images").filter {
            $0["expected"] == "render" && types.contains($0["mime"] ?? "")
                && $0["vips8.14.1_thumb256"]?.contains("x") == true
        }
        var (drawn, agreed) = (0, 0)
        try await withPreviewer { previewer in
            for row in rows {
                guard let facts = try? await info(previewer, path("images", row)),
                    let width = facts.width, let height = facts.height
                else {
                    print("corpus: no facts of \(row["path"] ?? "")")
                    continue
                }
                if "\(Int(width))x\(Int(height))" == row["display_size_after_exif"] { agreed += 1 }
                if (try? await thumbnail(previewer, path("images", row))) != nil { drawn += 1 }
            }
        }
        print("corpus: \(drawn) drawn, \(agreed) sizes agree, of \(rows.count) images")
        #expect(Double(drawn) >= 0.98 * Double(rows.count))
        #expect(Double(agreed) >= 0.97 * Double(rows.count))
    }

    @Test(.enabled(if: folder != nil, absent), .timeLimit(.minutes(10)))
    func `selected pages look as they did`() async throws {
        let rows = try rows("pdf").filter { $0["expected"] == "render" }
            .enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
        var (same, other): (Int, [String]) = (0, [])
        try await withFixtures { fixtures in
            let result = fixtures.path("selected.pdf")
            try await withPreviewer { previewer in
                for row in rows {
                    let source = path("pdf", row)
                    do {
                        let last = try await info(previewer, source).pages ?? 1
                        try await withFile(source) { input in
                            try await withFile(result, flags: O_RDWR | O_CREAT | O_TRUNC) {
                                output in
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
                        if before == after {
                            same += 1
                        } else {
                            other.append("\(row["path"] ?? ""): another picture")
                        }
                    } catch {
                        other.append("\(row["path"] ?? ""): \(error)")
                    }
                }
            }
        }
        print("corpus: \(same) of \(rows.count) selections look the same")
        for line in other.prefix(30) { print("corpus: \(line)") }
        #expect(Double(same) >= 0.97 * Double(rows.count))
    }

    @Test(.enabled(if: folder != nil, absent), .timeLimit(.minutes(10)))
    func `hostile files leave the helpers alive`() async throws {
        let rows = try rows("hostile")
        var codes: [String: Int] = [:]
        try await withPreviewer { previewer in
            for row in rows {
                do {
                    _ = try await thumbnail(previewer, path("hostile", row))
                    codes["drawn", default: 0] += 1
                } catch let error as PreviewError {
                    codes[error.code.rawValue, default: 0] += 1
                    #expect(error.code != .unavailable, "\(row["path"] ?? "")")
                }
            }
        }
        print("corpus: hostile files: \(codes)")
    }

    #if DEBUG
    /// A wall that hides a font or a table would change a picture, and kill nothing.
    @Test(.enabled(if: folder != nil, absent), .timeLimit(.minutes(10)))
    func `pictures are the same without walls`() async throws {
        var open = PreviewerConfiguration()
        open.helperEnvironment = ["QPREVIEW_TEST_WITHOUT=filter,landlock,limits,code"]
        for set in ["pdf", "images"] {
            let rows = try rows(set).filter { $0["expected"] == "render" }
            var (same, other) = (0, [String]())
            try await withPreviewer { previewer in
                try await withPreviewer(open) { unconfined in
                    for row in rows {
                        let confined = try? await thumbnail(previewer, path(set, row), size: 128)
                        let free = try? await thumbnail(unconfined, path(set, row), size: 128)
                        if confined == free { same += 1 } else { other.append(row["path"] ?? "") }
                    }
                }
            }
            print("corpus: \(same) of \(rows.count) in \(set) are the same without walls")
            #expect(other == [])
        }
    }
    #endif

    private func draw(
        _ rows: [[String: String]],
        in set: String
    ) async throws -> (drawn: Int, failures: [String]) {
        var drawn = 0
        var failures: [String] = []
        try await withPreviewer { previewer in
            for row in rows {
                do {
                    _ = try await thumbnail(previewer, path(set, row))
                    drawn += 1
                } catch {
                    failures.append("\(row["path"] ?? ""): \(error)")
                }
            }
        }
        return (drawn, failures)
    }

    private func path(_ set: String, _ row: [String: String]) -> String {
        "\(Self.folder ?? "")/\(set)/\(row["path"] ?? "")"
    }

    private func rows(_ set: String) throws -> [[String: String]] {
        let text = try String(
            contentsOfFile: "\(Self.folder ?? "")/\(set)/manifest.tsv",
            encoding: .utf8
        )
        let lines = text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        let names = try #require(lines.first)
        return lines.dropFirst().map { Dictionary(zip(names, $0)) { first, _ in first } }
    }
}
