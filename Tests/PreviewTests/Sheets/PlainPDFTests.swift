import Foundation
import PreviewFuzzing
import PreviewModel
import Testing

@testable import QuickPreview

/// What libqpdf alone does for a PDF that is printed, and what it leaves to the helper with poppler.
@Suite struct `A PDF that is printed` {
    /// The helper that answers, its answer, and the facts by poppler.
    private func facts(
        _ previewer: Previewer,
        _ path: String
    ) async throws -> (printed: HelperReply, shown: DocumentInfo) {
        try await withFile(path) { file in
            guard let nothing = Descriptor.sealed([]) else { throw PreviewError.systemLimit }
            return (
                try await previewer.perform(
                    .makePrintable,
                    of: file,
                    name: ".pdf",
                    output: nothing.number
                ),
                try await previewer.info(of: file, name: ".pdf")
            )
        }
    }

    @Test func `has the facts that poppler finds, from a helper without it`() async throws {
        let odd = PDFMaker.Page(width: 842, height: 595, extra: "/Rotate 90")
        let cut = PDFMaker.Page(extra: "/CropBox[10 20 150.5 280]/Rotate -90")
        let documents = [
            PDFMaker.report.text,
            PDFMaker(pages: [.init(), odd, cut], title: nil).text,
            PDFMaker(pages: [.init()], title: "").text,
            // "Zürich" in UTF-16.
            PDFMaker(pages: [.init()])
                .text.replacing("(Quarterly report)", with: "<FEFF005A00FC0072006900630068>"),
        ]
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                for (index, text) in documents.enumerated() {
                    let path = try fixtures.write(text.withTable(), as: "\(index).pdf")
                    let (printed, shown) = try await facts(previewer, path)
                    #expect(printed.family == .sheets && printed.answer.outcome == .unchanged)
                    #expect(printed.answer.info.withoutReport == shown.withoutReport, "\(index)")
                }
            }
        }
    }

    static let odd: [(name: String, text: String)] = [
        ("a wrong count", PDFMaker.report.text.replacing("/Count ", with: "/Count 1")),
        ("a unit", PDFMaker(pages: [.init(extra: "/UserUnit 2")]).text),
        ("a slanted page", PDFMaker(pages: [.init(extra: "/Rotate 45")]).text),
        ("a title in PDFDocEncoding", PDFMaker(pages: [.init()], title: "Z\\374rich").text),
        ("a title of two lines", PDFMaker(pages: [.init()], title: "a\\nb").text),
        (
            "a title that is none",
            PDFMaker(pages: [.init()]).text.replacing("(Quarterly report)", with: "7")
        ),
        ("no table", PDFMaker.report.text),
        (
            "a box that is a little larger",
            PDFMaker(pages: [.init(extra: "/CropBox[0.2 0 200.4 300]")]).text
        ),
        (
            "another number at the start",
            PDFMaker.report.text.replacing(
                "%PDF-1.6\n",
                with: "%PDF-1.6\n99 0 obj\n<</Linearized 1/L 9/N 5>>\nendobj\n"
            )
        ),
        ("boxes that contradict", PDFMaker(pages: [.init(extra: "/CropBox[0 0 900 900]")]).text),
    ]

    @Test(arguments: odd.map(\.name))
    func `is left to poppler where readers may differ`(_ name: String) async throws {
        let text = try #require(Self.odd.first { $0.name == name }?.text)
        try await withFixtures { fixtures in
            let isWithout = name == "no table"
            let path = try fixtures.write(isWithout ? text : text.withTable(), as: "odd.pdf")
            try await withPreviewer { previewer in
                let printed = try await withFile(path) { file in
                    try await withFile(
                        fixtures.path("out"),
                        flags: O_RDWR | O_CREAT
                    ) { output in
                        try await previewer.perform(
                            .makePrintable,
                            of: file,
                            name: ".pdf",
                            output: output
                        )
                    }
                }
                #expect(printed.family == .pdf)
            }
        }
    }

    @Test func `may have boxes and units of any size`() async throws {
        let numbers = [
            "-1", "0", "0.000001", "1", "14400", "2147483648", "9223372036854775808",
            "1\(String(repeating: "0", count: 40))",
            "-1\(String(repeating: "0", count: 308))",
        ]
        let pages = numbers.flatMap { number in
            [
                "/UserUnit \(number)", "/MediaBox[0 0 \(number) 300]",
                "/CropBox[\(number) 0 200 \(number)]",
            ]
            .map { PDFMaker.Page(extra: $0) }
        }
        try await withFixtures { fixtures in
            let path = try fixtures.write(PDFMaker(pages: pages).text.withTable(), as: "odd.pdf")
            try await withPreviewer { previewer in
                // What cannot be drawn is refused, and nothing ends.
                func reported(_ body: () async throws -> Void) async {
                    do { try await body() } catch {
                        let code = (error as? PreviewError)?.code
                        #expect(
                            code != nil && code != .crashed && code != .crashedBefore,
                            "\(error)"
                        )
                    }
                }
                await reported { _ = try await facts(previewer, path) }
                for page in 1...pages.count {
                    for medium in [PreviewMedium.screen, .paper] {
                        await reported {
                            _ = try await withFile(path) {
                                try await previewer.thumbnail(
                                    of: $0,
                                    name: ".pdf",
                                    page: page,
                                    size: 32,
                                    medium: medium
                                )
                            }
                        }
                    }
                }
                await reported {
                    try await withFile(path) { file in
                        try await withFile(fixtures.path("out"), flags: O_RDWR | O_CREAT) {
                            output in
                            _ = try await previewer.prepareSheets(
                                SheetLayout(
                                    faces: (1...pages.count).map { [$0] },
                                    sheet: .init(width: 595, length: 842)
                                ),
                                of: file,
                                name: ".pdf",
                                into: output
                            )
                        }
                    }
                }
            }
        }
    }

    @Test func `is written and counted without poppler`() async throws {
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                // The output of a long document is written in its own file.
                for padding in [0, 2 << 20] {
                    let path = try fixtures.write(
                        PDFMaker.report.text.withTable(padding: padding),
                        as: "report.pdf"
                    )
                    let written = try await withFile(path) { file in
                        try await withFile(
                            fixtures.path("out\(padding)"),
                            flags: O_RDWR | O_CREAT
                        ) { output in
                            try await previewer.prepareSheets(
                                SheetLayout(
                                    faces: [[1, 2]],
                                    sheet: .init(width: 595, length: 842),
                                    numberUp: 2
                                ),
                                of: file,
                                name: ".pdf",
                                into: output
                            )
                        }
                    }
                    #expect(written > 500)
                }
                #expect(previewer.readiness(.sheets) != nil)
                #expect(previewer.readiness(.pdf) == nil)
                let info = try await info(previewer, fixtures.path("out0"))
                #expect(info.pages == 1 && info.problem == nil)
            }
        }
    }

    @Test(.enabled(if: CorpusSample.folder != nil, CorpusSample.absent), .timeLimit(.patience(10)))
    func `of other programs has the facts that poppler finds`() async throws {
        let rows = try CorpusSample.rows("pdf") { $0.columns["expected"] == "render" }
        var byLibqpdf = 0
        var others: [String] = []
        try await withPreviewer { previewer in
            for row in rows {
                guard let (printed, shown) = try? await facts(previewer, row.path),
                    printed.family == .sheets
                else { continue }
                byLibqpdf += 1
                if printed.answer.info.withoutReport != shown.withoutReport {
                    others.append(row.path)
                }
            }
        }
        print("corpus: \(byLibqpdf) of \(rows.count) PDFs need no poppler to be printed")
        #expect(byLibqpdf > rows.count / 4)
        #expect(others.isEmpty)
    }
}

