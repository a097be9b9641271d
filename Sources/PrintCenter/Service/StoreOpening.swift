import Glibc
import Logging
import PrintModel

/// Opens the queue where the settings say that it is: in a file of the state folder, or in a database.
struct StoreOpening {
    let configuration: PrintService.Configuration
    let log: Logger

    private var file: String { configuration.stateFolder + "/queue.sqlite" }
    private var preferences: Preferences {
        Preferences(folder: configuration.settingsFolder, environment: [:])
    }

    /// The file that says that the documents of a folder belong to a queue in a database.
    private func identity(in folder: String) -> QueueIdentity {
        QueueIdentity(path: folder + "/queue.database")
    }

    /// The file that says that the queue is in a database, and its documents in another folder.
    private var note: QueueIdentity {
        QueueIdentity(path: configuration.stateFolder + "/queue.elsewhere")
    }

    /// Returns the store.
    ///
    /// - Parameter folder: The folder of the spool, which becomes the one that the settings name.
    /// - Returns: The store.
    /// - Throws: ``StoreLostError``, ``StoreNewerError``, ``StoreError``, or ``DatabaseProblem``.
    func open(documentsIn folder: inout String) throws -> any JobStore & DeviceStore {
        guard let address = try address() else { return try openFile() }
        let shared = preferences.documents
        if let shared {
            try check(shared)
            folder = shared
        }
        let spool = folder + "/spool"
        let placeFile = QueueIdentity(path: configuration.stateFolder + "/queue.host")
        let place = placeFile.id ?? QueueIdentity.newID()
        let store = try PostgresJobStore(
            try DatabaseAddress(address),
            host: HostIdentity(
                name: preferences.host ?? HostIdentity.computerName,
                place: place,
                near: preferences.near
            ),
            // In a folder that hosts share, this file is also what shows that it is the same one.
            identity: identity(in: folder),
            former: [note] + (shared == nil ? [] : [identity(in: configuration.stateFolder)]),
            // Before, the start may fail, and leaves the folders as they are.
            onConfirmed: { try placeFile.keep(place) },
            // Opening the spool reports that it cannot be read.
            documents: { (try? Spool.documents(in: spool)) ?? 0 },
            journal: ReleaseJournal(folder: folder + "/releases", isShared: shared != nil),
            log: log,
            onEnd: end
        )
        if shared != nil { try identity(in: folder).copy(to: note) }
        return store
    }

    /// The database that the settings name.
    private func address() throws(DatabaseProblem) -> String? {
        let identity = identity(in: configuration.stateFolder)
        let wasThere = identity.id != nil || note.id != nil
        let found: String?
        do {
            found = try preferences.store
        } catch {
            // The error is reported by the service once it runs.
            found = nil
        }
        // Another queue in the place of the one that had the jobs would lose them in silence.
        guard found != nil || !wasThere else {
            throw .unset(path: identity.id == nil ? note.path : identity.path)
        }
        guard let found else { return nil }
        if !wasThere { try checkThatFileIsDone() }
        return found
    }

    /// Checks a folder that the settings name for documents.
    ///
    /// It is not made: its disk may not be mounted.
    private func check(_ folder: String) throws(DatabaseProblem) {
        guard folder.hasPrefix("/") else { throw .folder(path: folder, reason: .relative) }
        var facts = stat()
        guard unsafe stat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
            throw .folder(path: folder, reason: .missing)
        }
        guard facts.st_uid == geteuid() else {
            throw .folder(path: folder, reason: .ofUser(facts.st_uid))
        }
        guard facts.st_mode & 0o077 == 0 else {
            throw .folder(path: folder, reason: .notPrivate)
        }
    }

    /// Refuses to leave jobs in the file.
    private func checkThatFileIsDone() throws(DatabaseProblem) {
        // A file that cannot be read now can be read later, by a service that uses it.
        let count = SQLiteJobStore.activeCount(in: file)
        if count > 0 { throw .jobsInFile(count) }
    }

    private func openFile() throws -> any JobStore & DeviceStore {
        let spool = configuration.stateFolder + "/spool"
        if let folder = preferences.documents {
            throw DatabaseProblem.folder(path: folder, reason: .withoutStore)
        }
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
