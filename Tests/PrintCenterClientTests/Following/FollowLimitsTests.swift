import PrintModel
import ProofKit
import Synchronization
import Testing

@testable import PrintCenterClient

/// Streams of changes that begin anew, are cut off, or are read slowly.
@Suite struct `Following jobs through troubles` {
    private static let notice =
        #"{"code":"events-gone","detail":"Not all changes are known."}"#

    private func follow(
        _ service: FakeService,
        _ ids: [Int] = [],
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

    @Test func `after a new beginning it tells what became of the jobs that ended meanwhile`()
        async throws
    {
        let answer: FakeService.Answer = { number, connection in
            let request = try connection.request()
            if request.target == "/v1/jobs/1" {
                let details = JobDetails(job: Sample.job(1, .completed), story: [])
                return try connection.answer(200, details)
            }
            if request.target == "/v1/jobs/2" {
                return try connection.answer(404, Sample.problem(.jobNotFound))
            }
            try connection.beginEvents()
            if number == 0 {
                try connection.event(5, Sample.job(1))
                try connection.event(5, Sample.job(2))
                try connection.event(5, Sample.job(3))
                try connection.write(":\n\n")
                return
            }
            try connection.write("event: reset\ndata: \(Self.notice)\n\n")
            try connection.event(2, Sample.job(3))
            try connection.event(2, Sample.job(4))
            try connection.write(":\n\n")
            try connection.event(3, Sample.job(3, .completed))
            connection.waitForEnd()
        }
        try await withService(answer) { service in
            let jobs = try await follow(service, count: 6)
            #expect(
                jobs == [
                    Sample.job(1), Sample.job(2), Sample.job(3), Sample.job(4),
                    Sample.job(1, .completed), Sample.job(3, .completed),
                ]
            )
            let resumed = service.requests.filter { $0.target == "/v1/events" }
            #expect(resumed.map { $0.headers["last-event-id"] } == [nil, "5"])
        }
    }

    @Test func `after a new beginning it goes on from its places`() async throws {
        let answer: FakeService.Answer = { number, connection in
            try connection.request()
            try connection.beginEvents()
            switch number {
            case 0:
                try connection.event(500, Sample.job(1))
                try connection.write(":\n\n")
            case 1:
                try connection.write("event: reset\ndata: \(Self.notice)\n\n")
                try connection.event(7, Sample.job(1, .sending))
                try connection.write(":\n\n")
            default:
                try connection.event(8, Sample.job(1, .completed))
                connection.waitForEnd()
            }
        }
        try await withService(answer) { service in
            let jobs = try await follow(service, count: 3)
            #expect(jobs.map(\.state) == [.queued, .sending, .completed])
            #expect(service.requests.map { $0.headers["last-event-id"] } == [nil, "500", "7"])
        }
    }

    @Test func `one who was cut off comes back by himself`() async throws {
        let answer: FakeService.Answer = { number, connection in
            try connection.request()
            try connection.beginEvents()
            if number == 0 {
                try connection.event(5, Sample.job(1))
                try connection.write(":\n\n")
                let end = #"{"code":"reader-too-slow","detail":"The reader is too far behind."}"#
                try connection.write("event: end\ndata: \(end)\n\n")
                return
            }
            try connection.event(6, Sample.job(1, .completed))
            connection.waitForEnd()
        }
        try await withService(answer) { service in
            let jobs = try await follow(service, count: 2)
            #expect(jobs == [Sample.job(1), Sample.job(1, .completed)])
            #expect(service.requests.map { $0.headers["last-event-id"] } == [nil, "5"])
        }
    }

    @Test func `what a newer service tells beside is passed over`() async throws {
        let answer: FakeService.Answer = { _, connection in
            try connection.request()
            try connection.beginEvents()
            try connection.write("id: 4\nevent: weather\ndata: {\"sun\":true}\n\n")
            try connection.event(5, Sample.job(1))
            connection.waitForEnd()
        }
        try await withService(answer) { service in
            let jobs = try await follow(service, count: 1)
            #expect(jobs == [Sample.job(1)])
        }
    }

    @Test func `what nobody has read yet is not fetched`() async throws {
        let written = Atomic(0)
        let total = 8_000
        let answer: FakeService.Answer = { _, connection in
            try connection.request()
            try connection.beginEvents()
            for place in 1...total {
                let state: JobState = place % 2 == 0 ? .printing : .sending
                try connection.event(place, Sample.job(1, state))
                written.store(place, ordering: .relaxed)
            }
            connection.waitForEnd()
        }
        try await withService(answer) { service in
            let client = try service.client
            try await within("following") {
                var count = 0
                for try await _ in client.follow([]) {
                    count += 1
                    if count == 1 {
                        // The writer stops when all room on the way is full. One that is only slow lets this pass.
                        var before = -1
                        while written.load(ordering: .relaxed) != before {
                            before = written.load(ordering: .relaxed)
                            // Time: between two looks
                            try await Task.sleep(for: .milliseconds(300))
                        }
                        #expect(before < total / 2, "\(before) events were taken in")
                    }
                    if count == total { break }
                }
                #expect(count == total)
            }
        }
    }

    @Test func `a reader that is cancelled ends`() async throws {
        let answer: FakeService.Answer = { _, connection in
            try connection.request()
            try connection.beginEvents()
            try connection.event(5, Sample.job(1))
            connection.waitForEnd()
        }
        try await withService(answer) { service in
            let client = try service.client
            let reading = Task {
                var count = 0
                for try await _ in client.follow([]) { count += 1 }
                return count
            }
            try await wait(for: "the request of the stream") { !service.requests.isEmpty }
            reading.cancel()
            let count = try await within("the end") { try await reading.value }
            #expect(count <= 1)
        }
    }
}
