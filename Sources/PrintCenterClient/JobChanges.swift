import FoundationEssentials
public import PrintModel

extension PrintCenterClient {
    /// Jobs as they are, and then every change, in order.
    ///
    /// It goes on where it was when the service is restarted in between, and when the service cuts
    /// it off for reading too slowly. Where changes have been forgotten meanwhile, it tells how the
    /// jobs are now. Changes are fetched as they are read, so that none wait in memory. It does not
    /// end by itself: stop reading when you have seen enough.
    ///
    /// - Parameter ids: The jobs; those that are not final where it is empty.
    /// - Returns: The jobs as they are, then each change; it throws ``ClientError``.
    public func follow(_ ids: [JobID]) -> AsyncThrowingStream<PrintJob, any Error> {
        let handover = Handover<PrintJob>()
        let reading = ReadingTask(
            Task {
                do {
                    try await read(ids) { try await handover.give($0) }
                    await handover.finish(nil)
                } catch {
                    await handover.finish(error is CancellationError ? nil : error)
                }
            }
        )
        return AsyncThrowingStream(unfolding: {
            // The reading lives for as long as somebody can ask for more.
            defer { withExtendedLifetime(reading) {} }
            return try await handover.take()
        })
    }

    private func read(
        _ ids: [JobID],
        _ deliver: @Sendable @escaping (PrintJob) async throws -> Void
    ) async throws {
        let query = ids.map { "job=\($0)" }.joined(separator: "&")
        let path = query.isEmpty ? "/v1/events" : "/v1/events?\(query)"
        var place = StreamPlace()
        while !Task.isCancelled {
            var request = get(path)
            if let reached = place.reached {
                request.headers["Last-Event-ID"] = reached
            }
            let start = place
            place = try await perform(request) { status, parts in
                try await events(status, &parts, start, deliver)
            }
            // A service that hangs up at once must not be asked as fast as it can.
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Reads events until the stream ends; the place that was reached.
    private func events(
        _ status: Int,
        _ parts: inout HTTPExchange.Parts,
        _ start: StreamPlace,
        _ deliver: @Sendable (PrintJob) async throws -> Void
    ) async throws -> StreamPlace {
        var place = start
        place.beginAgain()
        guard status == 200 else {
            try await Self.check(status, &parts)
            return place
        }
        var parser = EventParser()
        do {
            while let chunk = try await parts.chunk() {
                for item in try parser.parse(chunk) {
                    guard case .event(let event) = item else {
                        for label in place.passComment() { try await tell(label, &place, deliver) }
                        continue
                    }
                    switch event.name {
                    case "job", nil:
                        let job = try WireFormat.decode(PrintJob.self, from: Data(event.data.utf8))
                        if place.pass(event.id, job) { try await deliver(job) }
                    case "reset":
                        place.reset()
                    default:
                        // The end is seen by itself, and what a newer service tells is not for us.
                        break
                    }
                }
                if let id = parser.nextID { place.begin(id) }
            }
        } catch is HTTPExchange.Unanswered {
            // The service is gone; the next one goes on from here.
        }
        return place
    }

    /// Tells what became of a job that is not among those that a new beginning has told.
    private func tell(
        _ label: String,
        _ place: inout StreamPlace,
        _ deliver: @Sendable (PrintJob) async throws -> Void
    ) async throws {
        do {
            let job = try await job(label).job
            if place.pass(nil, job) { try await deliver(job) }
        } catch let error as ClientError where error.problem?.code == .jobNotFound {
            // It has ended, and is so long ago that it was forgotten.
            place.forget(label)
        }
    }
}

/// Hands values from one task to another, one at a time: who gives waits until it is taken.
actor Handover<Element: Sendable> {
    private var value: Element?
    private var end: Result<Void, any Error>?
    private var giver: CheckedContinuation<Void, Never>?
    private var taker: CheckedContinuation<Void, Never>?

    /// Hands a value over; returns when there is room for another.
    ///
    /// - Throws: `CancellationError` where nobody will take it any more.
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

    /// The next value; `nil` at the end, and where the task is canceled.
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

    /// Says that nothing more comes, and why.
    func finish(_ error: (any Error)?) {
        end = error.map { .failure($0) } ?? .success(())
        wake()
    }

    private func wake() {
        giver.take()?.resume()
        taker.take()?.resume()
    }
}

/// A task that ends when nobody holds this any more.
private final class ReadingTask: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) {
        self.task = task
    }

