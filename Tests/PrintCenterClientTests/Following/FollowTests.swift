import Glibc
import PrintModel
import ProofKit
import Synchronization
import Testing

@testable import PrintCenterClient

@Suite struct `Following jobs` {
    /// What came, up to a count.
    private func follow(
        _ service: FakeService,
        _ ids: [Int],
        count: Int
    ) async throws -> [PrintJob] {
        let client = try service.client
        return try await within("following") {
            var jobs: [PrintJob] = []
            for try await job in client.follow(ids.map { JobID(rawValue: $0) }) {
                jobs.append(job)
                if jobs.count == count { break }
            }
            return jobs
        }
    }

    @Test func `the jobs come as they are, then each change in order`() async throws {
        let changes = [
            Sample.job(1, .sending), Sample.job(1, .printing), Sample.job(1, .completed),
        ]
        let answer: FakeService.Answer = { _, connection in
            try connection.request()
            try connection.beginEvents()
            try connection.event(5, Sample.job(1))
            try connection.write(":\n\n")
            for (index, job) in changes.enumerated() { try connection.event(6 + index, job) }
            connection.waitForEnd()
        }
        try await withService(answer) { service in
            let jobs = try await follow(service, [1, 2], count: 4)
            #expect(jobs == [Sample.job(1)] + changes)
            #expect(service.requests.map(\.target) == ["/v1/events?job=1&job=2"])
        }
    }

    @Test func `a service that is killed loses no change and doubles none`() async throws {
        let answer: FakeService.Answer = { number, connection in
            try connection.request()
            try connection.beginEvents()
            if number == 0 {
                try connection.event(5, Sample.job(1))
                try connection.event(5, Sample.job(2))
                try connection.write(":\n\n")
                try connection.event(6, Sample.job(1, .sending))
                // In the middle of an event.
                try connection.write("id: 7\nevent: job\nda")
                return
            }
            try connection.event(6, Sample.job(1, .sending))
            try connection.event(7, Sample.job(2, .sending))
            try connection.event(8, Sample.job(1, .printing))
            connection.waitForEnd()
        }
        try await withService(answer) { service in
            let jobs = try await follow(service, [1, 2], count: 5)
            #expect(
                jobs == [
                    Sample.job(1), Sample.job(2), Sample.job(1, .sending), Sample.job(2, .sending),
                    Sample.job(1, .printing),
                ]
            )
            // Another id has begun after event 6, so that there is no other of its id.
            #expect(service.requests.map { $0.headers["last-event-id"] } == [nil, "6"])
        }
    }

    @Test func `a comment makes the last event sure`() async throws {
        let answer: FakeService.Answer = { number, connection in
            try connection.request()
            try connection.beginEvents()
            if number == 0 {
                try connection.event(5, Sample.job(1))
                try connection.write(":\n\n")
                return
            }
            try connection.event(6, Sample.job(1, .completed))
            connection.waitForEnd()
        }
        try await withService(answer) { service in
            _ = try await follow(service, [1], count: 2)
            #expect(service.requests.map { $0.headers["last-event-id"] } == [nil, "5"])
        }
    }

    @Test func `a service that is killed before it has told all jobs is asked for all`()
        async throws
    {
        let answer: FakeService.Answer = { number, connection in
            try connection.request()
            try connection.beginEvents()
            try connection.event(5, Sample.job(1))
            if number == 0 { return }
            try connection.event(5, Sample.job(2))
            try connection.write(":\n\n")
            connection.waitForEnd()
        }
        try await withService(answer) { service in
            let jobs = try await follow(service, [], count: 2)
            #expect(jobs == [Sample.job(1), Sample.job(2)])
            #expect(service.requests.map { $0.headers["last-event-id"] } == [nil, nil])
            #expect(service.requests.first?.target == "/v1/events")
        }
    }

    @Test func `who stops reading closes the connection`() async throws {
        let closed = Mutex(false)
        let answer: FakeService.Answer = { _, connection in
            try connection.request()
            try connection.beginEvents()
            try connection.event(5, Sample.job(1))
            connection.waitForEnd()
            closed.withLock { $0 = true }
        }
        try await withService(answer) { service in
            _ = try await follow(service, [1], count: 1)
            try await wait(for: "the end of the connection") { closed.withLock { $0 } }
        }
    }

    @Test func `a problem ends the stream`() async throws {
        let answer: FakeService.Answer = { _, connection in
            try connection.request()
            try connection.answer(404, Sample.problem(.jobNotFound))
        }
        try await withService(answer) { service in
            let client = try service.client
            let error = await #expect(throws: ClientError.self) {
                for try await _ in client.follow([JobID(rawValue: 9)]) {}
            }
            #expect(error?.problem?.code == .jobNotFound)
        }
    }
}
