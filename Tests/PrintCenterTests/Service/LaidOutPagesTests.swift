import FoundationEssentials
import Glibc
import PrintFakes
import PrintModel
import ProofKit
import Testing

@testable import PrintCenter

// Times of this file: ages on the clock of the test.

/// The pages of a document for a paper, with a preparer that counts how often they are made.
@Suite struct `Pages of a document` {
    private static let a4 = PageSetup(
        sheet: SheetSize(size: MediaSize(width: 21_000, length: 29_700))
    )
    private static let letter = PageSetup(
        sheet: SheetSize(size: MediaSize(width: 21_590, length: 27_940))
    )

    private func withPages(
        _ body: (LaidOutPages, FakePreparer, TestClock, Spool, DocumentFacts) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/pages-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (spool, preparer, clock) = (try Spool(path: folder), FakePreparer(), TestClock())
        let incoming = try await spool.begin("notes")
        try await spool.append(Array("hello".utf8), to: incoming)
        let stored = try await spool.finish(incoming)
        var facts = preparer.facts(ofType: "text/plain")
        (facts.id, facts.name, facts.sha256) = ("notes", "notes.txt", stored.sha256)
        let pages = LaidOutPages(spool: spool, preparer: preparer, clock: clock)
        try await body(pages, preparer, clock, spool, facts)
    }

    private func read(_ file: Int32) -> String {
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = unsafe pread(file, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    @Test func `are made once for each paper`() async throws {
        try await withPages { pages, preparer, _, _, facts in
            let upright = try await pages.facts(of: facts, on: Self.a4)
            #expect(upright.pages == 3 && upright.pageSetup == Self.a4)
            #expect(upright.type == "text/plain" && upright.layout == .lines)
            let (file, made) = try await pages.open(upright)
            #expect(made.type == DocumentFacts.pdf && made.layout == nil && made.pages == 3)
            let first = read(file)
            // Facts that have pages already are laid out anew for another paper.
            let other = try await pages.facts(of: upright, on: Self.letter)
            #expect(other.pageSetup == Self.letter && preparer.laidOutCount == 2)
            #expect(read(try await pages.open(other).descriptor) != first)
            #expect(read(try await pages.open(upright).descriptor) == first)
            #expect(preparer.laidOutCount == 2)
        }
    }

    @Test func `are made by one of several requests at once`() async throws {
        try await withPages { pages, preparer, _, _, facts in
            try await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask { _ = try await pages.facts(of: facts, on: Self.a4) }
                }
                try await group.waitForAll()
            }
            #expect(preparer.laidOutCount == 1)
        }
    }

    @Test func `are made again where their file is gone`() async throws {
        try await withPages { pages, preparer, clock, spool, facts in
            let laidOut = try await pages.facts(of: facts, on: Self.a4)
            clock.advance(by: .seconds(3600))
            await pages.forgetUnused(since: .seconds(3600))
            #expect(try await spool.sweep(keeping: ["notes"]).removed == 0)
            close(try await pages.open(laidOut).descriptor)
            #expect(preparer.laidOutCount == 2)
            await pages.forget(document: "other")
            #expect(try await spool.sweep(keeping: ["notes"]).removed == 1)
            close(try await pages.open(laidOut).descriptor)
            #expect(preparer.laidOutCount == 3)
            await pages.forget(document: "notes")
            #expect(try await spool.sweep(keeping: ["notes"]).removed == 0)
        }
    }

    @Test func `do not fill the disk`() async throws {
        try await withPages { pages, _, _, spool, facts in
            for size in 8...40 {
                var setup = Self.a4
                setup.fontSize = Double(size)
                _ = try await pages.facts(of: facts, on: setup)
            }
            let files = try await spool.sweep(keeping: ["notes"]).removed
            #expect(files == LaidOutPages.limit)
        }
    }

    @Test func `that are others than those that were checked are not printed`() async throws {
        try await withPages { pages, _, _, _, facts in
            var laidOut = try await pages.facts(of: facts, on: Self.a4)
            laidOut.pages = 4
            let error = await #expect(throws: PreparationError.self) {
                close(try await pages.open(laidOut).descriptor)
            }
            #expect(error?.mayPass == false && error?.detail.contains("4 pages") == true)
        }
    }

    @Test func `are none of a document that cannot be laid out`() async throws {
        try await withPages { pages, preparer, _, spool, facts in
            preparer.problem = .tooLarge
            let laidOut = try await pages.facts(of: facts, on: Self.a4)
            #expect(laidOut.problem == .tooLarge && laidOut.pages == nil)
            #expect(try await spool.sweep(keeping: ["notes"]).removed == 0)
        }
    }
}
