/// Whether and where printing is possible now, in general or for a document.
///
/// A program that shows a print button needs this. The rule is that of ``Admission``, applied to
/// every printer with an empty ticket, so that an enabled button leads to a job that the service
/// accepts.
///
/// In JSON: `{"available":true,"type":null,"printers":["office"],"refusals":[…],"obstacles":[]}`.
public struct Availability: Codable, Sendable, Equatable {
    /// A printer that cannot print now, and the obstacles.
    public struct Refusal: Codable, Sendable, Equatable {
        /// The printer.
        public var printer: PrinterID
        /// The obstacles, each with its remedy; never empty.
        public var obstacles: [Obstacle]

        /// Creates a refusal.
        public init(printer: PrinterID, obstacles: [Obstacle]) {
            self.printer = printer
            self.obstacles = obstacles
        }
    }

    /// Whether at least one printer can print.
    public var isAvailable: Bool
    /// The MIME type of the document; `nil` if the question was about printing in general.
    public var type: String?
    /// The printers that can print, sorted by id.
    public var printers: [PrinterID]
    /// The printers that cannot print, sorted by id.
    public var refusals: [Refusal]
    /// The reasons why no printer can print; empty if one can.
    public var obstacles: [Obstacle]

    private enum CodingKeys: String, CodingKey {
        case type, printers, refusals, obstacles
        case isAvailable = "available"
    }

    /// Whether printing is possible in general: whether a printer accepts jobs now.
    ///
    /// A printer that waits for paper accepts jobs; one that does not respond does not.
    public init(printers: [Printer]) {
        self.init(type: nil, among: printers) { printer, _ in
            Admission(printer: printer).obstaclesOfAnyJob
        }
    }

    /// Whether a document can be printed with an empty ticket.
    public init(of document: DocumentFacts, among printers: [Printer]) {
        self.init(type: document.type, among: printers) { printer, others in
            Admission(printer: printer, others: others).check(document, ticket: PrintTicket())
                .obstacles
        }
        // An obstacle of the document is reported once, not once for each printer.
        let everywhere = refusals.first?.obstacles.filter { obstacle in
            refusals.allSatisfy { $0.obstacles.contains(obstacle) }
        }
        if printers.count > 1, refusals.count == printers.count, let everywhere, !everywhere.isEmpty
        {
            obstacles = everywhere
        }
    }

    /// The answer if the scheduler cannot report its printers.
    ///
    /// - Parameter type: The MIME type of the document, if one was asked about.
    /// - Returns: An answer with no printer, whose obstacle has the remedy.
    public static func withoutScheduler(type: String? = nil) -> Availability {
        var answer = Availability(printers: [])
        answer.type = type
        answer.obstacles = [Obstacle(.schedulerUnreachable)]
        return answer
    }

    /// The same answer while the database of the queue cannot be reached, without which no job is accepted.
    public var withoutDatabase: Availability {
        var answer = self
        let obstacle = Obstacle(.databaseUnreachable)
        answer.isAvailable = false
        answer.printers = []
        answer.refusals = (refusals + printers.map { Refusal(printer: $0, obstacles: [obstacle]) })
            .sorted { $0.printer < $1.printer }
        answer.obstacles.insert(obstacle, at: 0)
        return answer
    }

    private init(
        type: String?,
        among printers: [Printer],
        obstaclesOf: (Printer, [Printer]) -> [Obstacle]
    ) {
        self.type = type
        self.printers = []
        refusals = []
        for printer in printers.sorted(by: { $0.id < $1.id }) {
            let obstacles = obstaclesOf(printer, printers.filter { $0.id != printer.id })
            if obstacles.isEmpty {
                self.printers.append(printer.id)
            } else {
                refusals.append(Refusal(printer: printer.id, obstacles: obstacles))
            }
        }
        isAvailable = !self.printers.isEmpty
        if printers.isEmpty {
            obstacles = [Obstacle(.noPrinter)]
        } else {
            obstacles = isAvailable ? [] : refusals.flatMap(\.obstacles)
        }
    }

    /// The same answer in another language.
    public func inWords(of language: Language) -> Availability {
        var copy = self
        copy.obstacles = obstacles.map { $0.inWords(of: language) }
        for index in copy.refusals.indices {
            copy.refusals[index].obstacles = refusals[index].obstacles
                .map { $0.inWords(of: language) }
        }
        return copy
    }
}

extension Admission {
    /// The obstacles that keep the printer from accepting any job.
    fileprivate var obstaclesOfAnyJob: [Obstacle] {
        let obstacles = printerObstacles()
        // The capabilities of this printer are unknown.
        guard obstacles.isEmpty, printer.capabilities == nil else { return obstacles }
        return [Obstacle(.printerUnreachable, ["printer": printer.id.rawValue])]
    }
}

extension DocumentFacts {
    /// The facts of a valid document of a type of which nothing else is known.
    ///
    /// - Parameters:
    ///   - type: The MIME type, as a client writes it, with or without parameters.
    ///   - layout: How the service lays out such documents; `nil` for those with pages of their own.
    ///   - isReadable: Whether the service reads such a picture.
    public init(onlyType type: String, layout: Layout?, isReadable: Bool) {
        let plain = Self.plain(type)
        let pages = isReadable && plain.hasPrefix("image/") && layout == nil ? 1 : nil
        self.init(name: plain, type: plain, kind: plain, pages: pages, size: 0, layout: layout)
    }

    /// A MIME type without its parameters: a semicolon begins one, as in `text/plain; charset=utf-8`.
    public static func plain(_ type: String) -> String {
        type.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
    }

    /// The facts of a type as those of this document, for a check of its first bytes only.
    ///
    /// A reader reports the truncated beginning of a valid document as damaged, and may count its
    /// pages wrongly.
    public func judged(by type: DocumentFacts) -> DocumentFacts {
        var facts = type
        facts.name = name
        facts.kind = kind
        facts.kinds = kinds
        facts.size = size
        return facts
    }
}
