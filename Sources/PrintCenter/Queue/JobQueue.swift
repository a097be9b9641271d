import FoundationEssentials
import PrintModel

/// The store with a bell: every change goes through here, is written down, and then told.
struct JobQueue: Sendable {
    let store: any JobStore
    /// Rings at every change of any job.
    let changed = Bell()
    /// Rings when a lane has something new to look at.
    let work = Bell()

    /// Queues a job.
    func submit(
        _ record: JobRecord,
        key: String,
        request: String,
        with document: DocumentFacts? = nil
    ) async throws -> Submitted {
        let answer = try await store.submit(record, key: key, request: request, with: document)
        changed.ring()
        work.ring()
        return answer
    }

    /// Writes down a change, and takes over what came in the meantime; dates are set here.
    func record(_ record: inout JobRecord) async throws {
        // An end that is not on the disk is none yet: the job goes on to be looked after.
        var next = record
        if next.job.state.isFinal { next.finish(at: Date()) }
        next.job.updatedAt = Date()
        record = try await store.record(next)
        changed.ring()
    }

    /// Changes a job as the user wants it; `nil` where there is none.
    func change(
        _ id: JobID,
        by body: @escaping @Sendable (JobRecord) throws -> JobRecord
    ) async throws -> JobRecord? {
        let date = Date()
        let after = try await store.change(id) { before in
            var after = try body(before)
            if after != before { after.job.updatedAt = date }
            return after
        }
        changed.ring()
        work.ring()
        return after
    }

    /// Adds to a job that has ended what was found out afterwards; a job says each thing once.
    func remark(_ id: JobID, _ reason: Reason) async throws {
        _ = try await change(id) { before in
            guard before.job.state.isFinal, !before.job.reasons.contains(reason) else {
                return before
            }
            var after = before
            after.job.reasons.append(reason)
            return after
        }
    }

    /// Notes that the user wants a job canceled; `nil` where it has ended already.
    func requestCancel(_ id: JobID) async throws -> JobRecord? {
        try await requestCancel([id]).first
    }

    /// Notes that the user wants jobs canceled; those that have ended already are left out.
    func requestCancel(_ ids: [JobID]) async throws -> [JobRecord] {
        let after = try await store.requestCancel(ids, at: Date())
        changed.ring()
        work.ring()
        return after
    }
}

extension JobRecord {
    /// The same job, wanted canceled: over at once if nobody else knows of it.
    func canceling(at date: Date) -> JobRecord {
        var copy = self
        let printer = ["printer": job.printer.rawValue]
        copy.delivery.cancelRequested = true
        copy.job.updatedAt = date
        if copy.delivery.nextStep == .forget {
            copy.job.state = .canceled
            copy.job.reasons = [Reason(.canceledByUser, printer)]
            copy.finish(at: date)
        } else {
            copy.job.reasons = [Reason(.canceling, printer)]
        }
        return copy
    }

    mutating func finish(at date: Date) {
        job.finishedAt = job.finishedAt ?? date
        delivery.phase = .ended
    }
}
