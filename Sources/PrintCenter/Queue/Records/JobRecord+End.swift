package import FoundationEssentials
package import PrintModel

extension JobRecord {
    /// The same job with a cancel requested, or canceled if the scheduler cannot have it yet.
    package func canceling(at date: Date) -> JobRecord {
        var copy = self
        let printer = ["printer": job.printer.rawValue]
        copy.delivery.cancelRequested = true
        copy.delivery.cancelRequestedAt = copy.delivery.cancelRequestedAt ?? date
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

    /// The same job, ended without waiting any longer for the scheduler or the printer; a job that is not being canceled stays as
    /// it is.
    package func givenUp(at date: Date) -> JobRecord {
        guard delivery.cancelRequested, !job.state.isFinal else { return self }
        var copy = self
        let printer = ["printer": job.printer.rawValue]
        if delivery.mayComeOut {
            copy.job.state = .failed
            copy.job.reasons = job.wording([
                Reason(.deliveryUncertain, printer.merging(["givenUp": "true"]) { $1 })
            ])
        } else {
            copy.job.state = .canceled
            copy.job.reasons = [Reason(.canceledByUser, printer)]
        }
        copy.job.updatedAt = date
        copy.finish(at: date)
        return copy
    }

    /// Whether a job that is being canceled has waited for its end longer than this.
    package func isOverdue(at date: Date, after age: Duration) -> Bool {
        let start = delivery.cancelRequestedAt ?? job.updatedAt
        return delivery.cancelRequested && !job.state.isFinal
            && date.timeIntervalSince(start) >= Double(age.components.seconds)
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
