import Dispatch
import FoundationEssentials
import Glibc
import PrintLab
import PrintModel
import ProofKit
import Synchronization

/// The clients of a lab, which submit jobs at hosts by chance, and turn to another host where one does not acknowledge.
final class Load: Sendable {
    /// A job that a host has acknowledged.
    struct Acknowledged: Sendable {
        let job: LabJob
        let id: Int
        let host: String
        let moment = Date()
    }

    private struct State {
        var generator: SeededGenerator
        var count = 0
        var acknowledged: [Acknowledged] = []
        /// The attempts at which no host acknowledged the job.
        var refusals = 0
        /// Those that a host refused, by its status and the code of its problem.
        var refused: [String: Int] = [:]
        var complaints: [String] = []
        var active = 0
        var isOver = false
        var isGivenUp = false
    }

    private let hosts: [Host]
    private let uris: [String: String]
    private let printers: [String]
    private let kinds: @Sendable (String) -> [LabJob.Kind]
    private let state: Mutex<State>
    private let clients = DispatchGroup()
    /// The seconds in which a host is to acknowledge a job.
    private static let patience = 2 * Duration.patience.components.seconds
    /// The most jobs that are to be under way at a time.
    private static let most = 40

    /// Creates the clients, without starting them.
    ///
    /// - Parameters:
    ///   - hosts: The hosts at which they submit jobs.
    ///   - printers: The printers.
    ///   - uris: The addresses of those that the hosts learn from the clients.
    ///   - seed: Where chance begins.
    ///   - kinds: The kinds of jobs for a printer, each as often as it occurs.
    init(
        _ hosts: [Host],
        printers: [String],
        uris: [String: String],
        seed: UInt64,
        kinds: @escaping @Sendable (String) -> [LabJob.Kind] = { _ in
            [.page, .page, .page, .large, .sheets]
        }
    ) {
        self.hosts = hosts
        self.uris = uris
        self.printers = printers
        self.kinds = kinds
        state = Mutex(State(generator: SeededGenerator(seed: seed)))
    }

    var acknowledged: [Acknowledged] { state.withLock(\.acknowledged) }
    var refusals: Int { state.withLock(\.refusals) }
    var refused: [String: Int] { state.withLock(\.refused) }
    var complaints: [String] { state.withLock(\.complaints) }

    /// Starts so many clients.
    func start(clients count: Int) {
        for _ in 0..<count {
            DispatchQueue(label: "hosttest.client").async(group: clients) { [self] in
                while !state.withLock(\.isOver) {
                    guard state.withLock({ $0.active < Self.most }) else {
                        // Until enough jobs have ended.
                        usleep(20_000)
                        continue
                    }
                    let job = next()
                    if isOneIn(10) { submitByCommand(job) } else { submit(job) }
                }
            }
        }
        DispatchQueue(label: "hosttest.count").async(group: clients) { [self] in
            while !state.withLock(\.isOver) {
                if let active = try? active() { state.withLock { $0.active = active } }
                // The count need not be exact.
                usleep(200_000)
            }
        }
    }

    /// Lets the clients finish what they have begun.
    func stop() {
        state.withLock { $0.isOver = true }
        guard clients.wait(timeout: .now() + Double(Self.patience)) != .success else { return }
        state.withLock { state in
            state.isGivenUp = true
            state.complaints.append("no host acknowledges a job for \(Self.patience) s")
        }
        clients.wait()
    }

    /// How many jobs have not ended, as a host says that replies.
    func active() throws -> Int {
        for host in hosts.shuffled() where host.isReady {
            guard let reply = try? host.request("GET", "/v1/status"), reply.isSuccess else {
                continue
            }
            return try reply.value(ServiceStatus.self).jobs.active
        }
        throw ProofError("no host replies")
    }

