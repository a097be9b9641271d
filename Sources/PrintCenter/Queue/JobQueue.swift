import FoundationEssentials
import PrintModel
import Synchronization

/// The store and its change signals: every change of a job goes through the queue, which stores it
/// and then signals it.
struct JobQueue: Sendable {
    let store: any JobStore
    let clock: any ServiceClock
    /// Signals each change of any job.
    let changed: ChangeSignal
    /// Signals that there may be work for a lane, or for a new one.
    let work: ChangeSignal
    /// The lanes that run.
    let lanes: LaneSignals
    /// Counts the PINs and passwords that have become known.
    let secrets: ChangeSignal

    /// Counts submissions and ends.
    let meter = QueueMeter()
    /// Tells of submissions and ends; `nil` for a queue without a service.
    let log: JobLog?

    /// Creates a queue with a store.
    init(store: any JobStore, clock: any ServiceClock = SystemClock(), log: JobLog? = nil) {
        self.store = store
        self.clock = clock
        self.log = log
        changed = ChangeSignal(clock: clock)
        work = ChangeSignal(clock: clock)
        lanes = LaneSignals(clock: clock)
        secrets = ChangeSignal(clock: clock)
    }

    /// How long a stream of events waits for a database that is gone.
    private static let patience = Duration.seconds(20)

    /// Reads again and again while the database cannot be reached, for as long as a stream of events may wait: its reader
    /// would have to begin again.
    ///
    /// - Throws: What the last attempt throws.
    func patiently<Value: Sendable>(
        _ read: @Sendable () async throws -> Value
    ) async throws -> Value {
        let end = clock.uptime + Self.patience
        while true {
            do {
                return try await read()
            } catch let error as StoreError where error.code == .unreachable {
                guard clock.uptime < end else { throw error }
                try await clock.sleep(for: .milliseconds(500))
            }
        }
    }

    /// Has the jobs that wait for a PIN or a password tried again at once.
    func secretArrived() {
        secrets.signal()
        lanes.wakeAll()
        work.signal()
    }

    /// Has the lanes of printers look at their jobs.
    func wake(_ printers: some Sequence<PrinterID>) {
        lanes.wake(printers)
        work.signal()
    }

    /// Queues a job.
    func submit(
        _ record: JobRecord,
        key: String,
        request: String,
        with document: DocumentFacts? = nil
    ) async throws -> SubmissionOutcome {
        let answer = try await store.submit(record, key: key, request: request, with: document)
        meter.count(answer)
        if case .new(let record) = answer { log?.queued(record) }
        changed.signal()
        wake([record.job.printer])
        return answer
    }

    /// Stores a change with its dates, and merges the changes that the user has made meanwhile.
    ///
    /// - Parameters:
    ///   - record: The job, which becomes what is stored.
    ///   - lease: The lane of the job, where several hosts share the queue.
    /// - Throws: ``StoreError``.
    func record(_ record: inout JobRecord, under lease: LaneLease? = nil) async throws {
        // Until its end is on disk a job has not ended: its lane continues.
        var next = record
        if next.job.state.isFinal { next.finish(at: clock.now) }
        next.job.updatedAt = clock.now
        record = try await store.record(next, under: lease)
        // What the store returns otherwise is the job as it was.
        if next.job.state.isFinal, record == next { reportEnd(of: next) }
        changed.signal()
    }

    private func reportEnd(of record: JobRecord) {
        meter.countEnd(record.job.state)
        log?.ended(record)
    }

    /// Changes a job for the user; returns `nil` if there is no such job.
    func change(
        _ id: JobID,
        by body: @escaping @Sendable (JobRecord) throws -> JobRecord
    ) async throws -> JobRecord? {
        let date = clock.now
        let moved = Mutex<PrinterID?>(nil)
        let after = try await store.change(id) { before in
            moved.withLock { $0 = before.job.printer }
            var after = try body(before)
            if after != before { after.job.updatedAt = date }
            return after
        }
        changed.signal()
        wake([after?.job.printer, moved.withLock { $0 }].compactMap { $0 })
        return after
    }

    /// Records that the user cancels a job; returns `nil` if it has ended.
    func requestCancel(_ id: JobID) async throws -> JobRecord? {
        try await requestCancel([id]).first
    }

    /// Ends a job that is being canceled without waiting any longer for its printer; returns the job, or `nil` if there is none.
    func giveUp(_ id: JobID) async throws -> JobRecord? {
        let date = clock.now
        let after = try await change(id) { $0.givenUp(at: date) }
        if let after, after.job.finishedAt == date { reportEnd(of: after) }
        return after
    }

    /// Records that the user cancels jobs, except for those that have ended.
    func requestCancel(_ ids: [JobID]) async throws -> [JobRecord] {
        let after = try await store.requestCancel(ids, at: clock.now)
        for one in after where one.job.state.isFinal { reportEnd(of: one) }
        changed.signal()
        wake(Set(after.map(\.job.printer)))
        return after
    }
}
