import FoundationEssentials
import PrintModel
import Testing

@testable import PrintCenter

/// Where a reader of events may go on.
@Suite struct `Positions of events` {
    @Test(arguments: StoreKind.allCases)
    func `are resumable while no event is missing`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            #expect(try await store.lastEvent() == 0)
            #expect(try await store.hasAllEvents(after: 0))
            #expect(try await !store.hasAllEvents(after: 1))
            #expect(try await !store.hasAllEvents(after: -1))
            var first = try await store.queued("first")
            _ = try await store.queued("second")
            first.job.state = .completed
            first.job.finishedAt = Date(timeIntervalSince1970: 1)
            first.delivery.phase = .ended
            _ = try await store.record(first)
            #expect(try await store.lastEvent() == 3)
            for place in 0...3 { #expect(try await store.hasAllEvents(after: place)) }
            #expect(try await !store.hasAllEvents(after: 4))

            // The first and the last event go with their job; the second stays.
            // Time: the age of a row
            #expect(try await store.forgetJobs(olderThan: .seconds(60), limit: 10) == 1)
            #expect(try await store.lastEvent() == 3)
            for place in 0...2 { #expect(try await !store.hasAllEvents(after: place)) }
            #expect(try await store.hasAllEvents(after: 3))
            #expect(try await store.snapshot(of: []).sequence == 3)
        }
    }
}
