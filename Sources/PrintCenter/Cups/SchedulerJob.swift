package import IPP

/// A job of the scheduler, or of a printer, with what its attributes say.
///
/// Attributes that were not asked for, or that the server hides, are `nil`.
/// The reasons of a finished job say little on this scheduler: decide by the
/// state, and by who asked for a cancel.
package struct SchedulerJob: Hashable, Sendable {
    /// The number: `job-id`.
    ///
    /// After a crash of the scheduler it may name another job.
    package var id: Int
    /// The client's own id: `job-uuid`, a URN.
    package var uuid: String?
    /// `job-name`, fit for people.
    package var name: String?
    /// `job-originating-user-name`, fit for people.
    package var user: String?
    /// The queue: the last part of `job-printer-uri`, escapes resolved.
    package var printerName: String?
    /// `job-state`.
    package var state: IPPJobState?
    /// `job-state-reasons`, as they came.
    package var stateReasons: [String]
    /// `job-state-message`, fit for people.
    package var stateMessage: String?
    /// `job-printer-state-message`, fit for people: what the filters and the backend say.
    package var printerStateMessage: String?
    /// `job-printer-state-reasons`, as they came.
    package var printerStateReasons: [String]
    /// `job-impressions-completed`; on the scheduler all of them once the filters have run.
    package var impressionsCompleted: Int?
    /// `job-media-sheets-completed`.
    package var mediaSheetsCompleted: Int?
    /// `number-of-documents`.
    package var numberOfDocuments: Int?
    /// `job-k-octets`: the size in units of 1024 bytes, rounded up.
    package var kOctets: Int?
    /// `job-hold-until`.
    package var holdUntil: String?
    /// `time-at-creation`: seconds since 1970 on the scheduler, since start-up on many printers.
    package var timeAtCreation: Int?
    /// `time-at-processing`, like ``timeAtCreation``.
    package var timeAtProcessing: Int?
    /// `time-at-completed`, like ``timeAtCreation``.
    package var timeAtCompleted: Int?

    /// What is asked for where the caller does not say.
    package static let requestedAttributes = [
        "job-id", "job-uuid", "job-name", "job-originating-user-name", "job-printer-uri",
        "job-state", "job-state-reasons", "job-state-message", "job-printer-state-message",
        "job-printer-state-reasons", "job-impressions-completed", "job-media-sheets-completed",
        "number-of-documents", "job-k-octets", "job-hold-until", "time-at-creation",
        "time-at-processing", "time-at-completed",
    ]

    /// Reads a group of job attributes; `nil` without a number.
    init?(_ group: IPPAttributeGroup) {
        guard let id = group["job-id"]?.integer, id > 0 else { return nil }
        self.id = id
        uuid = group["job-uuid"]?.nonEmptyCleaned
        name = group["job-name"]?.nonEmptyCleaned
        user = group["job-originating-user-name"]?.nonEmptyCleaned
        printerName = group["job-printer-uri"]?.string.flatMap(QueueURI.name)
        state = group["job-state"]?.integer.map(IPPJobState.init(rawValue:))
        stateReasons = group["job-state-reasons"]?.keywords ?? []
        stateMessage = group["job-state-message"]?.nonEmptyCleaned
        printerStateMessage = group["job-printer-state-message"]?.nonEmptyCleaned
        printerStateReasons = group["job-printer-state-reasons"]?.keywords ?? []
        impressionsCompleted = group["job-impressions-completed"]?.integer
        mediaSheetsCompleted = group["job-media-sheets-completed"]?.integer
        numberOfDocuments = group["number-of-documents"]?.integer
        kOctets = group["job-k-octets"]?.integer
        holdUntil = group["job-hold-until"]?.nonEmptyCleaned
        timeAtCreation = group["time-at-creation"]?.integer
        timeAtProcessing = group["time-at-processing"]?.integer
        timeAtCompleted = group["time-at-completed"]?.integer
    }
}
