import FoundationEssentials
public import PrintModel

extension PrintCenterClient {
    /// Jobs as they are, and then every change, in order.
    ///
    /// It resumes at its position when the service restarts, and when the service disconnects it as
    /// too slow. If events have expired meanwhile, it reports the current state of the jobs.
    /// Changes are fetched as they are read, so that none queue in memory. The sequence does not
    /// end by itself: stop reading when you have seen enough.
    ///
    /// - Parameters:
    ///   - ids: The jobs; all that are not final if it is empty.
    ///   - reader: Who sees them: the desktop is not told about jobs that a person watches.
    ///   - sequence: The event after which to begin; `nil` for the current jobs first.
    ///   - limit: How many of the current jobs to report where none is named; `nil` for all.
    ///   - onTrouble: Called with the error each time that a sequence which has begun cannot go on for now, as where the
    ///     database of the queue cannot be reached; it is tried again each second. `nil` ends the sequence with the error.
    /// - Returns: The current jobs, then each change; it throws ``ClientError``.
    public func follow(
        _ ids: [JobID],
        as reader: EventReader = .program,
        after sequence: Int? = nil,
        limit: Int? = nil,
        onTrouble: (@Sendable (ClientError) -> Void)? = nil
    ) -> AsyncThrowingStream<PrintJob, any Error> {
        let handover = Handover<PrintJob>()
        let reading = ReadingTask(
            Task {
                do {
                    try await read(ids, reader, StreamPlace(after: sequence), limit, onTrouble) {
                        try await handover.give($0)
                    }
                    await handover.finish(nil)
                } catch {
                    await handover.finish(error is CancellationError ? nil : error)
                }
            }
        )
        return AsyncThrowingStream(unfolding: {
            // The reading task lives as long as the sequence.
            defer { withExtendedLifetime(reading) {} }
            return try await handover.take()
        })
    }

    private func read(
        _ ids: [JobID],
        _ reader: EventReader,
        _ start: StreamPlace,
        _ limit: Int?,
        _ onTrouble: (@Sendable (ClientError) -> Void)?,
        _ deliver: @Sendable @escaping (PrintJob) async throws -> Void
    ) async throws {
        var names = ids.map { "job=\($0)" }
        if let limit { names.append("limit=\(limit)") }
        if reader != .program { names.append("reader=\(reader.rawValue)") }
        let query = names.joined(separator: "&")
        let path = query.isEmpty ? "/v1/events" : "/v1/events?\(query)"
        var place = start
        var hasBegun = false
        while !Task.isCancelled {
            var request = get(path)
            if let reached = place.reached {
                request.headers["Last-Event-ID"] = reached
            }
            let start = place
            do {
                place = try await perform(request) { status, parts in
                    try await events(status, &parts, start, deliver)
                }
                hasBegun = true
            } catch let trouble as ServiceTrouble {
                guard hasBegun, let onTrouble else { throw trouble.error }
                onTrouble(trouble.error)
                // Time: as often as the service itself looks whether its database is back
                try await Task.sleep(for: .seconds(1))
                continue
            }
            // Back off if a service closes the connection at once.
            try await Task.sleep(for: .milliseconds(20))
            if !startsStopped { try await waitForEnd() }
        }
    }

