internal import FoundationEssentials
internal import Glibc

/// The processes of a lab: the message bus, the Avahi daemon, the scheduler, and the printers.
final class Lab {
    let folder: LabFolder
    private let parts: LabParts
    private let processes: Processes
    private let printers: [VirtualPrinter]
    private var bus: MessageBus?
    private var avahi: AvahiDaemon?
    private var scheduler: Scheduler?

    /// Prepares a lab in an existing folder, without starting any process.
    init(
        _ specs: [PrinterSpec],
        parts: LabParts,
        in folder: LabFolder,
        program: String,
        with processes: Processes
    ) {
        self.folder = folder
        self.parts = parts
        self.processes = processes
        printers = specs.map {
            VirtualPrinter(
                $0,
                in: folder,
                isAnnounced: parts.contains(.discovery),
                receiver: program,
                with: processes
            )
        }
    }

    /// Starts all processes, concurrently where possible.
    ///
    /// - Throws: ``LabError``. Call ``stop()`` afterwards to end the processes that were started.
    func start() throws {
        if parts.contains(.scheduler) { try checkFilters() }
        for path in [folder.logs, folder.received, folder.settings] { try folder.makeFolder(path) }
        for path in [folder.home, folder.runtime] { try folder.makeFolder(path, mode: 0o700) }
        for variable in Self.homeFolders {
            try folder.makeFolder(folder.home + variable.path, mode: 0o700)
        }
        if parts.contains(.discovery) { try PrivateNetwork.enter(in: folder) }
        bus = try MessageBus.start(in: folder, with: processes)
        try checkpoint()
        if parts.contains(.discovery) { try startAvahi() }
        for printer in printers { try printer.launch() }
        if parts.contains(.scheduler) {
            scheduler = try Scheduler.start(in: folder, with: processes)
        }
        for printer in printers {
            try printer.waitUntilReady()
            try checkpoint()
        }
        if scheduler != nil { try Queues.make(for: printers, in: folder, with: processes) }
        try checkpoint()
    }

    /// Ends all processes of the lab, including those that the command left behind.
    ///
    /// - Parameter end: The time by which they have ended, politely or not; `nil` where there is no hurry.
    func stop(by end: ContinuousClock.Instant? = nil) {
        func grace(_ usual: Duration) -> Duration {
            guard let end else { return usual }
            return min(usual, max(.zero, ContinuousClock.now.duration(to: end)))
        }
        // The command's processes first: a service that it started still talks to the scheduler.
        let own = [bus?.process, avahi?.process, scheduler?.process] + printers.map(\.process)
        processes.endDescendants(sparing: Set(own.compactMap { $0 }), grace: grace(.seconds(3)))
        for printer in printers { printer.switchOff() }
        if let scheduler { processes.end(scheduler.process, grace: grace(.seconds(3))) }
        if let avahi { processes.end(avahi.process, grace: grace(.seconds(1))) }
        if let bus { processes.end(bus.process, grace: grace(.seconds(1))) }
        processes.endDescendants(grace: .zero)
    }

    /// Carries out a request from the control socket.
    func handle(_ request: LabRequest) throws {
        switch request {
        case .off(let name): try printer(name).switchOff()
        case .on(let name): try printer(name).switchOn()
        case .load(let name): try printer(name).loadPaper()
        case .killScheduler: killScheduler()
        case .startScheduler(let delay): try startScheduler(writesAfter: delay)
        case .killAvahi: killAvahi()
        case .startAvahi: try startAvahi()
        }
    }

    /// Kills the Avahi daemon as a crash would; `ippeveprinter` ends then.
    private func killAvahi() {
        guard let avahi else { return }
        processes.end(avahi.process, grace: .zero)
        self.avahi = nil
    }

    private func startAvahi() throws {
        guard parts.contains(.discovery) else {
            throw LabError(.noLab, "This lab has no Avahi daemon. Start one with --discovery.")
        }
        if avahi == nil { avahi = try AvahiDaemon.start(in: folder, with: processes) }
    }

    /// Kills the scheduler as a crash would; its filters and backends continue as long as they can.
    private func killScheduler() {
        guard let scheduler, processes.status(of: scheduler.process) == nil else { return }
        processes.end(scheduler.process, grace: .zero)
    }

    private func startScheduler(writesAfter delay: Int) throws {
        guard let scheduler else { return }
        // A scheduler that is terminated normally saves all of its state.
        if processes.status(of: scheduler.process) == nil {
            processes.end(scheduler.process, grace: .labPatience)
        }
        self.scheduler = try scheduler.startAgain(
            in: folder,
            writesAfter: delay,
            with: processes
        )
    }

    /// The environment of the command: that of the caller, with variables changed so that they
    /// point into the lab.
    func environment(from outer: [String: String]) -> [String: String] {
        var inner = outer.filter { !$0.key.hasPrefix("CUPS_") }
        for name in ["PRINTER", "LPDEST", "IPP_PORT", "PRINTCENTER_SOCKET"] { inner[name] = nil }
        // What happens in a lab is nothing for the desktop of its user.
        inner["PRINTCENTER_DESKTOP"] = ""
        inner["CUPS_SERVER"] = folder.schedulerSocket
        // Without this, `lpoptions` as root would read and write the system's settings.
        inner["CUPS_SERVERROOT"] = folder.settings
        inner["HOME"] = folder.home
        inner["XDG_RUNTIME_DIR"] = folder.runtime
        for variable in Self.homeFolders { inner[variable.name] = folder.home + variable.path }
        inner["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=\(folder.busSocket)"
        inner["PRINTLAB_DIR"] = folder.path
        // Programs that are started outside enter the lab's network through this process.
        inner[RunningLab.networkVariable] =
            parts.contains(.discovery) ? "\(getpid())" : nil
        inner["PRINTCENTER_ALLOW_ROOT"] = "1"
        return inner
    }

    private static let homeFolders = [
        (name: "XDG_STATE_HOME", path: "/.local/state"), (name: "XDG_CACHE_HOME", path: "/.cache"),
        (name: "XDG_CONFIG_HOME", path: "/.config"), (name: "XDG_DATA_HOME", path: "/.local/share"),
    ]

    private func printer(_ name: String) throws -> VirtualPrinter {
        guard let printer = printers.first(where: { $0.spec.name == name }) else {
            let names = printers.map(\.spec.name).joined(separator: ", ")
            throw LabError(
                .unknownPrinter,
                "There is no printer '\(name)' in this lab. There are: \(names)."
            )
        }
        return printer
    }

    /// Throws if a printer needs the filter for PWG raster and it is not installed.
    private func checkFilters() throws {
        let filter = "/usr/lib/cups/filter/rastertopwg"
        guard let printer = printers.first(where: { $0.spec.traits.needsRasterFilter }),
            unsafe access(filter, X_OK) != 0
        else { return }
        throw LabError(
            .programMissing,
            "The printer '\(printer.spec.name)' needs \(filter). On Debian: apt install cups"
        )
    }

    /// Throws if a signal has interrupted the start.
    private func checkpoint() throws {
        if !processes.requests.isEmpty { throw LabError(.interrupted, "Interrupted.") }
    }
}
