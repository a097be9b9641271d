internal import Glibc

/// A running `ippeveprinter`: a specification, a port, and while it is on a process.
final class VirtualPrinter {
    let spec: PrinterSpec
    private(set) var port: UInt16 = 0
    private(set) var process: pid_t?
    private let folder: LabFolder
    private let processes: Processes
    /// The program that the printer runs for each job: ours.
    private let receiver: String

    private var home: String { folder.printer(spec.name) }
    private var logPath: String { "\(folder.logs)/\(spec.name).log" }

    /// Where the scheduler finds the printer, as a person's queue would: without options of the backend.
    ///
    /// With
    /// `?contimeout=` behind it the scheduler would ask for a "printer-uri" that `ippeveprinter` does not know,
    /// and make a raw queue.
    var deviceURI: String { "ipp://localhost:\(port)/ipp/print" }

    init(_ spec: PrinterSpec, in folder: LabFolder, receiver: String, with processes: Processes) {
        self.spec = spec
        self.folder = folder
        self.receiver = receiver
        self.processes = processes
    }

    /// Writes its files, takes a port and starts it, without waiting until it answers.
    func launch() throws {
        for path in [home, home + "/spool", home + "/keys", "\(folder.received)/\(spec.name)"] {
            try folder.makeFolder(path)
        }
        try folder.write(spec.traits.attributeFile, to: home + "/attributes")
        if spec.behavior == .outOfPaper { try folder.write("", to: folder.paperOut(spec.name)) }
        port = try freePort()
        try start()
    }

    /// Waits until it answers.
    ///
    /// Where another program was faster to take the port, it gets another one.
    func waitUntilReady() throws {
        for attempt in 1...5 {
            let probe = PrinterProbe(port: port)
            let up = processes.wait(.seconds(15)) {
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

    /// Ends it as a power cut does, with the job that it prints.
    func switchOff() {
        guard let process else { return }
        processes.end(process, grace: .zero, group: true)
        self.process = nil
    }

    /// Starts it again on the port that it had.
    func switchOn() throws {
        guard process == nil || hasEnded else { return }
        try start()
        let probe = PrinterProbe(port: port)
        let up = processes.wait(.seconds(15)) {
            hasEnded || probe.printerAttributes(["printer-name"])?["printer-name"] == [spec.name]
        }
        guard up, !hasEnded else {
            throw LabError(
                .startFailed,
                "The printer '\(spec.name)' did not start.\n\(LogFile.tail(of: logPath))"
            )
        }
    }

    /// Gives it paper, for as long as the lab runs.
    func loadPaper() { unsafe unlink(folder.paperOut(spec.name)) }

    private var hasEnded: Bool {
        guard let process else { return true }
        return processes.status(of: process) != nil
    }

    private func start() throws {
        // The script knows what the printer's environment cannot tell: which printer this is, and where it listens.
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
                path: Launch.find("ippeveprinter", package: "cups-ipp-utils"),
                arguments: [
                    // `localhost` alone makes it listen on loopback only, in IPv4 and IPv6.
                    "-n", "localhost", "-p", "\(port)", "-r", "off", "-a", home + "/attributes",
                    "-c", home + "/receive", "-d", home + "/spool", "-K", home + "/keys",
                    "-v", spec.name,
                ],
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
}
