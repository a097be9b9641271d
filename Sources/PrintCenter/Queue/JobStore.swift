package import FoundationEssentials
public import PrintModel

/// A job with what its delivery has to remember.
package struct JobRecord: Sendable, Equatable {
    /// The job as people see it.
    package var job: PrintJob
    /// How far its delivery is.
    package var delivery: Delivery
    /// How often the user has changed it.
    package var revision = 0

    /// Joins a job and its delivery.
    package init(job: PrintJob, delivery: Delivery = Delivery()) {
        self.job = job
        self.delivery = delivery
    }

    /// How urgent it is, from 1 to 100.
    package var priority: Int { job.plan?.priority ?? job.ticket.priority ?? 50 }
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
    /// The document has left the spool.
    case documentGone
}

/// The jobs of one printer that its lane has to look at now.
package struct LaneJobs: Sendable {
    /// Those that the scheduler may have, and those that are to be canceled; oldest first.
    package var underWay: [JobRecord]
    /// The first of those that wait for their turn: the most urgent, and of these the oldest.
    package var next: [JobRecord]
    /// When the next hold ends by itself.
    package var nextHoldEnds: Date?

    /// Whether there is nothing to do until somebody wants something.
    package var isEmpty: Bool { underWay.isEmpty && next.isEmpty && nextHoldEnds == nil }
}

/// Some jobs of a list, in one piece: ten thousand pieces of their own would cost more than they hold.
package struct ListedJobs: Sendable {
    /// Their numbers, in order.
    package private(set) var ids: [JobID] = []
    /// The jobs in JSON, as they are told, separated by commas.
    package private(set) var json: [UInt8] = []
    /// Where in `json` each ends.
    private var ends: [Int] = []

    /// The JSON of each.
    package var each: [ArraySlice<UInt8>] {
        var start = 0
        return ends.map { end in
            defer { start = end + 1 }
            return json[start..<end]
        }
    }

    mutating func append(_ id: JobID, _ job: some Sequence<UInt8>) {
        if !ids.isEmpty { json.append(UInt8(ascii: ",")) }
        json.append(contentsOf: job)
        ids.append(id)
        ends.append(json.count)
    }
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
    /// The names of all files that belong in the spool: documents, and prepared documents of jobs
    /// that are not final.
    func spooledNames() async throws -> Set<String>
    /// Notes that the documents of jobs that ended longer ago than `age` leave the spool; their
    /// ids. What is known of them stays.
    func retireDocuments(olderThan age: Duration) async throws -> [String]
    /// Forgets jobs that ended longer ago than `age`, with their events and keys; how many, at most
    /// `limit` at once. A document that was theirs alone is unused from then on.
    func forgetJobs(olderThan age: Duration, limit: Int) async throws -> Int

    /// The job that a key made before.
    func job(key: String) async throws -> JobRecord?
    /// Queues a job; its number is given here. The same key twice gives the first.
    ///
    /// - Parameters:
    ///   - record: The job.
    ///   - key: The idempotency key.
    ///   - request: What was asked for, to be compared where the key comes again.
    ///   - document: The facts of its document where that is new, to be kept with it as one.
    /// - Returns: What became of it.
    /// - Throws: What the store cannot do now.
    func submit(
        _ record: JobRecord,
        key: String,
        request: String,
        with document: DocumentFacts?
    ) async throws -> Submitted
    /// Writes down a step of a job's delivery, and tells it as an event where people can see it.
    ///
    /// A request to cancel that came in the meantime stays, and a job that has ended does not
    /// change any more. A step that was taken from what the user has changed since is not written
    /// at all: to whoever takes the steps that is as if a crash had come before it. What stands
    /// then is returned.
    func record(_ record: JobRecord) async throws -> JobRecord
    /// Changes a job as the user wants it, in one transaction; `nil` where there is none.
    func change(
        _ id: JobID,
        by body: @escaping @Sendable (JobRecord) throws -> JobRecord
    ) async throws -> JobRecord?
    /// Notes that the user wants jobs canceled, in one transaction; those that have ended already are
    /// left out.
    ///
    /// A job that nobody else knows of ends with it.
    func requestCancel(_ ids: [JobID], at date: Date) async throws -> [JobRecord]
    /// One job.
    func job(_ id: JobID) async throws -> JobRecord?
    /// The jobs that are not final, oldest first.
    func active() async throws -> [JobRecord]
    /// The numbers of the jobs that are not final, of one printer or of all, oldest first.
    func activeNumbers(on printer: PrinterID?) async throws -> [JobID]
    /// The printers that have a job which can go on by itself.
    func printersAtWork() async throws -> [PrinterID]
    /// What the lane of a printer has to look at now; at most `limit` jobs that wait.
    func lane(of printer: PrinterID, at date: Date, limit: Int) async throws -> LaneJobs
    /// The printer's own ids of jobs that are known to be ours, of the newest jobs.
    func deviceJobs(on printer: PrinterID) async throws -> Set<Int>
    /// The jobs that have ended since a date, at most `limit` of the newest.
    func ended(since date: Date, limit: Int) async throws -> [JobRecord]
    /// The newest jobs of a printer that have ended.
    func ended(on printer: PrinterID, limit: Int) async throws -> [JobRecord]
    /// Which of these submissions are jobs of ours that have ended.
    func ended(submissions: [SubmissionID]) async throws -> Set<SubmissionID>
    /// How many jobs are not final.
    func activeCount() async throws -> Int
    /// The oldest of the newest jobs, so many of them; `nil` where there are fewer.
    func firstListed(ofNewest limit: Int) async throws -> JobID?
    /// Jobs as they stand in JSON, oldest first; reading ten thousand takes milliseconds.
    ///
    /// The filter's user is for the caller to look at: all jobs here are one user's.
    func list(
        _ filter: JobFilter,
        from first: JobID,
        limit: Int
    ) async throws -> ListedJobs
    /// Which of these submissions are ours.
    func known(submissions: [SubmissionID]) async throws -> Set<SubmissionID>
    /// The dated story of a job.
    func story(of id: JobID) async throws -> [StoryEntry]

    /// The jobs named, or those that are not final, and the place of the last event, as of one
    /// moment.
    func snapshot(of ids: [JobID]?) async throws -> (jobs: [PrintJob], sequence: Int)
    /// The place of the last event that there ever was; 0 before the first.
    func lastEvent() async throws -> Int
    /// Whether no event after a place has been forgotten, and the place is one of this store.
    func hasAllEvents(after sequence: Int) async throws -> Bool
    /// The events after a place, oldest first, at most `limit`.
    func events(after sequence: Int, limit: Int) async throws -> [JobEvent]
}

extension JobStore {
    /// Notes that the user wants a job canceled; `nil` where it has ended already.
    package func requestCancel(_ id: JobID, at date: Date) async throws -> JobRecord? {
        try await requestCancel([id], at: date).first
    }

    /// Jobs as they stand in JSON, oldest first.
    ///
    /// With `all` those that have ended too.
    package func list(
        all: Bool,
        printer: PrinterID?,
        from first: JobID,
        limit: Int
    ) async throws -> ListedJobs {
        try await list(JobFilter(all: all, printer: printer), from: first, limit: limit)
    }
}
