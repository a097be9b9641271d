/// The parts of a job that `printq print` reports once the job is queued.
///
/// It decodes the JSON of a ``PrintJob``. Decoding the whole job takes a short-lived program twice as long, about a millisecond
/// more.
package struct QueuedJob: Decodable, Equatable, Sendable {
    /// The parts of a plan that `printq print` reports.
    package struct Plan: Decodable, Equatable, Sendable {
        /// The number of pages of the document; `nil` if the scheduler counts them.
        package let pageCount: Int?
        /// As ``PrintPlan/copies``.
        package let copies: Int
        /// As ``PrintPlan/impressions``.
        package let impressions: Int?
        /// As ``PrintPlan/sheets``.
        package let sheets: Int?
        /// As ``PrintPlan/pin``.
        package let pin: Bool?

        private enum CodingKeys: String, CodingKey {
            case pages, pageRuns, copies, impressions, sheets, pin
        }

        package init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            let pages = try values.decodeIfPresent([Int].self, forKey: .pages)
            pageCount =
                try pages?.count
                ?? values.decodeIfPresent(PageRuns.self, forKey: .pageRuns)?.pages?.count
            copies = try values.decode(Int.self, forKey: .copies)
            impressions = try values.decodeIfPresent(Int.self, forKey: .impressions)
            sheets = try values.decodeIfPresent(Int.self, forKey: .sheets)
            pin = try values.decodeIfPresent(Bool.self, forKey: .pin)
        }

        package init(_ plan: PrintPlan) {
            pageCount = plan.pages?.count
            copies = plan.copies
            impressions = plan.impressions
            sheets = plan.sheets
            pin = plan.pin
        }
    }

    /// As ``PrintJob/id``.
    package let id: JobID?
    /// As ``PrintJob/external``.
    package let external: String?
    /// As ``PrintJob/name``.
    package let name: String
    /// As ``PrintJob/printer``.
    package let printer: PrinterID
    /// As ``PrintJob/state``.
    package let state: JobState
    /// As ``PrintJob/reasons``.
    package let reasons: [Reason]
    /// As ``PrintJob/notices``.
    package let notices: [Obstacle]?
    /// As ``PrintJob/plan``.
    package let plan: Plan?

    package init(_ job: PrintJob) {
        id = job.id
        external = job.external
        name = job.name
        printer = job.printer
        state = job.state
        reasons = job.reasons
        notices = job.notices
        plan = job.plan.map { Plan($0) }
    }

    /// As ``PrintJob/label``.
    package var label: String { id?.description ?? external ?? "" }
}
