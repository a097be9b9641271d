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
            // The pages, and what is known of them.
            #expect(try await spool.sweep(keeping: ["notes"]).removed == 2)
            close(try await pages.open(laidOut).descriptor)
            #expect(preparer.laidOutCount == 3)
            await pages.forget(document: "notes")
            #expect(try await spool.sweep(keeping: ["notes"]).removed == 0)
        }
    }

    @Test func `do not fill the disk`() async throws {
        try await withPages { pages, _, _, spool, facts in
            try await makeMany(pages, facts)
            let files = try await spool.sweep(keeping: ["notes"]).removed
            #expect(files == 2 * LaidOutPages.limit)
        }
    }

    @Test func `have a bound in bytes, but for those that are wanted`() async throws {
        try await withPages { _, preparer, clock, spool, facts in
            let pages = LaidOutPages(
                spool: spool,
                preparer: preparer,
                clock: clock,
                bytesLimit: 1
            )
            try await makeMany(pages, facts)
            #expect(try await spool.sweep(keeping: ["notes"]).removed == 2)
        }
    }

    private func makeMany(_ pages: LaidOutPages, _ facts: DocumentFacts) async throws {
        for size in 1...LaidOutPages.limit + 10 {
            var setup = Self.a4
            setup.fontSize = Double(size)
            _ = try await pages.facts(of: facts, on: setup)
        }
    }

    @Test func `are those of any document of the same bytes, until the last is gone`()
        async throws
    {
        try await withPages { pages, preparer, _, spool, facts in
            let first = try await pages.facts(of: facts, on: Self.a4)
            var facts = facts
            facts.id = "again"
            let second = try await pages.facts(of: facts, on: Self.a4)
            #expect(first.id == "notes" && second.id == "again" && second.pages == 3)
            await pages.forget(document: "notes")
            close(try await pages.open(second).descriptor)
            #expect(preparer.laidOutCount == 1)
            await pages.forget(document: "again")
            #expect(try await spool.sweep(keeping: ["notes"]).removed == 0)
        }
    }

    @Test(arguments: ["name", "type", "bytes", "edition"])
    func `are others where something else differs`(what: String) async throws {
        try await withPages { pages, preparer, _, _, facts in
            _ = try await pages.facts(of: facts, on: Self.a4)
            var facts = facts
            switch what {
            case "name": facts.name = "notes.csv"
            case "type": facts.type = "text/csv"
            case "bytes": facts.sha256 = "0"
            default: preparer.layoutEdition = "2"
            }
            _ = try await pages.facts(of: facts, on: Self.a4)
            #expect(preparer.laidOutCount == 2)
        }
    }

    @Test func `stay for those who print what they have checked, also after a restart`()
        async throws
    {
        try await withPages { pages, preparer, clock, spool, facts in
            _ = try await pages.facts(of: facts, on: Self.a4)
            await pages.release(document: "notes")
            let after = LaidOutPages(spool: spool, preparer: preparer, clock: clock)
            let kept = await after.recover(documents: [], unusedFor: .seconds(3600))
            #expect(kept.count == 2)
            var facts = facts
            facts.id = "again"
            _ = try await after.facts(of: facts, on: Self.a4)
            #expect(preparer.laidOutCount == 1)
            await after.forget(document: "again")
            #expect(try await spool.sweep(keeping: ["notes"]).removed == 0)
        }
    }

    @Test(arguments: [true, false])
    func `that could not be made, or not well, are tried again for another document`(
        fails: Bool
    ) async throws {
        try await withPages { pages, preparer, clock, spool, facts in
            var facts = facts
            facts.layout = .pages
            if fails { preparer.problem = .tooLarge } else { preparer.isSimple = true }
            var first = facts
            for _ in 0..<2 { first = try await pages.facts(of: facts, on: Self.a4) }
            #expect(preparer.laidOutCount == 1)
            (preparer.problem, preparer.isSimple) = (nil, false)
            facts.id = "again"
            _ = try await spool.finish(try await spool.begin("again", with: Array("hello".utf8)))
            let second = try await pages.facts(of: facts, on: Self.a4)
            #expect(second.problem == nil && second.simplification == nil)
            #expect(preparer.laidOutCount == 2)
            // The first document keeps what it has.
            facts.id = "notes"
            #expect(try await pages.facts(of: facts, on: Self.a4) == first)
            #expect(preparer.laidOutCount == 2)
            await pages.release(document: "notes")
            await pages.release(document: "again")
            let after = LaidOutPages(spool: spool, preparer: preparer, clock: clock)
            let kept = await after.recover(documents: [], unusedFor: .seconds(3600))
            #expect(kept.count == 2)
            #expect(try await spool.sweep(keeping: kept.union(["notes", "again"])).removed == 0)
        }
    }

    /// A part may have been unlocked.
    @Test func `of several documents are not kept without them`() async throws {
        try await withPages { pages, preparer, clock, spool, facts in
            var facts = facts
            facts.parts = []
            _ = try await pages.facts(of: facts, on: Self.a4)
            #expect(try await spool.names().filter { $0.hasSuffix(".laid") } == [])
            await pages.release(document: "notes")
            #expect(try await spool.sweep(keeping: ["notes"]).removed == 0)
        }
    }

    /// What happens to the spool between two starts of the service.
    enum Interval: CaseIterable {
        case nothing, change, otherEdition, documentGone, longTime
    }

    @Test(arguments: Interval.allCases)
    func `are kept over a restart, and used as long as they are right`(
        interval: Interval
    ) async throws {
        try await withPages { pages, preparer, clock, spool, facts in
            let before = try await pages.facts(of: facts, on: Self.a4)
            let first = read(try await pages.open(before).descriptor)
            let file = try #require(try await spool.names().first { $0.hasSuffix(".pages") })
            switch interval {
            case .change:
                try await spool.make(file) { try Spool.append(Array("other".utf8), to: $0) }
            case .otherEdition: preparer.layoutEdition = "2"
            default: break
            }
            let after = LaidOutPages(spool: spool, preparer: preparer, clock: clock)
            let kept = await after.recover(
                documents: interval == .documentGone ? [] : ["notes"],
                unusedFor: interval == .longTime ? .zero : .seconds(3600)
            )
            let removed = try await spool.sweep(keeping: kept.union(["notes"])).removed
            let isForgotten = [.documentGone, .longTime, .otherEdition].contains(interval)
            #expect(removed == (isForgotten ? 2 : 0))
            #expect(read(try await after.open(before).descriptor) == first)
            #expect(preparer.laidOutCount == (interval == .nothing ? 1 : 2))
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
