import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

/// A `printcenterd` with a queue of its own, in a lab.
final class TestService: @unchecked Sendable {
    // The process changes only in start() and end(), which one thread calls.
    let lab: RunningLab
    let folder: String
    let environment: [String: String]
    private var running: ServiceProcess?

    /// The process ID of the running service; -1 where none runs.
    var process: pid_t { running?.process ?? -1 }
    var socket: String { folder + "/run/socket" }
    var state: String { folder + "/state/printcenter" }

    /// Makes the folders of a service; it does not run yet.
    init(in lab: RunningLab, more: [String: String] = [:]) throws {
        self.lab = lab
        folder = try TemporaryFolder.make("service", in: lab.folder.path)
        environment = lab.environment.merging([
            "PRINTCENTER_SOCKET": folder + "/run/socket",
            "XDG_STATE_HOME": folder + "/state",
            "QPREVIEW_ZYGOTE": BuiltPrograms.zygote,
            "PRINTCENTER_PATIENCE": Duration.servicePatience,
        ]) { $1 }.merging(more) { $1 }
    }

    deinit {
        if process > 0 { end(SIGKILL) }
    }

    /// Starts the service, and returns the line that it prints.
    @discardableResult
    func start(
        failpoint: String? = nil,
        more: [String: String] = [:],
        _ sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        var variables = environment.merging(more) { $1 }
        variables["PRINTCENTER_FAILPOINT"] = failpoint
        let service = try ServiceProcess(environment: variables, log: folder + "/log")
        running = service
        LiveReport.add(self)
        return try service.line() ?? ""
    }

    /// Starts a service that is expected to serve; at a failpoint it ends itself.
    ///
    /// - Parameters:
    ///   - failpoint: The failpoint.
    ///   - more: Variables for this time.
    ///   - sourceLocation: The caller.
    /// - Throws: Where it does not start.
    func serve(
        failpoint: String? = nil,
        more: [String: String] = [:],
        _ sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let line = try start(failpoint: failpoint, more: more, sourceLocation)
        try #require(line == "ready", "\(log)", sourceLocation: sourceLocation)
    }

    /// Ends the process, and returns how it ended: its exit code, or 128 and the signal.
    @discardableResult
    func end(_ signal: Int32 = SIGTERM) -> Int32 {
        running?.kill(signal)
        return waitForEnd()
    }

    /// Waits until the process has ended by itself.
    @discardableResult
    func waitForEnd() -> Int32 {
        let code = running?.wait().code ?? 0
        running = nil
        KeptLogs.keep(folder + "/log", of: Test.current?.name)
        LiveReport.remove(self)
        return code
    }

    /// Whether the process has ended; ``waitForEnd()`` says how.
    var hasEnded: Bool { running?.hasEnded ?? true }

    var log: String { LiveReport.text(of: folder + "/log") }

    // MARK: Requests

    func get(_ path: String, headers: [String: String] = [:]) throws -> HTTPReply {
        try HTTPReply("GET", path, socket: socket, headers: headers)
    }

    func post(
        _ path: String,
        _ body: String = "",
        headers: [String: String] = [:]
    ) throws -> HTTPReply {
        try HTTPReply("POST", path, socket: socket, headers: headers, body: Array(body.utf8))
    }

    /// Sends a document.
    func upload(_ bytes: [UInt8], name: String = "test.pdf", key: String? = nil) throws -> HTTPReply
    {
        try HTTPReply(
            "POST",
            "/v1/documents?name=\(name)",
            socket: socket,
            headers: key.map { ["Idempotency-Key": $0] } ?? [:],
            body: bytes
        )
    }

    func document(_ bytes: [UInt8], name: String = "test.pdf") throws -> DocumentFacts {
        try upload(bytes, name: name).value()
    }

    /// Asks for a job.
    func submission(
        _ document: DocumentFacts,
        _ printer: String,
        _ ticket: String = "{}",
        name: String? = nil,
        key: String? = nil
    ) throws -> HTTPReply {
        let name = name.map { "\"\($0)\"" } ?? "null"
        return try post(
            "/v1/jobs",
            """
            {"document":"\(document.id ?? "")","printer":"\(printer)","ticket":\(ticket),"name":\(name)}
            """,
            headers: key.map { ["Idempotency-Key": $0] } ?? [:]
        )
    }

    /// Sends a document and queues a job.
    func print(
        _ bytes: [UInt8],
        as file: String = "test.pdf",
        on printer: String,
        _ ticket: String = "{}",
        name: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> JobID {
        let answer = try submission(document(bytes, name: file), printer, ticket, name: name)
        try #require(answer.status == 201, "\(answer.text)", sourceLocation: sourceLocation)
        return try #require(try answer.value(PrintJob.self).id)
    }

    func job(_ id: JobID) throws -> PrintJob {
        try get("/v1/jobs/\(id)").value()
    }

    func jobs(all: Bool = false) throws -> [PrintJob] {
        try get("/v1/jobs?all=\(all)").value()
    }

    /// The jobs of this service's queue, the history too; the scheduler has those of other tests.
    func ownJobs() throws -> [PrintJob] {
        try jobs(all: true).filter { $0.external == nil }
    }

    func cancel(_ id: JobID) throws -> HTTPReply {
        try post("/v1/jobs/\(id)/cancel")
    }

    /// Waits until a job is in one of these states.
    @discardableResult
    func wait(
        for id: JobID,
        toBe states: JobState...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> PrintJob {
        // Time: a guard; printers print a page a second, and a job may be behind others
        let deadline = ContinuousClock.now + .patience * 3
        while true {
            let job = try job(id)
            if states.contains(job.state) { return job }
            let mayStillBe = ContinuousClock.now < deadline && !job.state.isFinal
            try #require(
                mayStillBe,
                "job \(id) never was \(states): \(job.state) \(job.reasons.map(\.code.rawValue))",
                sourceLocation: sourceLocation
            )
            usleep(20_000)  // Time: between two looks
        }
    }

    /// What lies in the spool.
    func spooled() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: state + "/spool").sorted()
    }

    // MARK: The printer's side

    /// What a printer received under the name of a job, which straight to the printer is marked.
    func received(_ name: String, by printer: String) throws -> [ReceivedJob] {
        try lab.received(by: printer).filter { job in
            guard case .text(let given) = job.attributes["job-name"] else { return false }
            // CUPS writes a bracket with a backslash.
            return given == name || given.hasPrefix(name + #" \["#)
        }
    }

    /// The one document that a printer received under the name of a job.
    func paper(
        _ name: String,
        by printer: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> ReceivedJob {
        let found = try received(name, by: printer)
        try #require(found.count == 1, "\(found.count) of \(name)", sourceLocation: sourceLocation)
        return found[0]
    }
}

/// Runs a test with a service of its own, which is ended afterwards.
func withService(
    in lab: RunningLab,
    more: [String: String] = [:],
    _ body: (TestService) throws -> Void
) throws {
    let service = try TestService(in: lab, more: more)
    try service.serve()
    defer {
        // Jobs that a test leaves behind would keep the printers of the next one.
        if service.process > 0 {
            for job in (try? service.jobs()) ?? [] where job.external == nil {
                _ = try? service.post("/v1/jobs/\(job.label)/cancel")
            }
            // A job that cannot end is no failure of this test.
            try? waitBlocking(for: "the end of all jobs") {
                (try? service.jobs().contains { $0.external == nil }) != true
            }
            service.end()
        }
    }
    do {
        try body(service)
    } catch  where !(error is ExpectationFailedError) {
        // `#require` has recorded its issue by now; other errors become issues after the service has ended.
        LiveReport.keep()
        throw error
    }
}
