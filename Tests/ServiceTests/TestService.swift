import CLinux
import FoundationEssentials
import Glibc
import PrintModel
import Testing

@testable import PrintLab

/// A `printcenterd` with a queue of its own, in a lab.
final class TestService: @unchecked Sendable {
    // The process changes only in start() and end(), which one thread calls.
    let lab: RunningLab
    let folder: String
    let environment: [String: String]
    private(set) var process: pid_t = -1
    private var output: Int32 = -1
    /// The status of a process that has ended and was not asked for yet.
    private var ended: Int32?

    var socket: String { folder + "/run/socket" }
    var state: String { folder + "/state/printcenter" }

    /// Makes the folders of a service; it does not run yet.
    init(in lab: RunningLab, more: [String: String] = [:]) throws {
        self.lab = lab
        var bytes = Array("\(lab.folder.path)/service-XXXXXX".utf8CString)
        // mkdtemp writes the name it found into the template.
        folder = unsafe bytes.withUnsafeMutableBufferPointer { buffer -> String in
            guard let start = buffer.baseAddress, let name = unsafe mkdtemp(start) else {
                return ""
            }
            return unsafe String(cString: name)
        }
        try #require(folder != "", "no folder for a service")
        environment = lab.environment.merging([
            "PRINTCENTER_SOCKET": folder + "/run/socket",
            "XDG_STATE_HOME": folder + "/state",
            "QPREVIEW_ZYGOTE": Programs.folder + "/qpreview-zygote",
        ]) { $1 }.merging(more) { $1 }
    }

    deinit {
        if process > 0 { end(SIGKILL) }
    }

    /// Starts the service, and returns the line that it says.
    @discardableResult
    func start(
        failpoint: String? = nil,
        _ sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        var variables = environment
        variables["PRINTCENTER_FAILPOINT"] = failpoint
        (process, output) = try Self.launch(variables, log: folder + "/log")
        return try Self.line(output)
    }

    /// Starts a service that is expected to serve; at a failpoint it ends itself.
    func serve(
        failpoint: String? = nil,
        _ sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let line = try start(failpoint: failpoint, sourceLocation)
        try #require(line == "ready", "\(log)", sourceLocation: sourceLocation)
    }

    /// Ends the process, and returns how it ended: its exit code, or 128 and the signal.
    @discardableResult
    func end(_ signal: Int32 = SIGTERM) -> Int32 {
        if ended == nil { kill(process, signal) }
        return waitForEnd()
    }

    /// Waits until the process has ended by itself.
    @discardableResult
    func waitForEnd() -> Int32 {
        var status = ended ?? 0
        if ended == nil { unsafe waitpid(process, &status, 0) }
        ended = nil
        if output >= 0 { close(output) }
        (process, output) = (-1, -1)
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    /// Whether the process has ended; ``waitForEnd()`` says how.
    var hasEnded: Bool {
        var status: Int32 = 0
        if ended == nil, unsafe waitpid(process, &status, WNOHANG) == process { ended = status }
        return ended != nil
    }

    var log: String {
        // There may be none yet.
        let data = (try? Data(contentsOf: URL(filePath: folder + "/log"))) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    /// Starts `printcenterd`; its process, and the reading end of its standard output.
    static func launch(
        _ environment: [String: String],
        log: String
    ) throws -> (process: pid_t, output: Int32) {
        var ends: [Int32] = [-1, -1]
        let failure = unsafe clinux_pipe(&ends)
        try #require(failure == 0)
        let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        let errors = unsafe open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { for file in [ends[1], null, errors] { close(file) } }
        let process = Launch(
            path: Programs.service,
            arguments: [],
            environment: environment,
            descriptors: [null, ends[1], errors],
            deathSignal: 0,
            fileMask: 0
        ).start()
        try #require(process > 0, "\(Programs.service) does not start: \(process)")
        return (process, ends[0])
    }

    /// One line; what there is of it where the output ends.
    static func line(_ output: Int32) throws -> String {
        var text: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            var wanted = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let isReady = unsafe poll(&wanted, 1, 20_000) > 0
            try #require(isReady, "the service says nothing")
            guard unsafe read(output, &byte, 1) == 1, byte != 0x0A else { break }
            text.append(byte)
        }
        return String(decoding: text, as: UTF8.self)
    }

    // MARK: Requests

    func get(_ path: String, headers: [String: String] = [:]) throws -> Exchange {
        try Exchange("GET", path, socket: socket, headers: headers)
    }

    func post(
        _ path: String,
        _ body: String = "",
        headers: [String: String] = [:]
    ) throws -> Exchange {
        try Exchange("POST", path, socket: socket, headers: headers, body: Array(body.utf8))
    }

    /// Sends a document.
    func upload(_ bytes: [UInt8], name: String = "test.pdf", key: String? = nil) throws -> Exchange
    {
        try Exchange(
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
    ) throws -> Exchange {
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

    func cancel(_ id: JobID) throws -> Exchange {
        try post("/v1/jobs/\(id)/cancel")
    }

    /// Waits until a job is in one of these states.
    @discardableResult
    func wait(
        for id: JobID,
        toBe states: JobState...,
        limit: Duration = .seconds(40),
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> PrintJob {
        let deadline = ContinuousClock.now + limit
        while true {
            let job = try job(id)
            if states.contains(job.state) { return job }
            let mayStillBe = ContinuousClock.now < deadline && !job.state.isFinal
            try #require(
                mayStillBe,
                "job \(id) never was \(states): \(job.state) \(job.reasons.map(\.code.rawValue))",
                sourceLocation: sourceLocation
            )
            usleep(20_000)
        }
    }

    /// What lies in the spool.
    func spooled() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: state + "/spool").sorted()
    }

    // MARK: The printer's side

    /// What a printer received under the name of a job.
    func received(_ name: String, by printer: String) throws -> [ReceivedJob] {
        try lab.received(by: printer).filter { $0.attributes["job-name"] == .text(name) }
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
            let end = ContinuousClock.now + .seconds(10)
            while (try? service.jobs().contains { $0.external == nil }) == true,
                ContinuousClock.now < end
            {
                usleep(20_000)
            }
            service.end()
        }
    }
    try body(service)
}
