import PrintModel

extension JobRecord {
    /// Returns the same job for another printer.
    ///
    /// - Parameters:
    ///   - target: The printer.
    ///   - way: The way to it.
    ///   - planned: The job with the plan for the printer.
    ///   - check: The check for the printer.
    ///   - schedulerJob: The `job-id` of the held job in the scheduler, which is canceled then.
    /// - Returns: The job, unchanged where the printer is the same.
    /// - Throws: `Problem` with `job-delivered`.
    func moved(
        to target: PrinterID,
        _ way: DeliveryWay,
        _ planned: PrintJob,
        _ check: PrintCheck,
        dropping schedulerJob: Int?
    ) throws -> JobRecord {
        guard job.printer != target else { return self }
        let waits = schedulerJob != nil && delivery.schedulerJob == schedulerJob
        guard waits || !delivery.isHandedOver else { throw Problem.jobDelivered(job.label) }
        var after = self
        after.job.printer = target
        after.job.plan = planned.plan
        after.job.document = planned.document
        after.delivery = delivery.moved
        way.decide(&after)
        if delivery.hold == nil {
            after.job.state = check.possible ? .queued : .waiting
            after.job.reasons = after.job.wording(check.obstacles.map { Reason(waitingFor: $0) })
        }
        return after
    }
}
