internal import Glibc

/// A virtual printer: a specification, a port, and, while it is on, the process of its program.
final class VirtualPrinter {
    let spec: PrinterSpec
    private(set) var port: UInt16 = 0
    private(set) var process: pid_t?
    private let folder: LabFolder
    private let processes: Processes
    /// Whether the printer announces itself by DNS-SD, with its name as that of the instance.
    private let isAnnounced: Bool
    /// The program that the printer runs for each job: `printlab`.
    private let receiver: String

    private var home: String { folder.printer(spec.name) }
    private var logPath: String { "\(folder.logs)/\(spec.name).log" }

    /// The device URI, as in a user's queue: without backend options.
    ///
    /// With `?contimeout=`, the scheduler would send a "printer-uri" that `ippeveprinter` does not
    /// know, and make a raw queue.
    var deviceURI: String { "ipp://localhost:\(port)/ipp/print" }

    init(
        _ spec: PrinterSpec,
        in folder: LabFolder,
        isAnnounced: Bool,
        receiver: String,
        with processes: Processes
    ) {
        self.spec = spec
        self.folder = folder
        self.isAnnounced = isAnnounced
        self.receiver = receiver
        self.processes = processes
    }

    /// Writes the printer's files, chooses a port, and starts the process, without waiting until it
    /// responds.
    func launch() throws {
        for path in [home, home + "/spool", home + "/keys", "\(folder.received)/\(spec.name)"] {
            try folder.makeFolder(path)
        }
        try folder.write(spec.traits.attributeFile, to: home + "/attributes")
        if spec.behavior == .outOfPaper { try folder.write("", to: folder.paperOut(spec.name)) }
        port = try freePort()
        try start()
    }

    /// Waits until the printer responds.
    ///
    /// If another program has taken the port, the printer gets another one.
    func waitUntilReady() throws {
        for attempt in 1...5 {
            let probe = PrinterProbe(port: port)
            let up = processes.wait(.labPatience) {
                hasEnded || !processes.requests.isEmpty
                    || probe.printerAttributes(["printer-name"])?["printer-name"] == [spec.name]
            }
            if up, !hasEnded { return }
            guard hasEnded, attempt < 5 else { break }
            port = try freePort()
            try start()
        }
        throw LabError(
            .startFailed,
            "The printer '\(spec.name)' did not start.\n\(LogFile.tail(of: logPath))"
        )
    }

    /// Kills the printer, with the job in progress, as a power failure would.
    func switchOff() {
        guard let process else { return }
        processes.end(process, grace: .zero, group: true)
        self.process = nil
    }

    /// Restarts the printer on the same port.
    func switchOn() throws {
        guard process == nil || hasEnded else { return }
        try start()
        let probe = PrinterProbe(port: port)
        let up = processes.wait(.labPatience) {
            hasEnded || probe.printerAttributes(["printer-name"])?["printer-name"] == [spec.name]
        }
        guard up, !hasEnded else {
            throw LabError(
                .startFailed,
                "The printer '\(spec.name)' did not start.\n\(LogFile.tail(of: logPath))"
            )
        }
    }

    /// Loads paper, which lasts as long as the lab runs.
    func loadPaper() { unsafe unlink(folder.paperOut(spec.name)) }

    private var hasEnded: Bool {
        guard let process else { return true }
        return processes.status(of: process) != nil
    }

    private func start() throws {
        // The script passes on values that the printer's environment lacks: the name and the port
        // of the printer.
        try folder.write(
            """
            #!/bin/sh
            exec '\(receiver.replacing("'", with: "'\\''"))' receive --folder '\(folder.path)' --printer \(spec.name) \
            --port \(port) "$1"

            """,
            to: home + "/receive",
            mode: 0o755
        )
        let log = try LogFile(logPath)
        process = try processes.start(
            Launch(
                path: spec.program.path(beside: receiver),
                arguments: arguments,
                environment: [
                    "PATH": Launch.systemPath, "HOME": home, "TMPDIR": home, "LC_ALL": "C.UTF-8",
                    "CUPS_SERVERROOT": folder.settings,
                    "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(folder.busSocket)",
                ],
                descriptors: [log.null, log.descriptor, log.descriptor],
                deathSignal: SIGKILL
            )
        )
    }

    private var arguments: [String] {
        switch spec.program {
        case .ippeveprinter:
            [
                // `localhost` makes it listen on loopback only, on IPv4 and IPv6.
                "-n", "localhost", "-p", "\(port)", "-r", isAnnounced ? "_print" : "off", "-a",
                home + "/attributes", "-c", home + "/receive", "-d", home + "/spool", "-K",
                home + "/keys",
                // Twice, so that the log has all attributes of each request: a PIN is not one of the job.
                "-vv", spec.name,
            ]
        case .pappl(let rasterOnly, let isEncrypted, let resets):
            [
                "-n", spec.name, "-p", "\(port)", "-s", home + "/spool", "-k", home + "/keys", "-o",
                folder.sides(of: spec.name), "-c", home + "/receive",
            ] + (spec.behavior == .slow ? ["-t", "1000"] : []) + (rasterOnly ? ["-r"] : [])
                + (isEncrypted ? [] : ["-u"]) + (resets > 0 ? ["-x", "\(resets)"] : [])
        }
    }
}
