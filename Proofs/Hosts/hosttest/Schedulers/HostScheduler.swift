import FoundationEssentials
import Glibc
import PrintLab
import ProofKit
import Synchronization

/// The real `cupsd` of a host, with Debian's defaults where they decide what survives a crash.
final class HostScheduler: Sendable {
    /// How a printer is reached through a scheduler.
    struct Queue: Sendable {
        let name: String
        /// The "device-uri".
        let device: String
        /// Whether the scheduler makes a driver for it, or passes documents on as they are.
        let hasDriver: Bool
    }

    private let folder: TemporaryFolder
    private let node: NetworkNode
    private let socket: String
    private let program = Mutex<RunningProgram?>(nil)
    private static let path = "/usr/sbin:/usr/bin:/sbin:/bin"

    /// Starts a scheduler with queues.
    ///
    /// - Parameters:
    ///   - node: The network of the host.
    ///   - socket: Where it listens.
    ///   - queues: The queues to make.
    /// - Throws: ``ProofError``.
    init(on node: NetworkNode, socket: String, queues: [Queue]) throws {
        folder = try TemporaryFolder("hosttest-cups")
        self.node = node
        self.socket = socket
        try makeFolders()
        try write(settings, to: "etc/cupsd.conf")
        try write(files, to: "etc/cups-files.conf")
        try start()
        for queue in queues { try make(queue) }
        // Only so does it store its queues at once, which no administrator makes within 30 s before a crash.
        try end(inOrder: true)
        try start()
    }

    // MARK: Its life

    /// Whether it runs.
    var isRunning: Bool { program.withLock { $0.map { $0.endingIfEnded() == nil } ?? false } }

    /// Starts it, and waits until it listens.
    func start() throws {
        let (folder, socket) = (folder.path, socket)
        let started = try node.perform {
            try RunningProgram(
                [
                    "/usr/bin/setpriv", "--pdeathsig", "KILL", "--", "/usr/sbin/cupsd", "-f", "-c",
                    folder + "/etc/cupsd.conf", "-s", folder + "/etc/cups-files.conf",
                ],
                environment: [
                    "PATH": Self.path, "HOME": folder, "TMPDIR": folder + "/tmp",
                    // No bus: discovery belongs to other proofs.
                    "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(folder)/none",
                ],
                files: folder + "/log/cupsd"
            )
        }
        program.withLock { $0 = started }
        try waitBlocking(for: "a scheduler at \(socket)") {
            if let end = started.endingIfEnded() { throw ProofError("cupsd: \(end)") }
            return acceptsConnections(socket)
        }
    }

    /// Ends it as a crash does, or in order, in which case it stores all it knows; waits for its end.
    func end(inOrder: Bool) throws {
        guard let running = program.withLock({ $0.take() }) else { return }
        if inOrder { _ = Glibc.kill(running.process, SIGTERM) } else { running.kill() }
        try waitBlocking(for: "the end of a scheduler") { running.endingIfEnded() != nil }
    }

    /// Starts a stopped queue, as a person does who has been told of them.
    func resume(_ queue: String) throws {
        try run(["/usr/sbin/cupsenable", queue])
    }

    /// All that it has logged.
    var log: String { RunningProgram.read(folder.path + "/log/error_log") }

    // MARK: Its settings

    private func make(_ queue: Queue) throws {
        let driver = queue.hasDriver ? ["-m", "everywhere"] : []
        try run(["/usr/sbin/lpadmin", "-p", queue.name, "-E", "-v", queue.device] + driver)
        guard queue.hasDriver else { return }
        let folder = folder.path
        try waitBlocking(for: "the driver of \(queue.name)") {
            RunningProgram.read("\(folder)/etc/ppd/\(queue.name).ppd").contains("cupsFilter2")
        }
    }

    /// Runs a program of CUPS.
    private func run(_ words: [String]) throws {
        let (folder, socket) = (folder.path, socket)
        let program = try node.perform {
            try RunningProgram(
                words,
                environment: [
                    "PATH": Self.path, "HOME": folder, "CUPS_SERVER": socket, "LC_ALL": "C.UTF-8",
                    "CUPS_SERVERROOT": folder + "/etc",
                ],
                files: folder + "/log/program"
            )
        }
        try waitBlocking(for: "\(words)") { program.endingIfEnded() != nil }
        guard let end = program.endingIfEnded(), end.code == 0 else {
            throw ProofError("\(words): \(String(describing: program.endingIfEnded()))")
        }
    }

    private func makeFolders() throws {
        for name in ["etc", "etc/ppd", "etc/ssl"] { try makeFolder(name, mode: 0o755) }
        guard let group = unsafe getgrnam("lp") else { throw ProofError("There is no group lp.") }
        let number = unsafe group.pointee.gr_gid
        for name in ["spool", "spool/tmp", "cache", "state", "state/certs", "log", "tmp"] {
            try makeFolder(name, mode: 0o770)
            _ = unsafe chown("\(folder.path)/\(name)", 0, number)
        }
        // Filters run as lp.
        _ = unsafe chown(folder.path, 0, number)
        _ = unsafe chmod(folder.path, 0o710)
    }

    private func makeFolder(_ name: String, mode: mode_t) throws {
        let path = "\(folder.path)/\(name)"
        guard unsafe mkdir(path, mode) == 0, unsafe chmod(path, mode) == 0 else {
            throw ProofError("\(path) cannot be made: error \(errno)")
        }
    }

    private func write(_ text: String, to name: String) throws {
        let path = "\(folder.path)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: path))
        _ = unsafe chmod(path, 0o640)
    }

    /// MaxJobs, PreserveJobHistory, and DirtyCleanInterval are Debian's; only the pause before a retry is short.
    private var settings: String {
        """
        LogLevel info
        MaxLogSize 0
        Listen \(socket)
        Browsing Off
        DefaultShared No
        WebInterface No
        IdleExitTimeout 0
        ErrorPolicy retry-job
        JobRetryInterval 2
        JobRetryLimit 1000000
        \(SchedulerPolicy.open)
        """
    }

    private var files: String {
        let folder = folder.path
        return """
            User lp
            Group lp
            SystemGroup root
            Sandboxing relaxed
            Printcap
            ServerRoot \(folder)/etc
            StateDir \(folder)/state
            CacheDir \(folder)/cache
            RequestRoot \(folder)/spool
            TempDir \(folder)/spool/tmp
            ServerBin /usr/lib/cups
            DataDir /usr/share/cups
            DocumentRoot /usr/share/cups/doc-root
            ServerKeychain \(folder)/etc/ssl
            AccessLog \(folder)/log/access_log
            ErrorLog \(folder)/log/error_log
            PageLog \(folder)/log/page_log

            """
    }
}
