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
