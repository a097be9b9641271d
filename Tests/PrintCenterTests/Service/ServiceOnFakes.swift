import FoundationEssentials
import Logging
import PrintFakes
import PrintModel
import ProofKit
import Testing

@testable import PrintCenter

/// A printing service in this process whose store, scheduler, printers, preparer, and clock are
/// fakes.
struct ServiceOnFakes: Sendable {
    let clock: TestClock
    let store: InMemoryJobStore
    let scheduler: FakeScheduler
    let preparer = FakePreparer()
    let service: PrintService
    private let configuration: PrintService.Configuration

    /// Runs a test with a service of its own, whose spool is a folder of its own.
    static func run(
        queues: [String] = ["office", "mono"],
        patience: Int = 1,
        log: any LogHandler = SwiftLogNoOpLogHandler(),
        settings: String? = nil,
        _ body: (ServiceOnFakes) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            var configuration = PrintService.Configuration(stateFolder: folder, user: "ann")
            configuration.patience = patience
            if let settings {
                configuration.settingsFolder = folder
                try Data(settings.utf8).write(to: URL(filePath: folder + "/settings.json"))
            }
            let clock = TestClock()
            let fakes = try await ServiceOnFakes(
                configuration,
                FakeScheduler(queues: queues, clock: clock),
                InMemoryJobStore(clock: clock),
                clock,
                log: log
            )
            try await body(fakes)
        }
    }

    /// The next service on the same store, scheduler, and printers, which knows only what is stored.
    func restarted() async throws -> ServiceOnFakes {
        try await ServiceOnFakes(
            configuration,
            scheduler,
            store,
            clock,
            log: SwiftLogNoOpLogHandler()
        )
    }

    private init(
        _ configuration: PrintService.Configuration,
        _ scheduler: FakeScheduler,
        _ store: InMemoryJobStore,
        _ clock: TestClock,
        log: any LogHandler
    ) async throws {
        self.clock = clock
        self.scheduler = scheduler
        self.store = store
        self.configuration = configuration
        service = try await PrintService(
            configuration: configuration,
            store: store,
            scheduler: scheduler,
            connect: { scheduler.device($0.uri) },
            preparer: preparer,
            clock: clock,
            log: Logger(label: "test") { _ in log }
        )
    }

    /// Sends a document.
    func document(
        _ name: String = "a.pdf",
        key: String = UUID().uuidString
    ) async throws
        -> DocumentFacts
    {
        let chunks = AsyncStream<[UInt8]> { stream in
            stream.yield(Array("contents of \(name)".utf8))
            stream.finish()
        }
        return try await service.receive(name: name, type: nil, key: key, chunks: chunks)
    }

    /// Sends a document and queues a job of it.
    @discardableResult
    func submit(
        _ name: String = "a.pdf",
        to printer: String = "office",
        _ ticket: PrintTicket = PrintTicket(),
        hold: Bool? = nil,
        whenPossible: Bool? = nil
    ) async throws -> JobID {
        let document = try await document(name)
        let request = SubmissionRequest(
            document: document.id ?? "",
            printer: printer,
            ticket: ticket,
            whenPossible: whenPossible,
            hold: hold
        )
        let job = try await service.submit(request, key: UUID().uuidString)
        return try #require(job.id)
    }

    /// The lane of a printer.
    func lane(_ printer: String = "office") -> PrinterLane {
        service.lane(PrinterID(rawValue: printer))
    }

    /// Runs the lane of a printer until a condition holds.
    func runLane(
        _ printer: String = "office",
        until what: String,
        file: StaticString = #fileID,
        line: Int = #line,
        _ condition: () async throws -> Bool
    ) async throws {
        let lane = lane(printer)
        let running = Task { await lane.run() }
        defer { running.cancel() }
        try await wait(
            for: what,
            limit: .patience * 5,
            // Time: between two looks
            every: .milliseconds(1),
            file: file,
            line: line,
            until: condition
        )
        running.cancel()
        await running.value
    }

    /// Runs the lane of a printer until a job has ended, and returns the job.
    func runLane(
        _ printer: String = "office",
        untilEndOf id: JobID,
        file: StaticString = #fileID,
        line: Int = #line
    ) async throws -> PrintJob {
        try await runLane(
            printer,
            until: "the end of job \(id)",
            file: file,
            line: line
        ) {
            try await job(id).state.isFinal
        }
        return try await job(id)
    }

    /// The names of the files in the spool.
    func spooledNames() throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            atPath: service.configuration.stateFolder + "/spool"
        )
    }

    func job(_ id: JobID) async throws -> PrintJob { try await record(id).job }

    func record(_ id: JobID) async throws -> JobRecord {
        try #require(await store.job(id), "there is no job \(id)")
    }

    /// The code of the problem that a request ends with.
    func problem(_ body: () async throws -> Void) async -> Problem.Code? {
        do {
            try await body()
            return nil
        } catch let problem as Problem {
            return problem.code
        } catch {
            Issue.record(error)
            return nil
        }
    }
}
