import CLinux
import Foundation
import ProofKit
import Testing

@testable import QuickPreview

/// Programs of other projects that lay documents out: the real one, and one that its document has taken over.
@Suite(.serialized) struct `Programs that lay documents out` {
    private let text = #"{\rtf1\ansi {\b Title} and words.\par Second line\page Third\par}"#

    func pages(
        _ places: Converter.Places = .init(),
        of text: String? = nil,
        as name: String = "a.rtf",
        bytes: [UInt8]? = nil,
        on layout: PageLayout = .a4,
        programTimeLimit: Duration? = nil,
        record: String? = nil,
        _ body: (_ pdf: String, _ pages: DocumentPages, _ previewer: Previewer) async throws -> Void
    ) async throws {
        var configuration = PreviewerConfiguration()
        configuration.programTimeLimit = programTimeLimit
        configuration.converterPlaces = places
        configuration.crashRecord = record
        try await withFixtures { fixtures in
            let path = try fixtures.write(bytes ?? Array((text ?? self.text).utf8), as: name)
            try await withPreviewer(configuration) { previewer in
                let made = try await withFile(path) { input in
                    try await withFile(fixtures.path("a.pdf"), flags: O_RDWR | O_CREAT) { output in
                        try await previewer.makePages(
                            of: input,
                            name: name,
                            layout: layout,
                            into: output
                        )
                    }
                }
                try await body(fixtures.path("a.pdf"), made, previewer)
            }
        }
    }

    /// The programs behind Landlock, as where the system allows no namespaces.
    static func withoutNamespaces(
        _ places: Converter.Places = .init()
    ) -> Converter.Places {
        var places = places
        places.bubblewrap = "/bin/false"
        return places
    }

