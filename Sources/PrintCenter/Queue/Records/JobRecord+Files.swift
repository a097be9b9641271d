import PrintModel

extension JobRecord {
    /// The name in the spool of the prepared file: a PDF, or a raster file.
    ///
    /// The store does not list the name of a PDF, so that the next start removes the file. The service makes it again, with the
    /// same bytes.
    package var preparedName: String {
        isLasting ? lastingName : Self.stem(submission, moves: delivery.moves) + ".pages.pdf"
    }

    /// The name of a prepared file that survives a restart.
    package var lastingName: String { Self.lastingName(submission, moves: delivery.moves) }

    /// Whether the prepared file is on disk before it counts as made, and survives a restart.
    package var isLasting: Bool { job.plan?.raster != nil }

    /// Whether the prepared file takes moments: the pages of a short PDF on sheets.
    var isPreparedSoon: Bool {
        guard !isLasting, let document = job.document, document.type == DocumentFacts.pdf,
            document.layout == nil
        else { return false }
        return document.size <= 4 << 20 && document.pages ?? .max <= 50
    }

    private var submission: String { job.submission?.rawValue ?? "job" }

    static func lastingName(_ submission: String, moves: Int?) -> String {
        stem(submission, moves: moves) + ".pdf"
    }

    /// Returns the submissions whose prepared file may have this name.
    static func submissions(ofPrepared file: String) -> [String] {
        guard file.hasSuffix(".pdf") else { return [] }
        let stem = file.dropLast(4)
        // The number of moves may be behind a hyphen, which UUIDs have, too.
        let before = stem.lastIndex(of: "-").map { stem[..<$0] }
        return [stem, before].compactMap { $0.map(String.init) }
    }

    /// The name changes with a move, because the lane of the old printer may still be writing the file
    /// of the old plan.
    private static func stem(_ submission: String, moves: Int?) -> String {
        moves.map { "\(submission)-\($0)" } ?? submission
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
