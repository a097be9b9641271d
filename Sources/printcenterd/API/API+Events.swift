import FoundationEssentials
import Hummingbird
import NIOCore
import PrintCenter
import PrintModel

extension API {
    /// Server-sent events: first the jobs as they are, then each change, without end.
    ///
    /// With `Last-Event-ID` it goes on from there instead. A comment every few
    /// seconds finds out whether somebody still listens.
    func events(_ request: Request) async throws -> Response {
        let wanted = request.uri.queryParameters[values: "job"].compactMap { Int($0) }
            .map { JobID(rawValue: $0) }
        let language = request.language
        let resumed = request.headers[.lastEventID].flatMap { Int($0) }
        let start: (jobs: [PrintJob], sequence: Int, changes: EventFeed)
        if let resumed {
            start = ([], resumed, printing.changes(after: resumed))
        } else {
            start = try await printing.follow(wanted.isEmpty ? nil : wanted)
        }
        let activity = activity
        activity.begin()
        let body = ResponseBody { writer in
            defer { activity.end() }
            for job in start.jobs {
                try await writer.write(
                    Self.event(JobEvent(sequence: start.sequence, job: job), language)
                )
            }
            // Says at once that the stream is open.
            try await writer.write(ByteBuffer(string: ":\n\n"))
            var changes = start.changes.makeAsyncIterator()
            while !Task.isCancelled {
                guard let change = try await changes.next(within: .seconds(5)) else {
                    try await writer.write(ByteBuffer(string: ":\n\n"))
                    continue
                }
                if !wanted.isEmpty, change.job.id.map({ !wanted.contains($0) }) ?? true {
                    continue
                }
                try await writer.write(Self.event(change, language))
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: body
        )
    }

    private static func event(_ event: JobEvent, _ language: Language) throws -> ByteBuffer {
        let json = try WireFormat.encode(event.job.inWords(of: language))
        return ByteBuffer(
            string:
                "id: \(event.sequence)\nevent: job\ndata: \(String(decoding: json, as: UTF8.self))\n\n"
        )
    }
}
