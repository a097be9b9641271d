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
    }

    private var pages: [String: Pages] = [:]

    /// Begins to make the pages of a job.
    ///
    /// - Parameters:
    ///   - record: The job.
    ///   - make: Writes the file, and returns whether it is there.
    func begin(_ record: JobRecord, by make: @escaping @Sendable () async -> Bool) {
        guard pages[record.preparedName] == nil else { return }
        pages[record.preparedName] = Pages(
            plan: record.job.plan,
            document: record.job.document,
            making: Task { await make() }
        )
    }

    /// Returns whether the pages of a job have been made, once they are no longer being made.
    func isDone(_ record: JobRecord) async -> Bool {
        guard let made = pages[record.preparedName] else { return false }
        // Pages for another request must not replace those that the delivery makes meanwhile.
        let isMade = await made.making.value
        return isMade && made.plan == record.job.plan && made.document == record.job.document
    }

    /// Forgets the pages of a job, once they are no longer being made.
    func forget(_ name: String) async {
        _ = await pages.removeValue(forKey: name)?.making.value
    }
}
