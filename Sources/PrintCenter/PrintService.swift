import Failpoints
import FoundationEssentials
import Glibc
public import Logging
import PrintModel

/// The printing service of one user: printers, documents and the queue.
///
/// It answers and remembers; ``run()`` brings the jobs to their printers. What
/// was answered survives any crash: an answer leaves when it is on the disk.
public actor PrintService {
    /// Where the service keeps its things, and for whom it works.
    public struct Configuration: Sendable {
        /// The folder of store and spool.
        public var stateFolder: String
        /// The name of the user whose jobs these are.
        public var user: String
        /// The folder of the user's settings; `nil` keeps none.
        public var settingsFolder: String?
        /// The variables of the user's surroundings; `HOME` says where `lpoptions` are kept.
        public var environment: [String: String] = [:]
        /// How long a document stays that no job uses.
        public var keepUnused = Duration.seconds(3600)

        /// Ends the program when a failed sync leaves a doubt about what is on the disk; a client that
        /// got no answer asks the next one.
        public var endInDoubt: @Sendable () -> Never = { exit(74) }

        /// Names the folder and the user.
        public init(stateFolder: String, user: String) {
            self.stateFolder = stateFolder
            self.user = user
        }
    }

    nonisolated let configuration: Configuration
    nonisolated let queue: JobQueue
    nonisolated let spool: Spool
    nonisolated let preparer: any DocumentPreparer
    nonisolated let scheduler: Scheduler
    nonisolated let preferences: Preferences
    /// The printers.
    public nonisolated let directory: PrinterDirectory
    nonisolated let log: Logger
    /// The sheets that are shown before they are printed.
    nonisolated let previews = SheetPreviews()
    private var lanes: Set<PrinterID> = []
    /// The last unlocking of each document that is not over yet.
    var unlocks: [String: Task<DocumentFacts, any Error>] = [:]

    /// Opens store and spool, and removes what a crash has left behind.
    ///
    /// The folder must be there already.
    public init(
        configuration: Configuration,
        preparer: any DocumentPreparer,
        log: Logger
    ) async throws {
        self.configuration = configuration
        self.preparer = preparer
        self.log = log
        let endInDoubt = configuration.endInDoubt
        try StoreIsLost.check(
            configuration.stateFolder + "/queue.sqlite",
            spool: configuration.stateFolder + "/spool"
        )
        let store = try SQLiteJobStore(path: configuration.stateFolder + "/queue.sqlite") {
            log.critical(
                "the disk did not take a change of the queue, and nobody knows how much of it is there; the service ends, and its next start reads what there is",
                metadata: ["error": "\($0)"]
            )
            endInDoubt()
        }
        queue = JobQueue(store: store)
        spool = try Spool(path: configuration.stateFolder + "/spool")
        scheduler = Scheduler()
        let preferences = Preferences(
            folder: configuration.settingsFolder,
            environment: configuration.environment
        )
        self.preferences = preferences
        directory = PrinterDirectory(
            scheduler: scheduler,
            preferredDefaults: { preferences.defaults }
        )

        failpoint(.startOpened)
        try await spool.settle { try await store.document($0)?.sha256 }
        let swept = try await spool.sweep(keeping: try await store.spooledNames())
        failpoint(.startSwept)
        if swept.removed > 0 { log.notice("removed \(swept.removed) files that belong to no job") }
        if swept.restored > 0 { log.notice("took \(swept.restored) documents back") }
        if swept.putAside > 0 {
            log.warning(
                "put \(swept.putAside) documents aside that belong to no job; they stay in the spool for a day"
            )
        }
    }

    /// Brings jobs to their printers until the task is canceled.
    public func run() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { [self] in try await keepHouse() }
            group.addTask { [self] in await tellDirectory() }
            group.addTask { [self] in await aftercare.run() }
            while !Task.isCancelled {
                let rings = queue.work.rings
                if let printers = try? await queue.store.printersAtWork() {
                    for printer in printers where !lanes.contains(printer) {
                        lanes.insert(printer)
                        group.addTask { [self] in
                            await lane(printer).run()
                            await finished(printer)
                        }
                    }
                }
                await queue.work.wait(after: rings, atMost: .seconds(10))
            }
            group.cancelAll()
        }
    }

    private nonisolated func lane(_ printer: PrinterID) -> PrinterLane {
        PrinterLane(
            printer: printer,
            deliverer: Deliverer(
                queue: queue,
                spool: spool,
                preparer: preparer,
                scheduler: scheduler
            ),
            directory: directory
        )
    }

    private nonisolated var aftercare: Aftercare {
        Aftercare(
            watch: SecondRunWatch(queue: queue, scheduler: scheduler),
            directory: directory
        )
    }

    private func finished(_ printer: PrinterID) {
        lanes.remove(printer)
        // A job may have come while the lane was closing.
        queue.work.ring()
    }

    private nonisolated func keepHouse() async throws {
        while !Task.isCancelled {
            if preferences.mistake != nil {
                log.warning("settings.json cannot be used; nothing leaves the history until it can")
            }
            await forgetOldJobs()
            await removeOldDocuments()
            await removeOldPreviews()
            // Cancelled at the end of the service.
            try? await Task.sleep(for: .seconds(600))
        }
    }

    private nonisolated func forgetOldJobs() async {
        do {
            // In small bites, so that nobody waits long for the store.
            guard let age = preferences.keepJobs else { return }
            while try await queue.store.forgetJobs(olderThan: age, limit: 200) > 0 {}
        } catch {
            log.warning("old jobs could not be forgotten", metadata: ["error": "\(error)"])
        }
    }

    private nonisolated func removeOldDocuments() async {
        do {
            var gone = try await queue.store.forgetUnused(olderThan: configuration.keepUnused)
            if let age = preferences.keepDocuments {
                gone += try await queue.store.retireDocuments(olderThan: age)
            }
            for id in gone { await spool.remove(id) }
        } catch {
            log.warning("old documents could not be removed", metadata: ["error": "\(error)"])
        }
    }

    /// How many jobs are not final.
    public nonisolated func activeJobs() async throws -> Int {
        try await queue.store.activeCount()
    }
}
