package import PrintModel

extension PrintJob {
    /// Whether the job differs from what it was in a way that people see.
    ///
    /// Steps of the delivery alone make no event.
    package func looksDifferent(from before: PrintJob) -> Bool {
        state != before.state || reasons != before.reasons || progress != before.progress
            || printer != before.printer || name != before.name || ticket != before.ticket
    }
}
