import PrintModel

/// Makes the pages of jobs while they are being queued, so that an idle printer does not wait for them.
///
/// A key may come with another request at the same time: the first one makes the file, and the pages
/// count only for a job of the same plan and document.
actor PagesInAdvance {
    private struct Pages {
        let plan: PrintPlan?
        let document: DocumentFacts?
        let making: Task<Bool, Never>
        /// Whether they were made; `nil` while they are being made.
        var isMade: Bool?

        func isFor(_ record: JobRecord) -> Bool {
            plan == record.job.plan && document == record.job.document
        }
    }

    private var pages: [String: Pages] = [:]

    /// Begins to make the pages of a job.
    ///
    /// - Parameters:
    ///   - record: The job.
    ///   - make: Writes the file, and returns whether it is there.
    func begin(_ record: JobRecord, by make: @escaping @Sendable () async -> Bool) {
        let name = record.preparedName
        guard pages[name] == nil else { return }
        let making = Task {
            let isMade = await make()
            note(name, isMade)
            return isMade
        }
        pages[name] = Pages(plan: record.job.plan, document: record.job.document, making: making)
    }

    /// Returns whether the pages of a job have been made, once they are no longer being made.
    func isDone(_ record: JobRecord) async -> Bool {
        guard let made = pages[record.preparedName] else { return false }
        // Pages for another request must not replace those that the delivery makes meanwhile.
        let isMade = await made.making.value
        return isMade && made.isFor(record)
    }

    /// Returns whether the pages of a job are being made, or have been.
    func areBegun(_ record: JobRecord) -> Bool {
        guard let made = pages[record.preparedName] else { return false }
        return made.isMade != false && made.isFor(record)
    }

    private func note(_ name: String, _ isMade: Bool) { pages[name]?.isMade = isMade }

    /// Forgets the pages of a job, once they are no longer being made.
    func forget(_ name: String) async {
        _ = await pages.removeValue(forKey: name)?.making.value
    }
}
