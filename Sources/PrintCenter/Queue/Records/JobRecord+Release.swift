import PrintModel

extension JobRecord {
    /// The job without a hold; one that is not held stays unchanged.
    ///
    /// - Parameter host: The host that asks, where several share the queue: the lane of another one releases what its scheduler
    ///   holds.
    /// - Returns: The job.
    func released(on host: String?) -> JobRecord {
        let isElsewhere = host != nil && delivery.boundHost.map { $0 != host } == true
        let isHeldThere = isElsewhere && job.reasons.contains { $0.code == .heldInScheduler }
        guard delivery.hold != nil || isHeldThere else { return self }
        var after = self
        after.delivery.hold = nil
        if isElsewhere, delivery.phase == .released { after.delivery.phase = .releasing }
        after.job.state = .queued
        after.job.reasons = []
        return after
    }
}
