import CHostNetwork
import FoundationEssentials
import Glibc
import ProofKit

/// A computer in the network of a lab, as far as its network goes.
final class NetworkNode: Sendable {
    /// The name, for messages.
    let name: String
    /// The IPv4 address.
    let address: String
    /// Its port of the switch.
    let port: Int
    private let thread: NodeThread

    /// The network of all nodes.
    static let network = "10.77.0.0/24"

    /// Creates a node, and plugs it into a switch.
    ///
    /// - Parameters:
    ///   - name: Its name: letters and digits, twelve at most.
    ///   - number: The last byte of its address.
    ///   - hub: The switch, in the network of the calling thread.
    /// - Throws: ``ProofError``.
    init(_ name: String, number: Int, on hub: VirtualSwitch) throws {
        self.name = name
        address = "10.77.0.\(number)"
        let thread = NodeThread("hosttest.\(name)")
        self.thread = thread
        let cable = "to-\(name)"
        try Self.check(unsafe chost_make_cable(cable, thread.number), "cable", name)
        try Self.check(unsafe chost_set_interface(cable, 1), "interface", cable)
        port = try hub.plug(cable)
        let address = address
        try thread.perform {
            try Self.check(unsafe chost_set_address("eth0", address), "address", name)
            for interface in ["lo", "eth0"] {
                try Self.check(unsafe chost_set_interface(interface, 1), "interface", name)
            }
        }
    }

    /// Calls a function in the node's network, and waits for it.
    func perform<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
        try thread.perform(body)
    }

    /// Takes the node's interface down, or up again.
    func setInterface(up: Bool) throws {
        let name = name
        try perform {
            try Self.check(unsafe chost_set_interface("eth0", up ? 1 : 0), "interface", name)
        }
    }

    /// Kills all programs in the node's network; those of this program's own process stay.
    func killPrograms() {
        // What cannot be read has ended.
        guard
            let network = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/task/\(thread.number)/ns/net"
            )
        else { return }
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        for process in all.compactMap({ Int32($0) }) where process != getpid() {
            let own = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/\(process)/ns/net"
            )
            if own == network { _ = kill(process, SIGKILL) }
        }
    }

    private static func check(_ result: Int32, _ what: String, _ name: String) throws {
        guard result == 0 else { throw ProofError("no \(what) for \(name): error \(-result)") }
    }
}
