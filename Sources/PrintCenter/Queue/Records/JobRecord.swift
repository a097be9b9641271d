package import PrintModel

/// A job with the state of its delivery.
package struct JobRecord: Sendable, Equatable {
    /// The job as people see it.
    package var job: PrintJob
    /// The state of its delivery.
    package var delivery: Delivery
    /// The number of changes by the user.
    package var revision = 0

    /// Joins a job and its delivery.
    package init(job: PrintJob, delivery: Delivery = Delivery()) {
        self.job = job
        self.delivery = delivery
    }

    /// The `job-priority`, from 1 to 100; 50 by default.
    package var priority: Int { job.plan?.priority ?? job.ticket.priority ?? 50 }
}
