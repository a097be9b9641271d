import Glibc
import IPP
import PrintModel

/// Brings jobs to the scheduler, which holds them until they are released.
struct SchedulerCarrier: JobCarrier {
    let work: DeliveryWork
    let scheduler: any PrintScheduler

    // MARK: Steps

    func create(
        _ record: inout JobRecord,
        isNext: Bool
    ) async throws(DeliveryFailure) {
        guard let submission = record.job.submission else { return }
        guard record.job.plan?.pin != true else {
            // It drops the PIN, and the printer would print at once.
            throw .later(
                Reason(
                    .pinNotPossible,
                    ["printer": record.job.printer.rawValue, "why": PINObstacle.queue.rawValue]
                )
            )
        }
        record.delivery.schedulerHost = work.lease?.host.host
        guard try await work.beginCreating(&record) else { return }
        let request = CreateJobRequest(
            printer: record.job.printer.rawValue,
            user: record.job.user,
            name: record.sentName,
            uuid: submission.urn,
            isHeld: true,
            ticket: record.ippAttributes
        )
        do {
            record.delivery.schedulerJob = try await scheduler.createJob(request)
        } catch {
            let trouble = DeliveryFailure(
                error,
                printer: record.job.printer,
                isOfNewJob: true
            )
            if !error.isOutcomeUnknown {
                record.delivery.phase = .prepared
                try await work.write(&record)
            }
            throw trouble
        }
        // What is on disk now leads to the same job, which send() records together with the next phase.
        record.delivery.phase = .created
        record.job.state = isNext || record.job.state == .sending ? .sending : .queued
        record.job.reasons = []
    }

    /// Finds the job by its UUID among all jobs that the scheduler remembers.
    func find(_ record: inout JobRecord) async throws(DeliveryFailure) {
        let jobs = try await asking(record) { () async throws(CupsError) in
            try await scheduler.jobs(.all, ofUser: record.job.user)
        }
        let ours = jobs.filter {
            $0.uuid == record.job.submission?.urn && !record.delivery.discarded.contains($0.id)
        }
        if ours.isEmpty, record.delivery.cancelRequested {
            try await work.end(&record, .canceled, [work.canceledByUser(record)])
            return
        }
        try await takeIn(ours.last.flatMap { SchedulerJobFacts($0) }, &record)
    }

    func send(_ record: inout JobRecord) async throws(DeliveryFailure) {
        guard let job = record.delivery.schedulerJob else { return }
        record.delivery.phase = .sending
        try await work.write(&record)
        guard !record.delivery.cancelRequested else { return }
        guard let file = try await work.openDocument(&record) else { return }
        defer { close(file) }
        do {
            try await scheduler.sendDocument(
                job: job,
                printer: record.job.printer.rawValue,
                user: record.job.user,
                format: record.deliveryFormat,
                document: DocumentBody(descriptor: file, size: Spool.size(of: file))
            )
        } catch .ipp(.notFound, _) {
            // The scheduler has lost the job: the next step finds out what it has.
            return
        } catch {
            if !error.isOutcomeUnknown, case .notConnected = error {
                record.delivery.phase = .created
                try await work.write(&record)
            }
            throw DeliveryFailure(error, printer: record.job.printer)
        }
        record.delivery.phase = .sent
        try await work.write(&record)
    }

    func verify(_ record: inout JobRecord) async throws(DeliveryFailure) {
        var facts = try await schedulerFacts(of: record)
        if facts?.documents == 1, let received = try await receivedKilobytes(record),
            let sent = await sentKilobytes(record), received != sent,
            record.delivery.discarded.count < 2
        {
            // The scheduler has not received what was sent: discard the job and start again.
            facts?.documents = 2
        }
        try await takeIn(facts, &record)
    }

    // MARK: Shared by the steps

    /// Records the scheduler's facts of a submission, and what follows from them.
    func takeIn(
        _ facts: SchedulerJobFacts?,
        _ record: inout JobRecord
    ) async throws(DeliveryFailure) {
        let printer = ["printer": record.job.printer.rawValue]
        switch record.delivery.found(facts) {
        case .continues: try await work.write(&record)
        case .canceledElsewhere:
            try await work.end(&record, .canceled, [Reason(.canceledInScheduler, printer)])
        case .lost:
            throw .never(Reason(.processingFailed, work.details(record, facts?.message)))
        case .uncertain:
            throw .never(
                Reason(.deliveryUncertain, printer.merging(["label": record.job.label]) { $1 })
            )
        }
    }

    /// Returns what the scheduler reports; `nil` if it has no job of this `job-id` *and* UUID.
    func schedulerFacts(of record: JobRecord) async throws(DeliveryFailure) -> SchedulerJobFacts? {
        guard let id = record.delivery.schedulerJob else { return nil }
        let job = try await asking(record) { () async throws(CupsError) in
            try await scheduler.job(id)
        }
        guard let job, job.uuid == record.job.submission?.urn else { return nil }
        return SchedulerJobFacts(job)
    }

    private func receivedKilobytes(_ record: JobRecord) async throws(DeliveryFailure) -> Int? {
        guard let id = record.delivery.schedulerJob else { return nil }
        return try await asking(record) { () async throws(CupsError) in
            try await scheduler.job(id, attributes: ["job-k-octets"])?.kOctets
        }
    }

    private func sentKilobytes(_ record: JobRecord) async -> Int? {
        // The next send reports a document that cannot be opened.
        guard let name = record.documentName, let file = try? await work.spool.open(name) else {
            return nil
        }
        defer { close(file) }
        return (Spool.size(of: file) + 1023) / 1024
    }

    func cancelAtScheduler(_ record: JobRecord) async throws(DeliveryFailure) {
        guard let id = record.delivery.schedulerJob else { return }
        do {
            try await scheduler.cancel(job: id, user: record.job.user)
        } catch .ipp(.notPossible, _), .ipp(.notFound, _) {
            // The job has ended already.
        } catch {
            throw DeliveryFailure(error, printer: record.job.printer)
        }
    }

    func asking<Answer: Sendable>(
        _ record: JobRecord,
        _ question: () async throws(CupsError) -> Answer
    ) async throws(DeliveryFailure) -> Answer {
        do {
            return try await question()
        } catch {
            // A query changes nothing, so its outcome is never uncertain: retry later.
            switch DeliveryFailure(error, printer: record.job.printer) {
            case .later(let reason), .never(let reason), .unknown(let reason):
                throw .later(reason)
            }
        }
    }
}
