import PrintModel

/// Jobs in the scheduler of a host that was removed.
extension Delivery {
    /// Lets any host go on with the job, without the scheduler that had it.
    ///
    /// What the scheduler held and was never told to print is delivered again. Of the rest, its printer is asked.
    mutating func leaveScheduler() {
        // Another program may have released what was held after its release here.
        let wasHeld = !mayHavePrinted
        if wasHeld, let schedulerHost, let schedulerJob {
            left = (left ?? [:]).merging([schedulerHost: schedulerJob]) { $1 }
        }
        schedulerHost = nil
        // The number means nothing in another scheduler.
        schedulerSubscription = nil
        guard wasHeld else {
            phase = .released
            return
        }
        schedulerJob = nil
        cancelSent = false
        phase = .accepted
    }

    /// Whether the scheduler of a host that was removed had the job, where hosts share the queue.
    ///
    /// While a host is in the queue, its jobs name it.
    var isOfRemovedHost: Bool {
        route != .direct && schedulerJob != nil && schedulerHost == nil && mayHavePrinted
    }
}
