package import FoundationEssentials
package import PrintCenter
package import PrintModel

/// A store of the queue that keeps everything in memory.
///
/// It passes the conformance suite of ``JobStore``, but for what is on disk after a crash.
package actor InMemoryJobStore: JobStore {
    struct Document {
        var facts: DocumentFacts
        let key: String
        let created: Date
        var isSpooled = true
    }

    struct Job {
        var record: JobRecord
        let key: String
        let request: String
    }

    struct Event {
        let sequence: Int
        let at: Date
        let job: PrintJob
    }

    private let clock: any ServiceClock
    var documents: [Document] = []
    var jobs: [Job] = []
    var events: [Event] = []
    private var lastJob = 0
    private var lastSequence = 0
    private var failure: (any Error)?
    private var isAway = false

    /// Makes an empty store.
    package init(clock: any ServiceClock = SystemClock()) {
        self.clock = clock
    }

    /// Makes every change fail from now on; `nil` ends that.
    package func failChanges(with error: (any Error)?) {
        failure = error
    }

    /// Makes every change and each look of a lane fail, as while a database cannot be reached; `nil` ends that.
    package func setAway(with error: (any Error)?) {
        isAway = error != nil
        failure = error
    }

    func checkAway() throws {
        if isAway, let failure { throw failure }
    }

    private func checkFailure() throws {
        if let failure { throw failure }
    }

    func index(of id: JobID) -> Int? { jobs.firstIndex { $0.record.job.id == id } }

    // MARK: Documents

    package func keep(_ document: DocumentFacts, key: String) throws -> DocumentFacts {
        try checkFailure()
        if let before = documents.first(where: { $0.key == key }) { return before.facts }
        documents.append(Document(facts: document, key: key, created: clock.now))
        return document
    }

    package func document(key: String) -> DocumentFacts? {
        documents.first { $0.key == key }?.facts
    }

    package func document(_ id: String) -> DocumentFacts? {
        documents.first { $0.facts.id == id }?.facts
    }

    package func replace(_ document: DocumentFacts) throws {
        try checkFailure()
        guard let index = documents.firstIndex(where: { $0.facts.id == document.id }) else {
            return
        }
        documents[index].facts = document
    }

    package func forget(document id: String) throws -> Bool {
        try checkFailure()
        guard !isUsed(id), document(id) != nil else { return false }
        documents.removeAll { $0.facts.id == id }
        return true
    }

    private func isUsed(_ id: String?) -> Bool {
        jobs.contains { $0.record.job.document?.id == id }
    }

    // MARK: Jobs

    package func job(key: String) -> JobRecord? { jobs.first { $0.key == key }?.record }

    package func job(_ id: JobID) -> JobRecord? { index(of: id).map { jobs[$0].record } }

    package func submit(
        _ record: JobRecord,
        key: String,
        request: String,
        with document: DocumentFacts?
    ) throws -> SubmissionOutcome {
        try checkFailure()
        if let before = jobs.first(where: { $0.key == key }) {
            return before.request == request ? .existing(before.record) : .keyReused
        }
        let submissions = jobs.map(\.record.job.submission)
        guard !submissions.contains(record.job.submission) else { return .keyReused }
        if let document {
            _ = try keep(document, key: document.id ?? key)
        } else if let id = record.job.document?.id {
            guard documents.contains(where: { $0.facts.id == id && $0.isSpooled }) else {
                return .documentGone
            }
        }
        lastJob += 1
        var record = record
        record.receive(JobID(rawValue: lastJob))
        jobs.append(Job(record: record, key: key, request: request))
        add(record.job)
        return .new(record)
    }

    package func record(_ record: JobRecord, under lease: LaneLease?) throws -> JobRecord {
        try checkFailure()
        guard let id = record.job.id, let before = job(id) else { return record }
        if before.job.state.isFinal || before.revision != record.revision { return before }
        var record = record
        record.delivery.cancelRequested =
            record.delivery.cancelRequested || before.delivery.cancelRequested
        record.delivery.cancelRequestedAt =
            record.delivery.cancelRequestedAt ?? before.delivery.cancelRequestedAt
        guard record.differs(from: before) else { return before }
        replace(before, by: record)
        return record
    }

    package func change(
        _ id: JobID,
        by body: @escaping @Sendable (JobRecord) throws -> JobRecord
    ) throws -> JobRecord? {
        try checkFailure()
        guard let before = job(id) else { return nil }
        var after = try body(before)
        guard after != before else { return before }
        after.revision = before.revision + 1
        replace(before, by: after)
        return after
    }

    package func requestCancel(_ ids: [JobID], at date: Date) throws -> [JobRecord] {
        try checkFailure()
        return ids.compactMap { id in
            guard let before = job(id), !before.job.state.isFinal else { return nil }
            let after = before.canceling(at: date)
            replace(before, by: after)
            return after
        }
    }

    private func replace(_ before: JobRecord, by after: JobRecord) {
        guard before != after, let id = before.job.id, let index = index(of: id) else { return }
        jobs[index].record = after
        if after.job.looksDifferent(from: before.job) { add(after.job) }
    }

    private func add(_ job: PrintJob) {
        lastSequence += 1
        events.append(Event(sequence: lastSequence, at: job.updatedAt, job: job))
    }

    package func lastEvent() -> Int { lastSequence }

    // MARK: Retention

    package func spooledNames(preparedAmong files: [String]) -> Set<String> {
        let names = documents.filter(\.isSpooled).compactMap(\.facts.id)
        return Set(names).union(Set(active().map(\.lastingName)).intersection(files))
    }

    package func forgetUnused(olderThan age: Duration) throws -> [String] {
        try checkFailure()
        let limit = clock.now - Double(age.components.seconds)
        let gone = documents.filter { $0.created < limit && !isUsed($0.facts.id) }
        documents.removeAll { document in gone.contains { $0.facts.id == document.facts.id } }
        return gone.compactMap(\.facts.id)
    }

    package func retireDocuments(olderThan age: Duration) throws -> [String] {
        try checkFailure()
        let limit = clock.now - Double(age.components.seconds)
        var gone: [String] = []
        for index in documents.indices where documents[index].isSpooled {
            let id = documents[index].facts.id
            let users = jobs.filter { $0.record.job.document?.id == id }
            let areOver = users.allSatisfy {
                $0.record.job.finishedAt.map { $0 < limit } ?? false
            }
            guard !users.isEmpty, areOver else { continue }
            documents[index].isSpooled = false
            if let id { gone.append(id) }
        }
        return gone
    }

    package func retire(document id: String, of job: JobID) throws -> Bool {
        try checkFailure()
        let users = jobs.map(\.record.job).filter { $0.document?.id == id }
        guard users.allSatisfy({ $0.id == job && $0.finishedAt != nil }),
            let index = documents.firstIndex(where: { $0.facts.id == id && $0.isSpooled })
        else { return false }
        documents[index].isSpooled = false
        return true
    }

    package func forgetJobs(olderThan age: Duration, limit count: Int) throws -> Int {
        try checkFailure()
        let limit = clock.now - Double(age.components.seconds)
        let old = jobs.map(\.record.job).filter { $0.finishedAt.map { $0 < limit } ?? false }
            .sorted { ($0.finishedAt ?? .distantPast) < ($1.finishedAt ?? .distantPast) }
            .prefix(count).compactMap(\.id)
        jobs.removeAll { $0.record.job.id.map(old.contains) ?? false }
        events.removeAll { $0.job.id.map(old.contains) ?? false }
        return old.count
    }
}
