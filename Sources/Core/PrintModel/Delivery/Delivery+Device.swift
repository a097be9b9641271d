import IPP

/// The delivery of a job straight to its printer.
///
/// No printer holds a job reliably, so that a hold is no basis. The last byte of the document is the
/// commit: a printer that has all bytes but one prints nothing, and drops the job when the connection
/// is reset. So `sending` means all bytes but the last, `releasing` is on disk before the last byte is
/// sent, and `released` means that the printer has acknowledged the document.
extension Delivery {
    /// Updates the delivery from the printer's own report of the job; `nil` if the printer responds and
    /// lists no such job.
    ///
    /// Nothing is sent again unless it is certain that nothing was printed: the printer reports the end
    /// of the job, and counts no side.
    public mutating func found(atDevice job: DeviceJobFacts?) -> Finding {
        guard let job else { return notListed() }
        deviceJob = job.id
        switch phase {
        case .accepted, .prepared, .ended: return .continues
        case .creating, .created:
            // An empty job that the printer has given up by itself.
            if job.state.isFinal { return sendAgainUnlessExhausted() }
            phase = .created
            return .continues
        case .sending, .sent, .discarding: return cutOff(job)
        case .releasing, .released: return committed(job)
        }
    }

    /// The printer lists no job with the mark of this one.
    private mutating func notListed() -> Finding {
        switch phase {
        case .accepted, .prepared, .ended: .continues
        // Whatever was created is empty.
        case .creating, .created: sendAgainUnlessExhausted()
        // Printers drop jobs from their lists: the document may have been printed.
        case .sending, .sent, .discarding, .releasing, .released: .uncertain
        }
    }

    /// The document was not sent to its end.
    private mutating func cutOff(_ job: DeviceJobFacts) -> Finding {
        guard job.state.isFinal else {
            // Until the printer reports the end of the job, it may print what it has.
            phase = .discarding
            return .continues
        }
        if job.state == .canceled, !cancelRequested, phase != .discarding, job.printedNothing {
            return .canceledElsewhere
        }
        return job.state != .completed && job.printedNothing
            ? sendAgainUnlessExhausted() : .uncertain
    }

    /// The last byte may have been sent.
    private mutating func committed(_ job: DeviceJobFacts) -> Finding {
        if phase == .releasing, job.isIncoming, !job.state.isFinal {
            // The printer still waits for the last byte, and the connection is gone.
            phase = .discarding
            return .continues
        }
        if phase == .releasing, job.state == .aborted {
            // Sides of a printer that prints while the document arrives are out, and the last byte may
            // never have been sent.
            return job.printedNothing ? sendAgainUnlessExhausted() : .uncertain
        }
        phase = .released
        return .continues
    }

    /// Records that the service ended since the last step, so that an attempt may have failed through no
    /// fault of the printer.
    public mutating func recordInterruption() {
        guard route == .direct else { return }
        switch phase {
        case .creating, .created, .sending, .sent, .discarding, .releasing:
            interruptions = (interruptions ?? 0).adding(clamping: 1)
        case .accepted, .prepared, .released, .ended: break
        }
    }

    /// Records that the printer has refused the document for want of a password, so that the attempt failed
    /// through no fault of its own.
    public mutating func recordMissingPassword() {
        if route == .direct { interruptions = (interruptions ?? 0).adding(clamping: 1) }
    }

    /// Starts again with a new job, unless the printer has spoiled too many.
    private mutating func sendAgainUnlessExhausted() -> Finding {
        guard discarded.count.subtracting(clamping: interruptions ?? 0) < Self.triesAtMost else {
            return .lost
        }
        if let deviceJob { discarded.append(deviceJob) }
        deviceJob = nil
        cancelSent = false
        phase = .prepared
        return .continues
    }
}

extension DeviceJobFacts {
    /// Whether the printer counts what it prints, and has counted nothing.
    public var printedNothing: Bool { impressions == 0 && (sheets ?? 0) == 0 }
}
