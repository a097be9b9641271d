import Dispatch
import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Synchronization
import Testing

@testable import PrintLab

/// Readers of events who come and go, come too late, or are too slow.
@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `Readers of events` {
    private static let shared = Result { try RunningLab(printers: "office", program: Programs.lab) }
    private static let held = #"{"holdUntil":"2099-01-01T00:00:00Z"}"#

    /// Makes jobs that are held, and cancels them: two changes each.
    private static func change(
        _ service: TestService,
        _ document: DocumentFacts,
        _ count: Int
    ) throws {
        for _ in 0..<count {
            let key = UUID().uuidString
            let answer = try patiently {
                try service.submission(document, "office", held, key: key)
            }
            try #require(answer.status == 201, "\(answer.text)")
            let id = try #require(try answer.value(PrintJob.self).id)
            try #require(patiently { try service.cancel(id) }.status == 200)
        }
    }

    /// Repeats a request that a busy test has sent too slowly for a service with little patience.
    private static func patiently(_ request: () throws -> HTTPReply) throws -> HTTPReply {
        var answer = try request()
        try waitBlocking(for: "a request in time") {
            if answer.status == 408 { answer = try request() }
            return answer.status != 408
        }
        return answer
    }

    @Test func `each sees every change once, however often he comes back`() throws {
        try withService(in: Self.shared.get()) { service in
            let document = try service.document(Papers.pdf(pages: 1))
            try Self.change(service, document, 1)
            let jobs = Programs.number("EVENT_JOBS", else: 300)
            let failures = Mutex<[String]>([])
            let writers = (0..<2).map { _ in
                Work {
                    do {
                        try Self.change(service, document, jobs / 2)
                    } catch {
                        failures.withLock { $0.append("\(error)") }
                    }
                }
            }
            let last = 2 + 2 * jobs
            let readers = (0..<6).map { index in
                Work {
                    do {
                        // Another rhythm for each.
                        let found = try Self.read(service, to: last, step: 7 + 31 * index)
                        if found != Array(1...last) {
                            failures.withLock { $0.append("reader \(index): \(found.count)") }
                        }
                    } catch {
                        failures.withLock { $0.append("reader \(index): \(error)") }
                    }
                }
            }
            for work in writers + readers { work.wait() }
            #expect(failures.withLock { $0 } == [])
        }
    }

    /// The places of all changes to the last, over as many connections as it takes.
    private static func read(_ service: TestService, to last: Int, step: Int) throws -> [Int] {
        var found: [Int] = []
        while found.last != last {
            let stream = try EventStream(service.socket, after: found.last ?? 0)
            for _ in 0..<step where found.last != last {
                guard let event = try stream.next() else { break }
                found.append(event.sequence)
            }
            try #require(stream.notices.isEmpty, "\(stream.notices)")
        }
        return found
    }

    @Test func `nothing is lost between the jobs as they are and the changes`() throws {
        try withService(in: Self.shared.get()) { service in
            let document = try service.document(Papers.pdf(pages: 1))
            let isOver = Atomic(false)
            let writer = Work {
                while !isOver.load(ordering: .relaxed) {
                    guard (try? Self.change(service, document, 1)) != nil else { return }
                }
            }
            var readings: [[EventStream.Event]] = []
            for _ in 0..<40 {
                let stream = try EventStream(service.socket)
                var reading: [EventStream.Event] = []
                while reading.count < 6, let event = try stream.next() { reading.append(event) }
                readings.append(reading)
            }
            isOver.store(true, ordering: .relaxed)
            writer.wait()
            let last = try #require(readings.compactMap(\.last?.sequence).max())
            var all: [Int: PrintJob] = [:]
            let history = try EventStream(service.socket, after: 0)
            while all[last] == nil, let event = try history.next() {
                all[event.sequence] = event.job
            }
            for reading in readings {
                let places = reading.map(\.sequence)
                #expect(places == places.sorted())
                // The first ones may say how things are, which may be how a change to come has left them.
                let first = try #require(places.first)
                let shown = reading.filter { $0.sequence == first }.map(\.job)
                for missing in Set(first...(places.last ?? first)).subtracting(places) {
                    let id = try #require(all[missing]?.id)
                    let later = all.filter { $0.key >= missing && $0.value.id == id }.values
                    #expect(shown.contains { later.contains($0) }, "\(missing) of \(places)")
                }
            }
        }
    }

    @Test(arguments: ["99999999", "-1", "someone else's", "9223372036854775808"])
    func `one who comes from another queue is told so, and begins anew`(last: String) throws {
        try withService(in: Self.shared.get()) { service in
            let document = try service.document(Papers.pdf(pages: 1))
            let job: PrintJob = try service.submission(document, "office", Self.held).value()
            let stream = try EventStream(service.socket, lastEventID: last)
            let event = try #require(try stream.next())
            #expect(stream.notices.map(\.name) == ["reset"])
            #expect(stream.notices.first?.notice.code == .eventsGone)
            #expect(event.job.id == job.id && event.sequence == 1)
            _ = try service.cancel(try #require(job.id))
            #expect(try stream.next()?.sequence == 2)
        }
    }

    @Test func `one who reads too slowly is told why it ends, and may come back`() throws {
        try withService(in: Self.shared.get(), more: ["PRINTCENTER_HASTE": "30"]) { service in
            let document = try service.document(Papers.pdf(pages: 1))
            try Self.change(service, document, 400)
            var last = 0
            var notices: [(name: String, notice: StreamNotice)] = []
            var pause: UInt32 = 3_000
            try wait(for: "the end of a stream read too slowly", limit: .patience * 5) {
                let stream = try EventStream(service.socket, after: 0)
                while last < 800, let event = try stream.next() {
                    last = event.sequence
                    // Time: slower than they come, and all the time
                    usleep(pause)
                }
                notices = stream.notices
                // Who has read all was no slower than the service, and who stops reading is cut off without a word: both
                // happen on a busy machine.
                guard notices.isEmpty else { return true }
                pause = last < 800 ? max(pause / 2, 1_000) : pause * 2
                last = 0
                return false
            }
            #expect(notices.map(\.name) == ["end"], "after event \(last)")
            #expect(notices.first?.notice.code == .readerTooSlow)
            #expect(last < 800)
            try wait(for: "the next event") {
                try EventStream(service.socket, after: last).next()?.sequence == last + 1
            }
        }
    }

    @Test func `one who does not read at all is cut off, and takes no memory`() throws {
        try withService(in: Self.shared.get(), more: ["PRINTCENTER_HASTE": "30"]) { service in
            let document = try service.document(Papers.pdf(pages: 1))
            try Self.change(service, document, 50)
            func memory() throws -> Int {
                let status = try Programs.text("/proc/\(service.process)/status")
                let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
                return line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
            }
            let before = try memory()
            let deaf = try (0..<40).map { _ in
                let connection = try UnixSocket(service.socket)
                let head = "GET /v1/events HTTP/1.1\r\nHost: x\r\nLast-Event-ID: 0\r\n\r\n"
                try connection.write(Array(head.utf8))
                return connection
            }
            try Self.change(service, document, 100)
            let grown = try memory() - before
            #expect(grown < 40 << 10, "\(grown) KiB for 40 readers")
            try wait(for: "all of them to be cut off") { deaf.allSatisfy(\.isClosedByPeer) }
        }
    }
}

/// Something that goes on beside the test, on a thread of its own.
final class Work: Sendable {
    private let ended = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "work").async { [ended] in
            body()
            ended.signal()
        }
    }

    func wait() {
        ended.wait()
    }
}
