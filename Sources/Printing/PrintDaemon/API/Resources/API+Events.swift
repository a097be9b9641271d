import FoundationEssentials
import Hummingbird
import NIOCore
import PrintCenter
import PrintModel

extension API {
    /// A reader of events, and its position.
    private struct Reader: Sendable {
        /// The jobs whose events it reads; empty for all.
        let wanted: [JobID]
        let kind: EventReader
        let language: Language
        /// The named jobs as they are; empty for a reader that resumes.
        var jobs: [PrintJob] = []
        /// All active jobs; `nil` for a reader that names jobs or resumes.
        var pages: ActiveJobPages?
        /// The sequence number of the jobs.
        let sequence: Int
        let changes: EventFeed
        /// The notice that it gets first.
        let notice: StreamNotice?
    }

    /// The number of events that a reader may fall behind.
    private static let backlog = 10_000
    /// The interval of the comments that detect a client that is gone.
    private static let silence = Duration.seconds(5)

    /// Server-sent events: first the current jobs, then each change, without end.
    ///
    /// With `Last-Event-ID` the stream resumes from there, unless later events have expired or the
    /// id belongs to another queue: then a `reset` event precedes the current jobs. A comment every
    /// few seconds detects whether the client is still connected. A reader that is too slow gets
    /// the reason before the stream ends.
    func events(_ request: Request) async throws -> Response {
        let reader = try await reader(request)
        let patience = patience
        let readers = readers
        return ServerSentEvents.response(activity) { writer in
            let place = readers.begin(reader.kind, reader.wanted)
            defer { readers.end(place) }
            if let notice = reader.notice {
                try await writer.write(ServerSentEvents.event("reset", notice))
            }
            for job in reader.jobs {
                let event = JobEvent(sequence: reader.sequence, job: job)
                try await writer.write(Self.event(event, reader.language))
            }
            var pages = reader.pages
            while let page = try await pages?.nextPage() {
                var text = ByteBuffer()
                for job in page {
                    let json = try Self.inWords(job, reader.language)
                    text.writeImmutableBuffer(Self.event(reader.sequence, json))
                }
                try await writer.write(text)
            }
            // Confirms at once that the stream is open, and that these were all jobs.
            try await writer.write(ServerSentEvents.comment)
            var changes = reader.changes.makeAsyncIterator()
            while !Task.isCancelled {
                let events = try await changes.nextEvents(within: Self.silence)
                if changes.isTooSlow(beyond: Self.backlog, for: patience) {
                    try await writer.write(
                        ServerSentEvents.event("end", StreamNotice(.readerTooSlow, reader.language))
                    )
                    return
                }
                var text = ByteBuffer()
                for event in events
                where Self.wants(reader.wanted, event) && pages?.isNews(event) ?? true {
                    text.writeImmutableBuffer(try Self.event(event, reader.language))
                }
                try await writer.write(text.readableBytes > 0 ? text : ServerSentEvents.comment)
            }
        }
    }

    private func reader(_ request: Request) async throws -> Reader {
        let wanted = try request.uri.queryParameters[values: "job"].map { text in
            JobID(rawValue: try Request.number(text, named: "job"))
        }
        let name = request.uri.queryParameters["reader"].map { String($0) }
        guard let kind = EventReader(rawValue: name ?? EventReader.program.rawValue) else {
            throw Problem(.invalidValue, ["field": "reader"], field: "reader")
        }
        let limit = try request.limit()
        var notice: StreamNotice?
        if let last = request.headers[.lastEventID] {
            if let sequence = Int(last), let changes = try await printing.changes(after: sequence) {
                return Reader(
                    wanted: wanted,
                    kind: kind,
                    language: request.language,
                    sequence: sequence,
                    changes: changes,
                    notice: nil
                )
            }
            notice = StreamNotice(.eventsGone, request.language)
        }
        guard !wanted.isEmpty else {
            let pages = try await printing.followActive(limit: limit)
            return Reader(
                wanted: wanted,
                kind: kind,
                language: request.language,
                pages: pages,
                sequence: pages.sequence,
                changes: pages.changes,
                notice: notice
            )
        }
        let start = try await printing.follow(wanted)
        return Reader(
            wanted: wanted,
            kind: kind,
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

    private static func event(_ event: JobEvent, _ language: Language) throws -> ByteBuffer {
        self.event(event.sequence, [UInt8](try WireFormat.encode(event.job.inWords(of: language))))
    }

    private static func event(_ sequence: Int, _ json: some Sequence<UInt8>) -> ByteBuffer {
        var text = ByteBuffer(string: "id: \(sequence)\nevent: job\ndata: ")
        text.writeBytes(json)
        text.writeString("\n\n")
        return text
    }

    /// Returns the JSON of a job in a language; the store has it in English.
    private static func inWords(
        _ job: ArraySlice<UInt8>,
        _ language: Language
    ) throws -> ArraySlice<UInt8> {
        guard language != .english else { return job }
        let decoded = try WireFormat.decode(PrintJob.self, from: Data(job))
        return [UInt8](try WireFormat.encode(decoded.inWords(of: language)))[...]
    }
}

extension StreamNotice {
    /// The notice for the cause, in the given language.
    fileprivate init(_ cause: Problem.Cause, _ language: Language) {
        let problem = Problem(cause).inWords(of: language)
        self.init(code: problem.code, detail: problem.detail)
    }
}
