package import PrintModel

/// How many active jobs of a printer are at a stage.
package struct QueueDepth: Sendable, Hashable {
    /// Where a job is on its way.
    package enum Stage: String, Sendable, CaseIterable {
        /// It waits for its user, or for a time.
        case held
        /// It waits for its turn.
        case queued
        /// The scheduler or the printer may have it, or it is to be canceled.
        case underWay = "under-way"
    }

    /// The printer.
    package var printer: PrinterID
    /// The stage.
    package var stage: Stage
    /// The number of jobs.
    package var count: Int

    /// Creates a count.
    package init(_ printer: PrinterID, _ stage: Stage, _ count: Int) {
        (self.printer, self.stage, self.count) = (printer, stage, count)
    }
}
