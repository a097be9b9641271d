import FoundationEssentials
import Hummingbird
import NIOCore
import PrintCenter
import PrintModel

extension API {
    /// Who reads events, and from where.
    private struct Reader: Sendable {
        /// The jobs that it wants to hear of; none for all.
        let wanted: [JobID]
        let language: Language
        /// The jobs as they are; none where it goes on from where it was.
        let jobs: [PrintJob]
        /// The place of the jobs.
        let sequence: Int
        let changes: EventFeed
        /// What it is told first.
        let notice: StreamNotice?
    }

    /// How many changes a reader may be behind.
    private static let backlog = 10_000
    /// How long a stream says nothing before it finds out whether somebody still listens.
    private static let silence = Duration.seconds(5)

    /// Server-sent events: first the jobs as they are, then each change, without end.
    ///
    /// With `Last-Event-ID` it goes on from there instead, unless changes after it are forgotten or
    /// it is the id of another queue: then it says so, and begins anew. A comment every few seconds
    /// finds out whether somebody still listens. A reader who is too slow is told why it ends.
    func events(_ request: Request) async throws -> Response {
        let reader = try await reader(request)
        let patience = patience
        return ServerSentEvents.response(activity) { writer in
            if let notice = reader.notice {
                try await writer.write(ServerSentEvents.event("reset", notice))
            }
            for job in reader.jobs {
                let event = JobEvent(sequence: reader.sequence, job: job)
                try await writer.write(Self.event(event, reader.language))
            }
            // Says at once that the stream is open, and that these were all.
            try await writer.write(ServerSentEvents.comment)
            var changes = reader.changes.makeAsyncIterator()
            while !Task.isCancelled {
                let events = try await changes.nextOnes(within: Self.silence)
                if changes.isTooSlow(beyond: Self.backlog, for: patience) {
                    try await writer.write(ServerSentEvents.event("end", Self.tooSlow))
                    return
                }
                var text = ByteBuffer()
                for event in events where Self.wants(reader.wanted, event) {
                    var one = try Self.event(event, reader.language)
                    text.writeBuffer(&one)
                }
                try await writer.write(text.readableBytes > 0 ? text : ServerSentEvents.comment)
            }
        }
    }

    private func reader(_ request: Request) async throws -> Reader {
        let wanted = try request.uri.queryParameters[values: "job"].map { text in
            JobID(rawValue: try Request.number(text, named: "job"))
        }
        var notice: StreamNotice?
        if let last = request.headers[.lastEventID] {
            if let sequence = Int(last), let changes = try await printing.changes(after: sequence) {
                return Reader(
                    wanted: wanted,
                    language: request.language,
                    jobs: [],
                    sequence: sequence,
                    changes: changes,
                    notice: nil
                )
            }
            notice = Self.eventsGone
        }
        let start = try await printing.follow(wanted.isEmpty ? nil : wanted)
        return Reader(
            wanted: wanted,
            language: request.language,
            jobs: start.jobs,
            sequence: start.sequence,
            changes: start.changes,
            notice: notice
        )
    }

    private static func wants(_ wanted: [JobID], _ event: JobEvent) -> Bool {
        wanted.isEmpty || event.job.id.map { wanted.contains($0) } ?? false
    }

    private static let tooSlow = StreamNotice(
        code: .readerTooSlow,
        detail: "The reader is too far behind. Read faster, or come back with Last-Event-ID."
    )

    private static let eventsGone = StreamNotice(
        code: .eventsGone,
        detail: "Not all changes after this Last-Event-ID are known. The jobs follow as they are."
    )

    private static func event(_ event: JobEvent, _ language: Language) throws -> ByteBuffer {
        let json = try WireFormat.encode(event.job.inWords(of: language))
        return ByteBuffer(
            string:
                "id: \(event.sequence)\nevent: job\ndata: \(String(decoding: json, as: UTF8.self))\n\n"
        )
    }
}
