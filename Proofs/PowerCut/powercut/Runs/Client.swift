import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Synchronization

/// A client that retries with the same key until it receives a reply, and restarts a service that
/// has ended, as `printq` does.
///
/// It records the service's acknowledgments, and faults.
final class Client: Sendable {
    private struct State {
        var acknowledged: [Ledger.Entry] = []
        var wrong: [String] = []
        var refusals: [String] = []
        var restarts = 0
        /// The number of submissions.
        var submissions = 0
    }

    // Several threads send requests; only one at a time starts the service.
    private let service: Mutex<RecordedService>
    private let state = Mutex(State())
    private let socket: String
    /// The printers that jobs go to in turn.
    private let printers: [String]
    /// The maximum number of retries after a refusal.
    private let patience: Int
    /// The disk mode after a restart.
    private let modeAfterRestart: RecordedService.DiskMode

    /// Creates a client of a service that may not be running yet.
    init(
        _ service: sending RecordedService,
        printers: [String],
        patience: Int,
        modeAfterRestart: RecordedService.DiskMode
    ) {
        socket = service.socket
        self.service = Mutex(service)
        self.printers = printers
        self.patience = patience
        self.modeAfterRestart = modeAfterRestart
    }

    /// The acknowledgments of the service, in order.
    var acknowledged: [Ledger.Entry] { state.withLock(\.acknowledged) }
    /// The faults, as sentences.
    var wrong: [String] { state.withLock(\.wrong) }
    /// The details of the problems in the service's replies.
    var refusals: [String] { state.withLock(\.refusals) }
    /// The number of times that the service had to be restarted.
    var restarts: Int { state.withLock(\.restarts) }

    func complain(_ words: String) {
        state.withLock { $0.wrong.append(words) }
    }

    /// Takes over what was acknowledged before the service was started.
    func hear(_ ledger: Ledger) {
        for job in ledger.jobs.values { hear(.job(job)) }
    }

    func hear(_ acknowledged: Ledger.Entry) {
        state.withLock { $0.acknowledged.append(acknowledged) }
    }

    // MARK: Requests

    func upload(_ bytes: [UInt8], name: String) throws -> DocumentFacts? {
        let path = "/v1/documents?name=\(name)"
        let facts = try ask("POST", path, bytes)?.success(DocumentFacts.self)
        if let facts { hear(.document(facts)) }
        return facts
    }

