public import FileAccess
import FoundationEssentials
import Glibc
public import PrintModel

/// For programs that show a print button.
///
/// The answers come from what the service knows, and wait for no printer: they
/// take a few milliseconds while it runs. Where it does not, asking starts it,
/// and the first answer waits until every printer has been looked at once.
extension PrintCenterClient {
    /// How much of a file is sent to find out what it is, in bytes; the service takes no more.
    private static let enoughToTell = 64 << 10

    /// Whether printing is possible at all now: whether some printer takes jobs.
    public func isPrintingAvailable() async throws -> Bool {
        try await availability().isAvailable
    }

    /// Whether printing is possible now, and where.
    ///
    /// - Parameter type: The MIME type of the document; printing at all where it is left out.
    /// - Returns: The answer; that the scheduler does not answer is one, too.
    /// - Throws: ``ClientError``.
    public func availability(ofType type: String? = nil) async throws -> Availability {
        try await answer(get(Self.path("/v1/availability", type)))
    }

    /// Whether documents of a MIME type can be printed now, and where.
    ///
    /// - Parameter type: The MIME type, such as `application/pdf`.
    /// - Returns: The answer.
    /// - Throws: ``ClientError``.
    public func canPrint(type: String) async throws -> Availability {
        try await availability(ofType: type)
    }

    /// Whether a file can be printed now, and where.
    ///
    /// Its first 64 KiB are looked at. Where they are all of it, the answer also
    /// tells whether it is damaged, encrypted or empty; of a longer one it tells
    /// where its type is printed. ``check(_:)`` tells everything, and needs the
    /// whole document.
    ///
    /// - Parameter path: The file; a pipe cannot be looked at without using it up.
    /// - Returns: The answer.
    /// - Throws: ``ClientError``, with ``ClientError/Code/fileUnreadable`` for what is no file.
    public func canPrint(_ path: String) async throws -> Availability {
        try await canPrint(FilePath(path))
    }

    /// Whether a file whose name may be any bytes can be printed, as ``canPrint(_:)-(String)`` tells.
    ///
    /// - Parameter path: The file.
    /// - Returns: The answer.
    /// - Throws: ``ClientError``, with ``ClientError/Code/fileUnreadable`` for what is no file.
    public func canPrint(_ path: FilePath) async throws -> Availability {
        // A pipe without a writer must not stop us before it can be told.
        let file = path.open(O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            throw ClientError(
                .fileUnreadable,
                "\(path.shown) cannot be read: \(systemWords(errno))."
            )
        }
        defer { close(file) }
        var facts = stat()
        guard unsafe fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw ClientError(.fileUnreadable, "\(path.shown) is not a file. Name a file.")
        }
        let bytes: [UInt8]
        do {
            let reader = ChunkReader(descriptor: file)
            bytes = try await reader.beginning(limit: Self.enoughToTell)
        } catch let error as ChunkReader.Failure {
            throw ClientError(.fileUnreadable, error.sentence(about: path.shown))
        }
        // The files of /proc say that they are empty, and are not.
        let size = max(Int(facts.st_size), bytes.count)
        var request = post("/v1/availability?name=\(Self.escaped(path.name))&size=\(size)", bytes)
        request.headers["Content-Type"] = "application/octet-stream"
        return try await answer(request)
    }

    /// Whether printing is possible as it is now, and again whenever the answer is another.
    ///
    /// A program shows its print item while the last answer says so. The stream
    /// goes on when the service is restarted in between, and does not end by
    /// itself: stop reading when you have seen enough. The service stays for as
    /// long as somebody reads.
    ///
    /// - Parameter type: The MIME type of the documents; printing at all where it is left out.
    /// - Returns: The answers; it throws ``ClientError``.
    public func availabilityChanges(
        ofType type: String? = nil
    ) -> AsyncThrowingStream<Availability, any Error> {
        // Of answers that nobody has fetched yet only the last one is true.
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                let path = Self.path("/v1/availability/events", type)
                await follow(path, continuation, Availability?.none) { event, last in
                    let answer = try WireFormat.decode(
                        Availability.self,
                        from: Data(event.data.utf8)
                    )
                    // A service that was started anew tells first what may be known already.
                    if answer != last { continuation.yield(answer) }
                    last = answer
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// All printers as added, and then each that comes, changes or goes.
    ///
    /// The stream goes on when the service is restarted in between, and tells
    /// then what has changed since. It does not end by itself: stop reading when
    /// you have seen enough.
    ///
    /// - Returns: The changes; it throws ``ClientError``.
    public func printerChanges() -> AsyncThrowingStream<PrinterChange, any Error> {
        // What a reader has not fetched yet waits here; printers change seldom.
        AsyncThrowingStream { continuation in
            let task = Task {
                await follow("/v1/printers/events", continuation, [Printer]()) { event, told in
                    let data = Data(event.data.utf8)
                    if event.name == "printers" {
                        let all = try WireFormat.decode([Printer].self, from: data)
                        for change in PrinterChange.changes(from: told, to: all) {
                            continuation.yield(change)
                        }
                        told = all
                    } else {
                        let change = try WireFormat.decode(PrinterChange.self, from: data)
                        told.removeAll { $0.id == change.printer.id }
                        if change.event != .removed { told.append(change.printer) }
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

    /// Takes in events of states over as many connections as it takes, until the task is canceled.
    ///
    /// - Parameters:
    ///   - path: Where the events come from.
    ///   - stream: What ends when they do.
    ///   - state: What is carried from one event to the next.
    ///   - take: Takes in one event.
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
                // A service that hangs up at once must not be asked as fast as it can.
                try await Task.sleep(for: .milliseconds(20))
            }
            stream.finish()
        } catch is CancellationError {
            stream.finish()
        } catch {
            stream.finish(throwing: error)
        }
    }

    /// Takes in events until the connection ends; the state that was reached.
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
            // The service is gone; the next one tells how things are then.
        }
        return state
    }
}
