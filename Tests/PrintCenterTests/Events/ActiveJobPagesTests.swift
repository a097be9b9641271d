import FoundationEssentials
import PrintModel
import Testing

@testable import PrintCenter

/// The active jobs as a reader of events gets them: page by page, while they change.
@Suite struct `Pages of active jobs` {
    @Test(arguments: StoreKind.allCases)
    func `and the changes after them leave nothing out, and go back to no earlier state`(
        _ kind: StoreKind
    ) async throws {
        try await kind.withStore { store in
            let count = 3 * ActiveJobPages.length
            for number in 0..<count { _ = try await store.queued("job \(number)") }
            let queue = JobQueue(store: store)
            let start = try await store.lastEvent()
            var pages = ActiveJobPages(queue: queue, sequence: start, limit: nil)
            var known: [JobID: PrintJob] = [:]
            var step = 0
            while let page = try await pages.nextPage() {
                for json in page {
                    let job = try WireFormat.decode(PrintJob.self, from: Data(json))
                    known[try #require(job.id)] = job
                }
                // A job of each page changes, the last one ends, and one is new.
                for number in stride(from: 10, to: count, by: ActiveJobPages.length) {
                    _ = try await store.change(JobID(rawValue: number)) { record in
                        var record = record
                        record.job.progress.impressions += 1
                        return record
                    }
                }
                _ = try await store.requestCancel([JobID(rawValue: count - step)], at: Date())
                _ = try await store.queued("new \(step)")
                step += 1
            }
            #expect(step == 4 && known.count == count + 1)
            // The last two jobs had ended before their page was read, and three were new.
            #expect(known[JobID(rawValue: 10)]?.progress.impressions == 0)
            let last = JobID(rawValue: 10 + 2 * ActiveJobPages.length)
            #expect(known[last]?.progress.impressions == 2)

            var ended = 0
            for event in try await store.events(after: pages.sequence, limit: 1000)
            where pages.isNews(event) {
                let id = try #require(event.job.id)
                let before = known[id]?.progress.impressions ?? 0
                #expect(event.job.progress.impressions >= before, "\(event.job)")
                ended += event.job.state.isFinal ? 1 : 0
                known[id] = event.job.state.isFinal ? nil : event.job
            }
            #expect(ended == step)
            let active = try await store.active().map(\.job)
            #expect(active.count == known.count)
            #expect(active.allSatisfy { $0.id.flatMap { known[$0] } == $0 })
        }
    }

    @Test func `end at the limit`() async throws {
        try await withStore { store in
            for number in 0..<5 { _ = try await store.queued("job \(number)") }
            for (limit, count) in [(0, 0), (3, 3), (5, 5), (9, 5), (-1, 0)] {
                let queue = JobQueue(store: store)
                var pages = ActiveJobPages(queue: queue, sequence: 5, limit: limit)
                var found = 0
                while let page = try await pages.nextPage() { found += page.count }
                #expect(found == count)
            }
        }
    }
}