    /// Waits for the end of a service whose stream has ended, as long as that takes at most.
    ///
    /// Where systemd listens, a connection would start the next one.
    private func waitForEnd() async throws {
        let end = ContinuousClock.now + Duration.seconds(6) * Patience.factor(in: environment)
        while try socket.isServed(), ContinuousClock.now < end {
            // Nothing tells of the end of a lock.
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Reads events until the stream ends, and returns the position.
    private func events(
        _ status: Int,
        _ parts: inout HTTPExchange.Parts,
        _ start: StreamPlace,
        _ deliver: @Sendable (PrintJob) async throws -> Void
    ) async throws -> StreamPlace {
        var place = start
        place.beginAgain()
        do {
            guard status == 200 else {
                try await Self.check(status, &parts)
                return place
            }
        } catch let error as ClientError where status == 503 {
            throw ServiceTrouble(error: error)
        }
        var parser = EventParser()
        do {
            while let chunk = try await parts.chunk() {
                for item in try parser.parse(chunk) {
                    guard case .event(let event) = item else {
                        for label in place.passComment() {
                            try await deliverState(of: label, &place, deliver)
                        }
                        continue
                    }
                    switch event.name {
                    case "job", nil:
                        let job = try WireFormat.decode(PrintJob.self, from: Data(event.data.utf8))
                        if place.pass(event.id, job) { try await deliver(job) }
                    case "reset":
                        place.reset()
                    default:
                        // The end of the stream is enough, and events of a newer service are
                        // ignored.
                        break
                    }
                }
                if let id = parser.nextID { place.begin(id) }
            }
        } catch is HTTPExchange.Unanswered {
            // The service is gone; the next one resumes from here.
        }
        return place
    }

    /// Reports the state of a job that a restarted stream did not list.
    private func deliverState(
        of label: String,
        _ place: inout StreamPlace,
        _ deliver: @Sendable (PrintJob) async throws -> Void
    ) async throws {
        do {
            let job = try await job(label).job
            if place.pass(nil, job) { try await deliver(job) }
        } catch let error as ClientError where error.problem?.code == .jobNotFound {
            // It ended so long ago that the service has removed it.
            place.forget(label)
        }
    }
}

/// Passes values from one task to another, one at a time: the sender waits for the receiver.
actor Handover<Element: Sendable> {
    private var value: Element?
    private var end: Result<Void, any Error>?
    private var giver: CheckedContinuation<Void, Never>?
    private var taker: CheckedContinuation<Void, Never>?

    /// Sends a value; returns when there is room for another.
    ///
    /// - Throws: `CancellationError` if the receiver is gone.
    func give(_ element: Element) async throws {
        value = element
        taker.take()?.resume()
        while value != nil {
            try Task.checkCancellation()
            await withTaskCancellationHandler {
                await withCheckedContinuation { giver = $0 }
            } onCancel: {
                Task { await self.wake() }
            }
        }
    }

    /// The next value; `nil` at the end or if the task is canceled.
    func take() async throws -> Element? {
        while true {
            if let element = value.take() {
                giver.take()?.resume()
                return element
            }
            if let end {
                try end.get()
                return nil
            }
            if Task.isCancelled { return nil }
            await withTaskCancellationHandler {
                await withCheckedContinuation { taker = $0 }
            } onCancel: {
                Task { await self.wake() }
            }
        }
    }

    /// Ends the sequence, with an error if there is one.
    func finish(_ error: (any Error)?) {
        end = error.map { .failure($0) } ?? .success(())
        wake()
    }

    private func wake() {
        giver.take()?.resume()
        taker.take()?.resume()
    }
}

/// A task that is canceled when its last owner releases this.
private final class ReadingTask: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) {
        self.task = task
    }

    deinit {
        task.cancel()
    }
}

/// The position in a stream of changes, over all its connections.
///
/// Several events may have the same id: those with the initial state of the jobs. Such a group is
/// complete only when something else follows it, so that the client requests the whole group again
/// from a service that was killed in the middle. Duplicates are then recognized by their contents.
struct StreamPlace: Sendable {
    private struct DeliveredState {
        var job: PrintJob
        /// Whether it came after the last restart of the stream.
        var isNew = true
        /// The id of its event.
        var id: String?
    }

    /// The number of jobs to remember before the oldest ones are discarded.
    private static let memory = 1000

    /// The id from which to resume; `nil` at the beginning.
    private(set) var reached: String?
    private var current: String?
    private var delivered: [String: DeliveredState] = [:]
    /// Whether the stream lists all jobs again.
    private var isBeginning = false

