import PrintModel

extension JobRecord {
    /// The name of the prepared PDF in the spool.
    package var preparedName: String {
        Self.preparedName(job.submission?.rawValue ?? "job", moves: delivery.moves)
    }

    /// The name changes with a move, because the lane of the old printer may still be writing the file
    /// of the old plan.
    static func preparedName(_ submission: String, moves: Int?) -> String {
        moves.map { "\(submission)-\($0).pdf" } ?? "\(submission).pdf"
    }

    /// Whether the job gets a prepared PDF; otherwise the document is sent as it is.
    package var isPrepared: Bool {
        guard let document = job.document, let plan = job.plan, document.isImposable else {
            return false
        }
        return !plan.isFulfilled(by: document)
    }

    /// The name in the spool of the file that is sent.
    var documentName: String? { isPrepared ? preparedName : job.document?.id }
}
