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

    /// Gives the job its number, which the commands in its reasons then name.
    package mutating func receive(_ number: JobID) {
        job.id = number
        job.reasons = job.wording(job.reasons)
    }

    /// The `job-priority`, from 1 to 100; 50 by default.
    package var priority: Int { job.plan?.priority ?? job.ticket.priority ?? 50 }
}
