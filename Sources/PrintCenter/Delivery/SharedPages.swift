import Glibc
import PrintModel

/// The pages of jobs that hosts make for each other: what takes processor time is spread over all of them, whichever
/// has the printer.
struct SharedPages: Sendable {
    let store: any SharedJobStore
    let queue: JobQueue

    private func wanted(_ record: JobRecord) -> WantedPages? {
        guard record.isPrepared, let id = record.job.id else { return nil }
        return WantedPages(job: id, name: record.preparedName)
    }

    /// Lets any host make the pages of jobs whose turn comes soon.
    ///
    /// - Parameters:
    ///   - jobs: The next jobs of a lane.
    ///   - known: The pages of these jobs that were asked for before, which become those that are.
    func want(_ jobs: [JobRecord], beside known: inout Set<String>) async {
        let all = jobs.filter { $0.delivery.phase == .accepted }.compactMap { wanted($0) }
        known.formIntersection(all.map(\.name))
        let new = all.filter { !known.contains($0.name) }
        guard !new.isEmpty else { return }
        // Where this fails, the lane makes them.
        guard (try? await store.wantPages(of: new)) != nil else { return }
        known.formUnion(new.map(\.name))
    }

    /// Returns whether the pages of a job whose turn has come are in the spool, once no host is making them.
    func areMade(_ record: JobRecord, in spool: Spool, under lease: LaneLease?) async -> Bool {
        guard let wanted = wanted(record) else { return false }
        while !Task.isCancelled, lease?.lasts() != false {
            let seen = queue.work.count
            // Where the database does not answer, the lane makes them.
            switch (try? await store.takePages(wanted)) ?? .here {
            case .here: return false
            case .elsewhere: await queue.work.wait(after: seen, atMost: .seconds(1))
            case .made:
                guard let file = try? await spool.open(wanted.name) else { return false }
                close(file)
                return true
            }
        }
        return false
    }

    /// Makes pages that any host wants until the task is canceled.
    ///
    /// - Parameters:
    ///   - count: How many files at a time.
    ///   - work: What makes them.
    func makeWanted(_ count: Int, by work: DeliveryWork) async {
        await withDiscardingTaskGroup { group in
            for _ in 0..<count {
                group.addTask {
                    while !Task.isCancelled {
                        let seen = queue.work.count
                        if await makeNext(work) { continue }
                        await queue.work.wait(after: seen, atMost: .seconds(1))
                    }
                }
            }
        }
    }

    /// Makes the next pages that are wanted; returns whether there were any.
    private func makeNext(_ work: DeliveryWork) async -> Bool {
        guard store.lease.lasts(.zero), let pages = try? await store.takeWantedPages() else {
            return false
        }
        let record = try? await store.job(pages.job)
        var areMade = false
        if let record, wanted(record) == pages, !record.job.state.isFinal {
            // The lane tries again, and reports why this failed.
            areMade = (try? await work.makePages(record)) != nil
        }
        let isWanted = (try? await store.finishPages(pages, areMade: areMade)) ?? true
        if areMade, !isWanted { await removeUnwanted(pages, from: work.spool) }
        return true
    }

    /// Removes pages of a job that has ended meanwhile, or has another plan.
    private func removeUnwanted(_ pages: WantedPages, from spool: Spool) async {
        // A job that cannot be read now may need them.
        guard let record = try? await store.job(pages.job) else { return }
        if record.job.state.isFinal || record.preparedName != pages.name {
            await spool.remove(pages.name)
        }
    }
}