extension DocumentInfo {
    /// The same without how the type was found, which takes another time each time, and with sizes as far as two libraries
    /// compute them alike.
    fileprivate var withoutReport: DocumentInfo {
        func rounded(_ length: Double) -> Double { (length * 1e6).rounded() / 1e6 }
        var copy = self
        copy.typeReport = nil
        copy.pageSizes = pageSizes.map {
            PageSize(width: rounded($0.width), height: rounded($0.height))
        }
        copy.width = width.map(rounded)
        copy.height = height.map(rounded)
        return copy
    }
}

extension String {
    /// A document of `PDFMaker` with the table of its objects that most documents have, after a comment of `padding` bytes.
    fileprivate func withTable(padding: Int = 0) -> String {
        let parts = split(separator: "trailer", maxSplits: 1)
        let body = String(parts[0]) + String(repeating: "%\n", count: padding / 2)
        let bytes = Array(body.utf8)
        var size = 0
        var table = "xref\n0 1\n0000000000 65535 f \n"
        for (place, _) in bytes.enumerated() where bytes[..<place].last == 10 {
            let line = bytes[place...].prefix(while: { $0 != 10 })
            guard line.count < 20 else { continue }
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard words.count == 3, words[1] == "0", words[2] == "obj" else { continue }
            size = max(size, (Int(words[0]) ?? 0) + 1)
            let digits = String(place)
            let offset = String(repeating: "0", count: 10 - digits.count) + digits
            table += "\(words[0]) 1\n\(offset) 00000 n \n"
        }
        let end = parts[1].replacing("/Size 200", with: "/Size \(size)").replacing(
            "%%EOF\n",
            with: ""
        )
        return body + table + "trailer" + end + "startxref\n\(bytes.count)\n%%EOF\n"
    }
}
