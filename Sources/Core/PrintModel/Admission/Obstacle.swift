/// One reason why printing is not possible, with a remedy; or a notice, which refuses nothing.
public struct Obstacle: Codable, Sendable, Equatable {
    /// A stable code of an obstacle or a notice.
    public struct Code: RawRepresentable, Hashable, Sendable, Codable {
        /// The code, as in JSON.
        public let rawValue: String

        /// Wraps a code.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// The code, for programs.
    public var code: Code
    /// The ticket option that is concerned, if any.
    public var option: String?
    /// The parameters of the messages, such as a printer, a page, or a count.
    public var parameters: [String: String]
    /// One sentence that says what is wrong.
    public var message: String
    /// One sentence that says what to do about it.
    public var remedy: String

    /// Creates an obstacle in English; ``inWords(of:)`` translates it.
    public init(_ code: Code, option: String? = nil, _ parameters: [String: String] = [:]) {
        let words = Words.obstacle(code, parameters, language: .english)
        self.code = code
        self.option = option
        self.parameters = parameters
        self.message = words.message
        self.remedy = words.remedy
    }

    /// The same obstacle in the words of a language.
    public func inWords(of language: Language) -> Obstacle {
        var copy = self
        let words = Words.obstacle(code, parameters, language: language)
        copy.message = words.message
        copy.remedy = words.remedy
        return copy
    }

    /// The obstacles of several printers without duplicates: where several printers share a reason,
    /// one obstacle names all of them.
    ///
    /// - Parameters:
    ///   - obstacles: Obstacles of different printers, in any language.
    ///   - language: The language of the result.
    /// - Returns: The obstacles in order of first occurrence.
    public static func joined(_ obstacles: [Obstacle], language: Language) -> [Obstacle] {
        var joined: [Obstacle] = []
        var printers: [[String]] = []
        for obstacle in obstacles {
            let printer = obstacle.parameters["printer"]
            let same = joined.firstIndex { $0.isAlike(obstacle) && printer != nil }
            if let same, let printer {
                if !printers[same].contains(printer) { printers[same].append(printer) }
            } else {
                joined.append(obstacle)
                printers.append([printer].compactMap { $0 })
            }
        }
        return zip(joined, printers).map { obstacle, printers in
            var obstacle = obstacle
            if printers.count > 1 {
                obstacle.parameters["printer"] = printers.joined(separator: ", ")
                obstacle.parameters["count"] = "\(printers.count)"
            }
            return obstacle.inWords(of: language)
        }
    }

    /// The codes whose messages can name several printers.
    private static let ofSeveral: Set<Code> = [
        .printerUnreachable, .printerStopped, .printerNotAccepting, .printerUnusable,
        .formatUnsupported, .userNotAllowed,
    ]

    private func isAlike(_ other: Obstacle) -> Bool {
        guard code == other.code, Self.ofSeveral.contains(code) else { return false }
        func facts(_ obstacle: Obstacle) -> [String: String] {
            obstacle.parameters.filter { !["printer", "reason"].contains($0.key) }
        }
        return facts(self) == facts(other)
    }

