import Dispatch
import Failpoints
import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Synchronization

/// A host of a lab: a real service in a network of its own, and a supervisor that starts it again.
final class Host: Sendable {
    /// How the services of a host have ended.
    struct Endings: Sendable {
        /// The kills at random moments.
        var kills = 0
        /// The kills at each failpoint.
        var failpoints: [Failpoint: Int] = [:]
        /// The services that ended by themselves, by their exit codes.
        var exits: [Int32: Int] = [:]
        /// The services that printed nothing for a minute, and were killed.
        var hangs = 0
        /// The signals besides SIGKILL that ended a service, which none should.
        var crashes: [Int32] = []

        var killsInAll: Int { kills + failpoints.values.reduce(0, +) }
    }

    private struct State {
        var service: ServiceProcess?
        var failpoint: Failpoint?
        var isReady = false
        var isStopped = false
        /// Whether the last kill was sent by ``kill()``.
        var wasKilled = false
        /// Where the next service stops.
        var stop: Failpoint?
        /// Until when the service is expected to stop by itself.
        var stopsBefore: ContinuousClock.Instant?
        /// Whether the supervisor starts no service for now.
        var isHalted = false
        var hasEnded = false
        /// The number of services so far.
        var lives = 0
        var endings = Endings()
        var startFailure: String?
    }

    let name: String
    let node: NetworkNode
    let client: HTTPClient
    private let folder: ServiceFolder
    private let plan: FailpointPlan
    private let state = Mutex(State())
    /// The longest wait for a reply, before a client turns to another host.
    static let patience: Int32 = 8_000

    /// Creates a host, without starting its service.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - node: Its network.
    ///   - store: The address of the database.
    ///   - documents: The folder that all hosts share.
    ///   - plan: Where services end themselves.
    /// - Throws: ``ProofError``.
    init(
        _ name: String,
        on node: NetworkNode,
        store: String,
        documents: String,
        plan: FailpointPlan
    ) throws {
        self.name = name
        self.node = node
        self.plan = plan
        folder = try ServiceFolder(
            "hosttest",
            settings: #"{"store":"\#(store)","documents":"\#(documents)","host":"\#(name)"}"#
        )
        client = HTTPClient(socket: folder.socket)
    }

    // MARK: The supervisor

    /// Starts the supervisor, which starts a service whenever there is none.
    func supervise() {
        // A serial queue has a thread of its own.
        DispatchQueue(label: "hosttest.supervisor").async { [self] in
            while !state.withLock(\.hasEnded) {
                guard !state.withLock(\.isHalted) else {
                    // Until the proof lets services start again.
                    usleep(5_000)
                    continue
                }
                do {
                    try live()
                } catch {
                    state.withLock { $0.startFailure = "\(error)" }
                }
                // As a supervisor does, so that a service that cannot start does not use up a processor.
                usleep(100_000)
            }
        }
    }

    private func live() throws {
        let stop = state.withLock { $0.stop.take() }
        let planned = stop == nil ? plan.next() : nil
        let word =
            stop.map { "\($0.rawValue):1:stop" }
            ?? planned.map { "\($0.point.rawValue):\($0.passing)" }
        let service = try node.perform { [folder] in
            try folder.startService(failpoint: word, extra: Self.environment)
        }
        state.withLock { state in
            state.service = service
            state.failpoint = stop ?? planned?.point
            state.stopsBefore = stop == nil ? nil : .now + .seconds(10)
            state.wasKilled = false
            state.lives += 1
        }
        do {
            let line = try service.line(within: (Duration.patience * 2).wholeMilliseconds)
            state.withLock { state in
                state.isReady = line == "ready"
                if line != "ready", let line { state.startFailure = line }
            }
        } catch {
            state.withLock { $0.endings.hangs += 1 }
            service.kill()
        }
        let end = service.wait()
        state.withLock { state in
            state.service = nil
            state.isReady = false
            state.isStopped = false
            switch end {
            case .exited(let code): state.endings.exits[code, default: 0] += 1
            case .signaled(SIGKILL) where state.wasKilled: state.endings.kills += 1
            case .signaled(SIGKILL):
                guard let point = state.failpoint else { return state.endings.crashes.append(9) }
                state.endings.failpoints[point, default: 0] += 1
            // It was still starting.
            case .signaled(SIGTERM): state.endings.exits[end.code, default: 0] += 1
            case .signaled(let signal): state.endings.crashes.append(signal)
            }
        }
    }

