import Glibc
import ProofKit

/// Several hosts, their printers, and their database, each in a network of its own.
final class HostLab: Sendable {
    let hub: VirtualSwitch
    let database: LabDatabase
    let printerNode: NetworkNode
    let printers: LabPrinters
    let hosts: [Host]
    let failpoints: FailpointPlan
    private let documents: TemporaryFolder

    /// Builds a lab in the network of the calling thread; no service is started.
    init(_ settings: LabSettings) throws {
        let hub = VirtualSwitch(seed: settings.seed)
        self.hub = hub
        failpoints = FailpointPlan(seed: settings.seed &+ 1)
        documents = try TemporaryFolder("hosttest-documents")
        var databaseNodes = [try NetworkNode("database", number: 10, on: hub)]
        if settings.standby {
            databaseNodes.append(try NetworkNode("standby", number: 11, on: hub))
        }
        printerNode = try NetworkNode("printers", number: 20, on: hub)
        let nodes = try (1...settings.hosts).map {
            try NetworkNode("host\($0)", number: 100 + $0, on: hub)
        }
        hub.start()
        database = try LabDatabase(on: databaseNodes)
        printers = try LabPrinters(
            on: printerNode,
            count: settings.printers,
            eveCount: settings.eve
        )
        let (store, folder, plan) = (database.address, documents.path, failpoints)
        hosts = try nodes.map {
            try Host($0.name, on: $0, store: store, documents: folder, plan: plan)
        }
    }

    /// Starts the services, and makes the printers known to each of them that runs.
    func start(_ load: Load) throws {
        for host in hosts { host.supervise() }
        try waitBlocking(for: "a service") { hosts.contains(where: \.isReady) }
        for host in hosts where host.isReady { load.introduce(to: host) }
    }

    /// Changes the links of a host to the database, to the printers, or to both.
    func set(_ link: VirtualSwitch.Link, of host: Host, to ends: Set<End>) {
        if ends.contains(.database) {
            for node in database.nodes { hub.set(link, between: host.node.port, and: node.port) }
        }
        if ends.contains(.printers) {
            hub.set(link, between: host.node.port, and: printerNode.port)
        }
    }

    /// What a host talks to.
    enum End: Sendable {
        case database
        case printers
    }

    /// Ends what still runs, after an error.
    func abandon() {
        for host in hosts { host.abandon() }
        printers.close()
    }

    /// Ends the services regularly, and all else; returns what is wrong with how they ended.
    func stop() -> [String] {
        var complaints: [String] = []
        for host in hosts {
            // 143: it was still starting.
            if let code = host.end(), ![0, 143].contains(code) {
                complaints.append("\(host.name) ended with \(code) after SIGTERM")
            }
        }
        printers.close()
        return complaints
    }
}

/// What a lab is to have.
struct LabSettings: Sendable {
    var seed: UInt64
    var hosts: Int
    /// The number of scripted printers.
    var printers: Int
    /// The number of `ippeveprinter`s.
    var eve: Int
    var standby: Bool
}
