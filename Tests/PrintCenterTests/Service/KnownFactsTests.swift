import PrintFakes
import PrintModel
import ProofKit
import Synchronization
import Testing

@testable import PrintCenter

// Times of this file: ages on the clock of the test.

/// The facts of documents that come again.
@Suite final class `Known facts`: Sendable {
    private let clock = TestClock()
    private let reads = Atomic(0)

    private func facts(
        _ known: KnownFacts,
        _ sha256: String = "a",
        name: String = "a.txt",
        edition: String = "1",
        as facts: DocumentFacts
    ) async throws -> Int {
        let stored = Spool.Stored(size: 1, sha256: sha256)
        let before = reads.load(ordering: .relaxed)
        _ = try await known.facts(of: stored, name: name, edition: edition) {
            reads.wrappingAdd(1, ordering: .relaxed)
            return facts
        }
        return reads.load(ordering: .relaxed) - before
    }

    @Test func `are read once for equal documents`() async throws {
        let known = KnownFacts(clock: clock)
        let text = FakePreparer().facts(ofType: "text/plain")
        #expect(try await facts(known, as: text) == 1)
        #expect(try await facts(known, as: text) == 0)
        #expect(try await facts(known, "b", as: text) == 1)
        #expect(try await facts(known, name: "b.txt", as: text) == 1)
        #expect(try await facts(known, edition: "2", as: text) == 1)
        // For an hour after the last use.
        clock.advance(by: .seconds(3599))
        #expect(try await facts(known, as: text) == 0)
        clock.advance(by: .seconds(3599))
        #expect(try await facts(known, as: text) == 0)
        clock.advance(by: .seconds(3600))
        #expect(try await facts(known, as: text) == 1)
    }

    @Test func `are read again where the document has pages, or could not be read`() async throws {
        let known = KnownFacts(clock: clock)
        let pages = FakePreparer().facts(ofType: "application/pdf")
        var broken = FakePreparer().facts(ofType: "text/plain")
        broken.problem = .damaged
        for facts in [pages, broken] {
            #expect(try await self.facts(known, as: facts) == 1)
            #expect(try await self.facts(known, as: facts) == 1)
        }
    }

    @Test func `are bounded`() async throws {
        let known = KnownFacts(clock: clock)
        let text = FakePreparer().facts(ofType: "text/plain")
        for number in 0..<100 {
            #expect(try await facts(known, "\(number)", as: text) == 1)
            clock.advance(by: .seconds(1))
        }
        #expect(try await facts(known, "0", as: text) == 1)
        #expect(try await facts(known, "99", as: text) == 0)
    }
}
