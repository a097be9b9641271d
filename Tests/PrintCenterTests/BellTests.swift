import PrintModel
import Testing

@testable import PrintCenter

// The limits only keep a wait that nobody ends from lasting for ever: live tests of other targets,
// which block, may keep the threads for a minute or two.
@Suite(.timeLimit(.minutes(10))) struct `The bell` {
    @Test func `a ring wakes all who wait`() async throws {
        let bell = Bell()
        let rings = bell.rings
        await withTaskGroup { group in
            for _ in 0..<50 {
                group.addTask { await bell.wait(after: rings, atMost: .seconds(600)) }
            }
            group.addTask { bell.ring() }
        }
        #expect(bell.rings == rings + 1)
    }

    @Test func `a ring that nobody waited for is not lost`() async {
        let bell = Bell()
        let rings = bell.rings
        bell.ring()
        await bell.wait(after: rings, atMost: .seconds(600))
    }

    @Test func `the time ends a wait`() async {
        let began = ContinuousClock.now
        let bell = Bell()
        await bell.wait(after: bell.rings, atMost: .milliseconds(50))
        #expect(ContinuousClock.now - began >= .milliseconds(50))
    }

    @Test func `a canceled task does not wait`() async {
        let bell = Bell()
        for _ in 0..<100 {
            let task = Task { await bell.wait(after: bell.rings, atMost: .seconds(600)) }
            task.cancel()
            await task.value
        }
    }
}

@Suite(.timeLimit(.minutes(10))) struct `The feed of events` {
    @Test func `each reader gets every change in order, from its place on`() async throws {
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

    @Test func `without a change it says so in time`() async throws {
        try await withStore { store in
            var feed = EventFeed(queue: JobQueue(store: store), start: 0).makeAsyncIterator()
            let change = try await feed.next(within: .milliseconds(20))
            #expect(change == nil)
        }
    }
}
