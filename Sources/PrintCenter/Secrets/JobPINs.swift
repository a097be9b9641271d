package import PrintModel

/// The PINs of jobs that their printers do not have yet: in memory, and in the secret store of the
/// desktop if there is one.
package actor JobPINs {
    private let store: (any SecretStore)?
    /// How long a job waits for a store that asks the user to unlock it.
    private let patience: Duration
    /// Called when a PIN is found in the store after the wait for it was over.
    private let whenFound: @Sendable () -> Void
    private var pins: [SubmissionID: String] = [:]
    /// The pending look-ups in the store.
    private var recalls: [SubmissionID: Task<Void, Never>] = [:]
    /// The jobs whose PIN the store does not have.
    private var unknown: Set<SubmissionID> = []

    /// Creates an empty list, which keeps PINs in a store, too.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - patience: How long a job waits for a store that asks the user to unlock it.
    ///   - whenFound: Called when a PIN is found in the store after the wait for it was over.
    package init(
        store: (any SecretStore)? = nil,
        patience: Duration = .seconds(2),
        whenFound: @escaping @Sendable () -> Void = {}
    ) {
        self.store = store
        self.patience = patience
        self.whenFound = whenFound
    }

    /// Keeps the PIN of a job until the printer has the job.
    package func keep(_ pin: String, of job: SubmissionID) {
        pins[job] = pin
        guard let store else { return }
        // The job does not wait for a store that asks the user to unlock it.
        Task {
            await store.keep(pin, .job, of: job.rawValue, label: "PIN of a print job")
            // The printer may have the job by now.
            if self.pins[job] == nil { await store.forget(.job, of: job.rawValue) }
        }
    }

    /// Returns the PIN of a job; `nil` if the user has to enter it again.
    ///
    /// A store that the user has to unlock is asked, and not awaited for long.
    func pin(of job: SubmissionID) async -> String? {
        if let pin = pins[job] { return pin }
        guard let store, !unknown.contains(job) else { return nil }
        let recall =
            recalls[job]
            ?? Task {
                self.recalled(await store.find(.job, of: job.rawValue), of: job)
            }
        recalls[job] = recall
        _ = await value(of: recall, within: patience)
        return pins[job]
    }

    private func recalled(_ pin: String?, of job: SubmissionID) {
        recalls[job] = nil
        guard let pin else {
            unknown.insert(job)
            return
        }
        pins[job] = pins[job] ?? pin
        whenFound()
    }

    /// Forgets the PIN of a job that the printer has, or that has ended.
    func forget(_ job: SubmissionID) {
        pins[job] = nil
        unknown.remove(job)
        guard let store else { return }
        Task { await store.forget(.job, of: job.rawValue) }
    }
}
