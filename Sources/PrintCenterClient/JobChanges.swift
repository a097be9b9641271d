import FoundationEssentials
public import PrintModel

extension PrintCenterClient {
    /// Jobs as they are, and then every change, in order.
    ///
    /// It goes on where it was when the service is restarted in between. It does
    /// not end by itself: stop reading when you have seen enough.
    ///
    /// - Parameter ids: The jobs; those that are not final where it is empty.
    /// - Returns: The jobs as they are, then each change; it throws ``ClientError``.
    public func follow(_ ids: [JobID]) -> AsyncThrowingStream<PrintJob, any Error> {
        // What a reader has not fetched yet waits here; each job changes a few times a second.
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try await read(ids) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func read(
        _ ids: [JobID],
        _ deliver: @Sendable @escaping (PrintJob) -> Void
    ) async throws {
        let query = ids.map { "job=\($0)" }.joined(separator: "&")
        let path = query.isEmpty ? "/v1/events" : "/v1/events?\(query)"
        var place = StreamPlace()
        while !Task.isCancelled {
            var request = get(path)
            if let reached = place.reached {
                request.headers["Last-Event-ID"] = reached
            }
            do {
                let start = place
                place = try await perform(request) { status, parts in
                    try await Self.events(status, &parts, start, deliver)
                }
                // A service that hangs up at once must not be asked as fast as it can.
                try await Task.sleep(for: .milliseconds(20))
            } catch is CancellationError {
                return
            }
        }
    }

    /// Reads events until the stream ends; the place that was reached.
    private static func events(
        _ status: Int,
        _ parts: inout HTTPExchange.Parts,
        _ start: StreamPlace,
        _ deliver: @Sendable (PrintJob) -> Void
    ) async throws -> StreamPlace {
        var place = start
        place.beginAgain()
        guard status == 200 else {
            try await check(status, &parts)
            return place
        }
        var parser = EventParser()
        do {
            while let chunk = try await parts.chunk() {
                for event in parser.add(chunk) {
                    let job = try WireFormat.decode(PrintJob.self, from: Data(event.data.utf8))
                    if place.pass(event.id, job) { deliver(job) }
                }
                if parser.isBehindComment { place.passComment() }
                if let id = parser.nextID { place.begin(id) }
            }
        } catch is HTTPExchange.Unanswered {
            // The service is gone; the next one goes on from here.
        }
        return place
    }
}

/// How far a stream of changes has been read, over all its connections.
///
/// Several events may have one id: those that say how jobs are at first. Such a
/// group is behind us only when something else follows it, so that a service
/// that is killed in the middle of it is asked for all of it again. What came
/// already is then told apart by what it says.
struct StreamPlace: Sendable {
    /// The id from which to go on; `nil` at the beginning.
    private(set) var reached: String?
    private var current: String?
    private var told: [String: PrintJob] = [:]

    /// A new connection begins after what was reached.
    mutating func beginAgain() {
        current = nil
    }

    /// Takes in an event; whether it says anything new.
    mutating func pass(_ id: String?, _ job: PrintJob) -> Bool {
        if let id, id != current {
            reached = current ?? reached
            current = id
        }
        guard told[job.label] != job else { return false }
        told[job.label] = job
        return true
    }

    /// Takes in that an event with this id has begun.
    mutating func begin(_ id: String) {
        if id != current { reached = current ?? reached }
    }

    /// Takes in a comment, which stands behind whole groups only.
    mutating func passComment() {
        reached = current ?? reached
    }
}

/// Takes server-sent events out of a stream of bytes.
struct EventParser {
    struct Event: Equatable {
        var id: String?
        var name: String?
        var data: String
    }

    /// Whether a comment, a sign of life, has come after the last event.
    private(set) var isBehindComment = false

    private var pending: [UInt8] = []
    private var id: String?
    /// The id of an event that has begun and not come whole yet.
    var nextID: String? { id }
    private var name: String?
    private var data: [String] = []

    /// Takes in bytes; the events that they complete.
    mutating func add(_ bytes: [UInt8]) -> [Event] {
        pending += bytes
        var events: [Event] = []
        while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
            var line = String(decoding: pending[..<end], as: UTF8.self)
            pending.removeSubrange(...end)
            if line.last == "\r" { line.removeLast() }
            if let event = take(line) { events.append(event) }
        }
        return events
    }

    private mutating func take(_ line: String) -> Event? {
        if line.isEmpty {
            defer {
                data = []
                id = nil
                name = nil
            }
            guard !data.isEmpty else { return nil }
            isBehindComment = false
            return Event(id: id, name: name, data: data.joined(separator: "\n"))
        }
        guard let colon = line.firstIndex(of: ":") else { return nil }
        guard colon != line.startIndex else {
            isBehindComment = true
            return nil
        }
        let field = line[..<colon]
        var value = line[line.index(after: colon)...]
        if value.first == " " { value = value.dropFirst() }
        switch field {
        case "id": id = String(value)
        case "event": name = String(value)
        case "data": data.append(String(value))
        default: break
        }
        return nil
    }
}
