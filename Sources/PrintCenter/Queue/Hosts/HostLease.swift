package import PrintModel
import Synchronization

/// The right of this host to take part in a queue that several hosts share, for a limited time.
///
/// The host renews it with a beat in the database. The others give a host up whose beat has not changed for
/// ``LeaseTiming/patience`` by their own clocks; this side stops earlier, ``LeaseTiming/length`` after it sent its last
/// beat. No clock is compared with that of another computer, and a clock that is set changes nothing.
package final class HostLease: Sendable {
    /// The name of this host.
    package let host: String
    /// The number of this host.
    let id: Int64
    /// Grows with each service of this host.
    let session: Int64
    private let end = Mutex<ContinuousClock.Instant?>(nil)

    init(host: String, id: Int64, session: Int64) {
        self.host = host
        self.id = id
        self.session = session
    }

    /// Extends the lease.
    func extend(to instant: ContinuousClock.Instant) {
        end.withLock { $0 = max($0 ?? instant, instant) }
    }

    /// Whether the lease lasts for some time from now on.
    func lasts(_ time: Duration) -> Bool {
        end.withLock { end in end.map { .now + time < $0 } ?? false }
    }
}

/// The right of this host to deliver the jobs of a printer.
///
/// Its token grows each time that a host takes the lane. A step of a delivery is stored only with the token that the
/// database has, so that a host that has lost the lane without knowing changes nothing.
package final class LaneLease: Sendable {
    /// The printer.
    package let printer: PrinterID
    /// The number of this lease of the lane.
    let token: Int64
    /// The lease of the host, which this one depends on.
    let host: HostLease

    private enum State {
        case held
        case leaving
        case lost
    }

    private let state = Mutex(State.held)
    private let elsewhere = Mutex<Set<String>>([])
    private let lacking = Mutex(false)

    init(printer: PrinterID, token: Int64, host: HostLease) {
        self.printer = printer
        self.token = token
        self.host = host
    }

    /// Whether steps that reach the printer may begin, and take some time.
    func lasts(_ time: Duration = .zero) -> Bool {
        state.withLock { $0 != .lost } && host.lasts(time)
    }

    /// Has the lane given back as soon as it has no job that only this host can finish.
    func leave() {
        state.withLock { if $0 == .held { $0 = .leaving } }
    }

    /// Whether the lane is to be given back.
    var isLeaving: Bool { state.withLock { $0 == .leaving } }

    /// Notes that this host cannot reach the printer: its scheduler has no such queue.
    func lackPrinter() { lacking.withLock { $0 = true } }

    /// Whether this host cannot reach the printer, so that another one may.
    var lacksPrinter: Bool { lacking.withLock { $0 } }

    /// Notes that another host has the lane.
    func lose() { state.withLock { $0 = .lost } }

    /// Whether another host has the lane.
    var isLost: Bool { state.withLock { $0 == .lost } }

    /// The hosts whose schedulers have jobs of this lane.
    var hostsWithJobs: Set<String> {
        get { elsewhere.withLock { $0 } }
        set { elsewhere.withLock { $0 = newValue } }
    }
}

/// The times of leases.
package struct LeaseTiming: Sendable {
    /// How long a lease lasts from its last beat on.
    package var length = Duration.seconds(12)
    /// How long the other hosts wait for a beat; longer than ``length``, as clocks may go at different rates.
    package var patience = Duration.seconds(15)
    /// The time from beat to beat.
    package var beat = Duration.seconds(3)
    /// How long hosts may take to get their sessions back after a start of the server.
    package var reconnection = Duration.seconds(30)
    /// How long a host lets the one before it in the order of a printer take its lane.
    package var precedence = Duration.seconds(1)

    package init() {}
}
