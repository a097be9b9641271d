package import IPP

/// A job of the scheduler or of a printer, from its attributes.
///
/// Attributes that were not requested, or that the server hides, are `nil`. CUPS
/// reports few reasons for a finished job: decide by the state, and by whether a
/// cancel was requested.
package struct SchedulerJob: Hashable, Sendable {
    /// The `job-id`.
    ///
    /// After a crash of the scheduler another job may have it.
    package var id: Int
    /// Each `job-uuid`, a URN: the one that the client chose, and on some printers a second
    /// attribute with one of their own.
    package var uuids: [String]
    /// The `job-name`, cleaned of control characters.
    package var name: String?
    /// The `job-originating-user-name`, cleaned of control characters.
    package var user: String?
    /// The queue: the last component of `job-printer-uri`, unescaped.
    package var printerName: String?
    /// The `job-state`.
    package var state: IPPJobState?
    /// The `job-state-reasons`, unchanged.
    package var stateReasons: [String]
    /// The `job-state-message`, cleaned of control characters.
    package var stateMessage: String?
    /// The `job-printer-state-message` of filters and backend, cleaned of control characters.
    package var printerStateMessage: String?
    /// The `job-printer-state-reasons`, unchanged.
    package var printerStateReasons: [String]
    /// The `job-impressions-completed`; on CUPS all of them once the filters have run.
    package var impressionsCompleted: Int?
    /// The `job-media-sheets-completed`.
    package var mediaSheetsCompleted: Int?
    /// The `number-of-documents`.
    package var numberOfDocuments: Int?
    /// The `job-k-octets`: the size in units of 1024 bytes, rounded up.
    package var kOctets: Int?
    /// The `job-hold-until`.
    package var holdUntil: String?
    /// The `time-at-creation`, in seconds since 1970 on CUPS, since power-up on many printers.
    package var timeAtCreation: Int?
    /// The `time-at-processing`, in the unit of ``timeAtCreation``.
    package var timeAtProcessing: Int?
    /// The `time-at-completed`, in the unit of ``timeAtCreation``.
    package var timeAtCompleted: Int?

    /// The `job-printer-up-time`: the `printer-up-time` at the moment of the reply.
    package var printerUpTime: Int?

    /// The first `job-uuid`; the scheduler keeps the one that the client chose.
    package var uuid: String? { uuids.first }

    /// The attributes that are requested by default.
    package static let requestedAttributes = [
        "job-id", "job-uuid", "job-name", "job-originating-user-name", "job-printer-uri",
        "job-state", "job-state-reasons", "job-state-message", "job-printer-state-message",
        "job-printer-state-reasons", "job-impressions-completed", "job-media-sheets-completed",
        "number-of-documents", "job-k-octets", "job-hold-until", "time-at-creation",
        "time-at-processing", "time-at-completed",
    ]

    /// Reads a group of job attributes; `nil` without `job-id`.
    package init?(_ group: IPPAttributeGroup) {
        guard let id = group["job-id"]?.integer, id > 0 else { return nil }
        self.id = id
        uuids = group.attributes.filter { $0.name == "job-uuid" }.compactMap(\.nonEmptyCleaned)
        name = group["job-name"]?.nonEmptyCleaned
        user = group["job-originating-user-name"]?.nonEmptyCleaned
        printerName = group["job-printer-uri"]?.string.flatMap(QueueURI.name)
        state = group["job-state"]?.integer.flatMap(IPPJobState.init(rawValue:))
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
        printerUpTime = group["job-printer-up-time"]?.natural
    }
}

extension IPPAttribute {
    /// The number; `nil` for one below 0, which no count and no time since a start can be.
    var natural: Int? { integer.flatMap { $0 < 0 ? nil : $0 } }
}
