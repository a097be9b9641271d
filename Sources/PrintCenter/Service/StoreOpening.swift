import Logging
import PrintModel

/// Opens the queue where the settings say that it is: in a file of the state folder, or in a database.
struct StoreOpening {
    let configuration: PrintService.Configuration
    let log: Logger

    private var file: String { configuration.stateFolder + "/queue.sqlite" }
    private var spool: String { configuration.stateFolder + "/spool" }
    /// The file that says that the documents of the folder belong to a queue in a database.
    private var identity: QueueIdentity {
        QueueIdentity(path: configuration.stateFolder + "/queue.database")
    }

    /// Returns the store.
    ///
    /// - Throws: ``StoreLostError``, ``StoreNewerError``, ``StoreError``, or ``DatabaseProblem``.
    func open() throws -> any JobStore & DeviceStore {
        guard let address = try address() else { return try openFile() }
        let store = try PostgresJobStore(
            try DatabaseAddress(address),
            identity: identity,
            // Opening the spool reports that it cannot be read.
            documents: { [spool] in (try? Spool.documents(in: spool)) ?? 0 },
            log: log,
            onDoubt: end
        )
        return store
    }

    /// The database that the settings name.
    private func address() throws(DatabaseProblem) -> String? {
        let preferences = Preferences(folder: configuration.settingsFolder, environment: [:])
        let found: String?
        do {
            found = try preferences.store
        } catch {
            // The error is reported by the service once it runs.
            found = nil
        }
        // Another queue in the place of the one that had the jobs would lose them in silence.
        guard found != nil || identity.id == nil else { throw .unset(path: identity.path) }
        guard let found else { return nil }
        if identity.id == nil { try checkThatFileIsDone() }
        return found
    }

    /// Refuses to leave jobs in the file.
    private func checkThatFileIsDone() throws(DatabaseProblem) {
        // A file that cannot be read now can be read later, by a service that uses it.
        let count = SQLiteJobStore.activeCount(in: file)
        if count > 0 { throw .jobsInFile(count) }
    }

    private func openFile() throws -> any JobStore & DeviceStore {
        try StoreLostError.check(file, spool: spool)
        return try SQLiteJobStore(path: file, onDoubt: end)
    }

    /// Ends the program, whose next start reads what is there.
    private var end: @Sendable (StoreError) -> Void {
        { [log, endInDoubt = configuration.endInDoubt] error in
            let words =
                error.code == .taken
                ? "another service has taken the queue; this one exits"
                : "a sync of the queue failed, so its last change may or may not be on disk; the service exits, and its next start reads what is there"
            log.critical("\(words)", metadata: ["error": "\(error)"])
            endInDoubt()
        }
    }
}