    @Test(arguments: [true, false])
    func `LibreOffice gives a document its own look, twice the same bytes`(
        _ hasNamespaces: Bool
    ) async throws {
        var files: [Data] = []
        for _ in 1...2 {
            let places = hasNamespaces ? Converter.Places() : Self.withoutNamespaces()
            try await pages(places) { pdf, pages, previewer in
                #expect(pages.count == 2 && !pages.isSimplified && pages.missingPackage == nil)
                #expect(
                    previewer.statistics.converter
                        == (hasNamespaces ? .ready : .readyWithoutNamespaces)
                )
                let facts = try execute("pdfinfo", [pdf]).output
                #expect(facts.contains("LibreOffice") && facts.contains("Jan  1 00:00:00 2000"))
                #expect(
                    try writtenWords(pdf)
                        == ["Title", "and", "words.", "Second", "line", "Third"]
                )
                #expect(try execute("qpdf", ["--check", pdf]).code == 0)
                files.append(try Data(contentsOf: URL(fileURLWithPath: pdf)))
                // LibreOffice writes the time of day in seconds: in the same second, both would have the same date by chance.
                let made = time(nil)
                try await wait(for: "the next second") { time(nil) > made }
            }
        }
        #expect(files[0].elementsEqual(files[1]), "the bytes differ")
    }

    @Test(arguments: [true, false])
    func `WeasyPrint gives HTML its styles, on the paper of the layout`(
        _ hasNamespaces: Bool
    ) async throws {
        let places = hasNamespaces ? Converter.Places() : Self.withoutNamespaces()
        let page = """
            <!DOCTYPE html><meta charset="utf-8"><style>p { position: absolute; top: 100mm } \
            h1 { color: #0a0 }</style><h1>Über</h1><p>positioned <img src="http://127.0.0.1/a.png" alt="missing">
            """
        var layout = PageLayout(width: 420, length: 595)
        layout.margins = .init(72)
        layout.orientation = .landscape
        var files: [Data] = []
        for _ in 1...2 {
            try await pages(places, of: page, as: "a.html", on: layout) { pdf, pages, _ in
                #expect(pages.count == 1 && !pages.isSimplified && pages.missingPackage == nil)
                let facts = try execute("pdfinfo", [pdf]).output
                #expect(facts.contains("WeasyPrint") && facts.contains("595 x 420"), "\(facts)")
                let words = try execute("pdftotext", ["-bbox", pdf, "-"]).output
                #expect(words.contains("xMin=\"72.0"), "\(words)")
                // 72 points of margin, 100 millimeters from there.
                #expect(words.contains(/yMin="3[56]\d\.\d+" [^>]*>positioned/), "\(words)")
                #expect(try execute("qpdf", ["--check", pdf]).code == 0)
                files.append(try Data(contentsOf: URL(fileURLWithPath: pdf)))
            }
        }
        #expect(files[0].elementsEqual(files[1]), "the bytes differ")
    }

    private static let workbook = """
        <?xml version="1.0" encoding="UTF-8"?><office:document \
        xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
        xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" \
        xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2" \
        office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body>\
        <office:spreadsheet><table:table table:name="A"><table:table-row>\
        <table:table-cell office:value-type="string"><text:p>Word</text:p></table:table-cell>\
        </table:table-row></table:table></office:spreadsheet></office:body></office:document>
        """

    /// Documents that name their paper, or have the usual one, and their words.
    @Test(arguments: [
        ("a.rtf", #"{\rtf1\ansi\paperw11906\paperh16838 Word\par}"#), ("a.fods", workbook),
        ("a.html", "<style>@page { size: 595pt 842pt }</style><p>Word"),
    ])
    func `an orientation turns the pages before they are laid out`(
        name: String,
        text: String
    ) async throws {
        for hasNamespaces in [true, false] {
            let places = hasNamespaces ? Converter.Places() : Self.withoutNamespaces()
            var files: [SheetLayout.Orientation: Data] = [:]
            for orientation in [SheetLayout.Orientation.portrait, .landscape] {
                var layout = PageLayout.a4
                layout.orientation = orientation
                try await pages(places, of: text, as: name, on: layout) { pdf, pages, _ in
                    #expect(pages.count == 1 && !pages.isSimplified)
                    let facts = try execute("pdfinfo", [pdf]).output
                    let size =
                        orientation == .landscape ? /84[12][.0-9]* x 595/ : /595[.0-9]* x 84[12]/
                    #expect(facts.contains(size), "\(orientation): \(facts)")
                    // The word is upright: nothing has turned a finished page.
                    #expect(facts.contains(/Page rot: +0/))
                    #expect(try writtenWords(pdf).contains("Word"))
                    files[orientation] = try Data(contentsOf: URL(fileURLWithPath: pdf))
                }
            }
            #expect(files[.portrait] != files[.landscape])
        }
    }

    /// Cells that are three pages wide.
    private static let wideWorkbook = workbook.replacing(
        "<text:p>Word</text:p></table:table-cell>",
        with: "<text:p>Word</text:p></table:table-cell>"
            + String(
                repeating:
                    "<table:table-cell office:value-type=\"string\"><text:p>x</text:p></table:table-cell>",
                count: 20
            )
    )

    @Test func `a workbook is one page wide, with lines and headings, if that is said`()
        async throws
    {
        try await pages(of: Self.wideWorkbook, as: "a.fods") { pdf, pages, _ in
            let words = try writtenWords(pdf)
            #expect(pages.count == 3 && !words.contains("K"))
        }
        var layout = PageLayout.a4
        (layout.fitsWidth, layout.hasGridLines, layout.hasHeadings) = (true, true, true)
        try await pages(of: Self.wideWorkbook, as: "a.fods", on: layout) { pdf, pages, _ in
            #expect(pages.count == 1 && !pages.isSimplified)
            let words = try writtenWords(pdf)
            #expect(words.contains("K") && words.contains("U") && words.contains("1"))
            #expect(try execute("pdfinfo", [pdf]).output.contains(/595[.0-9]* x 84[12]/))
        }
    }

    /// Three worksheets of one page, the second one hidden, and one without a cell.
    private static let worksheets: String = {
        let style =
            "<office:automatic-styles><style:style style:name=\"h\" style:family=\"table\">"
            + "<style:table-properties table:display=\"false\"/></style:style></office:automatic-styles>"
        func sheet(_ name: String, _ word: String, style: String = "") -> String {
            "<table:table table:name=\"\(name)\"\(style)><table:table-row>"
                + "<table:table-cell office:value-type=\"string\"><text:p>\(word)</text:p></table:table-cell>"
                + "</table:table-row></table:table>"
        }
        let sheets =
            sheet("Sales", "First") + sheet("Secret", "Hidden", style: " table:style-name=\"h\"")
            + sheet("Kosten, März 😀", "Second") + "<table:table table:name=\"Empty\"/>"
        return workbook.replacing(
            "xmlns:text=",
            with: "xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\" xmlns:text="
        )
        .replacing("<office:body>", with: style + "<office:body>")
        .replacing(/<table:table .*<\/table:table>/, with: sheets)
    }()

    @Test func `chosen worksheets alone are laid out, by name or number`() async throws {
        let names = ["Sales", "Kosten, März 😀", "Empty"]
        for (chosen, expected) in [
            (["Sales"], ["First"]), (["2"], ["Second"]), (["Kosten, März 😀"], ["Second"]),
            (["2", "1"], ["First", "Second"]),
            // Where one is missing, the caller decides.
            (["Sales", "Secret"], ["First", "Second"]), (["4"], ["First", "Second"]),
        ] {
            var layout = PageLayout.a4
            layout.worksheets = chosen
            try await pages(of: Self.worksheets, as: "a.fods", on: layout) { pdf, pages, _ in
                #expect(pages.count == expected.count && pages.worksheets == names, "\(chosen)")
                // LibreOffice adds the name of the sheet and the number of the page.
                let cells = try writtenWords(pdf).filter(["First", "Second", "Hidden"].contains)
                #expect(cells == expected, "\(chosen)")
            }
        }
    }

    @Test func `a page of HTML from a roll ends where what is on it does`() async throws {
        var layout = PageLayout(width: 175.7, length: 248.6)
        (layout.margins, layout.lengths) = (.init(10), 70...1_000)
        let lines = (1...20).map { "<p>word \($0)</p>" }.joined()
        for (page, expected) in [
            ("<p>word", 70.0...70), (lines, 400.0...700),
            ("<style>html, body { min-height: 100% }</style>" + lines, 400.0...700),
            ("<div style=\"height:300pt;border:1pt solid\">word</div>", 321...323),
            // A page says itself how large it is.
            ("<style>@page { size: 175.7pt 333pt }</style><p>word", 333...333),
        ] {
            try await pages(of: page, as: "a.html", on: layout) { pdf, pages, _ in
                let facts = try execute("pdfinfo", [pdf]).output
                let height = facts.firstMatch(of: /size: +175.[0-9]+ x ([0-9.]+)/)
                    .flatMap { Double($0.1) }
                #expect(pages.count == 1 && expected.contains(height ?? 0), "\(page) \(facts)")
                #expect(try writtenWords(pdf).contains("word"))
            }
        }
    }

    @Test func `WeasyPrint reads HTML in its encoding, declared or not`() async throws {
        let declared =
            "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><html xmlns=\"http://www.w3.org/1999/xhtml\"><body><p>"
        let pages: [(name: String, bytes: [UInt8])] = [
            ("a.html", Array("<p>Größe</p>".utf8)),
            ("a.html", Array("<meta charset=\"iso-8859-1\"><p>Größe</p>".utf8)),
            (
                "a.html",
                "<meta charset=\"iso-8859-1\"><p>Größe</p>".unicodeScalars.map { UInt8($0.value) }
            ),
            (
                "a.xhtml",
                (declared + "Größe</p></body></html>").unicodeScalars.map { UInt8($0.value) }
            ),
        ]
        for page in pages {
            try await self.pages(of: nil, as: page.name, bytes: page.bytes) { pdf, _, _ in
                let facts = try execute("pdfinfo", [pdf]).output
                let words = try writtenWords(pdf)
                #expect(facts.contains("WeasyPrint") && words == ["Größe"], "\(page) \(facts)")
            }
        }
    }

    @Test func `without the program, pages are simple and the package is named`() async throws {
        var places = Converter.Places()
        places.office = "/nonexistent"
        try await pages(places) { pdf, pages, previewer in
            #expect(pages.isSimplified && pages.missingPackage == "libreoffice-writer")
            #expect(previewer.statistics.converter == .notStarted)
            let last = try writtenWords(pdf).last
            #expect(last == "Third")
        }
        places = Converter.Places()
        places.bubblewrap = "/nonexistent"
        try await pages(places) { _, pages, _ in
            #expect(pages.isSimplified && pages.missingPackage == "bubblewrap")
        }
    }

    @Test func `without a sandbox, no program is started`() async throws {
        var places = Self.withoutNamespaces()
        places.allowsLandlock = false
        try await pages(places) { _, pages, previewer in
            #expect(pages.isSimplified && pages.missingPackage == nil)
            guard case .off(let error) = previewer.statistics.converter else {
                Issue.record("\(previewer.statistics.converter)")
                return
            }
            #expect(error.code == .unconfined)
        }
    }

    // MARK: A program that is taken over

    @Test(
        arguments: [
            "import os; os.abort()",
            "import os; os.kill(-1, 9)",
            "open(result, 'wb').write(b'no PDF' * 9999)",
            "open(result, 'wb').write(b'%PDF-1.7 damaged')",
            "import os; os.symlink('/etc/passwd', result)",
            "import os; os.mkfifo(result)",
            "import os; os.mkdir(result)",
            "import os; os.unlink(result) if os.path.exists(result) else None",
            "import time; time.sleep(9**9)",  // Time: longer than any test
            "\nwhile True: pass",
        ]
    )
    func `one that fails leaves the simple pages`(_ act: String) async throws {
        try await withProgram(act) { places, _ in
            let hangs = act.contains("sleep") || act.contains("while")  // Time: a word of the act
            let limit: Duration = hangs ? .seconds(1) : .neverMet  // Time: what hangs meets it
            for places in [places, Self.withoutNamespaces(places)] {
                try await pages(places, programTimeLimit: limit) { pdf, pages, previewer in
                    #expect(pages.isSimplified && pages.missingPackage == nil)
                    let state = previewer.statistics.converter
                    #expect(state == .ready || state == .readyWithoutNamespaces)
                    let last = try writtenWords(pdf).last
                    #expect(last == "Third")
                }
            }
        }
        try await Self.leavesNoFolder()
    }

    // Time: longer than any test
    @Test(arguments: [("time.sleep(9**9)", "layout-time-limit"), ("os.abort()", "layout-crashed")])
    func `one that hangs or crashes is not asked again for that document`(
        _ act: String,
        _ end: String
    ) async throws {
        try await withFixtures { fixtures in
            let record = fixtures.path("crashes")
            let script = "import os, time\nif b'other' not in open(document, 'rb').read(): \(act)"
            try await withProgram(script) { places, folder in
                func layOut(_ text: String, _ limit: Duration = .neverMet) async throws {
                    try await pages(places, of: text, programTimeLimit: limit, record: record) {
                        pdf,
                        pages,
                        _ in
                        let words = try writtenWords(pdf)
                        #expect(pages.isSimplified && words.contains("words."))
                    }
                }
                // Time: what hangs meets it
                let limit: Duration = end.hasSuffix("crashed") ? .neverMet : .seconds(1)
                try await layOut(text, limit)
                let list = CrashedDocuments(path: record)
                #expect(list.all.map(\.end) == [end] && list.all.map(\.crashes) == [1])
                #expect(list.all.allSatisfy { $0.isLaidOutSimply && !$0.isRefused })
                // With the time that it would need to end.
                try await layOut(text)
                #expect(list.all.map(\.crashes) == [1], "it was asked again")
                // Of another document, the program has no result, which is no crash.
                try await layOut(#"{\rtf1 other words.\par}"#)
                #expect(list.all.count == 1)
                // An update may have repaired it.
                let program = folder + "/soffice.bin"
                let update = try String(contentsOfFile: program, encoding: .utf8) + "\n"
                try update.write(toFile: program, atomically: false, encoding: .utf8)
                try await layOut(text, limit)
                #expect(list.all.count == 2)
            }
        }
    }

    @Test func `one that loses the process beside it leaves no folder`() async throws {
        // Time: longer than any test
        let act = "import time; time.sleep(9**9)"
        try await withProgram(act) { places, folder in
            let places = Self.withoutNamespaces(places)
            let task = Task {
                try await pages(places) { _, pages, _ in #expect(pages.isSimplified) }
            }
            try await wait(for: "the program") {
                !Self.processes(of: folder, startedBy: "python3").isEmpty
            }
            for process in Self.processes(of: folder, startedBy: "--folder") {
                kill(process, SIGKILL)
            }
            try await task.value
            #expect(Self.processes(of: folder).isEmpty)
        }
        try await Self.leavesNoFolder()
    }

    @Test func `a document that prints the name of its file has equal bytes`() async throws {
        let sheet = """
            <?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
            xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" \
            xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" \
            xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" office:version="1.2" \
            office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>\
            <table:table table:name="A"><table:table-row><table:table-cell \
            table:formula="of:=CELL(&quot;filename&quot;)" office:value-type="string"><text:p/></table:table-cell>\
            </table:table-row></table:table></office:spreadsheet></office:body></office:document>
            """
        var files: [Data] = []
        for _ in 1...2 {
            try await pages(Self.withoutNamespaces(), of: sheet, as: "a.fods") { pdf, pages, _ in
                #expect(!pages.isSimplified)
                let words = try execute("pdftotext", [pdf, "-"]).output
                #expect(words.contains("file:///") && !words.contains("qpreview"), "\(words)")
                files.append(try Data(contentsOf: URL(fileURLWithPath: pdf)))
            }
        }
        #expect(files[0].elementsEqual(files[1]), "the bytes differ")
    }

    /// The folder of a program without namespaces is removed; other tests have such folders, too, for a while.
    static func leavesNoFolder() async throws {
        try await wait(for: "the folder to leave") { folders().isEmpty }
    }

    /// The folders of programs without namespaces.
    private static func folders() -> [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/tmp")) ?? []
        return all.filter { $0.hasPrefix("qpreview-") && $0.dropFirst(9).allSatisfy(\.isNumber) }
    }

    @Test(arguments: [true, false])
    func `a request that is canceled ends it`(_ hasNamespaces: Bool) async throws {
        // Time: longer than any test
        try await withProgram("import time; time.sleep(9**9)") { places, folder in
            let places = hasNamespaces ? places : Self.withoutNamespaces(places)
            let task = Task { try await pages(places) { _, _, _ in } }
            try await wait(for: "the program") { !Self.processes(of: folder).isEmpty }
            task.cancel()
            let result = await task.result
            #expect(throws: PreviewError.self) { try result.get() }
            try await wait(for: "its end") { Self.processes(of: folder).isEmpty }
        }
        try await Self.leavesNoFolder()
    }

    /// Has a converter lay a document out.
    func layOut(by converter: Converter) async throws -> ConvertedDocument? {
        var document: ConvertedDocument?
        try await withFixtures { fixtures in
            let path = try fixtures.write(Array(text.utf8), as: "a.rtf")
            document = try await withFile(path) { file in
                let interrupt = clinux_event()
                defer { close(interrupt) }
                return converter.layOut(
                    file,
                    of: FileType(rawValue: "application/rtf"),
                    by: .writer,
                    on: .a4,
                    timeLimit: .neverMet,
                    interrupt: interrupt
                ).document
            }
        }
        return document
    }

    /// Puts a script in the place of LibreOffice.
    func withProgram(
        _ act: String,
        arguments: [String] = [],
        _ body: (_ places: Converter.Places, _ folder: String) async throws -> Void
    ) async throws {
        try await withFixtures { fixtures in
            let words = arguments.map { "'\($0)'" }.joined(separator: ",")
            let script = """
                #!/usr/bin/python3 -IS
                import os, sys
                document, arguments = os.path.realpath(sys.argv[-1]), [\(words)]
                result = document[:document.rindex('/in/')] + '/out/document.pdf'
                \(act)
                """
            _ = try fixtures.write([], as: "libswlo.so")
            let program = try fixtures.write(Array(script.utf8), as: "soffice.bin")
            for path in [program, fixtures.folder.path] { unsafe chmod(path, 0o755) }
            var places = Converter.Places()
            places.office = fixtures.folder.path
            try await body(places, fixtures.folder.path)
        }
    }

    /// The processes whose command line names a program in a folder, and an option of what has started it.
    static func processes(of folder: String, startedBy option: String = "") -> [pid_t] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap { pid_t($0) }.filter { process in
            guard let data = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else {
                return false
            }
            let line = String(decoding: data, as: UTF8.self)
            return line.contains("\(folder)/soffice.bin")
                && (option.isEmpty || line.contains(option))
        }
    }
}