    /// Makes a job, for a printer by chance or a certain one.
    func next(on printer: String? = nil) -> LabJob {
        state.withLock { state in
            state.count += 1
            let chosen = printer ?? state.generator.pick(printers)
            return LabJob(
                name: "h-\(state.count)",
                kind: printer == nil ? state.generator.pick(kinds(chosen)) : .page,
                printer: chosen
            )
        }
    }

    private func isOneIn(_ count: Int) -> Bool { state.withLock { $0.generator.oneIn(count) } }

    // MARK: Submissions

    /// Submits a job until a host acknowledges it.
    func submit(_ job: LabJob) {
        let form = job.form
        while !state.withLock(\.isGivenUp) {
            let host = state.withLock { $0.generator.pick(hosts) }
            guard let id = attempt(job, form, host) else {
                state.withLock { $0.refusals += 1 }
                // As a client pauses that turns to another host.
                usleep(50_000)
                continue
            }
            // A client that has lost the reply gets the same job from any host.
            if isOneIn(8) { submitAgain(job, form, id) }
            return state.withLock {
                $0.acknowledged.append(Acknowledged(job: job, id: id, host: host.name))
            }
        }
    }

    private func submitAgain(_ job: LabJob, _ form: [UInt8], _ id: Int) {
        let host = state.withLock { $0.generator.pick(hosts) }
        guard let other = attempt(job, form, host), other != id else { return }
        state.withLock {
            $0.complaints.append("\(job.name): one key, and the jobs \(id) and \(other)")
        }
    }

    /// Submits a job at a host; returns its number, `nil` where the host does not acknowledge it.
    private func attempt(_ job: LabJob, _ form: [UInt8], _ host: Host) -> Int? {
        guard host.isReady,
            let reply = try? host.request(
                "POST",
                "/v1/jobs",
                key: job.key,
                headers: LabJob.headers,
                body: form
            )
        else { return nil }
        if reply.status != 201 { note(reply) }
        switch reply.status {
        case 201: return (try? reply.value(PrintJob.self))?.id?.rawValue
        // The host does not know the printer yet.
        case 404: introduce(to: host)
        // The printer cannot be reached from this host, the database not at all, or the service is ending.
        case 409, 500, 503: break
        default:
            state.withLock { $0.complaints.append("\(job.name): \(reply.status) \(reply.text)") }
        }
        return nil
    }

    private func note(_ reply: HTTPReply) {
        let problem = try? reply.value(Problem.self)
        let causes = (problem?.obstacles ?? []).map(\.code.rawValue).joined(separator: ",")
        let key = "\(reply.status) \(problem?.code.rawValue ?? "") \(causes)"
        state.withLock { $0.refused[key, default: 0] += 1 }
    }

    /// Submits a job with `printq print`, which has a key of its own: where it fails, the job is given up.
    private func submitByCommand(_ job: LabJob) {
        let host = state.withLock { $0.generator.pick(hosts) }
        guard host.isReady, let folder = try? TemporaryFolder("hosttest-file") else { return }
        let file = folder.path + "/document.pdf"
        let launch = Launch(
            path: BuiltPrograms.printq,
            arguments: ["print", file, "-d", job.printer, "-t", job.name, "--json"],
            environment: host.environment
        )
        guard (try? Data(job.document).write(to: URL(filePath: file))) != nil,
            let outcome = try? launch.outcome(), outcome.exitCode == 0,
            let line = outcome.output.split(separator: "\n").first(where: { $0.hasPrefix("{") }),
            let id = try? WireFormat.decode(PrintJob.self, from: Data(line.utf8)).id
        else { return state.withLock { $0.refusals += 1 } }
        state.withLock {
            $0.acknowledged.append(Acknowledged(job: job, id: id.rawValue, host: host.name))
        }
    }

    /// Makes the printers known to a host, as far as it can reach them.
    func introduce(to host: Host) {
        for (name, uri) in uris {
            let body = #"{"address":"\#(uri)","name":"\#(name)"}"#
            // A host that is cut off gets them once it replies that it does not know one.
            _ = try? host.request("POST", "/v1/printers", body: Array(body.utf8))
        }
    }
}
