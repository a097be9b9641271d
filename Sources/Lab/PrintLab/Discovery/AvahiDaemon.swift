internal import CLinux
internal import FoundationEssentials
internal import Glibc

/// The Avahi daemon of a lab with discovery, on the loopback interface of the lab's own network.
struct AvahiDaemon {
    let process: pid_t

    /// Starts the daemon, and returns when its host name is established.
    static func start(in folder: LabFolder, with processes: Processes) throws -> AvahiDaemon {
        let program = try Launch.find("avahi-daemon", package: "avahi-daemon")
        let settings = folder.settings + "/avahi.conf"
        try folder.write(configuration, to: settings)
        let path = folder.logs + "/avahi.log"
        // The log of the previous daemon would say that this one is up.
        unsafe unlink(path)
        let log = try LogFile(path)
        let process = try withOwnFiles(in: folder) {
            try processes.start(
                Launch(
                    path: program,
                    arguments: [
                        "--file=\(settings)", "--no-drop-root", "--no-chroot", "--no-rlimits",
                    ],
                    environment: [
                        "PATH": Launch.systemPath,
                        "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(folder.busSocket)",
                    ],
                    descriptors: [log.null, log.descriptor, log.descriptor]
                )
            )
        }
        let up = processes.wait(.labPatience) {
            processes.status(of: process) != nil || !processes.requests.isEmpty
                || LogFile.tail(of: path).contains("Server startup complete")
        }
        guard up, processes.status(of: process) == nil else {
            throw LabError(.startFailed, "The Avahi daemon did not start.\n\(log.tail())")
        }
        return AvahiDaemon(process: process)
    }

    /// Calls `body`, which starts a process, with files of the lab in the place of the system's.
    ///
    /// The daemon knows no other folder for its process ID and its socket than one in `/run`, and
    /// refuses to start unless that belongs to the user `avahi`, whatever user it runs as.
    private static func withOwnFiles<R>(
        in folder: LabFolder,
        _ body: () throws -> R
    ) throws -> R {
        var covered = ["/run"]
        try PrivateNetwork.cover(unsafe clinux_cover_folder("/run"), "/run")
        defer { for path in covered.reversed() { unsafe clinux_uncover(path) } }
        try folder.makeFolder("/run/avahi-daemon")
        if getuid() != 0 {
            let users = folder.settings + "/avahi-users"
            let groups = folder.settings + "/avahi-groups"
            try folder.write("avahi:x:\(getuid()):\(getgid())::/:/bin/false\n", to: users)
            try folder.write("avahi:x:\(getgid()):\n", to: groups)
            for (path, file) in [("/etc/passwd", users), ("/etc/group", groups)] {
                try PrivateNetwork.cover(unsafe clinux_cover_file(path, file), path)
                covered.append(path)
            }
        }
        return try body()
    }

    /// The limits of the rate are those of a busy network: a test announces 50 printers at once.
    private static let configuration = """
        [server]
        host-name=\(PrivateNetwork.hostName)
        use-ipv4=yes
        use-ipv6=no
        allow-interfaces=lo
        enable-dbus=yes
        ratelimit-interval-usec=1000000
        ratelimit-burst=1000
        [publish]
        publish-workstation=no
        publish-hinfo=no
        [reflector]
        [rlimits]

        """
}