    private static let environment = ["PRINTCENTER_IDLE": "86400", "PRINTCENTER_DESKTOP": ""]

    /// Starts no service from now on, or starts them again.
    func halt(_ isHalted: Bool) { state.withLock { $0.isHalted = isHalted } }

    /// Ends the service regularly, and the supervisor; returns the exit code.
    func end() -> Int32? {
        state.withLock { $0.hasEnded = true }
        return state.withLock(\.service)?.end(SIGTERM).code
    }

    /// Kills the service, and ends the supervisor.
    func abandon() {
        state.withLock { $0.hasEnded = true }
        _ = state.withLock(\.service)?.end(SIGKILL)
    }

    // MARK: Faults

    /// Kills the service; returns whether there was one.
    @discardableResult
    func kill() -> Bool {
        state.withLock { state in
            guard let service = state.service, !service.hasEnded else { return false }
            state.wasKilled = true
            service.kill()
            return true
        }
    }

    /// Kills the service, and has the next one stop where it first passes a failpoint.
    func restart(stoppingAt point: Failpoint) {
        state.withLock { $0.stop = point }
        kill()
    }

    /// Whether the service is still expected to stop at a failpoint.
    var isAboutToStop: Bool {
        state.withLock { $0.stop != nil || $0.stopsBefore.map { .now < $0 } == true }
    }

    /// Whether the service is stopped, by whatever.
    var hasStopped: Bool {
        guard let process = state.withLock({ $0.service?.process }) else { return false }
        let status = RunningProgram.read("/proc/\(process)/stat")
        // Behind the name, which ends with the last parenthesis.
        return status.split(separator: ")").last?.hasPrefix(" T") == true
    }

    /// Sends a signal to the service.
    func signal(_ signal: Int32) {
        state.withLock { state in
            state.service?.kill(signal)
            if signal == SIGSTOP { state.isStopped = true }
            if signal == SIGCONT { state.isStopped = false }
        }
    }

    // MARK: What is known

    var endings: Endings { state.withLock(\.endings) }
    /// The number of services so far.
    var lives: Int { state.withLock(\.lives) }
    /// Whether a service runs, has said that it is ready, and is not stopped.
    var isReady: Bool { state.withLock { $0.isReady && !$0.isStopped && $0.service != nil } }
    /// Whether there is no service at this moment.
    var isEmpty: Bool { state.withLock { $0.service == nil } }
    /// Whether the service ends itself somewhere.
    var hasFailpoint: Bool { state.withLock { $0.failpoint != nil && $0.service != nil } }
    /// Why the last service did not start.
    var startFailure: String { state.withLock(\.startFailure) ?? "" }
    /// The path of the socket of its scheduler.
    var schedulerSocket: String { folder.scheduler }
    /// The log of all services.
    var log: String { folder.log }

    /// What programs need that talk to the service; they start none.
    var environment: [String: String] {
        folder.environment.merging(["PRINTCENTERD": "/bin/false"]) { _, new in new }
    }

    /// Sends a request with the patience of a client that has another host to turn to.
    func request(
        _ method: String,
        _ path: String,
        key: String? = nil,
        headers: [String: String] = [:],
        body: [UInt8] = []
    ) throws(UnixSocket.Failure) -> HTTPReply {
        try client.request(
            method,
            path,
            key: key,
            headers: headers,
            body: body,
            limit: Self.patience
        )
    }

    /// What the service knows of all hosts.
    func knownHosts() throws -> [PrintHost] {
        let reply = try request("GET", "/v1/hosts")
        guard reply.isSuccess else { throw ProofError("\(reply.status) \(reply.text)") }
        return try reply.value([PrintHost].self)
    }
}
