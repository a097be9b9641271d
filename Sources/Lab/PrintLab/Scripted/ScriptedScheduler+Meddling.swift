public import IPP

/// Interference by users, devices, and restarts with a scripted scheduler.
extension ScriptedScheduler {
    /// Restarts the scheduler without its jobs, so that it reuses their job IDs.
    public func forgetEverything() {
        withTruth { truth in
            truth.jobs = []
            truth.lastJob = 0
        }
    }

    /// Removes a job from the scheduler's memory; pages in progress still come out.
    ///
    /// - Parameter uuid: The "job-uuid".
    public func forget(_ uuid: String) {
        withTruth { $0.jobs.removeAll { $0.uuid == uuid } }
    }

    /// Releases, as another user, a held job that has a document.
    ///
    /// - Parameter uuid: The "job-uuid".
    public func releaseByOthers(_ uuid: String) {
        withTruth { truth in
            for index in truth.jobs.indices
            where truth.jobs[index].uuid == uuid && !truth.jobs[index].documents.isEmpty {
                truth.release(index, byOwner: false)
            }
        }
    }

    /// Cancels a job as another user.
    ///
    /// - Parameter uuid: The "job-uuid".
    public func cancelByOthers(_ uuid: String) {
        withTruth { truth in
            for index in truth.jobs.indices where truth.jobs[index].uuid == uuid {
                _ = truth.cancel(index)
            }
        }
    }

    /// Adds a job of another user, which takes the next job ID and stays pending.
    ///
    /// - Parameter queue: The name of its queue.
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

    /// Makes the device of a queue discard its next job, while the scheduler considers it printed.
    ///
    /// - Parameter queue: The name of the queue.
    public func discardNext(on queue: String) {
        withTruth { truth in
            for index in truth.queues.indices where truth.queues[index].queue.name == queue {
                truth.queues[index].throwsAway = true
            }
        }
    }

    /// Returns the states of a job on the devices.
    ///
    /// - Parameter uuid: The "job-uuid" in the scheduler.
    /// - Returns: One "job-state" for each time that a device received the job.
    public func deviceStates(of uuid: String) -> [IPPJobState] {
        withTruth { truth in
            truth.queues.flatMap(\.deviceJobs).filter { $0.uuid == uuid }.map(\.state)
        }
    }

    /// Returns the "job-uuid" of a job in the scheduler.
    ///
    /// - Parameter id: The "job-id".
    /// - Returns: The UUID; `nil` where there is none.
    public func uuid(ofJob id: Int) -> String? {
        withTruth { truth in truth.jobs.first { $0.id == id }?.uuid }
    }
}
