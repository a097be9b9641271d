public import IPP

/// What others do to a scheduler and its printers.
extension ScriptedScheduler {
    /// The scheduler starts with nothing left of its jobs, and gives their numbers again.
    public func forgetEverything() {
        withTruth { truth in
            truth.jobs = []
            truth.lastJob = 0
        }
    }

    /// A job vanishes from the scheduler's memory; what is printed of it comes out all the same.
    ///
    /// - Parameter uuid: its "job-uuid".
    public func forget(_ uuid: String) {
        withTruth { $0.jobs.removeAll { $0.uuid == uuid } }
    }

    /// Somebody else lets a held job go that has a document.
    ///
    /// - Parameter uuid: its "job-uuid".
    public func releaseByOthers(_ uuid: String) {
        withTruth { truth in
            for index in truth.jobs.indices
            where truth.jobs[index].uuid == uuid && !truth.jobs[index].documents.isEmpty {
                truth.release(index, byOwner: false)
            }
        }
    }

    /// Somebody else cancels a job.
    ///
    /// - Parameter uuid: its "job-uuid".
    public func cancelByOthers(_ uuid: String) {
        withTruth { truth in
            for index in truth.jobs.indices where truth.jobs[index].uuid == uuid {
                _ = truth.cancel(index)
            }
        }
    }

    /// Another user's job takes the next number, and waits.
    ///
    /// - Parameter queue: the name of its queue.
    public func addForeignJob(on queue: String) {
        withTruth { truth in
            guard let index = truth.queues.firstIndex(where: { $0.queue.name == queue }) else {
                return
            }
            truth.lastJob += 1
            truth.jobs.append(
                ScriptedTruth.Job(
                    id: truth.lastJob,
                    uuid: nil,
                    name: "foreign",
                    user: "somebody-else",
                    queue: index,
                    created: ScriptedTruth.seconds,
                    state: .pendingHeld
                )
            )
        }
    }

    /// The device of a queue throws its next job away, while the scheduler takes it for printed.
    ///
    /// - Parameter queue: the name of the queue.
    public func throwAwayNext(on queue: String) {
        withTruth { truth in
            for index in truth.queues.indices where truth.queues[index].queue.name == queue {
                truth.queues[index].throwsAway = true
            }
        }
    }

    /// What the devices made of a job: completed, aborted and so on.
    ///
    /// - Parameter uuid: its "job-uuid" in the scheduler.
    /// - Returns: the states, once for each time that a device got it.
    public func deviceStates(of uuid: String) -> [IPPJobState] {
        withTruth { truth in
            truth.queues.flatMap(\.deviceJobs).filter { $0.uuid == uuid }.map(\.state)
        }
    }

    /// The "job-uuid" of a job that the scheduler has.
    ///
    /// - Parameter id: its "job-id".
    /// - Returns: the UUID; `nil` where there is none.
    public func uuid(ofJob id: Int) -> String? {
        withTruth { truth in truth.jobs.first { $0.id == id }?.uuid }
    }
}
