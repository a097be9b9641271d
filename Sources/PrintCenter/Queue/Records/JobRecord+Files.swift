import PrintModel

extension JobRecord {
    /// The name in the spool of the prepared file: a PDF, or a raster file.
    package var preparedName: String {
        Self.preparedName(job.submission?.rawValue ?? "job", moves: delivery.moves)
    }

    /// The name changes with a move, because the lane of the old printer may still be writing the file
    /// of the old plan.
    static func preparedName(_ submission: String, moves: Int?) -> String {
        moves.map { "\(submission)-\($0).pdf" } ?? "\(submission).pdf"
    }

    /// Whether the job gets a prepared file; otherwise the document is sent as it is.
    package var isPrepared: Bool {
        guard let document = job.document, let plan = job.plan, document.isImposable else {
            return false
        }
        return plan.raster != nil || !plan.isFulfilled(by: document)
    }

    /// The name in the spool of the file that is sent.
    var documentName: String? { isPrepared ? preparedName : job.document?.id }

    /// The MIME type of the file that is sent.
    var deliveryFormat: String {
        job.plan?.raster?.type ?? DocumentFacts.pdf
    }
}
