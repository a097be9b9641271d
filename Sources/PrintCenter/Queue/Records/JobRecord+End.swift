package import FoundationEssentials
package import PrintModel

extension JobRecord {
    /// The same job with a cancel requested, or canceled if the scheduler cannot have it yet.
    package func canceling(at date: Date) -> JobRecord {
        var copy = self
        let printer = ["printer": job.printer.rawValue]
        copy.delivery.cancelRequested = true
        copy.job.updatedAt = date
        if copy.delivery.nextStep == .forget {
            copy.job.state = .canceled
            copy.job.reasons = [Reason(.canceledByUser, printer)]
            copy.finish(at: date)
        } else {
            copy.job.reasons = [Reason(.canceling, printer)]
        }
        return copy
    }

    /// The reason of a job of which it cannot be determined whether it was printed.
    package var uncertainty: Reason {
        let parameters = ["printer": job.printer.rawValue, "label": job.label]
        return job.wording([Reason(.deliveryUncertain, parameters)])[0]
    }

    /// Whether more than the date of the last change differs.
    package func differs(from other: JobRecord) -> Bool {
        var copy = self
        copy.job.updatedAt = other.job.updatedAt
        return copy != other
    }

    /// Ends the delivery of a job.
    package mutating func finish(at date: Date) {
        job.finishedAt = job.finishedAt ?? date
        delivery.phase = .ended
    }
}
