/// Something that happens to a lab.
enum Fault: String, CaseIterable, Sendable {
    /// A service is killed, and its supervisor starts it again at once.
    case kill
    /// A service gets SIGTERM, and is started again at once.
    case termination
    /// A service is stopped for longer than its lease, and goes on.
    case stop
    /// A host loses the database, the printers, or both.
    case cut
    /// The network of a host delays and loses packets.
    case slow
    /// The database server is stopped, as a crash would or regularly, and started again.
    case restart
    /// The standby takes over.
    case failover
    /// A service is killed and stays away: others have to take its printers over.
    case death
    /// A service ends regularly and stays away.
    case end
    /// A host is drained, and returns.
    case drain
}

/// How often each fault is to happen.
struct FaultCounts: Sendable {
    private(set) var wanted: [Fault: Int]

    init(_ wanted: [Fault: Int]) { self.wanted = wanted }

    subscript(fault: Fault) -> Int { wanted[fault, default: 0] }

    /// Those that are still to happen, by how often they have happened.
    func rest(after done: [Fault: Int]) -> [(fault: Fault, count: Int)] {
        Fault.allCases.compactMap { fault in
            let rest = self[fault] - done[fault, default: 0]
            return rest > 0 ? (fault, rest) : nil
        }
    }
}
