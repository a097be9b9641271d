import Glibc
import Logging
import PrintModel

/// The lines of the log about jobs: one for each submission, and one for each end.
///
/// They have no name of a document and of a person: a log is read by those who help, and is kept long.
struct JobLog: Sendable {
    private let log: Logger
    private let showsTitles: @Sendable () -> Bool

    /// - Parameters:
    ///   - log: The logger.
    ///   - showsTitles: Whether the user allows the names of documents.
    init(_ log: Logger, showsTitles: @escaping @Sendable () -> Bool) {
        (self.log, self.showsTitles) = (log, showsTitles)
    }

    /// A new job is in the queue.
    func queued(_ record: JobRecord) {
        var values = values(of: record)
        let plan = record.job.plan
        values["type"] = record.job.document?.type
        values["pages"] = (record.job.document?.pages).map { "\($0)" }
        values["copies"] = plan.map { "\($0.copies)" }
        values["impressions"] = plan?.impressions.map { "\($0)" }
        write("queued", values, title: record.job.name)
    }

    /// A request to print was refused, and nothing is in the queue.
    func refused(_ problem: Problem, printer: String?, title: String?) {
        var values = ["code": problem.code.rawValue]
        let codes = (problem.obstacles ?? []).map(\.code.rawValue)
        values["obstacles"] = codes.isEmpty ? nil : codes.joined(separator: ",")
        values["printer"] = problem.check?.printer?.rawValue ?? printer
        write("refused", values, title: title)
    }

    /// A job has ended.
    func ended(_ record: JobRecord) {
        var values = values(of: record)
        values["state"] = record.job.state.rawValue
        let codes = record.job.reasons.map(\.code.rawValue)
        values["reasons"] = codes.isEmpty ? nil : codes.joined(separator: ",")
        values["impressions"] = "\(record.job.progress.impressions)"
        write("ended", values, title: record.job.name)
    }

    private func values(of record: JobRecord) -> [String: String] {
        var values = ["printer": record.job.printer.rawValue]
        values["job"] = record.job.id.map { "\($0)" }
        values["route"] = record.delivery.route?.rawValue
        return values
    }

    private func write(_ what: String, _ values: [String: String], title: String?) {
        var metadata = values.mapValues { Logger.MetadataValue.string(Self.word($0)) }
        metadata["uid"] = "\(getuid())"
        if let title, showsTitles() { metadata["title"] = .string(Self.word(title)) }
        log.notice("\(what)", metadata: metadata)
    }

    /// A value that stays in its place of its line, whatever it has.
    private static func word(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "-_.,:/+@%".unicodeScalars.contains(scalar)
        }
        return isPlain && !text.isEmpty ? text : text.debugDescription
    }
}
