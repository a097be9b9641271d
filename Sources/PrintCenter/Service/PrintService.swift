import Failpoints
import FoundationEssentials
import Glibc
public import Logging
import PrintModel

/// The printing service of one user: printers, documents, and the queue.
///
/// Its methods answer requests; ``run()`` delivers the jobs to their printers.
/// A method returns once its change is on disk, so that no crash loses what the
/// service has acknowledged.
public actor PrintService {
    /// The folders of the service, and its user.
    public struct Configuration: Sendable {
        /// The folder of the store and the spool.
        public var stateFolder: String
        /// The folder that has the spool; the state folder, unless the settings name another.
        var documentsFolder: String
        /// Whether other hosts use that folder, too.
        var sharesDocuments: Bool { documentsFolder != stateFolder }
        /// The name of the user who owns the jobs.
        public var user: String
        /// The folder of `settings.json`; `nil` for a service without settings.
        public var settingsFolder: String?
        /// The environment of the user; `HOME` is where `lpoptions` keeps its file.
        public var environment: [String: String] = [:]
        /// The time that the spool keeps a document that no job uses; one hour by default.
        public var keepUnused = Duration.seconds(3600)
        /// How much longer than usual the service waits for printers and the scheduler; 1 by default.
        public var patience = 1

        /// Exits the program when a failed sync makes it uncertain what is on disk; a client that got
        /// no reply retries with the next service.
        public var endInDoubt: @Sendable () -> Never = { exit(74) }

        /// Creates a configuration with a state folder and a user name.
        public init(stateFolder: String, user: String) {
            self.stateFolder = stateFolder
            documentsFolder = stateFolder
            self.user = user
        }
    }

    nonisolated let configuration: Configuration
    nonisolated let queue: JobQueue
    nonisolated let spool: Spool
    nonisolated let preparer: any DocumentPreparer
    nonisolated let scheduler: any PrintScheduler
    nonisolated let clock: any ServiceClock
    nonisolated let preferences: Preferences
    nonisolated let submission: JobSubmission
    /// The directory of printers.
    public nonisolated let directory: PrinterDirectory
    /// Listens to announcements.
    nonisolated let browser: (any AnnouncementSource)?
    /// The printers that are remembered.
    nonisolated let memory: DeviceMemory
    nonisolated let log: Logger
    /// The user names and passwords of printers.
    nonisolated let keyring: Keyring
    /// The PINs of jobs.
    nonisolated let pins: JobPINs
    /// The previews of sheets.
    nonisolated let previews: SheetPreviews
    nonisolated let pages: LaidOutPages
    nonisolated let knownFacts: KnownFacts
    /// What deliveries share.
    nonisolated let work: DeliveryWork
    /// What looks at printers have shown.
    nonisolated let looks = SharedLooks()
    /// When the service was opened.
    nonisolated let began: Date
    private var lanes: Set<PrinterID> = []
    /// The part of this host in a queue that several hosts share; `nil` where the queue is in a file.
    nonisolated let hostKeeper: HostKeeper?
    /// The database that has the queue, in words; `nil` where the queue is in a file.
    public nonisolated let database: String?
    /// The folder that has the spool.
    public nonisolated var documentsFolder: String { configuration.documentsFolder }
    /// The last unfinished unlock of each document.
    var unlocks: [String: Task<DocumentFacts, any Error>] = [:]

    /// Opens the service on CUPS, with a store and a spool in the state folder.
    ///
    /// The folder must exist. Files that a crash has left behind are removed.
    ///
    /// - Parameters:
    ///   - configuration: The folders of the service, and its user.
    ///   - preparer: The reader of documents, which also makes the PDF of a plan.
    ///   - log: The logger of the service.
    /// - Throws: ``StoreLostError``, ``StoreNewerError``, ``DatabaseProblem``, ``StoreError``, or ``SpoolError``.
    public init(
        configuration: Configuration,
        preparer: any DocumentPreparer,
        log: Logger
    ) async throws {
        var configuration = configuration
        let store = try StoreOpening(configuration: configuration, log: log)
            .open(documentsIn: &configuration.documentsFolder)
        let clock = SystemClock()
        let secrets = DesktopSecrets()
        let keyring = Keyring(store: secrets)
        let patience = configuration.patience
        try await self.init(
            configuration: configuration,
            store: store,
            devices: store,
            scheduler: Scheduler(clock: clock, patience: patience),
            connect: { Device($0, keyring: keyring, clock: clock, patience: patience) },
            keyring: keyring,
            secrets: secrets,
            browser: ServiceBrowser(),
            preparer: preparer,
            clock: clock,
            log: log
        )
    }

    /// Opens the service with parts from outside.
    ///
    /// - Parameters:
    ///   - configuration: The folders of the service, and its user.
    ///   - store: The queue.
    ///   - devices: Where printers are remembered; `nil` for as long as the process runs.
    ///   - scheduler: The print scheduler.
    ///   - connect: Connects to a printer that supports IPP.
    ///   - keyring: The user names and passwords that `connect` gives to printers.
    ///   - secrets: Where PINs are kept beside memory; `nil` for memory only.
    ///   - browser: Listens to announcements while the service runs; `nil` for no discovery.
    ///   - preparer: The reader of documents, which also makes the PDF of a plan.
    ///   - clock: The clock.
    ///   - log: The logger of the service.
    /// - Throws: ``SpoolError``, and errors of the store.
    package init(
        configuration: Configuration,
        store: any JobStore,
        devices: (any DeviceStore)? = nil,
        scheduler: any PrintScheduler,
        connect: @escaping @Sendable (DeviceAddress) -> any PrinterDevice,
        keyring: Keyring = Keyring(),
        secrets: (any SecretStore)? = nil,
        browser: (any AnnouncementSource)? = nil,
        preparer: any DocumentPreparer,
        clock: any ServiceClock,
        log: Logger
    ) async throws {
        self.configuration = configuration
        self.preparer = preparer
        self.scheduler = scheduler
        self.clock = clock
        self.log = log
        let preferences = Preferences(
            folder: configuration.settingsFolder,
            environment: configuration.environment
        )
        self.preferences = preferences
        let queue = JobQueue(
            store: store,
            clock: clock,
            log: JobLog(log) { preferences.logsTitles }
        )
        self.queue = queue
        began = clock.now
        database = (store as? PostgresJobStore)?.database
        hostKeeper = (store as? any SharedJobStore).map { HostKeeper($0, queue: queue, log: log) }
        previews = SheetPreviews(clock: clock)
        spool = try Spool(path: configuration.documentsFolder + "/spool")
        self.browser = browser
        self.keyring = keyring
        keyring.observe { queue.secretArrived() }
        pins = JobPINs(store: secrets) { queue.secretArrived() }
        memory = DeviceMemory(store: devices) {
            let atWork = (try? await store.printersAtWork()) ?? []
            return Set(atWork.map(\.rawValue) + preferences.defaults)
        }
        directory = PrinterDirectory(
            scheduler: scheduler,
            user: configuration.user,
            connect: connect,
            announcements: browser,
            memory: memory,
            clock: clock,
            patience: configuration.patience,
            preferredDefaults: { preferences.defaults }
        )
        pages = LaidOutPages(spool: spool, preparer: preparer, clock: clock)
        knownFacts = KnownFacts(clock: clock)
        work = DeliveryWork(
            queue: queue,
            spool: spool,
            preparer: preparer,
            pages: pages,
            pins: pins,
            shared: (store as? any SharedJobStore).map { SharedPages(store: $0, queue: queue) },
            longestCancel: { [preferences] in preferences.longestCancel }
        )
        submission = JobSubmission(
            work: work,
            directory: directory,
            preferences: preferences,
            user: configuration.user
        )

        failpoint(.startOpened)
        // In a folder that hosts share, another one may be at work.
        let youngest = configuration.sharesDocuments ? Duration.seconds(24 * 3600) : .zero
        try await spool.settle(youngest: youngest) { try await store.document($0)?.sha256 }
        let known = try await store.spooledNames(preparedAmong: spool.names())
        let kept = await pages.recover(documents: known, unusedFor: configuration.keepUnused)
        let swept = try await spool.sweep(
            keeping: known.union(kept),
            youngest: youngest
        )
        failpoint(.startSwept)
        if swept.removed > 0 { log.notice("removed \(swept.removed) files that belong to no job") }
        if swept.restored > 0 { log.notice("took \(swept.restored) documents back") }
        if swept.putAside > 0 {
            log.warning(
                "put \(swept.putAside) documents aside that belong to no job; they stay in the spool for a day"
            )
        }
    }

    /// Delivers jobs to their printers until the task is canceled.
    public func run() async throws {
        await hostKeeper?.renew()
        try await withThrowingDiscardingTaskGroup { group in
            if let hostKeeper {
                group.addTask { await hostKeeper.run() }
                group.addTask { await hostKeeper.listen() }
                group.addTask { [work] in
                    let count = ProcessInfo.processInfo.activeProcessorCount
                    await work.shared?.makeWanted(count, by: work)
                }
            }
            group.addTask { [self] in try await runRetention() }
            group.addTask { [self] in await refreshDirectoryOnChanges() }
            group.addTask { [self] in await endedJobMonitor.run() }
            group.addTask { [self] in await wakeWaitingLanes() }
            group.addTask { [self] in await discover() }
            // Where the service ends as it begins, lanes begin and end: they send what was canceled.
            repeat {
                let seen = queue.work.count
                let next =
                    hostKeeper == nil ? await Task { await nextLanes() }.value : await nextLanes()
                for (printer, lease) in next {
                    lanes.insert(printer)
                    group.addTask { [self] in
                        await lane(printer, under: lease).run()
                        if let lease { await hostKeeper?.release(lease) }
                        await finished(printer)
                    }
                }
                // With several hosts, the next may have its turn to take a lane.
                let pause = hostKeeper == nil ? Duration.seconds(10) : .seconds(1)
                await queue.work.wait(after: seen, atMost: pause)
            } while !Task.isCancelled
            group.cancelAll()
        }
        await hostKeeper?.leave()
    }

    /// Returns the printers whose jobs this host is to deliver from now on.
    private func nextLanes() async -> [(PrinterID, LaneLease?)] {
        // A store that cannot be read now is read the next time.
        let atWork = (try? await queue.store.printersAtWork()) ?? []
        let printers = atWork.filter { !lanes.contains($0) }
        guard let hostKeeper else { return printers.map { ($0, nil) } }
        let leases = await hostKeeper.claim(printers) { [directory] printer in
            (try? await directory.lists(printer)) ?? false
        }
        return leases.map { ($0.printer, $0) }
    }

    /// Listens to announcements until the task is canceled.
    private nonisolated func discover() async {
        guard let browser else { return }
        browser.know(await memory.names())
        browser.start()
        var elsewhere: [String] = []
        for await heard in browser.snapshots() {
            if heard.elsewhere != elsewhere, !heard.elsewhere.isEmpty {
                log.warning(
                    "left out printers that announce an address outside the networks of this computer; to use one, run: printq printers add ipp://ADDRESS/ipp/print",
                    metadata: ["printers": "\(heard.elsewhere.joined(separator: ", "))"]
                )
            }
            elsewhere = heard.elsewhere
            browser.know(await memory.names())
            await directory.refreshIfWatched()
        }
        await browser.stop()
    }

    nonisolated func lane(_ printer: PrinterID, under lease: LaneLease? = nil) -> PrinterLane {
        let work = work.under(lease)
        return PrinterLane(
            printer: printer,
            deliverer: Deliverer(
                work: work,
                scheduler: SchedulerCarrier(work: work, scheduler: scheduler),
                device: DeviceCarrier(work: work, directory: directory)
            ),
            directory: directory,
            looks: looks
        )
    }

    private nonisolated var endedJobMonitor: EndedJobMonitor {
        EndedJobMonitor(
            detector: RepeatedPrintDetector(queue: queue, scheduler: scheduler),
            directory: directory,
            looks: looks
        )
    }

    private func finished(_ printer: PrinterID) {
        lanes.remove(printer)
        // A job may have arrived while the lane was closing.
        queue.work.signal()
    }

    private nonisolated func runRetention() async throws {
        while !Task.isCancelled {
            if preferences.problem != nil {
                log.warning(
                    "settings.json is invalid; until it is valid, the history keeps every job"
                )
            }
            await forgetOldJobs()
            await removeOldDocuments()
            await removeOldPreviews()
            // Canceled at the end of the service.
            try? await clock.sleep(for: .seconds(600))
        }
    }

    nonisolated func forgetOldJobs() async {
        do {
            // In small transactions, so that other changes do not wait long.
            guard let age = preferences.keepJobs else { return }
            while try await queue.store.forgetJobs(olderThan: age, limit: 200) > 0 {}
        } catch {
            log.warning("cannot remove old jobs", metadata: ["error": "\(error)"])
        }
    }

    nonisolated func removeOldDocuments() async {
        do {
            var gone = try await queue.store.forgetUnused(olderThan: configuration.keepUnused)
            if let age = preferences.keepDocuments {
                gone += try await queue.store.retireDocuments(olderThan: age)
            }
            for id in gone {
                await spool.remove(id)
                await pages.forget(document: id)
            }
        } catch {
            log.warning("cannot remove old documents", metadata: ["error": "\(error)"])
        }
    }

    /// Whether there is a job that is not final.
    public nonisolated func hasActiveJobs() async throws -> Bool {
        try await queue.store.hasActive()
    }

    /// The number of jobs that are not final.
    public nonisolated func activeJobs() async throws -> Int {
        try await queue.store.activeCount()
    }
}
