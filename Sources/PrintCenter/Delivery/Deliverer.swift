import PrintModel

/// Performs the steps of a delivery, one at a time.
///
/// The store has each step whose outcome a crash could leave uncertain before
/// the step begins. ``Delivery/nextStep`` alone decides what comes next.
struct Deliverer: Sendable {
    let work: DeliveryWork
    /// The way through the scheduler.
    let scheduler: SchedulerCarrier
    /// The way straight to the printer.
    let device: DeviceCarrier

    /// The time that the lease of a lane must last at least when a step begins.
    ///
    /// A host that stalls longer in the middle of a step does no harm: what could print is sent only after another look
    /// at the lease, and a step is stored only with the lane's token.
    private static let margin = Duration.seconds(2)

    /// Returns the way that a job takes.
    func carrier(of record: JobRecord) -> any JobCarrier {
        // A job that was moved leaves the scheduler before it takes another way.
        record.delivery.route == .direct && record.delivery.schedulerJob == nil
            ? device : scheduler
    }

    /// Performs steps until the printer, or the scheduler, has the job, the job ends, or a step fails.
    ///
    /// - Parameters:
    ///   - record: The job.
    ///   - isNext: Whether the job is the first of its lane; one that is handed over ahead of time is
    ///     shown as `queued` until its turn comes.
    /// - Throws: The reason why a step failed.
    func deliver(
        _ record: inout JobRecord,
        isNext: Bool = true
    ) async throws(DeliveryFailure) {
        let printer = record.job.printer
        var wasJustCreated = false
        // A job that the user has moved belongs to another lane.
        while record.job.printer == printer, work.mayAct(for: Self.margin) {
            let carrier = carrier(of: record)
            switch record.delivery.nextStep {
            case .prepare: try await work.prepare(&record, isNext: isNext)
            case .create:
                try await carrier.create(&record, isNext: isNext)
                wasJustCreated = true
            case .find: try await carrier.find(&record)
            case .send:
                // After a restart another job may have the number.
                if !wasJustCreated { wasJustCreated = try await carrier.isStillThere(&record) }
                if wasJustCreated { try await carrier.send(&record) }
                wasJustCreated = false
            case .verify: try await carrier.verify(&record)
            case .discard: try await carrier.discard(&record)
            case .release: try await carrier.release(&record)
            case .cancel: try await carrier.cancel(&record)
            case .forget:
                try await work.end(&record, .canceled, [work.canceledByUser(record)])
            case .watch, .hold, .none: return
            }
        }
    }
}