    /// Adds a printer by its address, once.
    func add(_ name: String, at uri: String) throws {
        let body = Array(#"{"address":"\#(uri)","name":"\#(name)"}"#.utf8)
        // A retry after a lost reply finds it added.
        _ = try ask("POST", "/v1/printers", body, accepting: [.printerExists])
    }

    func submit(_ document: DocumentFacts, _ ticket: PrintTicket) throws -> PrintJob? {
        let request = SubmissionRequest(
            document: document.id ?? "",
            printer: nextPrinter(),
            ticket: ticket
        )
        let job = try ask("POST", "/v1/jobs", Array(WireFormat.encode(request)))?
            .success(PrintJob.self)
        if let job { hear(.job(job)) }
        return job
    }

    private func nextPrinter() -> String {
        state.withLock { state in
            state.submissions += 1
            return printers[state.submissions % printers.count]
        }
    }

    func cancel(_ job: PrintJob) throws {
        guard let id = job.id else { return }
        // A retry after a lost reply may find the job ended already, which is also correct.
        let after = try ask("POST", "/v1/jobs/\(id)/cancel", accepting: [.jobEnded])
        if let job = after?.success(PrintJob.self) { hear(.job(job)) }
    }

    func unlock(_ document: DocumentFacts, password: String) throws {
        guard let id = document.id else { return }
        let body = Array(try WireFormat.encode(UnlockRequest(password: password)))
        if let facts = try ask("POST", "/v1/documents/\(id)/unlock", body)?
            .success(DocumentFacts.self)
        {
            hear(.document(facts))
        }
    }

    func discard(_ document: DocumentFacts) throws {
        guard let id = document.id else { return }
        hear(.unwanted(document: id))
        service.withLock { $0.note("unwanted \(id)") }
        _ = try ask("DELETE", "/v1/documents/\(id)", accepting: [.documentNotFound])
    }

    /// Waits until all acknowledged jobs have ended, and records their final states.
    func waitForEnds() throws {
        var ids: Set<JobID> = []
        for case .job(let job) in acknowledged { ids.formUnion([job.id].compactMap { $0 }) }
        let end = ContinuousClock.now + .patience * 2  // Time: a guard
        for id in ids.sorted() {
            while true {
                guard let job = try ask("GET", "/v1/jobs/\(id)")?.success(PrintJob.self) else {
                    complain("job \(id) cannot be asked for")
                    break
                }
                if job.state.isFinal {
                    hear(.job(job))
                    break
                }
                guard ContinuousClock.now < end else {
                    let why = job.reasons.map {
                        "\($0.code.rawValue) \($0.parameters["detail"] ?? "")"
                    }
                    .joined(separator: " ")
                    complain("waited in vain for the end of job \(id): \(job.state) \(why)")
                    break
                }
                usleep(20_000)  // Time: between two looks
            }
        }
    }

    /// Returns all jobs that the service has.
    func jobs() throws -> [PrintJob] {
        try ask("GET", "/v1/jobs?all=true")?.success([PrintJob].self) ?? []
    }

    /// Retries until the service reports success; `nil` where it never does.
    private func ask(
        _ method: String,
        _ path: String,
        _ body: [UInt8] = [],
        accepting: Set<Problem.Code> = []
    ) throws -> HTTPReply? {
        let key = UUID().uuidString
        for _ in 0...patience {
            do throws(UnixSocket.Failure) {
                let answer = try request(method, path, key: key, body: body)
                if answer.isSuccess { return answer }
                guard let problem = answer.problem else {
                    complain("\(method) gave \(answer.status) without a problem")
                    return nil
                }
                if accepting.contains(problem.code) { return nil }
                state.withLock { $0.refusals.append(problem.detail) }
                guard problem.code == .storageFailed, [500, 507].contains(answer.status) else {
                    complain("\(method) \(path): \(answer.status) \(problem.detail)")
                    return nil
                }
            } catch {
                if !error.isGone { complain("\(method) \(path) hangs") }
                try startAgain()
            }
        }
        return nil
    }

    private func request(
        _ method: String,
        _ path: String,
        key: String? = nil,
        body: [UInt8] = []
    ) throws(UnixSocket.Failure) -> HTTPReply {
        try HTTPClient(socket: socket)
            .request(method, path, key: key, body: body)
    }

    // MARK: The service

    /// Restarts the service if it has ended.
    private func startAgain() throws {
        try service.withLock { service in
            // It may be about to end.
            let end = ContinuousClock.now + .patience  // Time: a guard
            while service.isRunning, service.endedByItself() == nil {
                if (try? request("GET", "/v1/status")) != nil { return }
                guard ContinuousClock.now < end else {
                    complain("the service neither answers nor ends")
                    service.end(SIGKILL)
                    break
                }
                usleep(5_000)  // Time: between two looks
            }
            state.withLock { $0.restarts += 1 }
            let line = try service.start(modeAfterRestart)
            guard line == "ready" else { throw ProofError("the service does not start: \(line)") }
        }
    }

    /// Kills the service, and restarts it.
    func kill() throws {
        try service.withLock { service in
            service.end(SIGKILL)
            let line = try service.start(modeAfterRestart)
            guard line == "ready" else { throw ProofError("the service does not start: \(line)") }
        }
    }

    /// Sends a signal to the service, and returns its exit code, or 128 plus the signal number.
    func end(_ signal: Int32 = SIGTERM) -> Int32 {
        service.withLock { $0.end(signal) }
    }
}

/// A collection of failures from several threads.
final class Failures: Sendable {
    private let errors = Mutex<[any Error]>([])

    var first: (any Error)? { errors.withLock(\.first) }

    func add(_ error: any Error) {
        errors.withLock { $0.append(error) }
    }
}
