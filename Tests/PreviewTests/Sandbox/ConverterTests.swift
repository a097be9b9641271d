import CLinux
import Foundation
import ProofKit
import Testing

@testable import QuickPreview

/// Programs of other projects that lay documents out: the real one, and one that its document has taken over.
@Suite(.serialized) struct `Programs that lay documents out` {
    private let text = #"{\rtf1\ansi {\b Title} and words.\par Second line\page Third\par}"#

    private func pages(
        _ places: Converter.Places = .init(),
        of text: String? = nil,
        as name: String = "a.rtf",
        on layout: PageLayout = .a4,
        timeLimit: Duration = .seconds(10),
        _ body: (_ pdf: String, _ pages: DocumentPages, _ previewer: Previewer) async throws -> Void
    ) async throws {
        var configuration = PreviewerConfiguration(timeLimit: timeLimit)
        configuration.converterPlaces = places
        try await withFixtures { fixtures in
            let path = try fixtures.write(Array((text ?? self.text).utf8), as: name)
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

    @Test func `LibreOffice gives a document its own look, twice the same bytes`() async throws {
        var files: [Data] = []
        for _ in 1...2 {
            try await pages { pdf, pages, previewer in
                #expect(pages.count == 2 && !pages.isSimplified && pages.missingPackage == nil)
                #expect(previewer.statistics.converter == .ready)
                let facts = try execute("pdfinfo", [pdf]).output
                #expect(facts.contains("LibreOffice") && facts.contains("Jan  1 00:00:00 2000"))
                #expect(
                    try writtenWords(pdf)
                        == ["Title", "and", "words.", "Second", "line", "Third"]
                )
                #expect(try execute("qpdf", ["--check", pdf]).code == 0)
                files.append(try Data(contentsOf: URL(fileURLWithPath: pdf)))
                // LibreOffice writes the time of day in seconds: without a second between them, both would have the same
                // date by chance.
                try await Task.sleep(for: .milliseconds(1100))
            }
        }
        #expect(files[0].elementsEqual(files[1]), "the bytes differ")
    }

    @Test func `WeasyPrint gives HTML its styles, on the paper of the layout`() async throws {
        let page = """
            <!DOCTYPE html><meta charset="utf-8"><style>p { position: absolute; top: 100mm } \
            h1 { color: #0a0 }</style><h1>Über</h1><p>positioned <img src="http://127.0.0.1/a.png" alt="missing">
            """
        var layout = PageLayout(width: 420, length: 595)
        layout.margins = .init(72)
        layout.orientation = .landscape
        var files: [Data] = []
        for _ in 1...2 {
            try await pages(of: page, as: "a.html", on: layout) { pdf, pages, _ in
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
        var places = Converter.Places()
        places.bubblewrap = "/bin/false"
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
            "import time; time.sleep(1000)",
            "\nwhile True: pass",
        ]
    )
    func `one that fails leaves the simple pages`(_ act: String) async throws {
        try await withProgram(act) { places, _ in
            // A sixth of a minute is what a program may take; here it is 1.2 s.
            let limit = Duration.milliseconds(200)
            try await pages(places, timeLimit: limit) { pdf, pages, previewer in
                #expect(pages.isSimplified && pages.missingPackage == nil)
                #expect(previewer.statistics.converter == .ready, "its sandbox holds")
                let last = try writtenWords(pdf).last
                #expect(last == "Third")
            }
        }
    }

    @Test func `a request that is canceled ends it`() async throws {
        try await withProgram("import time; time.sleep(1000)") { places, folder in
            let start = ContinuousClock.now
            let task = Task { try await pages(places) { _, _, _ in } }
            try await wait(for: "the program") { !Self.processes(of: folder).isEmpty }
            task.cancel()
            let result = await task.result
            #expect(throws: PreviewError.self) { try result.get() }
            try await wait(for: "its end") { Self.processes(of: folder).isEmpty }
            #expect(start.duration(to: .now) < .seconds(30))
        }
    }

    /// What a program can reach that its document has taken over, in words; each is an attempt that must fail.
    @Test func `one that is taken over reaches nothing`() async throws {
        try await withFixtures { fixtures in
            let secret = try fixtures.write(Array("secret".utf8), as: "secret")
            try await withProgram(Self.attempts, arguments: [secret]) { places, _ in
                let found = try await report(places)
                #expect(found["done"] == "yes", "the program did not get to its end")
                for (act, result) in found where act != "done" {
                    let expected = Self.expected[act]
                    #expect(
                        expected != nil && expected?.contains(result) == true,
                        "\(act): \(result)"
                    )
                }
                #expect(Set(found.keys) == Set(Self.expected.keys).union(["done"]))
            }
        }
    }

    /// The attempts, and the errors that they must end with.
    private static let expected: [String: [String]] = [
        "read a file of the user": ["ENOENT"], "list the home": ["ENOENT"],
        "read passwords": ["ENOENT"], "see processes": ["ENOENT"],
        "write beside the system": ["EROFS"], "write to the system": ["EROFS", "EACCES"],
        "write to devices": ["EROFS"], "write to the document": ["EROFS", "EACCES"],
        "connect to the network": ["EAFNOSUPPORT"], "send a datagram": ["EAFNOSUPPORT"],
        "reach the message bus": ["ENOENT"], "reach an abstract socket": ["ECONNREFUSED"],
        "fork": ["EAGAIN"], "start a program": ["EAGAIN"], "make a namespace": ["EPERM"],
        "trace": ["EPERM"], "write code": ["EPERM"], "raise its limits": ["EPERM", "ValueError"],
        "one large file": ["EFBIG"], "many files": ["ENOSPC"], "much memory": ["MemoryError"],
        "reach the result": ["EBADF"],
    ]

    private static let attempts = """
        import ctypes, errno, json, mmap, os, resource, socket, subprocess
        report = {}
        libc = ctypes.CDLL(None, use_errno=True)
        def attempt(name, act):
            try:
                report[name] = 'allowed: ' + repr(act())
            except OSError as error:
                report[name] = errno.errorcode.get(error.errno, str(error.errno))
            except Exception as error:
                report[name] = type(error).__name__
        def call(name, *arguments):
            ctypes.set_errno(0)
            if getattr(libc, name)(*arguments) < 0: raise OSError(ctypes.get_errno(), name)
        def fill(name, size):
            with open(name, 'wb', buffering=0) as file:
                for _ in range(size):
                    if file.write(bytes(1 << 20)) < 1 << 20: raise OSError(errno.EFBIG, name)
        def many():
            for index in range(20): fill('/tmp/many%d' % index, 100)
        def connect(family, address, kind=socket.SOCK_STREAM):
            socket.socket(family, kind).connect(address)
        attempt('read a file of the user', lambda: open(arguments[0]).read())
        attempt('list the home', lambda: os.listdir('/root') + os.listdir('/home'))
        attempt('read passwords', lambda: open('/etc/passwd').read())
        attempt('see processes', lambda: os.listdir('/proc'))
        attempt('write beside the system', lambda: open('/new', 'w'))
        attempt('write to the system', lambda: open('/usr/new', 'w'))
        attempt('write to devices', lambda: open('/dev/shm/new', 'w'))
        attempt('write to the document', lambda: open(document, 'w'))
        attempt('connect to the network', lambda: connect(socket.AF_INET, ('127.0.0.1', 631)))
        attempt('send a datagram', lambda: connect(socket.AF_INET6, ('::1', 53), socket.SOCK_DGRAM))
        attempt('reach the message bus', lambda: connect(socket.AF_UNIX, '/run/dbus/system_bus_socket'))
        attempt('reach an abstract socket', lambda: connect(socket.AF_UNIX, chr(0) + 'any'))
        attempt('fork', os.fork)
        attempt('start a program', lambda: subprocess.run(['/usr/bin/true']))
        attempt('make a namespace', lambda: call('unshare', 0x10000000))
        attempt('trace', lambda: call('ptrace', 16, 1, 0, 0))
        attempt('write code', lambda: mmap.mmap(-1, 4096, prot=7))
        attempt('raise its limits', lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 40, 1 << 40)))
        attempt('one large file', lambda: fill('/tmp/large', 300))
        os.unlink('/tmp/large')
        attempt('many files', many)
        for name in os.listdir('/tmp'):
            if name.startswith('many'): os.unlink('/tmp/' + name)
        attempt('much memory', lambda: bytearray(4 << 30))
        attempt('reach the result', lambda: os.fstat(3))
        report['done'] = 'yes'
        open(result, 'w').write(json.dumps(report))
        """

    /// What the program has written, which is no PDF.
    private func report(_ places: Converter.Places) async throws -> [String: String] {
        let converter = Converter(places: places, zygote: nil)
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
                    timeLimit: .seconds(60),
                    interrupt: interrupt
                )
            }
        }
        guard let file = document else {
            Issue.record("no result")
            return [:]
        }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe pread(file.number, &bytes, bytes.count, 0)
        let data = Data(bytes.prefix(max(0, count)))
        return try JSONDecoder().decode([String: String].self, from: data)
    }

    /// Puts a script in the place of LibreOffice.
    private func withProgram(
        _ act: String,
        arguments: [String] = [],
        _ body: (_ places: Converter.Places, _ folder: String) async throws -> Void
    ) async throws {
        try await withFixtures { fixtures in
            let words = arguments.map { "'\($0)'" }.joined(separator: ",")
            let script = """
                #!/usr/bin/python3 -IS
                import sys
                document, result, arguments = sys.argv[-1], '/tmp/out/document.pdf', [\(words)]
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

    /// The processes whose command line names a folder.
    private static func processes(of folder: String) -> [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.filter { process in
            guard Int32(process) != nil,
                let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline")
            else { return false }
            return String(decoding: line, as: UTF8.self).contains("\(folder)/soffice.bin")
        }
    }
}
