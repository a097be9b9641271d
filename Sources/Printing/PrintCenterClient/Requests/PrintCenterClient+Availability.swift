public import FileAccess
import FoundationEssentials
import Glibc
public import PrintModel

/// Availability for programs that show a print button.
///
/// The answers come from the service's cache and wait for no printer: they take a few milliseconds
/// while the service runs. A request also starts the service if necessary, and then the first
/// answer waits until the service has queried every printer once.
extension PrintCenterClient {
    /// The bytes of a file that are sent to detect its type; the service accepts no more.
    private static let beginningLimit = 64 << 10

    /// Whether printing is possible in general: whether a printer accepts jobs now.
    public func isPrintingAvailable() async throws -> Bool {
        try await availability().isAvailable
    }

    /// Whether and where printing is possible now.
    ///
    /// - Parameter type: The MIME type of the document; `nil` asks about printing in general.
    /// - Returns: The answer, even if the scheduler is not responding.
    /// - Throws: ``ClientError``.
    public func availability(ofType type: String? = nil) async throws -> Availability {
        try await answer(get(Self.path("/v1/availability", type)))
    }

    /// Whether and where documents of a MIME type can be printed now.
    ///
    /// - Parameter type: The MIME type, such as `application/pdf`.
    /// - Returns: The answer.
    /// - Throws: ``ClientError``.
    public func canPrint(type: String) async throws -> Availability {
        try await availability(ofType: type)
    }

    /// Whether and where a file can be printed now.
    ///
    /// The client sends the first 64 KiB. If they are the whole file, the answer also says whether
    /// it is damaged, encrypted or empty; for a longer file it says where its type can be printed.
    /// ``check(_:)`` gives the full answer, and requires the whole document.
    ///
    /// - Parameter path: The file; reading a pipe would consume it.
    /// - Returns: The answer.
    /// - Throws: ``ClientError``, with ``ClientError/Code/fileUnreadable`` for anything but a file.
    public func canPrint(_ path: String) async throws -> Availability {
        try await canPrint(FilePath(path))
    }

    /// Whether a file can be printed whose name may be any bytes, like ``canPrint(_:)-(String)``.
    ///
    /// - Parameter path: The file.
    /// - Returns: The answer.
    /// - Throws: ``ClientError``, with ``ClientError/Code/fileUnreadable`` for anything but a file.
    public func canPrint(_ path: FilePath) async throws -> Availability {
        // A pipe without a writer must not block before it is reported.
        let visit = try await FileVisit.opened(path, O_NONBLOCK)
        let file = visit.descriptor
        defer { close(file) }
        guard visit.isFile else {
            throw ClientError(
                .fileUnreadable,
                "\(path.shown) is not a file. Name a file.",
                chinese: "\(path.shown) 不是文件。请指定一个文件。"
            )
        }
        let bytes: [UInt8]
        do {
            let reader = ChunkReader(descriptor: file)
            bytes = try await reader.beginning(limit: Self.beginningLimit)
        } catch let error as ChunkReader.Failure {
            throw ClientError(
                .fileUnreadable,
                error.sentence(about: path.shown, in: .english),
                chinese: error.sentence(about: path.shown, in: .simplifiedChinese)
            )
        }
        // The files of /proc have the size 0, but are not empty.
        let size = max(Int(clamping: visit.size), bytes.count)
        var request = post("/v1/availability?name=\(Self.escaped(path.name))&size=\(size)", bytes)
        request.headers["Content-Type"] = "application/octet-stream"
        return try await answer(request)
    }

    /// Whether printing is possible now, and each changed answer.
    ///
    /// A program enables its print command according to the last answer. The stream
    /// continues when the service restarts, and does not end by
    /// itself: stop reading when you have seen enough. The service stays for as
    /// long as the stream is read.
    ///
    /// - Parameter type: The MIME type of the documents; `nil` asks about printing in general.
    /// - Returns: The answers; it throws ``ClientError``.
    public func availabilityChanges(
        ofType type: String? = nil
    ) -> AsyncThrowingStream<Availability, any Error> {
        // A slow reader skips superseded answers.
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                let path = Self.path("/v1/availability/events", type)
                await follow(path, continuation, Availability?.none) { event, last in
                    let answer = try WireFormat.decode(
                        Availability.self,
                        from: Data(event.data.utf8)
                    )
                    // A restarted service first sends an answer that may be known already.
                    if answer != last { continuation.yield(answer) }
                    last = answer
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// All printers as added, and then each printer that is added, changed, or removed.
    ///
    /// The stream continues when the service restarts, and then reports the differences. It does
    /// not end by itself: stop reading when you have seen enough.
    ///
    /// - Returns: The changes; it throws ``ClientError``.
    public func printerChanges() -> AsyncThrowingStream<PrinterChange, any Error> {
        // Unread changes queue here; printers change seldom.
        AsyncThrowingStream { continuation in
            let task = Task {
                await follow("/v1/printers/events", continuation, [Printer]()) { event, known in
                    let data = Data(event.data.utf8)
                    if event.name == "printers" {
                        let all = try WireFormat.decode([Printer].self, from: data)
                        for change in PrinterChange.changes(from: known, to: all) {
                            continuation.yield(change)
                        }
                        known = all
                    } else {
                        let change = try WireFormat.decode(PrinterChange.self, from: data)
                        known.removeAll { $0.id == change.printer.id }
                        if change.event != .removed { known.append(change.printer) }
                        continuation.yield(change)
                    }
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private static func path(_ path: String, _ type: String?) -> String {
        type.map { "\(path)?type=\(escaped($0))" } ?? path
    }

    /// Reads events with states over any number of connections, until the task is canceled.
    ///
    /// - Parameters:
    ///   - path: The path of the events.
    ///   - stream: The stream that ends with them.
    ///   - state: The state that each event updates.
    ///   - take: Handles an event.
    private func follow<State: Sendable, Element>(
        _ path: String,
        _ stream: AsyncThrowingStream<Element, any Error>.Continuation,
        _ state: State,
        _ take: @Sendable @escaping (EventParser.Event, inout State) throws -> Void
    ) async {
        var state = state
        do {
            while !Task.isCancelled {
                let start = state
                state = try await perform(get(path)) { status, parts in
                    try await Self.events(status, &parts, start, take)
                }
                // Back off if a service closes the connection at once.
                try await Task.sleep(for: .milliseconds(20))
            }
            stream.finish()
        } catch is CancellationError {
            stream.finish()
        } catch {
            stream.finish(throwing: error)
        }
    }

    /// Reads events until the connection ends, and returns the state.
    private static func events<State: Sendable>(
        _ status: Int,
        _ parts: inout HTTPExchange.Parts,
        _ start: State,
        _ take: @Sendable (EventParser.Event, inout State) throws -> Void
    ) async throws -> State {
        guard status == 200 else {
            try await check(status, &parts)
            return start
        }
        var state = start
        var parser = EventParser()
        do {
            while let chunk = try await parts.chunk() {
                for event in try parser.add(chunk) { try take(event, &state) }
            }
        } catch is HTTPExchange.Unanswered {
            // The service is gone; the next one sends the current state.
        }
        return state
    }
}