    /// The position after an event; `nil` for the beginning.
    init(after sequence: Int? = nil) {
        reached = sequence.map { "\($0)" }
    }

    /// Begins a new connection after the current position.
    mutating func beginAgain() {
        current = nil
        isBeginning = false
    }

    /// Records that later changes have expired: all jobs are sent again in their current state.
    mutating func reset() {
        (reached, current, isBeginning) = (nil, nil, true)
        for label in delivered.keys { delivered[label]?.isNew = false }
    }

    /// Records an event, and returns whether it is new.
    mutating func pass(_ id: String?, _ job: PrintJob) -> Bool {
        if let id, id != current {
            reached = current ?? reached
            current = id
            if delivered.count > Self.memory {
                delivered = delivered.filter {
                    !$0.value.job.state.isFinal || $0.value.id == reached
                }
            }
        }
        let isKnown = delivered[job.label]?.job == job
        delivered[job.label] = DeliveredState(job: job, id: id ?? current)
        return !isKnown
    }

    /// Records that an event with this id has begun.
    mutating func begin(_ id: String) {
        if id != current { reached = current ?? reached }
    }

    /// Records a comment, which only follows complete groups.
    ///
    /// - Returns: The jobs that a restarted stream did not list, and whose state has to be queried.
    mutating func passComment() -> [String] {
        reached = current ?? reached
        guard isBeginning else { return [] }
        isBeginning = false
        return delivered.filter { !$0.value.isNew && !$0.value.job.state.isFinal }.keys.sorted()
    }

    /// Removes a job that no longer exists.
    mutating func forget(_ label: String) {
        delivered[label] = nil
    }
}

/// Parses server-sent events from a stream of bytes.
struct EventParser {
    struct Event: Equatable {
        var id: String?
        var name: String?
        var data: String
    }

    /// An element of the stream.
    enum Item: Equatable {
        case event(Event)
        /// A comment that keeps the connection alive; it only follows complete groups of events.
        case comment
    }

    private var pending: [UInt8] = []
    private var id: String?
    /// The id of an incomplete event.
    var nextID: String? { id }
    private var name: String?
    private var data: [String] = []

    /// The maximum length of a line, in bytes.
    private static let longestLine = 16 << 20

    /// Appends bytes, and returns the events that they complete.
    ///
    /// - Throws: ``ClientError`` for a line without end.
    mutating func add(_ bytes: [UInt8]) throws(ClientError) -> [Event] {
        try parse(bytes).compactMap { item in
            guard case .event(let event) = item else { return nil }
            return event
        }
    }

    /// Appends bytes, and returns the events and comments that they complete, in order.
    ///
    /// - Throws: ``ClientError`` for a line without end.
    mutating func parse(_ bytes: [UInt8]) throws(ClientError) -> [Item] {
        var items: [Item] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            pending += rest[..<end]
            var line = String(decoding: pending, as: UTF8.self)
            pending.removeAll(keepingCapacity: true)
            rest = rest[(end + 1)...]
            if line.last == "\r" { line.removeLast() }
            if let item = take(line) { items.append(item) }
        }
        pending += rest
        guard pending.count <= Self.longestLine else {
            throw ClientError(
                .badAnswer,
                "The response of the service is too long.",
                chinese: "服务的应答过长。"
            )
        }
        return items
    }

    private mutating func take(_ line: String) -> Item? {
        if line.isEmpty {
            defer {
                data = []
                id = nil
                name = nil
            }
            guard !data.isEmpty else { return nil }
            return .event(Event(id: id, name: name, data: data.joined(separator: "\n")))
        }
        guard let colon = line.firstIndex(of: ":") else { return nil }
        guard colon != line.startIndex else {
            return .comment
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

/// An answer of the service that it cannot do for now what it is asked (status 503).
private struct ServiceTrouble: Error {
    let error: ClientError
}
