import FoundationEssentials
import Glibc
import PrintModel
import ProofKit

/// Two or more hosts with a scheduler each, which share a queue in a database, and their printers.
final class SchedulerLab: Sendable {
    let hub: VirtualSwitch
    let database: LabDatabase
    let printers: SchedulerPrinters
    let hosts: [Host]
    let schedulers: [HostScheduler]
    let faults = FaultLog()
    let doubts = DoubtBudget()
    private let nodes: [NetworkNode]
    private let documents: TemporaryFolder

    /// Builds a lab in the network of the calling thread; no service is started.
    ///
    /// - Parameters:
    ///   - count: How many hosts there are.
    ///   - seed: Where chance begins.
    /// - Throws: ``ProofError`` or `LabError`.
    init(hosts count: Int, seed: UInt64) throws {
        let hub = VirtualSwitch(seed: seed)
        self.hub = hub
        documents = try TemporaryFolder("hosttest-documents")
        let databaseNode = try NetworkNode("database", number: 10, on: hub)
        let printerNode = try NetworkNode("printers", number: 20, on: hub)
        let hostNodes = try (1...count).map {
            try NetworkNode("host\($0)", number: 100 + $0, on: hub)
        }
        nodes = hostNodes + [printerNode]
        hub.start()
        database = try LabDatabase(on: [databaseNode])
        printers = try SchedulerPrinters(
            on: printerNode,
            faults: faults,
            doubts: doubts,
            seed: seed &+ 1
        )
        let (store, folder) = (database.address, documents.path)
        // Failpoints belong to the other proof.
        let plan = FailpointPlan(seed: seed)
        hosts = try hostNodes.map {
            try Host($0.name, on: $0, store: store, documents: folder, plan: plan)
        }
        let queues = printers.queues
        schedulers = try zip(hostNodes, hosts).map { node, host in
            try HostScheduler(on: node, socket: host.schedulerSocket, queues: queues)
        }
    }

    /// Starts the services, and makes the printer without a scheduler known to them.
    func start(_ load: Load) throws {
        for host in hosts { host.supervise() }
        try waitUntilSound()
        for host in hosts { load.introduce(to: host) }
    }

    /// Waits until all services and schedulers run.
    func waitUntilSound() throws {
        var found = ""
        do {
            try waitBlocking(for: "sound hosts", limit: .patience * 3, every: .milliseconds(50)) {
                found = hosts.map { "\($0.name) \($0.isReady) \($0.startFailure)" }.description
                guard hosts.allSatisfy(\.isReady) else { return false }
                let known = try? hosts[0].knownHosts()
                return known?.count { $0.state == .alive } == hosts.count
            }
        } catch { throw ProofError("\(error): \(found)") }
    }

    /// The jobs that have not ended; `nil` where no host says.
    func activeJobs() -> [PrintJob]? {
        guard let host = hosts.first(where: \.isReady),
            let reply = try? host.request("GET", "/v1/jobs"), reply.isSuccess
        else { return nil }
        return try? reply.value([PrintJob].self)
    }

    /// Releases the jobs that a scheduler holds, as their remedy says, and returns how many.
    ///
    /// A job whose release a crash has lost cannot be told from one that a person holds.
    func releaseHeld() -> Int {
        guard let host = hosts.first(where: \.isReady),
            let reply = try? host.request("GET", "/v1/jobs"), reply.isSuccess,
            let jobs = try? reply.value([PrintJob].self)
        else { return 0 }
        let held = jobs.filter { job in
            job.reasons.contains { $0.code == .heldInScheduler }
        }
        for id in held.compactMap(\.id) {
            // It may have gone on meanwhile.
            _ = try? host.request("POST", "/v1/jobs/\(id.rawValue)/release")
        }
        return held.count
    }

    /// Resumes the queues that a scheduler has stopped because a backend has failed, and returns how many.
    func resumeStopped() -> Int {
        var count = 0
        for (host, scheduler) in zip(hosts, schedulers) where host.isReady && scheduler.isRunning {
            guard let reply = try? host.request("GET", "/v1/printers"), reply.isSuccess,
                let known = try? reply.value([Printer].self)
            else { continue }
            for printer in known where printer.state == .stopped {
                // A scheduler that is being ended is asked again later.
                guard (try? scheduler.resume(printer.id.rawValue)) != nil else { continue }
                count += 1
            }
        }
        return count
    }

    /// Ends everything: services first, then schedulers with their backends, then printers.
    func stop(inOrder: Bool) -> [String] {
        var complaints: [String] = []
        for host in hosts {
            guard inOrder else {
                host.abandon()
                continue
            }
            // 143: it was still starting.
            if let code = host.end(), ![0, 143].contains(code) {
                complaints.append("\(host.name) ended with \(code) after SIGTERM")
            }
        }
        for scheduler in schedulers { try? scheduler.end(inOrder: false) }
        printers.close()
        // Backends outlive a scheduler that is killed.
        for node in nodes { node.killPrograms() }
        return complaints
    }
}
