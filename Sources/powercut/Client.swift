import FoundationEssentials
import Glibc
import PrintModel
import Synchronization

/// A client that asks again with the same key until it knows, and starts a service that has ended, as
/// `printq` does.
///
/// It remembers what it was told, and what it was told wrongly.
final class Client: Sendable {
    private struct State {
        var told: [Ledger.Told] = []
        var wrong: [String] = []
        var refusals: [String] = []
        var restarts = 0
    }

    // Several threads ask; one at a time starts the service.
    private let daemon: Mutex<Daemon>
    private let state = Mutex(State())
    private let socket: String
    /// How often a request is asked again that was refused.
    private let patience: Int
    /// What the disk does after a restart.
    private let modeAfterRestart: Daemon.DiskMode

    /// Talks to a service, running or not.
    init(_ daemon: sending Daemon, patience: Int, modeAfterRestart: Daemon.DiskMode) {
        socket = daemon.socket
        self.daemon = Mutex(daemon)
        self.patience = patience
        self.modeAfterRestart = modeAfterRestart
    }

    /// What it was told, in order.
    var told: [Ledger.Told] { state.withLock(\.told) }
    /// What should not have been.
    var wrong: [String] { state.withLock(\.wrong) }
    /// The details of the refusals.
    var refusals: [String] { state.withLock(\.refusals) }
    /// How often the service had to be started again.
    var restarts: Int { state.withLock(\.restarts) }

    func complain(_ words: String) {
        state.withLock { $0.wrong.append(words) }
    }

    private func hear(_ told: Ledger.Told) {
        state.withLock { $0.told.append(told) }
    }

    // MARK: Requests

    func upload(_ bytes: [UInt8], name: String) throws -> DocumentFacts? {
        let path = "/v1/documents?name=\(name)"
        let facts = try ask("POST", path, bytes)?.value(DocumentFacts.self)
        if let facts { hear(.document(facts)) }
        return facts
    }

    func submit(_ document: DocumentFacts, _ ticket: PrintTicket) throws -> PrintJob? {
        let request = SubmissionRequest(
            document: document.id ?? "",
            printer: "office",
            ticket: ticket
        )
        let job = try ask("POST", "/v1/jobs", Array(WireFormat.encode(request)))?
            .value(PrintJob.self)
        if let job { hear(.job(job)) }
        return job
    }

    func cancel(_ job: PrintJob) throws {
        guard let id = job.id else { return }
        // Asked again after a lost answer it has ended already, which is right as well.
        let after = try ask("POST", "/v1/jobs/\(id)/cancel", accepting: [.jobEnded])
        if let job = after?.value(PrintJob.self) { hear(.job(job)) }
    }

    func unlock(_ document: DocumentFacts, password: String) throws {
        guard let id = document.id else { return }
        let body = Array(try WireFormat.encode(UnlockRequest(password: password)))
        if let facts = try ask("POST", "/v1/documents/\(id)/unlock", body)?
            .value(DocumentFacts.self)
        {
            hear(.document(facts))
        }
    }

    func discard(_ document: DocumentFacts) throws {
        guard let id = document.id else { return }
        hear(.unwanted(document: id))
        daemon.withLock { $0.note("unwanted \(id)") }
        _ = try ask("DELETE", "/v1/documents/\(id)", accepting: [.documentNotFound])
    }

    /// Waits until all jobs have ended that were told, and tells how.
    func waitForEnds(limit: Duration = .seconds(20)) throws {
        var ids: Set<JobID> = []
        for case .job(let job) in told { ids.formUnion([job.id].compactMap { $0 }) }
        let end = ContinuousClock.now + limit
        for id in ids.sorted() {
            while true {
                guard let job = try ask("GET", "/v1/jobs/\(id)")?.value(PrintJob.self) else {
                    complain("job \(id) cannot be asked for")
                    break
                }
                if job.state.isFinal {
                    hear(.job(job))
                    break
                }
                guard ContinuousClock.now < end else {
                    let why = job.reasons.map(\.code.rawValue).joined(separator: " ")
                    complain("waited in vain for the end of job \(id): \(job.state) \(why)")
                    break
                }
                usleep(20_000)
            }
        }
    }

    /// Asks until there is an answer that says that it was done; `nil` where there is none.
    private func ask(
        _ method: String,
        _ path: String,
        _ body: [UInt8] = [],
        accepting: Set<Problem.Code> = []
    ) throws -> Exchange? {
        let key = UUID().uuidString
        for _ in 0...patience {
            do throws(Exchange.Failure) {
                let answer = try Exchange(method, path, socket: socket, key: key, body: body)
                if answer.isSuccess { return answer }
                guard let problem = answer.problem else {
                    complain("\(method) gave \(answer.status) without a problem")
                    return nil
                }
                if accepting.contains(problem.code) { return nil }
                state.withLock { $0.refusals.append(problem.detail) }
                guard problem.code == .storageFailed, [500, 507].contains(problem.status) else {
                    complain("\(method) \(path): \(problem.status) \(problem.detail)")
                    return nil
                }
            } catch {
                if error == .silence { complain("\(method) \(path) hangs") }
                try startAgain()
            }
        }
        return nil
    }

    // MARK: The service

    /// Starts the service if it has ended.
    private func startAgain() throws {
        try daemon.withLock { daemon in
            // It may be on its way to its end.
            let end = ContinuousClock.now + .seconds(10)
            while daemon.isRunning, daemon.endedByItself() == nil {
                if (try? Exchange("GET", "/v1/status", socket: socket)) != nil { return }
                guard ContinuousClock.now < end else {
                    complain("the service neither answers nor ends")
                    daemon.end(SIGKILL)
                    break
                }
                usleep(5_000)
            }
            state.withLock { $0.restarts += 1 }
            let line = try daemon.start(modeAfterRestart)
            guard line == "ready" else { throw Trouble("the service does not start: \(line)") }
        }
    }

    /// Kills the service, and starts it again.
    func kill() throws {
        try daemon.withLock { daemon in
            daemon.end(SIGKILL)
            let line = try daemon.start(modeAfterRestart)
            guard line == "ready" else { throw Trouble("the service does not start: \(line)") }
        }
    }

    /// Ends the service; its exit code, or 128 and the signal.
    func end(_ signal: Int32 = SIGTERM) -> Int32 {
        daemon.withLock { $0.end(signal) }
    }
}

/// The failures of several threads.
final class Failures: Sendable {
    private let errors = Mutex<[any Error]>([])

    var first: (any Error)? { errors.withLock(\.first) }

    func add(_ error: any Error) {
        errors.withLock { $0.append(error) }
    }
}
