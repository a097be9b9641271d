import PrintModel
import ProofKit
import Testing

@testable import PrintCenter

// The limit ends a wait that no signal ends. Live tests of other targets block threads and may delay these tests for a
// minute or two.
@Suite(.timeLimit(.minutes(Duration.patience.components.seconds / 6))) struct `A change signal` {
    @Test func `wakes all waiting tasks`() async throws {
        let signal = ChangeSignal()
        let seen = signal.count
        await withTaskGroup { group in
            for _ in 0..<50 {
                group.addTask { await signal.wait(after: seen, atMost: .patience * 1000) }
            }
            group.addTask { signal.signal() }
        }
        #expect(signal.count == seen + 1)
    }

    @Test func `that comes before the wait ends it at once`() async {
        let signal = ChangeSignal()
        let seen = signal.count
        signal.signal()
        await signal.wait(after: seen, atMost: .patience * 1000)
    }

    @Test func `ends a wait when the time is over`() async {
        let began = ContinuousClock.now
        let signal = ChangeSignal()
        // Time: under test; there is no upper limit
        await signal.wait(after: signal.count, atMost: .milliseconds(50))
        // Time: it must not end earlier
        #expect(ContinuousClock.now - began >= .milliseconds(50))
    }

    @Test func `does not keep a canceled task waiting`() async {
        let signal = ChangeSignal()
        for _ in 0..<100 {
            let task = Task { await signal.wait(after: signal.count, atMost: .patience * 1000) }
            task.cancel()
            await task.value
        }
    }
}

@Suite(.timeLimit(.minutes(Duration.patience.components.seconds / 6))) struct `The feed of events` {
    @Test func `each reader gets every change in order, from its position on`() async throws {
        try await withStore { store in
            let queue = JobQueue(store: store)
            let readers = [0, 0, 5].map { start in
                Task {
                    var found: [Int] = []
                    for try await event in EventFeed(queue: queue, start: start) {
                        found.append(event.sequence)
                        if event.sequence == 150 { break }
                    }
                    return found
                }
            }
            // More than one page of the store's answers.
            for number in 0..<150 {
                let record = JobRecord(job: `The store`.job("\(number)"))
                _ = try await queue.submit(record, key: "\(number)", request: "")
            }
            #expect(try await readers[0].value == Array(1...150))
            #expect(try await readers[1].value == Array(1...150))
            #expect(try await readers[2].value == Array(6...150))
        }
    }

    @Test func `without a change it times out`() async throws {
        try await withStore { store in
            var feed = EventFeed(queue: JobQueue(store: store), start: 0).makeAsyncIterator()
            // Time: there is never a change
            let change = try await feed.next(within: .milliseconds(20))
            #expect(change == nil)
        }
    }
}
