import IPP
import PrintModel

/// A document for an ``OddPrinter``, and what must arrive.
struct OddRow: Sendable {
    /// What is printed.
    enum Document: Sendable {
        /// Numbered pages of a size in points.
        case pdf(pages: Int, width: Int, height: Int)
        /// A file with these bytes and this name.
        case file([UInt8], String)
        /// A sample of the repository.
        case sample(String)

        /// Numbered pages of A4.
        static func a4(_ pages: Int) -> Document { .pdf(pages: pages, width: 595, height: 842) }
        /// Numbered pages of Letter.
        static func letter(_ pages: Int) -> Document { .pdf(pages: pages, width: 612, height: 792) }
        /// Text.
        static func text(_ text: String) -> Document { .file(Array(text.utf8), "text.txt") }
    }

    /// What becomes of it.
    enum Outcome: Sendable {
        /// It comes out.
        case printed(Arrival)
        /// It is refused before it is a job, for these reasons.
        case refused([Obstacle.Code])
        /// It becomes a job that fails, for these reasons.
        case failed([Reason.Code])
    }

    /// What the printer gets; what is `nil` is not looked at.
    struct Arrival: Sendable {
        /// The "document-format".
        var format: String? = "application/pdf"
        /// The number of pages, or sides in a raster file.
        var pages: Int?
        /// The size of each page in points as it is displayed, within a point.
        var size: (width: Double, height: Double)?
        /// In a raster file: the colors of each pixel.
        var components: Int?
        /// In a raster file: the box of all ink of the first side in points from its top left, within 3 points.
        var ink: (left: Double, top: Double, right: Double, bottom: Double)?
        /// In a PDF: whether the first page has no colors.
        var isGray: Bool?
        /// In a PDF: what its text has.
        var words: [String] = []
        /// In a PDF: how far each word is from the edges at least, in points.
        var margin: Double?
        /// Attributes of the request as texts, such as `sides`.
        ///
        /// Members of collections have a path, such as `media-col.media-source`; `medium` is the size of the medium in
        /// hundredths of a millimetre, by its name or its `media-col`, such as `21000x29700`; an empty text means that
        /// there is none.
        var attributes: [String: String] = [:]
        /// What the service says about it before it prints, without hints that save paper.
        var notices: [Obstacle.Code]?
    }

    let document: Document
    var ticket = "{}"
    /// The name of the job; `nil` for that of the document.
    var name: String?
    /// Whether the printer takes another key before.
    var changesKey = false
    let outcome: Outcome
    /// What the first obstacle or reason says, where it is refused or fails; `JOB` stands for the number of the job.
    var says = ""

    /// The document and the ticket in a line.
    var testDescription: String {
        let what =
            switch document {
            case .pdf(let pages, let width, let height): "\(pages) x \(width)x\(height)"
            case .file(_, let name), .sample(let name): name
            }
        return "\(what) \(ticket)"
    }

    /// A document that comes out.
    static func prints(
        _ document: Document,
        _ ticket: String = "{}",
        name: String? = nil,
        format: String? = "application/pdf",
        pages: Int? = nil,
        size: (width: Double, height: Double)? = nil,
        components: Int? = nil,
        ink: (left: Double, top: Double, right: Double, bottom: Double)? = nil,
        words: [String] = [],
        margin: Double? = nil,
        isGray: Bool? = nil,
        notices: [Obstacle.Code]? = nil,
        _ attributes: [String: String] = [:]
    ) -> OddRow {
        let arrival = Arrival(
            format: format,
            pages: pages,
            size: size,
            components: components,
            ink: ink,
            isGray: isGray,
            words: words,
            margin: margin,
            attributes: attributes,
            notices: notices
        )
        return OddRow(
            document: document,
            ticket: ticket,
            name: name,
            outcome: .printed(arrival)
        )
    }

    /// A document that is refused.
    static func refuses(
        _ document: Document,
        _ ticket: String = "{}",
        _ codes: Obstacle.Code...,
        says: String = ""
    ) -> OddRow {
        OddRow(document: document, ticket: ticket, outcome: .refused(codes), says: says)
    }

    /// A document whose job fails.
    static func fails(
        _ document: Document,
        _ ticket: String = "{}",
        _ codes: Reason.Code...,
        says: String = ""
    ) -> OddRow {
        OddRow(document: document, ticket: ticket, outcome: .failed(codes), says: says)
    }
}
