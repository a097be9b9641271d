import FoundationEssentials
import NIOCore
import NIOHTTP1
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
        var last: String?
        while !Task.isCancelled {
            var request = get(path)
            if let last { request.headers.add(name: "Last-Event-ID", value: last) }
            do {
                let start = last
                last = try await perform(request) { head, parts in
                    try await Self.events(head, &parts, start, deliver)
                }
            } catch is CancellationError {
                return
            }
        }
    }

    /// Reads events until the stream ends; the place of the last one.
    private static func events(
        _ head: HTTPResponseHead,
        _ parts: inout HTTPExchange.Parts,
        _ start: String?,
        _ deliver: @Sendable (PrintJob) -> Void
    ) async throws -> String? {
        guard head.status == .ok else {
            try await check(head, &parts)
            return start
        }
        var parser = EventParser()
        var last = start
        do {
            while let chunk = try await parts.chunk() {
                for event in parser.add(Array(chunk.readableBytesView)) {
                    let job = try WireFormat.decode(PrintJob.self, from: Data(event.data.utf8))
                    last = event.id ?? last
                    deliver(job)
                }
            }
        } catch is HTTPExchange.Unanswered {
            // The service is gone; the next one goes on from here.
        }
        return last
    }
}

/// Takes server-sent events out of a stream of bytes.
struct EventParser {
    struct Event: Equatable {
        var id: String?
        var data: String
    }

    private var pending: [UInt8] = []
    private var id: String?
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
            }
            return data.isEmpty ? nil : Event(id: id, data: data.joined(separator: "\n"))
        }
        guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else { return nil }
        let field = line[..<colon]
        var value = line[line.index(after: colon)...]
        if value.first == " " { value = value.dropFirst() }
        switch field {
        case "id": id = String(value)
        case "data": data.append(String(value))
        default: break
        }
        return nil
    }
}
