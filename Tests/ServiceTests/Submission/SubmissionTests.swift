import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Synchronization
import Testing

@testable import PrintLab

@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `A submission` {
    private static let shared = Result {
        try RunningLab(printers: "office,mono,slow", program: Programs.lab)
    }

    private func key() -> String { UUID().uuidString }

    @Test func `the same key twice is one job and one print`() throws {
        try withService(in: Self.shared.get()) { service in
            let document = try service.document(Papers.pdf(pages: 2))
            let key = key()
            let first = try service.submission(document, "office", name: "once", key: key)
            let id = try #require(try first.value(PrintJob.self).id)
            try service.wait(for: id, toBe: .completed)
            let second = try service.submission(document, "office", name: "once", key: key)
            #expect(try second.value(PrintJob.self).id == id)
            #expect(try first.value(PrintJob.self).submission?.rawValue == key.lowercased())
            // A job that comes after it is on paper; a second print would be too.
            let after = try service.print(Papers.pdf(pages: 1), on: "office", name: "after once")
            try service.wait(for: after, toBe: .completed)
            _ = try service.paper("once", by: "office")
            #expect(try service.ownJobs().count == 2)
        }
    }

    @Test func `the same key with another request is refused`() throws {
        try withService(in: Self.shared.get()) { service in
            let document = try service.document(Papers.pdf(pages: 2))
            let key = key()
            let first = try service.submission(document, "slow", name: "one", key: key)
            #expect(first.status == 201)
            let other = try service.submission(
                document,
                "slow",
                #"{"copies":2}"#,
                name: "one",
                key: key
            )
            #expect(other.status == 422)
            #expect(try other.value(Problem.self).code == .keyReused)
            #expect(try service.ownJobs().count == 1)
        }
    }

    @Test func `many at once with the same key are one job`() throws {
        try withService(in: Self.shared.get()) { service in
            let document = try service.document(Papers.pdf(pages: 1))
            let key = key()
            let numbers = concurrently(20) { _ in
                try? service.submission(document, "office", name: "crowd", key: key)
                    .value(PrintJob.self).id
            }
            #expect(Set(numbers).count == 1)
            let id = try #require(numbers.first ?? nil)
            try service.wait(for: id, toBe: .completed)
            _ = try service.paper("crowd", by: "office")
        }
    }

    @Test func `many documents at once with the same key are one document`() throws {
        try withService(in: Self.shared.get()) { service in
            let key = key()
            let names = concurrently(10) { _ in
                try? service.upload(Papers.pdf(pages: 1), key: key).value(DocumentFacts.self).id
            }
            #expect(Set(names).count == 1)
            let id = try #require(names.first ?? nil)
            #expect(try service.spooled() == [id])
        }
    }

    @Test func `many at once with keys of their own are all printed once`() throws {
        try withService(in: Self.shared.get()) { service in
            let document = try service.document(Papers.pdf(pages: 1))
            let numbers = concurrently(12) { number in
                try? service.submission(document, "mono", name: "all \(number)")
                    .value(PrintJob.self).id
            }
            #expect(Set(numbers.compactMap { $0 }).count == 12)
            for case let id? in numbers { try service.wait(for: id, toBe: .completed) }
            for number in 0..<12 { _ = try service.paper("all \(number)", by: "mono") }
        }
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let sample: String
        var printer = "office"
        var ticket = "{}"
        let code: String
        var testDescription: String { "\(code): \(sample) \(ticket) on \(printer)" }
    }

    static let bad = [
        Bad(sample: "damaged.pdf", code: "document-damaged"),
        Bad(sample: "locked.pdf", code: "document-encrypted"),
        Bad(sample: "empty.pdf", code: "document-empty"),
        Bad(sample: "data.bin", code: "format-unsupported"),
        Bad(sample: "report.pdf", ticket: #"{"pages":"9"}"#, code: "pages-out-of-range"),
        Bad(sample: "report.pdf", ticket: #"{"pages":"5-9"}"#, code: "pages-out-of-range"),
        Bad(sample: "report.pdf", printer: "nobody", code: "printer-not-found"),
        Bad(
            sample: "report.pdf",
            printer: "mono",
            ticket: #"{"copies":1000}"#,
            code: "copies-unsupported"
        ),
        Bad(
            sample: "report.pdf",
            printer: "mono",
            ticket: #"{"sides":"two-sided-long-edge"}"#,
            code: "sides-unsupported"
        ),
        Bad(
            sample: "report.pdf",
            printer: "mono",
            ticket: #"{"color":"color"}"#,
            code: "color-unsupported"
        ),
        Bad(
            sample: "report.pdf",
            printer: "mono",
            ticket: #"{"media":"A3"}"#,
            code: "media-unsupported"
        ),
    ]

    @Test(arguments: bad) func `what cannot be printed is refused, and nothing stays`(
        _ bad: Bad
    ) throws {
        try withService(in: Self.shared.get()) { service in
            let document = try service.document(Programs.sample(bad.sample), name: bad.sample)
            let answer = try service.submission(document, bad.printer, bad.ticket)
            #expect(answer.status == 409)
            let problem = try answer.value(Problem.self)
            #expect(problem.code == .notPossible)
            #expect(problem.obstacles?.map(\.code.rawValue) == [bad.code])
            let words = try #require(problem.obstacles?.first)
            #expect(words.message.hasSuffix(".") && words.remedy.hasSuffix("."), "\(words)")
            #expect(try service.ownJobs().isEmpty)
            let path = "/v1/documents/\(document.id ?? "")"
            #expect(try HTTPReply("DELETE", path, socket: service.socket).status == 204)
            #expect(try service.spooled() == [])
        }
    }

    @Test func `a printer that is off is an obstacle, and a job may wait for it`() throws {
        let lab = try Self.shared.get()
        try lab.run(Programs.lab, "off", "mono")
        defer { _ = try? lab.run(Programs.lab, "on", "mono") }
        try withService(in: lab) { service in
            let document = try service.document(Papers.pdf(pages: 1))
            let answer = try service.submission(document, "mono")
            let problem = try answer.value(Problem.self)
            #expect(problem.obstacles?.map(\.code) == [.printerUnreachable], "\(answer.text)")
            #expect(try service.ownJobs().isEmpty)
            let body =
                #"{"document":"\#(document.id ?? "")","printer":"mono","ticket":{},"name":"later","whenPossible":true}"#
            let job = try service.post("/v1/jobs", body).value(PrintJob.self)
            #expect(job.state == .waiting && job.reasons.map(\.code) == [.printerUnreachable])
            try lab.run(Programs.lab, "on", "mono")
            try service.wait(for: #require(job.id), toBe: .completed)
            _ = try service.paper("later", by: "mono")
        }
    }

    @Test func `a queue that rejects jobs refuses`() throws {
        let lab = try Self.shared.get()
        try lab.run("cupsreject", "mono")
        defer { _ = try? lab.run("cupsaccept", "mono") }
        try withService(in: lab) { service in
            let document = try service.document(Papers.pdf(pages: 1))
            let problem = try service.submission(document, "mono").value(Problem.self)
            #expect(problem.obstacles?.map(\.code) == [.printerNotAccepting])
            #expect(try service.ownJobs().isEmpty)
        }
    }

    @Test func `an upload that breaks off leaves nothing`() throws {
        try withService(in: Self.shared.get()) { service in
            do {
                let connection = try UnixSocket(service.socket)
                let head =
                    "POST /v1/documents?name=a.pdf HTTP/1.1\r\nHost: x\r\nContent-Length: 99999\r\n\r\n"
                try connection.write(Array((head + "%PDF-1.4").utf8))
                try wait(for: "the part file") { try service.spooled().count == 1 }
            }
            try wait(for: "the part file to go") { try service.spooled().isEmpty }
        }
    }
}

/// Does something so many times at once, each on a thread of its own; the answers in order.
func concurrently<Answer: Sendable>(
    _ count: Int,
    _ body: @escaping @Sendable (Int) -> Answer
) -> [Answer] {
    let answers = Mutex<[Int: Answer]>([:])
    let threads = (0..<count).map { number in
        Threads.start {
            let answer = body(number)
            answers.withLock { $0[number] = answer }
        }
    }
    for thread in threads { pthread_join(thread, nil) }
    return answers.withLock { found in (0..<count).compactMap { found[$0] } }
}

/// Threads, because a blocking test must not keep the few that Swift's tasks share.
enum Threads {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t {
        var thread = pthread_t()
        let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
        let failure = unsafe pthread_create(
            &thread,
            nil,
            { argument in
                // The one reference that was passed.
                if let argument = unsafe argument {
                    unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                }
                return nil
            },
            work
        )
        precondition(failure == 0, "no thread: \(failure)")
        return thread
    }
}
