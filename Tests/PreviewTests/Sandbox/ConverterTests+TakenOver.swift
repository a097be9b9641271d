import CLinux
import Foundation
import ProofKit
import Testing
@testable import QuickPreview

/// Documents that have taken the program over.
extension `Programs that lay documents out` {
    /// A document must not choose the sandbox of others: not by an exit status, and not by what it does to the process
    /// that would make the sandbox a second time.
    @Test(
        arguments: [
            "import os; os._exit(126)", "import os; os._exit(127)", "import os; os._exit(1)",
            "import os; os._exit(2)",
            "import os, resource as r; r.prlimit(os.getppid(), r.RLIMIT_AS, (1, 1)); os._exit(81)",
        ]
    )
    func `one that fails as without namespaces keeps them, for later ones too`(
        _ act: String
    ) async throws {
        try await withProgram(act) { places, _ in
            let converter = Converter(places: places, zygote: nil)
            for _ in 1...2 {
                let document = try await layOut(by: converter)
                #expect(document == nil && converter.state == .ready)
            }
        }
    }

    /// What would keep a folder from being removed.
    @Test(
        arguments: [
            "os.makedirs(out + '/a/b/c'); open(out + '/a/b/c/d', 'w'); os.mkdir(out + '/none', 0)",
            """
            for _ in range(3000):
                os.mkdir('d'); os.chdir('d'); open('file', 'w')
            """,
            "os.symlink('/usr', out + '/system'); os.symlink('..', out + '/above'); os.mkfifo(out + '/pipe')",
            "[open(out + '/many%d' % index, 'w').close() for index in range(5000)]",
        ]
    )
    func `one that leaves things behind leaves nothing`(_ act: String) async throws {
        let script = "import os; out = os.path.dirname(result); os.chdir(out)\n\(act)"
        try await withProgram(script) { places, _ in
            try await pages(Self.withoutNamespaces(places)) { _, pages, previewer in
                #expect(previewer.statistics.converter == .readyWithoutNamespaces)
                #expect(pages.isSimplified)
            }
        }
        try await Self.leavesNoFolder()
    }

    /// Both ways to leave more than the disk may hold: their bytes, and their number.
    @Test(
        arguments: [
            "[open(out + '/%d' % index, 'wb').write(bytes(200 << 20)) for index in range(5)]",
            "[open(out + '/%d' % index, 'w').close() for index in range(30_000)]",
        ]
    )
    func `one that fills the disk is ended`(_ act: String) async throws {
        let script =
            // Time: longer than any test
            "import os, time; out = os.path.dirname(result)\n\(act)\ntime.sleep(9**9)"
        try await withProgram(script) { places, folder in
            let record = "\(folder)/crashes"
            try await pages(
                Self.withoutNamespaces(places),
                programTimeLimit: .neverMet,
                record: record
            ) { _, pages, _ in
                #expect(pages.isSimplified)
            }
            // Its time was not over.
            let ends = CrashedDocuments(path: record).all.map(\.end)
            #expect(!ends.contains("layout-time-limit"), "\(ends)")
        }
        try await Self.leavesNoFolder()
    }

    /// What a program can reach that its document has taken over, in words; each is an attempt that must fail.
    @Test func `one that is taken over reaches nothing`() async throws {
        try await withFixtures { fixtures in
            let secret = try fixtures.write(Array("secret".utf8), as: "secret")
            try await withProgram(ConverterAttempts.script, arguments: [secret, "\(getpid())"]) {
                places,
                _ in
                let found = try await report(places)
                check(found, ConverterAttempts.expected)
                let amongOthers = try await report(Self.withoutNamespaces(places))
                check(
                    amongOthers,
                    ConverterAttempts.expected.merging(ConverterAttempts.expectedAmongOthers) { $1 }
                )
                #expect(try String(contentsOfFile: secret, encoding: .utf8) == "secret")
                let mode = try FileManager.default.attributesOfItem(atPath: secret)
                #expect(mode[.posixPermissions] as? Int != 0)
            }
        }
    }

    private func check(_ found: [String: String], _ expected: [String: [String]]) {
        #expect(found["done"] == "yes", "the program did not get to its end")
        for (act, result) in found where act != "done" {
            #expect(expected[act]?.contains(result) == true, "\(act): \(result)")
        }
        #expect(Set(found.keys) == Set(expected.keys).union(["done"]))
    }

    /// What the program has written, which is no PDF.
    private func report(_ places: Converter.Places) async throws -> [String: String] {
        guard let file = try await layOut(by: Converter(places: places, zygote: nil)) else {
            Issue.record("no result")
            return [:]
        }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe pread(file.number, &bytes, bytes.count, 0)
        let data = Data(bytes.prefix(max(0, count)))
        return try JSONDecoder().decode([String: String].self, from: data)
    }
}
