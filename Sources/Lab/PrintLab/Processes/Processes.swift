internal import CLinux
internal import Glibc

/// The child processes of a single-threaded program, and the signals that the program receives.
///
/// All waiting goes through ``turn(milliseconds:alsoReading:)``, so that no signal is missed and no
/// child remains a zombie. A program may have only one instance, which reaps every child.
final class Processes {
    /// A signal that requests termination of the program.
    struct Request {
        var signal: CInt
        /// False for Ctrl-C in a terminal, which sends the signal to the whole process group.
        var fromProcess: Bool
    }

    private let signals: CInt
    private var ended: [pid_t: CInt] = [:]
    /// The requests that have arrived and are still to be handled.
    private(set) var requests: [Request] = []

    /// Installs the signal handlers, and becomes the reaper of orphaned descendants.
    init() throws {
        let wanted = [SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT]
        signals = unsafe clinux_signal_descriptor(wanted, CInt(clamping: wanted.count))
        guard signals >= 0 else {
            throw LabError(.system, "Signals cannot be read: \(reason(of: -signals)).")
        }
        let adopted = clinux_adopt_orphans()
        guard adopted == 0 else {
            throw LabError(.system, "Orphans cannot be adopted: \(reason(of: -adopted)).")
        }
        // A reader that disconnects causes an error of one write, and does not end the lab.
        signal(SIGPIPE, SIG_IGN)
    }

    deinit { close(signals) }

    /// Starts a program by its absolute path.
    func start(_ launch: Launch) throws -> pid_t {
        let process = launch.start()
        guard process > 0 else {
            throw LabError(
                .commandMissing,
                "\(launch.path) cannot be started: \(reason(of: CInt(-process)))."
            )
        }
        return process
    }

    /// The wait status of a process; `nil` while it runs.
    func status(of process: pid_t) -> CInt? { ended[process] }

    /// Removes and returns the oldest request.
    func takeRequest() -> Request? { requests.isEmpty ? nil : requests.removeFirst() }

    /// Waits for a signal, the end of a child, or input, up to a timeout.
    ///
    /// - Returns: Whether `descriptor` is readable.
    @discardableResult
    func turn(milliseconds: CInt, alsoReading descriptor: CInt = -1) -> Bool {
        var sources = [
            pollfd(fd: signals, events: Int16(clamping: POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(clamping: POLLIN), revents: 0),
        ]
        _ = unsafe poll(&sources, 2, milliseconds)
        var fromProcess: CInt = 0
        while case let number = unsafe clinux_read_signal(signals, &fromProcess), number != 0 {
            if number != SIGCHLD {
                requests.append(Request(signal: number, fromProcess: fromProcess != 0))
            }
        }
        var status: CInt = 0
        while case let process = unsafe waitpid(-1, &status, WNOHANG), process > 0 {
            ended[process] = status
        }
        return sources[1].revents != 0
    }

    /// Waits for a condition, and checks it again after each event and every few milliseconds.
    ///
    /// - Returns: Whether the condition became true within the limit.
    func wait(_ limit: Duration, until condition: () throws -> Bool) rethrows -> Bool {
        let deadline = ContinuousClock.now + limit
        while try !condition() {
            guard ContinuousClock.now < deadline else { return false }
            turn(milliseconds: 5)
        }
        return true
    }

    /// Terminates a child, and kills it after the grace period; kills it at once without one.
    func end(_ process: pid_t, grace: Duration, group: Bool = false) {
        let target = group ? -process : process
        if grace > .zero, status(of: process) == nil {
            kill(target, SIGTERM)
            _ = wait(grace) { status(of: process) != nil }
        }
        if status(of: process) == nil || group { kill(target, SIGKILL) }
        _ = wait(.labPatience) { status(of: process) != nil }
    }

    /// Terminates every descendant outside the trees of `sparing`, and kills those that remain
    /// after the grace period.
    func endDescendants(sparing: Set<pid_t> = [], grace: Duration) {
        for process in ProcessTable.descendants(sparing: sparing) { kill(process, SIGTERM) }
        _ = wait(grace) { ProcessTable.descendants(sparing: sparing).isEmpty }
        // Repeatedly, because a process may fork while the table is read.
        _ = wait(.labPatience) {
            let left = ProcessTable.descendants(sparing: sparing)
            for process in left { kill(process, SIGKILL) }
            return left.isEmpty
        }
    }
}

/// The exit code that a shell reports for a wait status: the process's own, or 128 plus the signal
/// number.
func exitCode(ofStatus status: CInt) -> CInt {
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
}
