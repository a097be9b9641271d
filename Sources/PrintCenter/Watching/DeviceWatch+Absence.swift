import FoundationEssentials
import IPP
import PrintModel

/// What the printer's lists prove of a job that is in none of them.
extension DeviceWatch {
    /// Notes the highest `job-id` that the printer has given so far, and under which start of the printer.
    ///
    /// - Parameters:
    ///   - record: The job; it gets 0 where the printer lists none.
    ///   - looks: What the looks at the printer have shown so far.
    /// - Returns: The beginning of a proof that the printer never had the job; `nil` if it cannot be reached.
    func noteHighestJob(
        of record: inout JobRecord,
        _ looks: DeviceLooks
    ) async -> AbsenceProof? {
        // Where the printer is unreachable, the watch reports it.
        guard let list = try? await list(record.job.user, looks) else { return nil }
        record.delivery.deviceJobBefore = (list.jobs + list.dropped).map(\.id).max() ?? 0
        record.delivery.note(list.start)
        return AbsenceProof(at: list.asked ?? clock.now, kept: list.kept)
    }

    /// Whether the list proves that the printer never had the job: it has an older job, and no newer
    /// one that may be ours.
    func neverHad(
        _ record: JobRecord,
        _ list: DeviceList,
        _ claimed: TakenNumbers
    ) -> Bool {
        reachesBack(list, record) && candidates(in: list, record, claimed).isEmpty
    }

    /// Whether the list reaches back to a job that is older than this one, or to the first job of a printer that had none.
    private func reachesBack(_ list: DeviceList, _ record: JobRecord) -> Bool {
        let before = record.delivery.deviceJobBefore
        let isFirst = before == 0 && list.hasAll
        return list.isWholeBack && (isFirst || list.ended.contains { $0.id == before })
            && !record.delivery.isBeforeRestart(list.start)
    }

    /// The numbers of listed jobs that may be the one, and that no other job of the service is known to have.
    private func candidates(
        in list: DeviceList,
        _ record: JobRecord,
        _ claimed: TakenNumbers
    ) -> [Int] {
        let before = record.delivery.deviceJobBefore ?? 0
        // A printer that restarted unnoticed may count from the beginning.
        return list.jobs.filter { job in
            !claimed.contains(job.id, isNew: list.isNew(job), at: list.start)
                && (job.id > before || isNamesake(job, of: record))
        }
        .map(\.id)
    }

    /// Goes on with the proof that the printer never had a job, while nothing else can be found out.
    func look(
        for record: JobRecord,
        claimed: TakenNumbers,
        _ looks: DeviceLooks,
        _ proof: inout AbsenceProof?
    ) async {
        guard let list = try? await list(record.job.user, looks) else { return }
        update(&proof, record, list, claimed)
    }

    /// Goes on with the proof that the printer never had a job, or gives it up where jobs may have left the list unseen.
    func update(
        _ proof: inout AbsenceProof?,
        _ record: JobRecord,
        _ list: DeviceList,
        _ claimed: TakenNumbers
    ) {
        let now = clock.now
        let ended = list.ended.map(\.id)
        let isWhole =
            reachesBack(list, record) || proof?.continues(at: now) == true
            || list.isWholeBack && proof?.continues(with: ended, at: now) == true
        // A printer that does not tell since when it is on may have restarted, and forgotten the job.
        guard isWhole, record.delivery.allDeviceJobs.isEmpty, list.start != nil,
            !record.delivery.isBeforeRestart(list.start)
        else {
            proof = nil
            return
        }
        var next = proof ?? AbsenceProof(at: list.asked ?? now, kept: list.kept)
        let others = list.namesOfOthers(than: record.listedName)
        next.take(
            candidates(in: list, record, claimed).filter { !others.contains($0) },
            ended: ended,
            kept: list.kept,
            at: list.asked ?? now
        ) { number in
            claimed.contains(number, isNew: true, at: list.start) || others.contains(number)
        }
        proof = next
    }
}

extension DeviceWatch.DeviceList {
    /// The listed jobs that have ended.
    fileprivate var ended: [DeviceJob] { jobs.filter { $0.state?.isFinal == true } }

    /// Whether the list has each job since the printer counts from 1.
    fileprivate var hasAll: Bool {
        let ids = Set(jobs.map(\.id))
        return !ids.isEmpty && ids.min() == 1 && ids.max() == ids.count
    }

    /// Whether the list lacks only jobs that are older than those in it, if it is cut.
    fileprivate var isWholeBack: Bool {
        let ended = ended
        return ended.count < Device.listedAtMost
            || zip(ended, ended.dropFirst()).allSatisfy { $0.id > $1.id }
    }

    /// The numbers of jobs whose names show that they are not the job of a certain name.
    ///
    /// Some printers give all jobs one name, or their numbers as names.
    func namesOfOthers(than name: String) -> Set<Int> {
        let ours = ListedName(name)
        let known = jobs.compactMap { job in job.name.map { (id: job.id, name: ListedName($0)) } }
        guard !ours.isEmpty, Set(known.map(\.name.letters)).count > 1 else { return [] }
        let others = known.filter { job in
            // "Job 30" may be what a printer makes of any name; "Invoice 330" is not, for job 30.
            !job.name.isEmpty && !job.name.hasNumber(job.id)
                && !ours.mayBeListed(as: job.name, id: job.id)
        }
        return Set(others.map(\.id))
    }
}
