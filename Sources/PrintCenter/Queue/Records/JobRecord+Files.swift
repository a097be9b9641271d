import PrintModel

extension JobRecord {
    /// The name in the spool of the prepared file: a PDF, or a raster file.
    ///
    /// The next start removes a PDF, whose name the store does not know: it is made again, with the same bytes.
    package var preparedName: String { isLasting ? lastingName : lastingName + ".pages" }

    /// The name of a prepared file that survives a restart.
    package var lastingName: String {
        Self.preparedName(job.submission?.rawValue ?? "job", moves: delivery.moves)
    }

    /// Whether the prepared file is on the disk before it counts as made, and survives a restart.
    package var isLasting: Bool { job.plan?.raster != nil }

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
