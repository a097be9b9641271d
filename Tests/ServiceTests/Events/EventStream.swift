import FoundationEssentials
import PrintModel
import ProofKit
import Testing

/// Server-sent events as they come.
final class EventStream {
    struct Event {
        let sequence: Int
        let name: String
        let data: [UInt8]
        let job: PrintJob
    }

    private let connection: UnixSocket
    private var rest: [UInt8] = []
    private var ready: [Event] = []
    private(set) var comments = 0
    /// What the stream said of itself: the name of the event, and what it says.
    private(set) var notices: [(name: String, notice: StreamNotice)] = []

    convenience init(_ socket: String, query: String = "", after last: Int? = nil) throws {
        try self.init(socket, query: query, lastEventID: last.map { "\($0)" })
    }

    init(_ socket: String, query: String = "", lastEventID: String?) throws {
        connection = try UnixSocket(socket)
        let resume = lastEventID.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        let head = "GET /v1/events\(query) HTTP/1.1\r\nHost: localhost\r\n\(resume)\r\n"
        try connection.write(Array(head.utf8))
    }

    /// The next event; `nil` where the service has gone, or has ended the stream.
    func next() throws -> Event? {
        // Time: a guard; comments may come for ever
        let end = ContinuousClock.now + .patience * 3
        while ready.isEmpty {
            if notices.last?.name == "end" { return nil }
            try #require(ContinuousClock.now < end, "no event")
            guard try take() else { return nil }
        }
        return ready.removeFirst()
    }

    /// Reads until the stream says that it is open.
    func open() throws {
        while comments == 0 {
            let goesOn = try take()
            try #require(goesOn, "the service has gone")
        }
    }

    /// All events until a job has ended.
    func events(until id: JobID) throws -> [Event] {
        var found: [Event] = []
        while let event = try next() {
            found.append(event)
            if event.job.id == id, event.job.state.isFinal { break }
        }
        return found
    }

    private func take() throws -> Bool {
        guard let bytes = try connection.read() else { return false }
        rest += bytes
        // An event ends with an empty line; head and chunk marks stand on lines of their own.
        while let end = rest.firstRange(of: Array("\n\n".utf8)) {
            // By bytes: to a String "\r\n" is one character, and no line feed.
            let lines = rest[..<end.lowerBound].split { $0 == 0x0A || $0 == 0x0D }
                .map { String(decoding: $0, as: UTF8.self) }
            rest.removeSubrange(..<end.upperBound)
            func field(_ name: String) -> String? {
                lines.first { $0.hasPrefix("\(name): ") }.map {
                    String($0.dropFirst(name.count + 2))
                }
            }
            if let name = field("event"), name != "job" {
                let data = Data((field("data") ?? "").utf8)
                notices.append((name, try WireFormat.decode(StreamNotice.self, from: data)))
            } else if let data = field("data") {
                let job = try WireFormat.decode(PrintJob.self, from: Data(data.utf8))
                let sequence = try #require(field("id").flatMap { Int($0) })
                ready.append(
                    Event(
                        sequence: sequence,
                        name: field("event") ?? "",
                        data: Array(data.utf8),
                        job: job
                    )
                )
            } else if lines.contains(where: { $0 == ":" }) {
                comments += 1
            }
        }
        return true
    }
}