    deinit {
        task.cancel()
    }
}

/// How far a stream of changes has been read, over all its connections.
///
/// Several events may have one id: those that say how jobs are at first. Such a
/// group is behind us only when something else follows it, so that a service
/// that is killed in the middle of it is asked for all of it again. What came
/// already is then told apart by what it says.
struct StreamPlace: Sendable {
    private struct Told {
        var job: PrintJob
        /// Whether it came since the last new beginning.
        var isNew = true
        /// The id under which it came.
        var id: String?
    }

    /// How many jobs are remembered before those are forgotten that will not come again.
    private static let memory = 1000

    /// The id from which to go on; `nil` at the beginning.
    private(set) var reached: String?
    private var current: String?
    private var told: [String: Told] = [:]
    /// Whether all jobs are being told anew.
    private var isBeginning = false

    /// A new connection begins after what was reached.
    mutating func beginAgain() {
        current = nil
        isBeginning = false
    }

    /// Changes after what was reached are forgotten: all jobs come as they are now.
    mutating func reset() {
        (reached, current, isBeginning) = (nil, nil, true)
        for label in told.keys { told[label]?.isNew = false }
    }

    /// Takes in an event; whether it says anything new.
    mutating func pass(_ id: String?, _ job: PrintJob) -> Bool {
        if let id, id != current {
            reached = current ?? reached
            current = id
            if told.count > Self.memory {
                told = told.filter { !$0.value.job.state.isFinal || $0.value.id == reached }
            }
        }
        let isKnown = told[job.label]?.job == job
        told[job.label] = Told(job: job, id: id ?? current)
        return !isKnown
    }

    /// Takes in that an event with this id has begun.
    mutating func begin(_ id: String) {
        if id != current { reached = current ?? reached }
    }

    /// Takes in a comment, which stands behind whole groups only.
    ///
    /// - Returns: The jobs that were not told anew though all were: what became of them is to be
    ///   asked.
    mutating func passComment() -> [String] {
        reached = current ?? reached
        guard isBeginning else { return [] }
        isBeginning = false
        return told.filter { !$0.value.isNew && !$0.value.job.state.isFinal }.keys.sorted()
    }

    /// Forgets a job that nobody knows any more.
    mutating func forget(_ label: String) {
        told[label] = nil
    }
}

/// Takes server-sent events out of a stream of bytes.
struct EventParser {
    struct Event: Equatable {
        var id: String?
        var name: String?
        var data: String
    }

    /// What comes in a stream.
    enum Item: Equatable {
        case event(Event)
        /// A sign of life, which stands behind whole groups of events only.
        case comment
    }

    private var pending: [UInt8] = []
    private var id: String?
    /// The id of an event that has begun and not come whole yet.
    var nextID: String? { id }
    private var name: String?
    private var data: [String] = []

    /// The most bytes that a line may have.
    private static let longestLine = 16 << 20

    /// Takes in bytes; the events that they complete.
    ///
    /// - Throws: ``ClientError`` for a line without end.
    mutating func add(_ bytes: [UInt8]) throws(ClientError) -> [Event] {
        try parse(bytes).compactMap { item in
            guard case .event(let event) = item else { return nil }
            return event
        }
    }

    /// Takes in bytes; the events that they complete, and the comments, in their order.
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
            throw ClientError(.badAnswer, "The service's answer is too long.")
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
