import CHostNetwork
import Dispatch
import Glibc
import ProofKit
import Synchronization

/// A switch that connects the nodes of a lab, and can cut, delay, and lose what it passes on between any two.
///
/// It runs in this program, so that it needs neither a bridge nor a queuing discipline of the kernel.
final class VirtualSwitch: Sendable {
    /// What the switch does with the frames between two nodes.
    struct Link: Sendable, Equatable {
        /// Whether nothing is passed on.
        var isCut = false
        /// The time that a frame takes.
        var delay = Duration.zero
        /// How many frames of a hundred are lost.
        var loss = 0

        static let sound = Link()
    }

    private struct Pair: Hashable {
        var low: Int
        var high: Int

        init(_ one: Int, _ other: Int) { (low, high) = (min(one, other), max(one, other)) }
    }

    private struct Delayed {
        var due: ContinuousClock.Instant
        var port: Int
        var frame: [UInt8]
    }

    private struct State {
        /// The sockets by the number of the port.
        var ports: [Int32] = []
        /// The links that are not sound.
        var links: [Pair: Link] = [:]
        /// The port of each address seen so far.
        var places: [UInt64: Int] = [:]
        var delayed: [Delayed] = []
        var generator: SeededGenerator
    }

    private let state: Mutex<State>
    /// The largest frame that the kernel hands over in one piece.
    private static let largest = 1 << 17

    init(seed: UInt64) {
        state = Mutex(State(generator: SeededGenerator(seed: seed)))
    }

    /// Plugs an interface of the calling thread's network in; returns the number of its port.
    func plug(_ interface: String) throws -> Int {
        let port = unsafe chost_open_port(interface)
        guard port >= 0 else { throw ProofError("no port on \(interface): error \(-port)") }
        return state.withLock { state in
            state.ports.append(port)
            return state.ports.count - 1
        }
    }

    /// Changes the link between two ports.
    func set(_ link: Link, between one: Int, and other: Int) {
        state.withLock { $0.links[Pair(one, other)] = link == .sound ? nil : link }
    }

    /// Starts to pass frames on, for as long as the program runs.
    func start() {
        let ports = state.withLock(\.ports)
        // A serial queue has a thread of its own.
        DispatchQueue(label: "hosttest.switch").async { [self] in
            var wanted = ports.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            var buffer = [UInt8](repeating: 0, count: Self.largest)
            while true {
                _ = unsafe poll(&wanted, nfds_t(wanted.count), sendDelayed())
                for port in wanted.indices where wanted[port].revents != 0 {
                    while case let count = unsafe read(ports[port], &buffer, buffer.count),
                        count > CHOSTNETWORK_HEADER + 14
                    {
                        pass(Array(buffer[..<count]), from: port)
                    }
                }
            }
        }
    }

    /// Sends the delayed frames that are due; returns the milliseconds until the next one, -1 where there is none.
    private func sendDelayed() -> Int32 {
        state.withLock { state in
            let now = ContinuousClock.now
            for one in state.delayed where one.due <= now {
                Self.send(one.frame, to: state.ports[one.port])
            }
            state.delayed.removeAll { $0.due <= now }
            // A frame that is delayed from now on wakes the thread anyway: it arrives at a port.
            guard let next = state.delayed.map(\.due).min() else { return -1 }
            return Int32(clamping: (next - now) / .milliseconds(1)) + 1
        }
    }

    private func pass(_ frame: [UInt8], from port: Int) {
        let start = Int(CHOSTNETWORK_HEADER)
        let target = Self.address(frame[start..<start + 6])
        let source = Self.address(frame[start + 6..<start + 12])
        state.withLock { state in
            state.places[source] = port
            let known = state.places[target]
            for other in state.ports.indices where other != port && (known ?? other) == other {
                let link = state.links[Pair(port, other)] ?? .sound
                if link.isCut || link.loss > 0 && state.generator.next(below: 100) < link.loss {
                    continue
                }
                if link.delay == .zero {
                    Self.send(frame, to: state.ports[other])
                } else {
                    let due = ContinuousClock.now + link.delay
                    state.delayed.append(Delayed(due: due, port: other, frame: frame))
                }
            }
        }
    }

    private static func address(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Sends a frame; one for an interface that is down is lost, as on a real cable.
    private static func send(_ frame: [UInt8], to port: Int32) {
        _ = unsafe write(port, frame, frame.count)
    }
}

extension Int32 {
    fileprivate init(clamping value: Double) { self = Int32(Swift.min(value, 60_000)) }
}
