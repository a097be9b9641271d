package import FoundationEssentials
package import PrintModel

/// The durable store of the queue, in terms of the queue (submit, record, cancel), not of tables.
///
/// Every method that changes something returns once the change is on disk.
/// Another store has to pass the same conformance suite.
package protocol JobStore: Sendable {
    /// Stores the facts of a document in the spool; returns the earlier ones for the same key.
    func keep(_ document: DocumentFacts, key: String) async throws -> DocumentFacts
    /// Returns the document of an idempotency key.
    func document(key: String) async throws -> DocumentFacts?
    /// Returns the facts of a document.
    func document(_ id: String) async throws -> DocumentFacts?
    /// Replaces the facts of a document.
    func replace(_ document: DocumentFacts) async throws
    /// Removes a document unless a job uses it; returns whether it did.
    func forget(document id: String) async throws -> Bool
    /// Removes documents older than `age` that no job uses; returns their ids.
    func forgetUnused(olderThan age: Duration) async throws -> [String]
    /// Returns the names of all documents in the spool, and which of the given files are prepared documents of jobs that are
    /// not final.
    func spooledNames(preparedAmong files: [String]) async throws -> Set<String>
    /// Records that the documents of jobs that ended longer ago than `age` leave the spool; returns
    /// their ids. The facts of these documents stay.
    func retireDocuments(olderThan age: Duration) async throws -> [String]
    /// Records that a document leaves the spool at once, unless another job than this one has it; returns whether it does.
    func retire(document id: String, of job: JobID) async throws -> Bool
    /// Removes up to `limit` jobs that ended longer ago than `age`, with their events and keys; returns
    /// how many. A document that no other job uses is unused from then on.
    func forgetJobs(olderThan age: Duration, limit: Int) async throws -> Int

    /// Returns the job of an idempotency key.
    func job(key: String) async throws -> JobRecord?
    /// Queues a job and gives it a number; returns the earlier job for the same key.
    ///
    /// - Parameters:
    ///   - record: The job.
    ///   - key: The idempotency key.
    ///   - request: The request, which must be the same where the key is used again.
    ///   - document: The facts of a new document, stored in the same transaction.
    /// - Returns: The outcome.
    /// - Throws: ``StoreError``.
    func submit(
        _ record: JobRecord,
        key: String,
        request: String,
        with document: DocumentFacts?
    ) async throws -> SubmissionOutcome
    /// Stores a step of a delivery, with an event where people see the change.
    ///
    /// A cancel that was requested meanwhile stays, and a job that has ended does not change. The store
    /// rejects a step that is based on a revision before the last change of the user, as if a crash had
    /// come before the step. It returns the job as it is then. A step that changes nothing but the date
    /// of the last change is not stored.
    ///
    /// - Parameters:
    ///   - record: The job after the step.
    ///   - lease: The lane of the job, where several hosts share the queue.
    /// - Returns: The job as it is stored.
    /// - Throws: ``StoreError``; with `stale`, another host has the lane, and nothing was changed.
    func record(_ record: JobRecord, under lease: LaneLease?) async throws -> JobRecord
    /// Changes a job for the user, in one transaction; returns `nil` if there is no such job.
    func change(
        _ id: JobID,
        by body: @escaping @Sendable (JobRecord) throws -> JobRecord
    ) async throws -> JobRecord?
    /// Records that the user cancels jobs, in one transaction, except for jobs that have ended.
    ///
    /// A job that the scheduler cannot have yet ends at once.
    func requestCancel(_ ids: [JobID], at date: Date) async throws -> [JobRecord]
    /// Returns a job.
    func job(_ id: JobID) async throws -> JobRecord?
    /// Returns the jobs that are not final, oldest first: a queue may have hundreds of thousands of them.
    func active() async throws -> [JobRecord]
    /// Returns the jobs that are not final and that the scheduler or the printer may have, or that are to be canceled; oldest
    /// first.
    func underWay() async throws -> [JobRecord]
    /// Returns the numbers of the jobs that are not final, of one printer or of all, oldest first.
    func activeNumbers(on printer: PrinterID?) async throws -> [JobID]
    /// Returns the printers that have a job which need not wait for its user.
    func printersAtWork() async throws -> [PrinterID]
    /// Returns the jobs for the lane of a printer, with up to `limit` jobs that wait for their turn.
    func lane(of printer: PrinterID, at date: Date, limit: Int) async throws -> LaneJobs
    /// Returns the `job-id`s that the newest jobs are known to have on the printer itself.
    func deviceJobs(on printer: PrinterID) async throws -> TakenNumbers
    /// Returns the printers of the 200 newest jobs with the types of their documents, each pair once, the
    /// last one first.
    func usedPrinters() async throws -> [UsedPrinter]
    /// Returns up to `limit` jobs that have ended since a date, latest first.
    func ended(since date: Date, limit: Int) async throws -> [JobRecord]
    /// Returns up to `limit` of the newest jobs of a printer that have ended.
    func ended(on printer: PrinterID, limit: Int) async throws -> [JobRecord]
    /// Returns the given submissions whose jobs have ended.
    func ended(submissions: [SubmissionID]) async throws -> Set<SubmissionID>
    /// Whether there is a job that is not final.
    func hasActive() async throws -> Bool
    /// Returns the number of jobs that are not final.
    func activeCount() async throws -> Int
    /// Returns the number of jobs that are not final, match a filter, and are listed after a job.
    func activeCount(_ filter: JobFilter, after job: JobID) async throws -> Int
    /// Returns how many active jobs each printer has at each stage, without those that have none.
    func depths(at date: Date) async throws -> Set<QueueDepth>
    /// Returns the oldest of the `limit` newest jobs; `nil` if there are fewer.
    func firstListed(ofNewest limit: Int) async throws -> JobID?
    /// Returns the stored JSON of jobs, oldest first; ten thousand of them take milliseconds.
    ///
    /// The caller checks the user of the filter: all jobs in a store belong to one user.
    func list(
        _ filter: JobFilter,
        from first: JobID,
        limit: Int
    ) async throws -> ListedJobs
    /// Returns the given submissions that the store has.
    func known(submissions: [SubmissionID]) async throws -> Set<SubmissionID>
    /// Returns the dated story of a job.
    func story(of id: JobID) async throws -> [StoryEntry]

    /// Returns the named jobs, and the sequence number of the last event, all of one moment.
    func snapshot(of ids: [JobID]) async throws -> (jobs: [PrintJob], sequence: Int)
    /// Returns the stored JSON of some of the jobs that are not final, oldest first, and the sequence number of the last event,
    /// all of one moment.
    func activePage(
        from first: JobID,
        limit: Int
    ) async throws -> (jobs: ListedJobs, sequence: Int)
    /// Returns the sequence number of the last event ever; 0 before the first.
    func lastEvent() async throws -> Int
    /// Whether the store still has all events after a sequence number of its own.
    func hasAllEvents(after sequence: Int) async throws -> Bool
    /// Returns up to `limit` events after a sequence number, oldest first.
    func events(after sequence: Int, limit: Int) async throws -> [JobEvent]
}

extension JobStore {
    /// Queues a job whose document, if it has one, is in the store already.
    package func submit(
        _ record: JobRecord,
        key: String,
        request: String
    ) async throws -> SubmissionOutcome {
        try await submit(record, key: key, request: request, with: nil)
    }

    /// Stores a step of a delivery where one host has the queue.
    package func record(_ record: JobRecord) async throws -> JobRecord {
        try await self.record(record, under: nil)
    }

    /// Records that the user cancels a job; returns `nil` if it has ended.
    package func requestCancel(_ id: JobID, at date: Date) async throws -> JobRecord? {
        try await requestCancel([id], at: date).first
    }

    /// Returns the stored JSON of jobs, oldest first; with `all` also of those that have ended.
    package func list(
        all: Bool,
        printer: PrinterID?,
        from first: JobID,
        limit: Int
    ) async throws -> ListedJobs {
        try await list(JobFilter(all: all, printer: printer), from: first, limit: limit)
    }
}
