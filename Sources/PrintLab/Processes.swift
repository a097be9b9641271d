internal import CLinux
internal import Glibc

/// The processes that one single-threaded program starts, and the signals that it gets.
///
/// All waiting goes through ``turn(milliseconds:alsoReading:)``, so that a signal is never missed and no child stays
/// a zombie. One instance per program: it reaps every child.
final class Processes {
    /// A signal that asks the program to end.
    struct Request {
        var signal: CInt
        /// False for a terminal's Ctrl-C, which the other processes of the terminal get by themselves.
        var fromProcess: Bool
    }

    private let signals: CInt
    private var ended: [pid_t: CInt] = [:]
    /// The requests that came and were not looked at yet.
    private(set) var requests: [Request] = []

    /// Takes over the program's signals, and its orphaned descendants.
    init() throws {
        let wanted = [SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT]
        signals = unsafe clinux_signal_descriptor(wanted, CInt(wanted.count))
        guard signals >= 0 else {
            throw LabError(.system, "Signals cannot be read: \(reason(of: -signals)).")
        }
        let adopted = clinux_adopt_orphans()
        guard adopted == 0 else {
            throw LabError(.system, "Orphans cannot be adopted: \(reason(of: -adopted)).")
        }
        // A reader that went away is an error of one write, not of the lab.
        signal(SIGPIPE, SIG_IGN)
    }

    deinit { close(signals) }

    /// Starts a program with an absolute path.
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

    /// How a process ended, as `waitpid` says it; nil while it runs.
    func status(of process: pid_t) -> CInt? { ended[process] }

    /// The oldest request, which is then forgotten.
    func takeRequest() -> Request? { requests.isEmpty ? nil : requests.removeFirst() }

    /// Waits for a signal, the end of a child or something to read, at most so long.
    ///
    /// - Returns: whether `descriptor` can be read.
    @discardableResult
    func turn(milliseconds: CInt, alsoReading descriptor: CInt = -1) -> Bool {
        var sources = [
            pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
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

    /// Waits for a condition, looking again whenever something happened and every few milliseconds.
    ///
    /// - Returns: whether the condition came true within the limit.
    func wait(_ limit: Duration, until condition: () throws -> Bool) rethrows -> Bool {
        let deadline = ContinuousClock.now + limit
        while try !condition() {
            guard ContinuousClock.now < deadline else { return false }
            turn(milliseconds: 5)
        }
        return true
    }

    /// Ends a child: asks it first, unless its grace is nothing.
    func end(_ process: pid_t, grace: Duration, group: Bool = false) {
        let target = group ? -process : process
        if grace > .zero, status(of: process) == nil {
            kill(target, SIGTERM)
            _ = wait(grace) { status(of: process) != nil }
        }
        if status(of: process) == nil || group { kill(target, SIGKILL) }
        _ = wait(.seconds(5)) { status(of: process) != nil }
    }

    /// Ends every descendant outside the trees of `sparing`: asks first, then ends what is left.
    func endDescendants(sparing: Set<pid_t> = [], grace: Duration) {
        for process in ProcessTable.descendants(sparing: sparing) { kill(process, SIGTERM) }
        _ = wait(grace) { ProcessTable.descendants(sparing: sparing).isEmpty }
        // Again and again, because a process may fork while the table is read.
        _ = wait(.seconds(5)) {
            let left = ProcessTable.descendants(sparing: sparing)
            for process in left { kill(process, SIGKILL) }
            return left.isEmpty
        }
    }
}

/// The code that a shell gives a process that ended so: its own, or 128 and the signal's number.
func exitCode(ofStatus status: CInt) -> CInt {
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
}
