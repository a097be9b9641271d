internal import IPP
public import PrintModel

/// The printers that there are, with what each one is doing and can do.
///
/// There is one printer per queue of the scheduler. What it can do is asked of
/// the device itself wherever that speaks IPP, because the scheduler promises
/// more than a device keeps. All devices are asked at once, and one that does
/// not answer delays nobody for longer than two seconds.
///
/// ```swift
/// let directory = PrinterDirectory()
/// for printer in try await directory.printers() where printer.state == .idle {
///     print(printer.name)
/// }
/// ```
public actor PrinterDirectory {
    /// How long connections stay open after the last question.
    ///
    /// Small printers take few connections, and others want to print too.
    private static let idleTime = Duration.seconds(5)
    /// How long a question about what is known waits for printers that answer at once.
    private static let grace = Duration.milliseconds(5)
    /// How long a look that nobody asked for comes after the last one, at least.
    private static let shortestPause = Duration.milliseconds(500)

    private let scheduler: Scheduler
    private let deviceTimeout: Duration
    /// Names of queues to mark as default before the scheduler's own, the best first.
    private let preferredDefaults: @Sendable () -> [String]
    /// How old an answer may be that is given again.
    private let freshness: Duration
    private var probes: [DeviceURI: DeviceProbe] = [:]
    private var queueCapabilities: [String: QueueCapabilities] = [:]
    private var latest: (printers: [Printer], time: ContinuousClock.Instant)?
    /// The scheduler's own default, as it was told last.
    private var schedulerDefault: String?
    private var refresh: Task<Result<[Printer], CupsError>, Never>?
    private var closing: Task<Void, Never>?
    /// Counts invalidations, so that an answer on its way is not taken for a fresh one.
    private var generation = 0
    /// What was learned last, however long ago.
    private var memory: Memory?
    /// When somebody last looked for changes.
    private var watched: ContinuousClock.Instant?
    /// Rings whenever what is known is not what it was.
    nonisolated let changed = Bell()

    /// What was learned last, and when.
    private struct Memory {
        var answer: Result<[Printer], CupsError>
        var time: ContinuousClock.Instant
    }

    /// What the scheduler said of a queue, and when.
    private struct QueueCapabilities {
        let group: IPPAttributeGroup
        let time: ContinuousClock.Instant
    }

    /// A directory of the scheduler that libcups is configured for (`CUPS_SERVER`, `client.conf`).
    public init() {
        self.init(scheduler: Scheduler())
    }

    package init(
        scheduler: Scheduler,
        deviceTimeout: Duration = .seconds(2),
        freshness: Duration = .seconds(1),
        preferredDefaults: @escaping @Sendable () -> [String] = { [] }
    ) {
        self.scheduler = scheduler
        self.deviceTimeout = deviceTimeout
        self.freshness = freshness
        self.preferredDefaults = preferredDefaults
    }

    // MARK: Printers

    /// All printers, sorted by id.
    ///
    /// A device that does not answer is
    /// not an error: its printer's state is `Printer.State.unreachable`, or
    /// `Printer.State.unusable` where the answer cannot be understood.
    ///
    /// - Parameter maximumAge: How old the state of each may be; a second where it is left out.
    /// - Returns: The printers.
    /// - Throws: ``PrinterDirectoryError`` where the scheduler cannot be asked.
    public func printers(maximumAge: Duration? = nil) async throws -> [Printer] {
        if let latest, ContinuousClock.now - latest.time < min(maximumAge ?? freshness, freshness) {
            return marked(latest.printers)
        }
        let task = refresh ?? startRefresh()
        switch await task.value {
        // A default may have been changed since the look began.
        case .success(let printers): return marked(printers)
        case .failure(let error): throw PrinterDirectoryError(error)
        }
    }

    /// What is known of the printers, without waiting for any of them.
    ///
    /// Where that is older than a second, a new look is begun, and given a few
    /// milliseconds: printers that answer as fast as usual are told as they are
    /// now, and one that does not answer delays nobody. Only the very first
    /// question waits for the whole first look, about two seconds at most.
    ///
    /// ```swift
    /// let known = await directory.known()
    /// let button = Availability(printers: known.printers)
    /// ```
    ///
    /// - Returns: The printers as they were last seen, and how long ago.
    public func known() async -> KnownPrinters {
        if let memory, ContinuousClock.now - memory.time < freshness { return recall(memory) }
        if memory != nil {
            _ = await value(of: refresh ?? startRefresh(), within: Self.grace)
        }
        while true {
            if let memory { return recall(memory) }
            // The first look: there is nothing to tell before it ends.
            _ = await (refresh ?? startRefresh()).value
        }
    }

    /// What is known, as it is told.
    private func recall(_ memory: Memory) -> KnownPrinters {
        // Without a scheduler there are no printers, whatever there was before.
        KnownPrinters(
            printers: (try? memory.answer.get()).map { marked($0) },
            age: .now - memory.time
        )
    }

    /// The same for somebody who waits for changes, which ``changed`` tells.
    func watch() async -> KnownPrinters {
        watched = .now
        return await known()
    }

    /// Looks again at once, if somebody waits for changes: there is reason to believe that
    /// something has changed.
    func lookAgainIfWatched() {
        guard let watched, ContinuousClock.now - watched < .seconds(5), refresh == nil else {
            return
        }
        if let memory, ContinuousClock.now - memory.time < Self.shortestPause { return }
        _ = startRefresh()
    }

    /// One printer; `nil` where there is no queue of this name.
    ///
    /// - Throws: ``PrinterDirectoryError`` where the scheduler cannot be asked.
    public func printer(_ id: PrinterID) async throws -> Printer? {
        try await printers().first { $0.id == id }
    }

    /// The printer that jobs go to where none is named and we have no default of our own.
    ///
    /// The first of these that is named: `LPDEST` or `PRINTER` of the environment,
    /// the default of `lpoptions` (the user's, else the system's), the scheduler's,
    /// the only printer there is.
    ///
    /// - Parameter environment: That of the program that asks, not of this process.
    /// - Returns: The printer; `nil` where there is none of the name, or several and no default.
    /// - Throws: ``PrinterDirectoryError`` where the scheduler cannot be asked.
    public func defaultPrinter(environment: [String: String]) async throws -> PrinterID? {
        // libcups looks at LPDEST first, and ignores a PRINTER that old systems set for everybody.
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

    /// The device of a printer, over the connection that is open to it; `nil` for one that cannot be
    /// asked now.
    func device(of printer: Printer) -> Device? {
        guard let uri = printer.uri.flatMap({ DeviceURI($0) }), let probe = probes[uri],
            !probe.isStuck, printer.state != .unreachable
        else { return nil }
        return probe.device
    }

    /// Forgets what is known, so that the next question asks every printer again.
    public func invalidate() {
        generation += 1
        latest = nil
        // What is remembered is old from now on; nobody has to wait for more.
        memory?.time = .now - freshness
        refresh = nil
        probes = probes.filter { _, probe in probe.isStuck }
        queueCapabilities = [:]
    }

    // MARK: Refreshing

    private func startRefresh() -> Task<Result<[Printer], CupsError>, Never> {
        let generation = generation
        let task = Task { () -> Result<[Printer], CupsError> in
            let result: Result<[Printer], CupsError>
            do throws(CupsError) {
                result = .success(try await self.currentPrinters(generation: generation))
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
            latest = (printers, .now)
        }
        remember(result)
        closing?.cancel()
        closing = Task { [weak self] in
            guard (try? await Task.sleep(for: Self.idleTime)) != nil else { return }
            await self?.closeConnections()
        }
    }

    /// Takes in the end of a look.
    private func remember(_ answer: Result<[Printer], CupsError>) {
        let before = memory.map { try? $0.answer.get() }
        memory = Memory(answer: answer, time: .now)
        if before != .some(try? answer.get()) { changed.ring() }
    }

    /// Takes in what one printer has answered while others have not yet.
    private func remember(_ printer: Printer) {
        guard var printers = try? memory?.answer.get() else { return }
        guard let index = printers.firstIndex(where: { $0.id == printer.id }) else { return }
        var printer = printer
        // Which one is the default is told of all printers together.
        printer.isDefault = printers[index].isDefault
        guard printers[index] != printer else { return }
        printers[index] = printer
        memory?.answer = .success(printers)
        changed.ring()
    }

    private func closeConnections() async {
        for probe in probes.values where !probe.isStuck {
            await probe.device.close()
        }
        await scheduler.connection.close()
    }

    private func currentPrinters(generation: Int) async throws(CupsError) -> [Printer] {
        let queues = try await scheduler.queues()
        schedulerDefault = queues.first(where: \.isDefault)?.name
        let uris = Set(queues.compactMap { DeviceURI($0.deviceURI) })
        probes = probes.filter { uri, _ in uris.contains(uri) }
        let names = Set(queues.map(\.name))
        queueCapabilities = queueCapabilities.filter { names.contains($0.key) }

        let printers = await withTaskGroup { group in
            for queue in queues {
                group.addTask { await self.printer(of: queue) }
            }
            var printers: [Printer] = []
            for await printer in group {
                printers.append(printer)
                // Nobody has to wait for the others to hear of this one.
                if generation == self.generation { remember(printer) }
            }
            return printers
        }
        return marked(printers.sorted { $0.id < $1.id })
    }

    /// The printers, that of the user's own default marked where there is one.
    ///
    /// What is remembered has the mark of the time when it was learned; files tell of no change.
    private func marked(_ printers: [Printer]) -> [Printer] {
        let names = Set(printers.map(\.id.rawValue))
        let chosen = preferredDefaults().first(where: names.contains) ?? schedulerDefault
        return printers.map { printer in
            var printer = printer
            printer.isDefault = printer.id.rawValue == chosen
            return printer
        }
    }

    private func printer(of queue: SchedulerQueue) async -> Printer {
        guard let uri = DeviceURI(queue.deviceURI) else {
            let group = await attributes(of: queue)
            return PrinterReading(queue: queue).printer(ofSchedulerAttributes: group)
        }
        let probe = probes[uri] ?? DeviceProbe(Device(uri))
        probes[uri] = probe
        let answer = await probe.answer(within: deviceTimeout)
        return PrinterReading(queue: queue).printer(of: answer, uri: uri)
    }

    /// What the scheduler says of a queue whose device cannot be asked.
    private func attributes(of queue: SchedulerQueue) async -> IPPAttributeGroup? {
        let known = queueCapabilities[queue.name]
        if let known, ContinuousClock.now - known.time < DeviceProbe.maximumAge {
            return known.group
        }
        // A queue that vanishes between two requests, or a lost reply: what was known still counts.
        guard
            let group = try? await scheduler.attributes(
                ofQueue: queue.name,
                requested: Device.requestedAttributes
            )
        else { return known?.group }
        queueCapabilities[queue.name] = QueueCapabilities(group: group, time: .now)
        return group
    }
}
