import FileAccess
import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Testing

/// Work that may block, each on a thread of its own.
///
/// Dispatch would begin with as many threads as there are cores, and add one a
/// second.
enum Background {
    private final class Work {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    static func run(_ body: @escaping @Sendable () -> Void) {
        let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread,
            nil,
            { pointer in
                // It was retained for this thread.
                guard let pointer = unsafe pointer else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
                return nil
            },
            work
        )
        precondition(result == 0, "no thread can be made")
        pthread_detach(thread)
    }
}

/// Runs a test in a new folder that only the user can enter; the folder goes afterwards.
func withFolder<R>(_ body: (String) async throws -> R) async throws -> R {
    var template = Array("\(TemporaryFolder.usual)/printq-XXXXXX".utf8CString)
    let isMade = unsafe template.withUnsafeMutableBufferPointer { buffer in
        unsafe buffer.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
    }
    try #require(isMade, "no folder in /tmp")
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // What is left behind in /tmp harms no later test.
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try await body(folder)
}

/// Runs a test against a service that answers as told.
func withService<R>(
    _ answer: @escaping FakeService.Answer,
    _ body: (FakeService) async throws -> R
) async throws -> R {
    try await withFolder { folder in
        let service = try FakeService(in: folder, answer)
        defer { service.stop() }
        return try await body(service)
    }
}

/// Does something that must end; fails where it does not.
func within<R: Sendable>(
    _ what: String,
    limit: Duration = .patience,
    at place: SourceLocation = #_sourceLocation,
    _ work: @escaping @Sendable () async throws -> R
) async throws -> R {
    // Not a task group, which would wait for work that cannot be given up.
    let (results, result) = AsyncStream<Result<R, any Error>?>.makeStream()
    let task = Task {
        do {
            result.yield(.success(try await work()))
        } catch {
            result.yield(.failure(error))
        }
    }
    let clock = Task {
        // Time: the guard
        try await Task.sleep(for: limit)
        result.yield(nil)
    }
    defer {
        task.cancel()
        clock.cancel()
    }
    for await outcome in results {
        if let outcome { return try outcome.get() }
        break
    }
    Issue.record("\(what) took more than \(limit)", sourceLocation: place)
    throw CancellationError()
}

/// Writes a file; its path.
@discardableResult
func makeFile(_ path: String, _ bytes: [UInt8], mode: mode_t = 0o600) throws -> String {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    try #require(file >= 0, "\(path) cannot be written")
    defer { close(file) }
    var done = 0
    while done < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { buffer in
            unsafe write(file, buffer.baseAddress?.advanced(by: done), buffer.count - done)
        }
        try #require(count > 0, "\(path) cannot be written")
        done += count
    }
    return path
}

/// Opens a file for reading while a test uses it.
func withOpenFile<R>(_ path: String, _ body: (Int32) async throws -> R) async throws -> R {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    try #require(file >= 0, "\(path) cannot be opened")
    defer { close(file) }
    return try await body(file)
}

/// Bytes that are no text, the same for the same count; what is cut out or doubled shows.
func noise(_ count: Int) -> [UInt8] {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    // A prime number of them, so that no two pieces of a usual size are the same.
    let block = (0..<65_537).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
    }
    var bytes: [UInt8] = []
    while bytes.count < count { bytes += block }
    return Array(bytes.prefix(count))
}

/// Values to answer with.
enum Sample {
    static let facts = DocumentFacts(
        id: "d1",
        name: "report.pdf",
        type: "application/pdf",
        kind: "PDF document",
        pages: 6,
        size: 1000
    )

    static func job(
        _ id: Int,
        _ state: JobState = .queued,
        impressions: Int = 0,
        name: String = "report.pdf",
        reasons: [Reason] = []
    ) -> PrintJob {
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        return PrintJob(
            id: JobID(rawValue: id),
            submission: SubmissionID(rawValue: "11111111-2222-4333-8444-555555555555"),
            name: name,
            user: "ann",
            printer: PrinterID(rawValue: "office"),
            state: state,
            reasons: reasons,
            document: facts,
            ticket: PrintTicket(),
            plan: PrintPlan(pages: [2, 3], copies: 2, sides: .twoSidedLongEdge, media: .a4),
            progress: JobProgress(impressions: impressions),
            createdAt: date,
            updatedAt: date
        )
    }

    static func problem(_ code: Problem.Code, check: PrintCheck? = nil) -> Problem {
        Problem(code: code, detail: "It is so.", check: check)
    }
}

/// Gives a socket a path.
func bindSocket(_ socket: Int32, _ path: String) -> Bool {
    guard let address = UnixSocketAddress(path: path) else { return false }
    return unsafe address.withSocketAddress { unsafe bind(socket, $0, $1) } == 0
}
