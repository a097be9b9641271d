package import FoundationEssentials
package import PrintCenter
package import PrintModel

extension InMemoryJobStore {
    private var records: [JobRecord] { jobs.map(\.record) }

    package func active() -> [JobRecord] { records.filter { $0.job.finishedAt == nil } }

    package func underWay() -> [JobRecord] { active().filter(\.isUnderWay) }

    package func hasActive() -> Bool { !active().isEmpty }

    package func activeCount() -> Int { active().count }

    package func activeCount(_ filter: JobFilter, after job: JobID) throws -> Int {
        var filter = filter
        (filter.all, filter.user) = (false, nil)
        let first = JobID(rawValue: job.rawValue.addingReportingOverflow(1).partialValue)
        return try list(filter, from: first, limit: .max).ids.count
    }

    package func depths(at date: Date) -> Set<QueueDepth> {
        let stages = active().map { record in
            let hold = record.delivery.hold
            let isHeld = hold.map { $0.until.map { $0 > date } ?? true } ?? false
            let stage: QueueDepth.Stage =
                record.isUnderWay ? .underWay : isHeld ? .held : .queued
            return QueueDepth(record.job.printer, stage, 1)
        }
        let counts = Dictionary(grouping: stages) { $0 }
        return Set(counts.map { QueueDepth($0.key.printer, $0.key.stage, $0.value.count) })
    }

    package func activeNumbers(on printer: PrinterID?) -> [JobID] {
        active().filter { printer == nil || $0.job.printer == printer }.compactMap(\.job.id)
    }

    package func printersAtWork() -> [PrinterID] {
        Array(Set(active().filter { !$0.isHeldForGood }.map(\.job.printer)))
    }

    package func lane(of printer: PrinterID, at date: Date, limit: Int) throws -> LaneJobs {
        try checkAway()
        let all = active().filter { $0.job.printer == printer }
        let waiting = all.filter { !$0.isUnderWay && !$0.isHeldForGood }
        let due = waiting.filter { $0.delivery.hold?.until.map { $0 <= date } ?? true }
            .sorted { ($1.priority, $0.number) < ($0.priority, $1.number) }
        let later = waiting.compactMap { $0.delivery.hold?.until }.filter { $0 > date }
        return LaneJobs(
            underWay: all.filter(\.isUnderWay),
            next: Array(due.prefix(limit)),
            nextHoldEnds: later.min()
        )
    }

    package func deviceJobs(on printer: PrinterID) -> TakenNumbers {
        let recent = records.filter { $0.job.printer == printer }.suffix(200)
        var taken = TakenNumbers()
        for record in recent { taken.add(record.delivery) }
        return taken
    }

    package func usedPrinters() -> [UsedPrinter] {
        var used: [UsedPrinter] = []
        for job in records.suffix(200).reversed().map(\.job) {
            let use = UsedPrinter(job.printer, type: job.document?.type)
            if !used.contains(use) { used.append(use) }
        }
        return used
    }

    package func ended(since date: Date, limit: Int) -> [JobRecord] {
        let ended = records.filter { $0.job.finishedAt.map { $0 >= date } ?? false }
            .sorted { $0.job.finishedAt ?? date > $1.job.finishedAt ?? date }
        return Array(ended.prefix(limit))
    }

    package func ended(on printer: PrinterID, limit: Int) -> [JobRecord] {
        let ended = records.filter { $0.job.printer == printer && $0.job.finishedAt != nil }
        return Array(ended.reversed().prefix(limit))
    }

    package func ended(submissions: [SubmissionID]) -> Set<SubmissionID> {
        let ended = records.filter { $0.job.finishedAt != nil }.compactMap(\.job.submission)
        return Set(submissions).intersection(ended)
    }

    package func known(submissions: [SubmissionID]) -> Set<SubmissionID> {
        Set(submissions).intersection(records.compactMap(\.job.submission))
    }

    package func firstListed(ofNewest limit: Int) -> JobID? {
        let ids = records.compactMap(\.job.id)
        return ids.count >= limit ? ids.suffix(limit).first : nil
    }

    package func list(_ filter: JobFilter, from first: JobID, limit: Int) throws -> ListedJobs {
        var found = ListedJobs()
        for job in records.map(\.job) {
            guard found.ids.count < limit else { break }
            guard let id = job.id, id >= first, filter.all || job.finishedAt == nil,
                filter.printers?.contains(job.printer) ?? true,
                filter.since.map({ job.createdAt >= $0 }) ?? true,
                filter.until.map({ job.createdAt < $0 }) ?? true
            else { continue }
            found.append(id, try WireFormat.encode(job))
        }
        return found
    }

    // MARK: Events

    package func story(of id: JobID) -> [StoryEntry] {
        events.filter { $0.job.id == id }.map { event in
            StoryEntry(
                at: event.at,
                state: event.job.state,
                printer: event.job.printer,
                reasons: event.job.reasons,
                progress: event.job.progress
            )
        }
    }

    package func snapshot(of ids: [JobID]) -> (jobs: [PrintJob], sequence: Int) {
        (ids.compactMap { job($0)?.job }, lastEvent())
    }

    package func activePage(
        from first: JobID,
        limit: Int
    ) throws -> (jobs: ListedJobs, sequence: Int) {
        (try list(JobFilter(), from: first, limit: limit), lastEvent())
    }

    package func hasAllEvents(after sequence: Int) -> Bool {
        guard (0...lastEvent()).contains(sequence) else { return false }
        return events.count { $0.sequence > sequence } == lastEvent() - sequence
    }

    package func events(after sequence: Int, limit: Int) -> [JobEvent] {
        events.filter { $0.sequence > sequence }.prefix(limit)
            .map { JobEvent(sequence: $0.sequence, job: $0.job) }
    }
}

extension JobRecord {
    fileprivate var number: Int { job.id?.rawValue ?? 0 }

    fileprivate var isUnderWay: Bool { delivery.isHandedOver || delivery.cancelRequested }

    /// Whether only the user can release the job.
    fileprivate var isHeldForGood: Bool {
        !isUnderWay && delivery.hold != nil && delivery.hold?.until == nil
    }
}
