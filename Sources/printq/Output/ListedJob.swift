import PrintModel

/// What a list shows of a job.
///
/// The JSON of a job has a hundred values; the others are not decoded.
struct ListedJob: Decodable, Sendable {
    /// The part of a plan that is shown.
    struct Plan: Decodable, Sendable {
        let impressions: Int?
    }

    /// The part of a reason that is shown.
    struct Words: Decodable, Sendable {
        let message: String
    }

    let id: JobID?
    let external: String?
    let state: JobState
    let progress: JobProgress
    let plan: Plan?
    let name: String
    let printer: PrinterID
    let host: String?
    let reasons: [Words]

    init(_ job: PrintJob) {
        (id, external, state, progress) = (job.id, job.external, job.state, job.progress)
        plan = job.plan.map { Plan(impressions: $0.impressions) }
        (name, printer, host) = (job.name, job.printer, job.host)
        reasons = job.reasons.map { Words(message: $0.message) }
    }

    /// The job's label in a command.
    var label: String { id?.description ?? external ?? "" }
}