    /// Whether the obstacle can pass without a change of the ticket or the document.
    public var mayPassByItself: Bool {
        [
            .printerUnreachable, .printerStopped, .printerNotAccepting, .schedulerUnreachable,
            .databaseUnreachable,
        ].contains(code)
    }
}

extension Obstacle.Code {
    /// The request names no printer, and there is no default printer.
    public static let noPrinter = Self(rawValue: "no-printer")
    /// The scheduler, which knows the printers, does not respond.
    public static let schedulerUnreachable = Self(rawValue: "scheduler-unreachable")
    /// The database of the queue cannot be reached.
    public static let databaseUnreachable = Self(rawValue: "database-unreachable")
    /// There is no printer of that name.
    public static let printerNotFound = Self(rawValue: "printer-not-found")
    /// The printer is not responding.
    public static let printerUnreachable = Self(rawValue: "printer-unreachable")
    /// The printer is stopped.
    public static let printerStopped = Self(rawValue: "printer-stopped")
    /// The printer is not accepting jobs.
    public static let printerNotAccepting = Self(rawValue: "printer-not-accepting")
    /// The administrator does not let the user print there, or not more now: `sheets` and `kilobytes` in `seconds`.
    public static let userNotAllowed = Self(rawValue: "user-not-allowed")
    /// The printer refuses the job, and does not say for which of its options.
    public static let printerRefused = Self(rawValue: "printer-refused")
    /// The printer sends invalid replies.
    public static let printerUnusable = Self(rawValue: "printer-unusable")
    /// The printer cannot print this type, and the scheduler cannot convert it.
    public static let formatUnsupported = Self(rawValue: "format-unsupported")
    /// The document cannot be read.
    public static let documentDamaged = Self(rawValue: "document-damaged")
    /// The document requires a password.
    public static let documentEncrypted = Self(rawValue: "document-encrypted")
    /// The owner of the document forbids printing.
    public static let documentRestricted = Self(rawValue: "document-restricted")
    /// The document has no bytes or no pages.
    public static let documentEmpty = Self(rawValue: "document-empty")
    /// There is no such file, or it cannot be read.
    public static let documentUnreadable = Self(rawValue: "document-unreadable")
    /// The document exceeds a limit.
    public static let documentTooLarge = Self(rawValue: "document-too-large")
    /// The selection names a page that the document does not have.
    public static let pagesOutOfRange = Self(rawValue: "pages-out-of-range")
    /// The printer does not support this number of copies.
    public static let copiesUnsupported = Self(rawValue: "copies-unsupported")
    /// The printer does not support this value of `sides`.
    public static let sidesUnsupported = Self(rawValue: "sides-unsupported")
    /// The printer does not support this medium.
    public static let mediaUnsupported = Self(rawValue: "media-unsupported")
    /// The printer does not support this color mode.
    public static let colorUnsupported = Self(rawValue: "color-unsupported")
    /// The printer or the document does not support this option.
    public static let optionUnsupported = Self(rawValue: "option-unsupported")
    /// Options contradict each other.
    public static let optionsConflict = Self(rawValue: "options-conflict")
    /// Notice: the medium is supported but not loaded.
    public static let mediaNotLoaded = Self(rawValue: "media-not-loaded")
    /// Notice: pages are larger than the sheet and will be scaled down.
    public static let scaled = Self(rawValue: "scaled")
    /// Notice: some pages match another loaded medium than that of the job.
    public static let mixedSizes = Self(rawValue: "mixed-sizes")
    /// Notice: pages are much smaller than the sheet, and the printer has paper of their size.
    public static let smallerPages = Self(rawValue: "smaller-pages")
    /// Notice: a supply such as ink or toner is low.
    public static let supplyLow = Self(rawValue: "supply-low")
    /// Notice: the pages have the words of the document, but not its own look.
    public static let laidOutSimply = Self(rawValue: "laid-out-simply")
    /// Notice of a check: another plan takes fewer sheets on this printer.
    public static let paperSaving = Self(rawValue: "paper-saving")
    /// Notice: some words or pictures of the document exceed a limit, and are not on the pages.
    public static let textLeftOut = Self(rawValue: "text-left-out")
    /// Notice: the owner of the document allows printing in low quality only.
    public static let lowQualityOnly = Self(rawValue: "low-quality-only")
    /// Notice: pictures or style sheets are not on the pages, because they are not in the document.
    public static let picturesLeftOut = Self(rawValue: "pictures-left-out")
    /// Notice: no font has some letters of the document, in whose place boxes or gaps print.
    public static let lettersLeftOut = Self(rawValue: "letters-left-out")
    /// Notice: lines that the document wants from top to bottom run from left to right.
    public static let verticalWriting = Self(rawValue: "vertical-writing")
    /// Notice: at the position that was asked for, pages reach into an edge that the printer cannot print.
    public static let edgesCut = Self(rawValue: "edges-cut")
}
