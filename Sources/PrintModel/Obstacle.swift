/// One reason why printing is not possible, with a remedy; or a notice, which refuses nothing.
public struct Obstacle: Codable, Sendable, Equatable {
    /// A code that never changes.
    public struct Code: RawRepresentable, Hashable, Sendable, Codable {
        /// The code as it stands in JSON.
        public let rawValue: String

        /// Wraps a code.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// What programs decide by.
    public var code: Code
    /// The ticket option that it is about, if one.
    public var option: String?
    /// What the words speak of: a printer, a page, a count.
    public var parameters: [String: String]
    /// What is the matter, in one sentence.
    public var message: String
    /// What to do about it, in one sentence.
    public var remedy: String

    /// Makes an obstacle in English; ``inWords(of:)`` gives it in another language.
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

    /// Obstacles of several printers, each one once: where one reason keeps several from printing, one
    /// obstacle speaks of all of them.
    ///
    /// - Parameters:
    ///   - obstacles: Obstacles of different printers, their words in any language.
    ///   - language: The language of the words in the answer.
    /// - Returns: The obstacles in the order in which they come first.
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

    /// The codes whose words can speak of several printers.
    private static let ofSeveral: Set<Code> = [
        .printerUnreachable, .printerStopped, .printerNotAccepting, .printerUnusable,
        .formatUnsupported,
    ]

    private func isAlike(_ other: Obstacle) -> Bool {
        guard code == other.code, Self.ofSeveral.contains(code) else { return false }
        func facts(_ obstacle: Obstacle) -> [String: String] {
            obstacle.parameters.filter { !["printer", "reason"].contains($0.key) }
        }
        return facts(self) == facts(other)
    }

    /// Whether it may pass without anybody changing the ticket or the document.
    public var mayPassByItself: Bool {
        [
            .printerUnreachable, .printerStopped, .printerNotAccepting, .schedulerUnreachable,
        ].contains(code)
    }
}

extension Obstacle.Code {
    /// No printer was named and there is none to choose.
    public static let noPrinter = Self(rawValue: "no-printer")
    /// The scheduler, which knows the printers, does not answer.
    public static let schedulerUnreachable = Self(rawValue: "scheduler-unreachable")
    /// There is no printer of that name.
    public static let printerNotFound = Self(rawValue: "printer-not-found")
    /// The printer does not answer.
    public static let printerUnreachable = Self(rawValue: "printer-unreachable")
    /// The printer is stopped.
    public static let printerStopped = Self(rawValue: "printer-stopped")
    /// The printer takes no new jobs.
    public static let printerNotAccepting = Self(rawValue: "printer-not-accepting")
    /// The printer answers with something that cannot be used.
    public static let printerUnusable = Self(rawValue: "printer-unusable")
    /// The printer cannot print this type, and the scheduler cannot convert it.
    public static let formatUnsupported = Self(rawValue: "format-unsupported")
    /// The document cannot be read.
    public static let documentDamaged = Self(rawValue: "document-damaged")
    /// The document opens with a password only.
    public static let documentEncrypted = Self(rawValue: "document-encrypted")
    /// The document has no bytes or no pages.
    public static let documentEmpty = Self(rawValue: "document-empty")
    /// There is no such file, or it cannot be read.
    public static let documentUnreadable = Self(rawValue: "document-unreadable")
    /// The document is larger than can be handled.
    public static let documentTooLarge = Self(rawValue: "document-too-large")
    /// A page is named that the document does not have.
    public static let pagesOutOfRange = Self(rawValue: "pages-out-of-range")
    /// The printer does not make as many copies.
    public static let copiesUnsupported = Self(rawValue: "copies-unsupported")
    /// The printer does not print on these sides.
    public static let sidesUnsupported = Self(rawValue: "sides-unsupported")
    /// The printer does not take this medium.
    public static let mediaUnsupported = Self(rawValue: "media-unsupported")
    /// The printer does not print in these colours.
    public static let colorUnsupported = Self(rawValue: "color-unsupported")
    /// The printer, or the document, does not allow this option.
    public static let optionUnsupported = Self(rawValue: "option-unsupported")
    /// Options contradict each other.
    public static let optionsConflict = Self(rawValue: "options-conflict")
    /// Notice: the medium is supported and not loaded now.
    public static let mediaNotLoaded = Self(rawValue: "media-not-loaded")
    /// Notice: pages are larger than the sheet, and made smaller.
    public static let scaled = Self(rawValue: "scaled")
    /// Notice: some pages have the size of another loaded medium than the one that the job is printed on.
    public static let mixedSizes = Self(rawValue: "mixed-sizes")
    /// Notice: ink, toner or the like will soon be used up.
    public static let supplyLow = Self(rawValue: "supply-low")
    /// Notice: the scheduler converts the document for the printer.
    public static let convertedByScheduler = Self(rawValue: "converted-by-scheduler")
}
