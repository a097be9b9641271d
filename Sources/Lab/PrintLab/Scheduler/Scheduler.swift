internal import FoundationEssentials
internal import Glibc

/// The lab's `cupsd`: the distribution's program, with its settings, spool, and logs in the lab's
/// folder.
struct Scheduler {
    let process: pid_t

    private struct Account {
        var user: String
        var group: String
    }

    /// Starts the scheduler, and returns when its socket accepts connections.
    ///
    /// It has no port. Whoever reaches it may do everything, as the user of the lab, and the port could be reached by
    /// every user of the computer.
    static func start(in folder: LabFolder, with processes: Processes) throws -> Scheduler {
        let program = try Launch.find(
            "cupsd",
            package: "cups-daemon cups-core-drivers cups-filters"
        )
        let account = try account()
        try makeFolders(in: folder, for: account)
        try folder.write(settings(folder), to: folder.settings + "/cupsd.conf")
        try folder.write(
            files(folder, account),
            to: folder.settings + "/cups-files.conf",
            mode: 0o640
        )
        guard let scheduler = try start(program, in: folder, with: processes) else {
            throw didNotStart(folder)
        }
        return scheduler
    }

    /// Restarts the scheduler with the spool and the state of the one that has ended; it saves
    /// changes of its state after `delay` seconds.
    func startAgain(
        in folder: LabFolder,
        writesAfter delay: Int,
        with processes: Processes
    ) throws -> Scheduler {
        let program = try Launch.find("cupsd", package: "cups-daemon")
        try folder.write(
            Self.settings(folder, writesAfter: delay),
            to: folder.settings + "/cupsd.conf"
        )
        // The log of the previous scheduler does not apply to this one.
        unsafe unlink(folder.schedulerLog)
        guard let scheduler = try Self.start(program, in: folder, with: processes) else {
            throw Self.didNotStart(folder)
        }
        return scheduler
    }

    private static func didNotStart(_ folder: LabFolder) -> LabError {
        LabError(
            .startFailed,
            "The scheduler did not start.\n\(LogFile.tail(of: folder.logs + "/cupsd.log"))\n"
                + LogFile.tail(of: folder.schedulerLog)
        )
    }

    private static func start(
        _ program: String,
        in folder: LabFolder,
        with processes: Processes
    ) throws -> Scheduler? {
        let log = try LogFile(folder.logs + "/cupsd.log")
        let process = try processes.start(
            Launch(
                path: program,
                arguments: [
                    "-f", "-c", folder.settings + "/cupsd.conf", "-s",
                    folder.settings + "/cups-files.conf",
                ],
                environment: [
                    "PATH": Launch.systemPath, "HOME": folder.home, "TMPDIR": folder.path + "/tmp",
                    "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(folder.busSocket)",
                ],
                descriptors: [log.null, log.descriptor, log.descriptor]
            )
        )
        let up = processes.wait(.labPatience) {
            processes.status(of: process) != nil || !processes.requests.isEmpty
                || Connection(to: .socket(folder.schedulerSocket), seconds: 1) != nil
        }
        if up, processes.status(of: process) == nil { return Scheduler(process: process) }
        processes.end(process, grace: .seconds(1), group: true)
        return nil
    }

    /// The user and group of the scheduler's filters and backends.
    private static func account() throws -> Account {
        if getuid() == 0 {
            guard unsafe getpwnam("lp") != nil, unsafe getgrnam("lp") != nil else {
                throw LabError(.startFailed, "There is no user and group 'lp' for the scheduler.")
            }
            return Account(user: "lp", group: "lp")
        }
        guard let user = unsafe getpwuid(getuid()), let group = unsafe getgrgid(getgid()) else {
            throw LabError(
                .startFailed,
                "The user \(getuid()) or the group \(getgid()) has no name, which cupsd needs."
            )
        }
        return unsafe Account(
            user: String(cString: user.pointee.pw_name),
            group: String(cString: group.pointee.gr_name)
        )
    }

    private static func makeFolders(in folder: LabFolder, for account: Account) throws {
        let shared = ["spool", "spool/tmp", "cache", "state", "state/certs", "log", "tmp"]
        for name in ["etc", "etc/ppd", "etc/ssl"] {
            try folder.makeFolder("\(folder.path)/\(name)")
        }
        let group = getuid() == 0 ? unsafe getgrnam(account.group) : nil
        for name in shared {
            let path = "\(folder.path)/\(name)"
            try folder.makeFolder(path, mode: 0o770)
            if let group = unsafe group { unsafe chown(path, 0, group.pointee.gr_gid) }
        }
        // Filters run as another user, who must be able to traverse the folder without reading it. Nobody else may: the
        // bus and the scheduler's socket are for all who reach them.
        if let group = unsafe group {
            unsafe chown(folder.path, 0, group.pointee.gr_gid)
            unsafe chmod(folder.path, 0o710)
        }
    }

    private static func settings(
        _ folder: LabFolder,
        writesAfter delay: Int = 0
    ) -> String {
        """
        LogLevel info
        MaxLogSize 0
        Listen \(folder.schedulerSocket)
        Browsing Off
        DefaultShared No
        WebInterface No
        IdleExitTimeout 0
        DirtyCleanInterval \(delay)
        # Debian's policy for errors, with a wait that a test can stand, and no end of trying.
        ErrorPolicy retry-job
        JobRetryInterval 2
        JobRetryLimit 1000000
        MultipleOperationTimeout 900
        \(SchedulerPolicy.open)
        """
    }

    private static func files(_ folder: LabFolder, _ account: Account) -> String {
        let root = getuid() == 0
        return """
            User \(account.user)
            Group \(account.group)
            SystemGroup \(root ? "root" : account.group)
            Sandboxing \(root ? "relaxed" : "off")
            FileDevice Yes
            Printcap
            SyncOnClose Yes
            ServerRoot \(folder.settings)
            StateDir \(folder.path)/state
            CacheDir \(folder.path)/cache
            RequestRoot \(folder.path)/spool
            TempDir \(folder.path)/spool/tmp
            ServerBin /usr/lib/cups
            DataDir /usr/share/cups
            DocumentRoot /usr/share/cups/doc-root
            ServerKeychain \(folder.settings)/ssl
            AccessLog \(folder.path)/log/access_log
            ErrorLog \(folder.path)/log/error_log
            PageLog \(folder.path)/log/page_log

            """
    }
}
