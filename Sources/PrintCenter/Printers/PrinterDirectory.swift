internal import IPP
public import PrintModel

/// The printers, with their states and capabilities.
///
/// There is one printer for each queue of the scheduler, and for each device without a queue that
/// announces itself or was added: `Roster` has the rows. Capabilities come from the
/// device itself wherever that speaks IPP, because the scheduler promises more
/// than a device supports. The directory queries all devices at once, and one that
/// does not reply delays the result by two seconds at most; it is listed as slow if it is there.
///
/// ```swift
/// let directory = PrinterDirectory()
/// for printer in try await directory.printers() where printer.state == .idle {
///     print(printer.name)
/// }
/// ```
public actor PrinterDirectory {
    /// The time for which connections stay open after the last request: five seconds.
    ///
    /// Small printers accept few connections, and other computers print, too.
    private static let idleTime = Duration.seconds(5)
    /// The time that ``known()`` waits for printers that reply at once: five milliseconds.
    private static let grace = Duration.milliseconds(5)
    /// The longest wait for the first announcements: a second and a half.
    static let longestSettling = Duration.milliseconds(1500)
    /// The most printers that are queried at the same time: each takes a thread.
    private static let probesAtOnce = 32
    /// The shortest time between two refreshes that no request caused: half a second.
    private static let shortestPause = Duration.milliseconds(500)

    let scheduler: any PrintScheduler
    /// Who prints; `nil` for anybody.
    let user: String?
    /// Opens a connection to a device; nothing is sent yet.
    nonisolated let connect: @Sendable (DeviceAddress) -> any PrinterDevice
    /// The printers that announce themselves; `nil` if the directory has no browser.
    let announcements: (any AnnouncementSource)?
    /// The printers that are remembered.
    let memory: DeviceMemory
    nonisolated let clock: any ServiceClock
    /// The time after which a device that has not replied yet is slow.
    let deviceTimeout: Duration
    /// The time after which a slow device does not respond.
    let answerTime: Duration
    /// How many times as long as usual printers and announcements are awaited.
    nonisolated let patience: Int
    /// Names of queues to mark as default before the scheduler's own, the best first.
    let preferredDefaults: @Sendable () -> [String]
    /// The time for which a result is reused; one second by default.
    let freshness: Duration
    var probes: [DeviceAddress: DeviceProbe] = [:]
    /// Where the devices of the last refresh are.
    var places: [PrinterID: DevicePlace] = [:]
    /// Where jobs go that were queued to go straight to their devices.
    var directPlaces: [PrinterID: DevicePlace] = [:]
    /// The last list of all printers, unless it is out of date.
    var lastListing: Listing?
    var pendingListing: PendingListing?
    /// When the newest list was begun that has ended, and how long it took.
    var listedLast = Duration.zero
    /// When the scheduler was first found missing; `nil` while it is there.
    var schedulerAwaySince: Duration?
    var listingTime = Duration.zero
    /// Remembered printers that a request has named although they are off, and when.
    var sought: [PrinterID: Duration] = [:]
    /// The queues that the scheduler listed last.
    var queues: [SchedulerQueue] = []
    /// The UUIDs that devices of queues have reported.
    var deviceUUIDs: [DeviceURI: String] = [:]
    /// The printers at the last call of ``changedPrinters()``.
    var looked: [PrinterID: PrinterLook] = [:]
    let memo = CapabilityMemo()
    private var queueCapabilities: [String: QueueCapabilities] = [:]
    private(set) var latest: (printers: [Printer], time: Duration)?
    var renewals: [PrinterID: Renewal] = [:]
    /// The scheduler's own default, as of the last refresh.
    var schedulerDefault: String?
    private var refresh: Task<Result<[Printer], CupsError>, Never>?
    private var closing: Task<Void, Never>?
    /// Counts invalidations, so that a pending result does not count as a fresh one.
    private(set) var generation = 0
    /// The last result, however old.
    private var result: Memory?
    /// When a client last looked for changes.
    private var watched: Duration?
    /// Signals each change of the known printers.
    nonisolated let changed: ChangeSignal

    /// The printers of the last result, however old.
    var knownPrinters: [Printer]? { try? result?.answer.get() }

    /// The last result, and when it came.
    private struct Memory {
        var answer: Result<[Printer], CupsError>
        var time: Duration
    }

    /// The attributes that the scheduler reported for a queue, and when.
    private struct QueueCapabilities {
        let group: IPPAttributeGroup
        let time: Duration
    }

    /// A directory of the scheduler that libcups is configured for (`CUPS_SERVER`, `client.conf`).
    public init() {
        self.init(scheduler: Scheduler())
    }

    package init(
        scheduler: any PrintScheduler,
        user: String? = nil,
        connect: @escaping @Sendable (DeviceAddress) -> any PrinterDevice = { Device($0) },
        announcements: (any AnnouncementSource)? = nil,
        memory: DeviceMemory = DeviceMemory(),
        clock: any ServiceClock = SystemClock(),
        deviceTimeout: Duration = .seconds(2),
        answerTime: Duration = Device.answerTime,
        freshness: Duration = .seconds(1),
        patience: Int = 1,
        preferredDefaults: @escaping @Sendable () -> [String] = { [] }
    ) {
        self.scheduler = scheduler
        self.user = user
        self.connect = connect
        self.announcements = announcements
        self.memory = memory
        self.clock = clock
        changed = ChangeSignal(clock: clock)
        self.deviceTimeout = deviceTimeout
        self.answerTime = answerTime
        self.freshness = freshness
        self.patience = patience
        self.preferredDefaults = preferredDefaults
    }

    // MARK: Printers

    /// Returns all printers, sorted by id.
    ///
    /// A device that does not reply is not an error: its printer's state is `Printer.State.unreachable`, or
    /// `Printer.State.unusable` if its reply is not valid.
    ///
    /// - Parameter maximumAge: How old the state of each may be; one second by default.
    /// - Returns: The printers.
    /// - Throws: ``PrinterDirectoryError`` if the scheduler cannot be reached.
    public func printers(maximumAge: Duration? = nil) async throws -> [Printer] {
        if let latest, clock.uptime - latest.time < min(maximumAge ?? freshness, freshness) {
            return marked(latest.printers)
        }
        let task = refresh ?? startRefresh()
        switch await task.value {
        // The default may have changed since the refresh began.
        case .success(let printers): return marked(printers)
        case .failure(let error): throw PrinterDirectoryError(error)
        }
    }

    /// Returns the last known state of the printers, without waiting for any of them.
    ///
    /// Where that is older than a second, a refresh begins and gets a few
    /// milliseconds: printers that reply as fast as usual are up to date, and one
    /// that does not reply delays nothing. Only the very first request waits for the
    /// whole first refresh, about two seconds at most.
    ///
    /// ```swift
    /// let known = await directory.known()
    /// let button = Availability(printers: known.printers)
    /// ```
    ///
    /// - Returns: The printers as of the last refresh, and its age.
    public func known() async -> KnownPrinters {
        if let result, clock.uptime - result.time < freshness { return recall(result) }
        if result != nil {
            _ = await value(of: refresh ?? startRefresh(), within: Self.grace)
        }
        while true {
            if let result { return recall(result) }
            // There is no result before the first refresh ends.
            _ = await (refresh ?? startRefresh()).value
        }
    }

    /// Returns a remembered result.
    private func recall(_ memory: Memory) -> KnownPrinters {
        // Without a scheduler there are no printers.
        KnownPrinters(
            printers: (try? memory.answer.get()).map { marked($0) },
            age: clock.uptime - memory.time
        )
    }

    /// The same as ``known()`` for a client that waits for ``changed``.
    func watch() async -> KnownPrinters {
        watched = clock.uptime
        return await known()
    }

    /// Refreshes at once where a client waits for changes, after an event that may have caused one.
    func refreshIfWatched() {
        guard let watched, clock.uptime - watched < .seconds(5), refresh == nil else {
            return
        }
        if let result, clock.uptime - result.time < Self.shortestPause { return }
        _ = startRefresh()
    }

    /// Returns a printer; `nil` if there is no queue of this name.
    ///
    /// - Throws: ``PrinterDirectoryError`` if the scheduler cannot be reached.
    public func printer(_ id: PrinterID) async throws -> Printer? {
        try await printers().first { $0.isKnown(as: id) }
    }

    /// Returns the default printer of the environment, of `lpoptions`, or of the scheduler.
    ///
    /// The first of these that exists: `LPDEST` or `PRINTER` of the environment,
    /// the default of `lpoptions` (of the user, else of the system), the default of
    /// the scheduler, the only printer.
    ///
    /// - Parameter environment: The environment of the client, not of this process.
    /// - Returns: The printer; `nil` if no printer has the name, or there is no default.
    /// - Throws: ``PrinterDirectoryError`` if the scheduler cannot be reached.
    public func defaultPrinter(environment: [String: String]) async throws -> PrinterID? {
        // Like libcups: LPDEST first, and without a PRINTER that old systems set for all users.
        let named = [
            environment["LPDEST"], environment["PRINTER"].flatMap { $0 == "lp" ? nil : $0 },
        ].compactMap { $0 }.filter { !$0.isEmpty }
        let kept = LPOptions.read(environment: environment).defaultPrinter
        let defaults =
            named.map {
                PrinterChoice.Default(PrinterChoice.parts(of: $0).printer, from: .environment)
            }
            + (kept.map { [PrinterChoice.Default($0, from: .lpoptions)] } ?? [])
        let printers = try await printers()
        return try? PrinterChoice.choose(named: nil, defaults: defaults, among: printers).get().id
    }

    /// Discards the last result, so that the next request queries every printer.
    public func invalidate() {
        generation += 1
        latest = nil
        lastListing = nil
        pendingListing = nil
        renewals = [:]
        // The remembered result stays for known(), as an old one.
        result?.time = clock.uptime - freshness
        refresh = nil
        probes = probes.filter { _, probe in probe.isStuck }
        queueCapabilities = [:]
    }

    // MARK: Refreshing

    private func startRefresh() -> Task<Result<[Printer], CupsError>, Never> {
        let generation = generation
        let start = clock.uptime
        let task = Task { () -> Result<[Printer], CupsError> in
            var result: Result<[Printer], CupsError>
            do throws(CupsError) {
                let printers = try await self.currentPrinters(generation: generation)
                result = .success(self.withRenewals(printers, since: start))
            } catch {
                result = .failure(error)
            }
            self.finishRefresh(result, generation: generation)
            return result
        }
        refresh = task
        return task
    }

    private func finishRefresh(_ result: Result<[Printer], CupsError>, generation: Int) {
        guard generation == self.generation else { return }
        refresh = nil
        if case .success(let printers) = result {
            latest = (printers, clock.uptime)
            let ids = Set(printers.map(\.id))
            renewals = renewals.filter { ids.contains($0.key) }
        }
        remember(result)
        closeWhenIdle()
    }

    /// Closes the connections, unless there are more requests soon.
    func closeWhenIdle() {
        closing?.cancel()
        closing = Task { [weak self] in
            guard (try? await Task.sleep(for: Self.idleTime)) != nil else { return }
            await self?.closeConnections()
        }
    }

    /// Remembers the result of a refresh.
    private func remember(_ answer: Result<[Printer], CupsError>) {
        let before = result.map { try? $0.answer.get() }
        result = Memory(answer: answer, time: clock.uptime)
        if before != .some(try? answer.get()) { changed.signal() }
    }

    /// Remembers one printer while others have not replied yet.
    func remember(_ printer: Printer) {
        if let index = latest?.printers.firstIndex(where: { $0.id == printer.id }) {
            latest?.printers[index] = printer
        }
        guard var printers = knownPrinters else { return }
        guard let index = printers.firstIndex(where: { $0.id == printer.id }) else { return }
        var printer = printer
        // The default is determined for all printers together.
        printer.isDefault = printers[index].isDefault
        guard printers[index] != printer else { return }
        printers[index] = printer
        result?.answer = .success(printers)
        changed.signal()
    }

    private func closeConnections() async {
        for probe in probes.values where !probe.isStuck {
            await probe.device.close()
        }
        await scheduler.close()
    }

    private func currentPrinters(generation: Int) async throws(CupsError) -> [Printer] {
        let start = clock.uptime
        // The devices reply while the scheduler lists its queues.
        if probes.count <= Self.probesAtOnce {
            for probe in probes.values where !probe.isStuck {
                Task { await probe.askAhead() }
            }
        }
        let listing = try await listing(since: start)
        let rows = listing.rows
        let names = Set(queues.map(\.name))
        queueCapabilities = queueCapabilities.filter { names.contains($0.key) }

        let printers = await withTaskGroup(of: Printer.self) { group in
            var printers: [Printer] = []
            func take(_ printer: Printer) {
                printers.append(printer)
                // Clients see this printer before the others have replied. A later question counts more, whichever
                // of the two replies is taken first.
                if generation == self.generation, !isRenewed(printer.id, since: start) {
                    remember(printer)
                }
            }
            // Anyone can announce a thousand printers that do not reply: the better known come first, and
            // those that nobody has chosen are not asked after this time.
            let end = clock.uptime + deviceTimeout * 2 * patience
            let inOrder = rows.sorted { $0.familiarity.rawValue < $1.familiarity.rawValue }
            for (index, row) in inOrder.enumerated() {
                if index >= Self.probesAtOnce, let printer = await group.next() { take(printer) }
                if row.familiarity != .chosen, clock.uptime >= end {
                    take(unaskedPrinter(of: row))
                } else {
                    group.addTask {
                        await self.printer(
                            of: row,
                            in: listing,
                            since: start
                        )
                    }
                }
            }
            for await printer in group { take(printer) }
            return printers
        }
        return marked(printers.sorted { $0.id < $1.id })
    }

    /// The attributes that the scheduler reports for a queue whose device does not speak IPP.
    func attributes(of queue: SchedulerQueue) async -> IPPAttributeGroup? {
        let known = queueCapabilities[queue.name]
        if let known, clock.uptime - known.time < DeviceProbe.maximumAge {
            return known.group
        }
        // Where the queue vanishes, or the reply is lost, the last attributes still count.
        guard
            let group = try? await scheduler.attributes(
                ofQueue: queue.name,
                requested: Device.requestedAttributes
            )
        else { return known?.group }
        queueCapabilities[queue.name] = QueueCapabilities(group: group, time: clock.uptime)
        return group
    }
}
