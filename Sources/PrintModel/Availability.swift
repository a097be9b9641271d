/// Whether printing is possible now, and where: at all, or for a document.
///
/// It is what a program needs that shows a print button. The rule is the one of
/// ``Admission``, asked of every printer with an empty ticket, so that a button
/// which is offered leads to a job that is taken.
///
/// In JSON: `{"available":true,"type":null,"printers":["office"],"refusals":[…],"obstacles":[]}`.
public struct Availability: Codable, Sendable, Equatable {
    /// A printer that cannot print it now, and why.
    public struct Refusal: Codable, Sendable, Equatable {
        /// The printer.
        public var printer: PrinterID
        /// What stands against it, each with its remedy; never empty.
        public var obstacles: [Obstacle]

        /// Makes a refusal.
        public init(printer: PrinterID, obstacles: [Obstacle]) {
            self.printer = printer
            self.obstacles = obstacles
        }
    }

    /// Whether there is a printer that can.
    public var isAvailable: Bool
    /// The MIME type of the document; `nil` where the question was about printing at all.
    public var type: String?
    /// The printers that can, sorted by id.
    public var printers: [PrinterID]
    /// The printers that cannot, sorted by id.
    public var refusals: [Refusal]
    /// Why there is none that can; empty where there is one.
    public var obstacles: [Obstacle]

    private enum CodingKeys: String, CodingKey {
        case type, printers, refusals, obstacles
        case isAvailable = "available"
    }

    /// Whether printing is possible at all: whether some printer takes jobs now.
    ///
    /// One that waits for paper takes them; one that does not answer does not.
    public init(printers: [Printer]) {
        self.init(type: nil, among: printers) { printer, _ in
            Admission(printer: printer).obstaclesOfAnyJob
        }
    }

    /// Whether a document can be printed, without any option.
    public init(of document: DocumentFacts, among printers: [Printer]) {
        self.init(type: document.type, among: printers) { printer, others in
            Admission(printer: printer, others: others).check(document, ticket: PrintTicket())
                .obstacles
        }
        // What is wrong with the document itself is said once, not once for each printer.
        let everywhere = refusals.first?.obstacles.filter { obstacle in
            refusals.allSatisfy { $0.obstacles.contains(obstacle) }
        }
        if printers.count > 1, refusals.count == printers.count, let everywhere, !everywhere.isEmpty
        {
            obstacles = everywhere
        }
    }

    /// Whether documents of a MIME type can be printed, as far as the type tells.
    public init(ofType type: String, among printers: [Printer]) {
        self.init(of: DocumentFacts(onlyType: type), among: printers)
    }

    /// The answer where the scheduler cannot be asked for its printers.
    ///
    /// - Parameter type: The MIME type of the document, if one was asked about.
    /// - Returns: An answer with no printer, whose obstacle says what to do.
    public static func withoutScheduler(type: String? = nil) -> Availability {
        var answer = Availability(printers: [])
        answer.type = type
        answer.obstacles = [Obstacle(.schedulerUnreachable)]
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

    /// The same answer in the words of a language.
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
    /// What keeps the printer from taking any job at all.
    fileprivate var obstaclesOfAnyJob: [Obstacle] {
        let obstacles = printerObstacles()
        // Of a printer that has never said what it can do nothing can be promised.
        guard obstacles.isEmpty, printer.capabilities == nil else { return obstacles }
        return [Obstacle(.printerUnreachable, ["printer": printer.id.rawValue])]
    }
}

extension DocumentFacts {
    /// Pictures that are read here, and so placed on the sheets here; any other is left to the
    /// scheduler.
    private static let readablePictures: Set<String> = [
        "image/jpeg", "image/png", "image/webp", "image/tiff", "image/gif", "image/avif",
        "image/heif", "image/heic", "image/jxl", "image/jp2", "image/bmp", "image/x-tga",
        "image/vnd.adobe.photoshop", "image/vnd.microsoft.icon", "image/x-portable-pixmap",
        "image/x-portable-graymap", "image/x-portable-bitmap",
    ]

    /// A sound document of a type, of which nothing else is known.
    init(onlyType type: String, name: String? = nil, kind: String? = nil, size: Int = 0) {
        // What follows a semicolon is a parameter: text/plain; charset=utf-8.
        let plain = type.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
        self.init(
            name: name ?? plain,
            type: plain,
            kind: kind ?? plain,
            pages: Self.readablePictures.contains(plain) ? 1 : nil,
            size: size
        )
    }

    /// The same document, judged by its type alone: what is left when only its first bytes were
    /// looked at.
    ///
    /// A reader takes the beginning of a sound document for a damaged one, and may count its pages
    /// wrongly.
    public var judgedByType: DocumentFacts {
        DocumentFacts(onlyType: type, name: name, kind: kind, size: size)
    }
}
