import Foundation
import ProofKit
import Testing

@testable import QuickPreview

/// Pages of PostScript programs that are written to a PDF, read by programs of poppler and qpdf.
@Suite(.timeLimit(.patience(5)))
struct `Written pages of PostScript` {
    /// The PDF of a program, and its number of pages as the previewer says.
    private func pages(
        of program: some Collection<UInt8>,
        as name: String,
        _ layout: PageLayout = .a4,
        _ body: (_ pdf: String, _ count: Int) throws -> Void
    ) async throws {
        try await withPages(of: program, as: name, layout) { try body($0, $1.count) }
    }

    /// Checks the error for a program, after which the output is empty.
    private func refusal(
        of program: String,
        limit: Duration = .neverMet,
        _ layout: PageLayout = .a4,
        _ check: (PreviewError) -> Void
    ) async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(program, as: "a.ps")
            let result = fixtures.path("result.pdf")
            var configuration = PreviewerConfiguration()
            configuration.timeLimit = limit
            try await withPreviewer(configuration) { previewer in
                try await withFile(path) { input in
                    try await withFile(result, flags: O_RDWR | O_CREAT) { output in
                        do throws(PreviewError) {
                            _ = try await previewer.makePages(
                                of: input,
                                name: "a.ps",
                                layout: layout,
                                into: output
                            )
                            Issue.record("the pages were written")
                        } catch {
                            check(error)
                        }
                    }
                }
                #expect(previewer.statistics.helperDeaths == 0)
            }
            #expect(try Data(contentsOf: URL(filePath: result)).isEmpty)
        }
    }

    private func words(_ pdf: String) throws -> [String] {
        try execute("pdftotext", [pdf, "-"]).output.split(separator: "\u{0C}").map {
            $0.split { $0.isWhitespace }.joined(separator: " ")
        }
    }

    private func sizes(_ pdf: String) throws -> [String] {
        try execute("pdfinfo", ["-l", "9", pdf]).output.matches(of: /size: +([0-9.]+ x [0-9.]+)/)
            .map { String($0.1) }
    }

    private static let two = """
        %!PS-Adobe-3.0
        %%Title: (Two pages)
        %%EndComments
        <</PageSize [300 400]>> setpagedevice
        /Times-Roman findfont 24 scalefont setfont
        72 72 moveto (page one) show showpage
        <</PageSize [500 400]>> setpagedevice
        /Courier findfont 24 scalefont setfont
        72 72 moveto (page two) show 10 10 moveto 90 90 lineto stroke showpage

        """

    @Test func `have text, their own sizes, and embedded fonts`() async throws {
        try await pages(of: Self.two.utf8, as: "two.ps") { pdf, count in
            #expect(count == 2)
            #expect(try words(pdf) == ["page one", "page two"])
            #expect(try sizes(pdf) == ["300 x 400", "500 x 400"])
            let fonts = try execute("pdffonts", [pdf]).output.split(separator: "\n").dropFirst(2)
            #expect(fonts.count == 2 && fonts.allSatisfy { $0.contains("yes yes") }, "\(fonts)")
            #expect(try execute("pdfinfo", [pdf]).output.contains("Two pages"))
            #expect(try execute("qpdf", ["--check", pdf]).code == 0)
            // A header, and no image.
            let images = try execute("pdfimages", ["-list", pdf]).output
            #expect(images.split(separator: "\n").count == 2, "\(images)")
        }
    }

    @Test func `are the same bytes each time, compressed or not`() async throws {
        var results: [Data] = []
        for name in ["two.ps", "two.ps", "two.ps.gz"] {
            var bytes = Array(Self.two.utf8)
            if name.hasSuffix(".gz") { bytes = try compressed(bytes) }
            try await pages(of: bytes, as: name) { pdf, count in
                #expect(count == 2)
                results.append(try Data(contentsOf: URL(filePath: pdf)))
            }
        }
        #expect(results.count == 3 && Set(results).count == 1)
    }

    private func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
        let file = URL(filePath: NSTemporaryDirectory() + "/\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(bytes).write(to: file)
        _ = try execute("gzip", ["-k", file.path])
        let result = file.appendingPathExtension("gz")
        defer { try? FileManager.default.removeItem(at: result) }
        return Array(try Data(contentsOf: result))
    }

    @Test func `are those of the layout where the program has no size`() async throws {
        let layout = PageLayout(width: 420, length: 595)
        let program = "%!PS\n0 0 9 9 rectfill showpage\n"
        try await pages(of: program.utf8, as: "a.ps", layout) { pdf, _ throws in
            #expect(try sizes(pdf) == ["420 x 595"])
        }
    }

    @Test(arguments: ["", "showpage", "showpage 0 0 9 9 rectfill showpage"])
    func `of a picture are its box, whatever it shows`(end: String) async throws {
        let program = """
            %!PS-Adobe-3.0 EPSF-3.0
            %%BoundingBox: 100 100 250 200
            %%EndComments
            <</PageSize [900 900]>> setpagedevice
            /Helvetica findfont 24 scalefont setfont
            110 110 moveto (Inside) show 10 10 moveto (Outside) show \(end)

            """
        try await pages(of: program.utf8, as: "a.eps") { pdf, count in
            #expect(count == 1)
            #expect(try sizes(pdf) == ["150 x 100"])
            let box = try execute("pdftotext", ["-bbox", pdf, "-"]).output
            let left = box.firstMatch(of: /xMin="([0-9.]+)"[^>]*>Inside</).flatMap { Double($0.1) }
            #expect(left.map { abs($0 - 10) < 3 } == true, "\(box)")
        }
    }

    @Test(arguments: ["", " quit", " 30 30 moveto", " /showpage {} def showpage"])
    func `are refused where nothing is drawn or shown`(end: String) async throws {
        for name in ["a.ps", "a.eps"] {
            let kind = name == "a.eps" ? "-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 90 90" : ""
            let error = await #expect(throws: PreviewError.self) {
                try await pages(of: "%!PS\(kind)\n/x 1 def\(end)\n".utf8, as: name) { _, _ in }
            }
            #expect(error?.code == .empty, "\(name)")
        }
    }

    @Test(arguments: [
        ("showpage", 1, true), ("showpage quit", 1, true), ("showpage showpage", 2, true),
        // What is drawn is on a page, as in the preview, also without a word of the program.
        ("0 0 99 99 rectfill", 1, false), ("0 0 99 99 rectfill quit", 1, false),
        ("0 setlinewidth 9 50 moveto 99 50 lineto stroke", 1, false),
    ])
    func `are those that the program shows or draws`(
        _ program: String,
        _ number: Int,
        _ isWhite: Bool
    ) async throws {
        try await pages(of: "%!PS\n\(program)\n".utf8, as: "a.ps") { pdf, count in
            #expect(count == number)
            let drawn = try execute(
                "pdftoppm",
                ["-r", "72", "-gray", "-f", "1", "-l", "1", pdf, pdf]
            )
            #expect(drawn.code == 0)
            let file = URL(filePath: "\(pdf)-1.pgm")
            let picture = try Data(contentsOf: file)
            try FileManager.default.removeItem(at: file)
            // The header has three lines.
            #expect(picture.suffix(595 * 842 / 2).allSatisfy { $0 == 255 } == isWhite)
        }
    }

    @Test func `keep the samples of images`() async throws {
        let program = """
            %!PS
            100 100 scale 64 64 8 [64 0 0 -64 0 64]
            { currentfile 192 string readhexstring pop } false 3 colorimage
            \((0..<64 * 64 * 3).map { byte in
                let digits = String(byte % 251, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }.joined())
            showpage

            """
        try await pages(of: program.utf8, as: "a.ps") { pdf, _ in
            let list = try execute("pdfimages", ["-list", pdf]).output
            #expect(list.contains(/64 +64 +rgb +3 +8 +image/), "\(list)")
        }
    }

    @Test(arguments: [
        ("an error", "0 0 9 9 rectfill showpage nonsense", PreviewError.Code.damaged),
        ("a loop", "showpage {} loop", .timeLimit),
        ("pages without end", "{ 0 0 9 9 rectfill showpage } loop", .timeLimit),
        ("a page as large as a city", "<</PageSize [1e9 1e9]>> setpagedevice showpage", .damaged),
        ("a scratch file", "100 { (/tmp/) (w) .tempfile } repeat showpage", .damaged),
        ("its own output", "(%stdout) (r) file showpage", .damaged),
        (
            "another file",
            "<</OutputFile (/tmp/printcenter-new.pdf)>> setpagedevice (/tmp/printcenter-new) (w) file",
            .damaged
        ),
        ("a file", "(/etc/passwd) (r) file showpage", .damaged),
        ("a program", "(%pipe%id) (r) file showpage", .damaged),
    ])
    func `are none where there is`(
        name: String,
        program: String,
        code: PreviewError.Code
    ) async throws {
        let codes = code == .timeLimit ? [code, .processorLimit, .outputTooLarge] : [code]
        // Time: what never ends meets it
        let limit: Duration = code == .timeLimit ? .seconds(1) : .neverMet
        try await refusal(of: "%!PS\n\(program)\n", limit: limit) { error in
            #expect(codes.contains(error.code), "\(name): \(error)")
        }
        let new = ["/tmp/printcenter-new", "/tmp/printcenter-new.pdf"]
        #expect(!new.contains(where: FileManager.default.fileExists))
    }

    @Test func `end at the limit of the layout`() async throws {
        var layout = PageLayout.a4
        layout.pagesLimit = 3
        try await refusal(of: "%!PS\n4 { showpage } repeat\n", layout) { error in
            #expect(error.code == .pixelLimit)
            #expect(error.message.contains("more than 3 pages"))
        }
    }
}
