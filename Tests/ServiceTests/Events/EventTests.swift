import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `Events` {
    private static let shared = Result {
        try RunningLab(printers: "office,slow", program: Programs.lab)
    }

    @Test func `first the jobs as they are, then each change in order`() throws {
        try withService(in: Self.shared.get()) { service in
            let description = Description(try service.get("/v1/openapi.json").json())
            let first = try service.print(Papers.pdf(pages: 3), on: "slow", name: "events 1")
            let stream = try EventStream(service.socket)
            let second = try service.print(Papers.pdf(pages: 1), on: "slow", name: "events 2")
            let events = try stream.events(until: second)
            let head = try #require(events.first)
            #expect(head.job.id == first && head.name == "job")
            for event in events {
                let json = try JSONDecoder().decode(JSONValue.self, from: Data(event.data))
                #expect(description.faults(json, schemaNamed: "Job") == [])
            }
            let changes = events.dropFirst().map(\.sequence)
            // Nothing is missing, not even between the jobs as they were and the first change.
            let begin = head.sequence + 1
            #expect(changes == Array(begin..<begin + changes.count))
            for id in [first, second] {
                let story: JobDetails = try service.get("/v1/jobs/\(id)").value()
                let told = events.filter { $0.job.id == id }.map(\.job.state)
                #expect(story.story.map(\.state).suffix(told.count - 1) == told.dropFirst()[...])
                #expect(told.last == .completed)
            }
        }
    }

    @Test func `a reader goes on after a crash of the service`() throws {
        try withService(in: Self.shared.get()) { service in
            let stream = try EventStream(service.socket)
            try stream.open()
            let id = try service.print(Papers.pdf(pages: 3), on: "slow", name: "resumed")
            var seen: [Int] = []
            while let event = try stream.next() {
                seen.append(event.sequence)
                if event.job.state == .printing { break }
            }
            service.end(SIGKILL)
            while let event = try stream.next() { seen.append(event.sequence) }
            try service.serve()
            let resumed = try EventStream(service.socket, after: seen.last)
            let rest = try resumed.events(until: id).map(\.sequence)
            let all = seen + rest
            let first = try #require(all.first)
            #expect(all == Array(first..<first + all.count))
            _ = try service.paper("resumed", by: "slow")
        }
    }

    @Test func `only the jobs asked for are told`() throws {
        try withService(in: Self.shared.get()) { service in
            let first = try service.print(Papers.pdf(pages: 1), on: "office", name: "mine")
            let stream = try EventStream(service.socket, query: "?job=\(first)")
            let second = try service.print(Papers.pdf(pages: 1), on: "office", name: "not mine")
            try service.wait(for: second, toBe: .completed)
            #expect(try stream.events(until: first).allSatisfy { $0.job.id == first })
        }
    }

    @Test func `many readers are told, and one who never reads delays nobody`() throws {
        try withService(in: Self.shared.get()) { service in
            let deaf = try (0..<5).map { _ in try EventStream(service.socket) }
            let streams = try (0..<200).map { _ in try EventStream(service.socket) }
            for stream in streams { try stream.open() }
            let id = try service.print(Papers.pdf(pages: 1), on: "office", name: "loud")
            // Nobody reads for the deaf ones meanwhile.
            let sequences = try streams.map { try $0.events(until: id).map(\.sequence) }
            #expect(Set(sequences).count == 1)
            #expect(try service.get("/v1/status").status == 200)
            _ = deaf
        }
    }
}
