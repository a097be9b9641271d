package import FoundationEssentials
public import PrintModel

/// A job with what its delivery has to remember.
package struct JobRecord: Sendable, Equatable {
    /// The job as people see it.
    package var job: PrintJob
    /// How far its delivery is.
    package var delivery: Delivery

    /// Joins a job and its delivery.
    package init(job: PrintJob, delivery: Delivery = Delivery()) {
        self.job = job
        self.delivery = delivery
    }
}

/// A change of a job, with its place in the order of all changes.
public struct JobEvent: Sendable, Equatable {
    /// The place: it only grows.
    public var sequence: Int
    /// The job after the change.
    public var job: PrintJob

    /// Joins a change and its place.
    public init(sequence: Int, job: PrintJob) {
        self.sequence = sequence
        self.job = job
    }
}

/// What a submission became.
package enum Submitted: Sendable, Equatable {
    /// A new job.
    case new(JobRecord)
    /// The job that this key made before.
    case existing(JobRecord)
    /// The key came before with another request.
    case keyReused
}

/// The durable memory of the queue, in the queue's words.
///
/// Every call that changes something returns when the change is on the disk.
/// Another store can stand behind it, and has to pass the same tests.
package protocol JobStore: Sendable {
    /// Keeps the facts of a document that lies in the spool; the same key twice gives the first.
    func keep(_ document: DocumentFacts, key: String) async throws -> DocumentFacts
    /// The document that a key made before.
    func document(key: String) async throws -> DocumentFacts?
    /// The facts of a document.
    func document(_ id: String) async throws -> DocumentFacts?
    /// Takes over new facts of a document that is there already.
    func replace(_ document: DocumentFacts) async throws
    /// Forgets a document that no job uses, and says whether it did.
    func forget(document id: String) async throws -> Bool
    /// Forgets documents that no job uses since before a date; their ids.
    func forgetUnused(olderThan age: Duration) async throws -> [String]
    /// The ids of all documents that lie in the spool.
    func spooledDocuments() async throws -> [String]
    /// Notes that the documents of jobs that ended longer ago than `age` leave the spool; their
    /// ids. What is known of them stays.
    func retireDocuments(olderThan age: Duration) async throws -> [String]

    /// The job that a key made before.
    func job(key: String) async throws -> JobRecord?
    /// Queues a job; its number is given here. The same key twice gives the first.
    func submit(_ record: JobRecord, key: String, request: String) async throws -> Submitted
    /// Writes down a change of a job, and tells it as an event where people can see it.
    ///
    /// What came in the meantime is kept: a request to cancel stays, and a job
    /// that has ended does not change any more. What stands then is returned.
    func record(_ record: JobRecord) async throws -> JobRecord
    /// Notes that the user wants a job canceled; `nil` where it has ended already.
    ///
    /// A job that nobody else knows of ends with it.
    func requestCancel(_ id: JobID, at date: Date) async throws -> JobRecord?
    /// One job.
    func job(_ id: JobID) async throws -> JobRecord?
    /// The jobs that are not final, oldest first.
    func active() async throws -> [JobRecord]
    /// The jobs of a printer that are not final, oldest first.
    func active(on printer: PrinterID) async throws -> [JobRecord]
    /// The printer's own ids of jobs that are known to be ours, of the newest jobs.
    func deviceJobs(on printer: PrinterID) async throws -> Set<Int>
    /// How many jobs are not final.
    func activeCount() async throws -> Int
    /// All jobs, oldest first, at most `limit` of the newest.
    func history(limit: Int) async throws -> [JobRecord]
    /// The dated story of a job.
    func story(of id: JobID) async throws -> [StoryEntry]

    /// The jobs named, or those that are not final, and the place of the last event, as of one
    /// moment.
    func snapshot(of ids: [JobID]?) async throws -> (jobs: [PrintJob], sequence: Int)
    /// The events after a place, oldest first, at most `limit`.
    func events(after sequence: Int, limit: Int) async throws -> [JobEvent]
}
