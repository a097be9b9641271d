import Foundation
import SandboxTrials
import Testing

@testable import QuickPreview

@Suite(.timeLimit(.patience(10)))
struct `The record of crashes` {
    @Test func `refuses a document after its third crash, and no other`() async throws {
        try await withFixtures { fixtures in
            let bad = try fixtures.write(PDFMaker.report.text, as: "bad.pdf")
            let good = try fixtures.write(PDFMaker.report.text + "%", as: "good.pdf")
            let alike = Array(PDFMaker.report.text.utf8.dropLast()) + [UInt8(ascii: " ")]
            let sameSize = try fixtures.write(alike, as: "same-size.pdf")
            try await withTrials { previewer in
                for _ in 1...3 { try await crash(previewer, bad) }
                let error = await #expect(throws: PreviewError.self) {
                    _ = try await info(previewer, bad)
                }
                #expect(error?.code == .crashedBefore)
                #expect(try await info(previewer, good).pages == 6)
                #expect(try await info(previewer, sameSize).pages == 6)
                #expect(
                    previewer.statistics.ends
                        == [.crashed(signal: SIGSEGV): 3, .crashedBefore: 1, .shown: 2]
                )
            }
        }
    }

    @Test func `allows a document that crashed twice`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(PDFMaker.report.text, as: "bad.pdf")
            try await withTrials { previewer in
                for _ in 1...2 { try await crash(previewer, path) }
                #expect(try await info(previewer, path).pages == 6)
            }
        }
    }

    @Test func `leaves the type of a document known, and those that read it otherwise`()
        async throws
    {
        try await withFixtures { fixtures in
            let path = try fixtures.write(PDFMaker.report.text, as: "bad.pdf")
            try await withTrials { previewer in
                for _ in 1...3 { try await crash(previewer, path) }
                try await withFile(path) { file in
                    let facts = try await previewer.typeInfo(of: file, name: "bad.pdf")
                    #expect(facts.type == "application/pdf")
                }
            }
        }
    }

    @Test func `outlives the previewer, and is shared`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(PDFMaker.report.text, as: "bad.pdf")
            let record = fixtures.path("state/printcenter/crashed-documents")
            let configuration = PreviewerConfiguration(crashRecord: record)
            for _ in 1...3 {
                try await withTrials([], configuration) { try await crash($0, path) }
            }
            try await withTrials([], configuration) { previewer in
                let error = await #expect(throws: PreviewError.self) {
                    _ = try await info(previewer, path)
                }
                #expect(error?.code == .crashedBefore)
            }
            let attributes = try FileManager.default.attributesOfItem(atPath: record)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func `allows a document for another build of the helper`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write("bytes", as: "bad.pdf")
            let record = CrashRecord(path: fixtures.path("record"))
            try await withFile(path) { file in
                for _ in 1...3 { record.add(file, edition: 7) }
                #expect(record.refuses(file, edition: 7))
                #expect(!record.refuses(file, edition: 8))
            }
        }
    }

    @Test func `has a limited size, and drops the oldest entries`() async throws {
        try await withFixtures { fixtures in
            let path = fixtures.path("record")
            let record = CrashRecord(path: path)
            for number in 0..<(CrashRecord.capacity + 10) {
                let name = try fixtures.write("document \(number)", as: "\(number)")
                try await withFile(name) { file in
                    for _ in 1...3 { record.add(file, edition: 1) }
                }
            }
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            #expect(lines.count == CrashRecord.capacity + 1)
            try await withFile(fixtures.path("9")) { #expect(!record.refuses($0, edition: 1)) }
            try await withFile(fixtures.path("10")) { #expect(record.refuses($0, edition: 1)) }
        }
    }

    @Test(arguments: [
        "", "nonsense", "crashed documents 9\n1 aa 3 3\n", "crashed documents 1\n1 aa",
    ])
    func `ignores a file in another format`(contents: String) async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(contents, as: "record")
            let document = try fixtures.write("bytes", as: "bad.pdf")
            let record = CrashRecord(path: path)
            try await withFile(document) { file in
                #expect(!record.refuses(file, edition: 1))
                for _ in 1...3 { record.add(file, edition: 1) }
                #expect(CrashRecord(path: path).refuses(file, edition: 1))
            }
        }
    }

    @Test func `lists and removes entries`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(PDFMaker.report.text, as: "bad.pdf")
            let record = fixtures.path("state/crashed-documents")
            let list = CrashedDocuments(path: record)
            let begin = time(nil)
            try await withTrials([], PreviewerConfiguration(crashRecord: record)) { previewer in
                for _ in 1...3 { try await crash(previewer, path) }
                let document = try #require(list.all.first)
                #expect(list.all.count == 1)
                #expect(document.name == "a b%\u{e9}.pdf")
                #expect(document.crashes == 3 && document.isRefused)
                #expect(document.end == "crashed" && document.number == Int(SIGSEGV))
                #expect(document.size == PDFMaker.report.text.utf8.count)
                let last = try #require(document.lastCrash)
                #expect((begin...time(nil)).contains(last))
                let found = try await withFile(path) { file in
                    [try list.forget(file), try list.forget(file)]
                }
                #expect(found == [true, false])
                #expect(list.all.isEmpty)
                // Who runs already sees that, too.
                #expect(try await info(previewer, path).pages == 6)
                for _ in 1...3 { try await crash(previewer, path) }
                #expect(try list.forgetAll() == 1)
                #expect(try await info(previewer, path).pages == 6)
            }
        }
    }

    @Test func `reads the format of an older version`() throws {
        let hash = String(repeating: "ab", count: 32)
        let entry = try #require(CrashRecord.Entry("ff \(hash) 12 3"))
        #expect((entry.edition, entry.hash, entry.size, entry.count) == (255, hash, 12, 3))
        #expect(CrashRecord.Entry(entry.line.dropLast()) == entry)
        #expect(CrashRecord.Entry("ff \(hash) 12") == nil)
    }

    /// Only parts of a large document are hashed: a file with holes can be larger than any disk.
    @Test func `is fast for documents of any size`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(PDFMaker.report.text, as: "sparse.pdf")
            let other = try fixtures.write(PDFMaker.report.text + "%", as: "other.pdf")
            try #require(unsafe truncate(path, 1 << 40) == 0)
            try #require(unsafe truncate(other, 1 << 40) == 0)
            let record = CrashRecord(path: nil)
            try await withFile(path) { file in
                for _ in 1...3 { record.add(file, edition: 1) }
                #expect(record.refuses(file, edition: 1))
            }
            try await withFile(other) { #expect(!record.refuses($0, edition: 1)) }
        }
    }

    private func crash(_ previewer: Previewer, _ path: String) async throws {
        try await withFile(path) { file in
            let error = await #expect(throws: PreviewError.self) {
                _ = try await previewer.perform(
                    .raise(SIGSEGV),
                    of: file,
                    name: "a b%\u{e9}.pdf"
                )
            }
            #expect(error?.code == .crashed)
        }
    }
}
