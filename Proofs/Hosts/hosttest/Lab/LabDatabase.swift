import ProofKit
import Synchronization

/// The database server of a lab, and its synchronous standby where it has one.
final class LabDatabase: Sendable {
    private struct State {
        var primary: DatabaseServer
        var standby: DatabaseServer?
        var nodes: [NetworkNode]
    }

    private let state: Mutex<State>
    private static let name = "hosts"

    /// The nodes that have a server, the primary first.
    var nodes: [NetworkNode] { state.withLock(\.nodes) }
    /// Whether a standby can take over.
    var hasStandby: Bool { state.withLock { $0.standby != nil } }

    /// Starts the servers.
    ///
    /// - Parameter nodes: The node of the primary, and that of the standby where there is to be one.
    /// - Throws: ``ProofError``.
    init(on nodes: [NetworkNode]) throws {
        let primary = try nodes[0].perform {
            try DatabaseServer(clients: NetworkNode.network)
        }
        try primary.run("CREATE DATABASE \(Self.name)")
        var standby: DatabaseServer?
        if nodes.count > 1 {
            standby = try nodes[1].perform {
                try DatabaseServer(following: primary, clients: NetworkNode.network)
            }
            try primary.run("ALTER SYSTEM SET synchronous_standby_names = '*'")
            try primary.run("SELECT pg_reload_conf()")
        }
        state = Mutex(State(primary: primary, standby: standby, nodes: nodes))
    }

    /// The address by which a service connects.
    var address: String {
        let hosts = nodes.map(\.address).joined(separator: ",")
        return "host=\(hosts) dbname=\(Self.name) user=printcenter sslmode=disable"
    }

    /// Stops the server that takes writes.
    func stop(immediately: Bool) throws {
        let (server, node) = state.withLock { ($0.primary, $0.nodes[0]) }
        try node.perform { try server.stop(immediately: immediately) }
    }

    /// Starts that server again.
    func start() throws {
        let (server, node) = state.withLock { ($0.primary, $0.nodes[0]) }
        try node.perform { try server.start() }
    }

    /// Stops the primary as a crash would, and makes the standby the one that takes writes.
    func failOver() throws {
        try stop(immediately: true)
        let standby = state.withLock { state in
            state.nodes.reverse()
            return state.standby.take()
        }
        guard let standby else { return }
        state.withLock { $0.primary = standby }
        try standby.promote()
    }

    /// Returns the row of a job, as far as a delivery goes.
    func delivery(of job: Int) -> String {
        let server = state.withLock(\.primary)
        let sql = "SELECT delivery FROM printcenter.job WHERE id = \(job)"
        do {
            return try server.run(sql, in: Self.name)
        } catch { return "\(error)" }
    }

    /// What the server has written to its log.
    var log: String { state.withLock(\.primary).log }
}
