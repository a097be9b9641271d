import IPP
import PrintModel
import Testing

/// What scheduler and printer say of a released job, and what is concluded.
struct ObservedJob: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var scheduler: SchedulerJobFacts? = Self.job(.processing)
    var device = DeviceObservation.notAsked
    var cancelRequested = false
    var printerReasons: [Reason] = []
    var printerStopped = false
    /// What the job was doing for people.
    var stateBefore = JobState.sending
    /// The printer's id of the job, if it was ever seen there.
    var deviceJob: Int? = 5
    /// Whether the service placed the pages itself.
    var pagesAreKnown = true
    var queueCountsPages = true
    /// The progress that is known already.
    var before = JobProgress()
    var state: JobState
    var codes: [Reason.Code] = []
    var progress = JobProgress()
    var mustDrop = false

    static func job(
        _ state: IPPJobState,
        reasons: [String] = [],
        message: String? = nil,
        printerReasons: [String] = [],
        holdUntil: String? = nil,
        hasBegun: Bool = false,
        impressions: Int? = nil
    ) -> SchedulerJobFacts {
        SchedulerJobFacts(
            id: 12,
            state: state,
            reasons: reasons,
            message: message,
            printerReasons: printerReasons,
            documents: 1,
            holdUntil: holdUntil,
            hasBegun: hasBegun,
            impressions: impressions
        )
    }

    static func at(
        _ state: IPPJobState,
        message: String? = nil,
        impressions: Int? = nil,
        sheets: Int? = nil
    ) -> DeviceObservation {
        .job(
            DeviceJobFacts(
                id: 5,
                state: state,
                message: message,
                impressions: impressions,
                sheets: sheets
            )
        )
    }

    static let all = JobProgress(impressions: 6, sheets: 6)
    static let two = JobProgress(impressions: 2, sheets: 2)
    static let paper = Reason(.mediaEmpty, ["printer": "office"])
    static let jam = Reason(.mediaJam, ["printer": "office"])
    static let paused = Reason(.paused, ["printer": "office"])
    static let toner = Reason(Reason.Code(rawValue: "toner-low"), ["printer": "office"])
}
