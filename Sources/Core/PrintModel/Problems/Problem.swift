/// The reason why the service cannot carry out a request.
///
/// A service throws it with a ``Cause``, whose sentence comes from the catalogue in the language of
/// the client. A client reads it from `application/problem+json` (RFC 9457).
public struct Problem: Error, Codable, Sendable, Equatable {
    /// The code, for programs.
    public var code: Code
    /// The sentences that say what is wrong and what to do.
    public var detail: String
    /// The parameters of the sentences, such as a job and its state.
    public var parameters: [String: String]?
    /// The field of the body, or the name in the query, that is unknown or invalid.
    public var field: String?
    /// The obstacles, if printing is not possible.
    public var obstacles: [Obstacle]?
    /// The whole result of the check, if printing is not possible.
    public var check: PrintCheck?
    /// The exact cause; `nil` for a problem that was read from JSON.
    public private(set) var cause: Cause?
    /// The explanation of the cause by another part of the project, if it has one.
    private var quotes: [Language: String] = [:]

    private enum CodingKeys: String, CodingKey {
        case code, detail, parameters, field, obstacles, check
    }

    /// Creates a problem in English; ``inWords(of:)`` translates it.
    ///
    /// - Parameters:
    ///   - cause: The cause.
    ///   - parameters: The parameters of the sentences.
    ///   - field: The field or the name in the query that is unknown or invalid.
    ///   - quotes: The explanation of the cause by another part of the project, as a sentence.
    public init(
        _ cause: Cause,
        _ parameters: [String: String] = [:],
        field: String? = nil,
        quoting quotes: [Language: String] = [:]
    ) {
        self.cause = cause
        code = cause.code
        self.parameters = parameters.isEmpty ? nil : parameters
        self.field = field
        self.quotes = quotes
        detail = Words.problem(cause, parameters, quotes, language: .english)
    }

    /// Creates a problem that was decoded from JSON.
    ///
    /// - Parameters:
    ///   - code: The code, for programs.
    ///   - detail: The sentences that say what is wrong and what to do.
    ///   - check: The result of the check, if printing is not possible.
    public init(code: Code, detail: String, check: PrintCheck? = nil) {
        self.code = code
        self.detail = detail
        self.check = check
        obstacles = check?.obstacles
    }

    /// Printing is not possible; the obstacles of the check say why.
    public init(_ check: PrintCheck) {
        self.init(code: .notPossible, detail: Self.sentences(of: check.obstacles), check: check)
        cause = .notPossible
    }

    /// A ticket has values that no printer could accept.
    public init(mistakesIn ticket: PrintTicket) {
        let sentences = Language.allCases.map { language in
            (language, ticket.mistakes(in: language).joined(separator: language.space))
        }
        self.init(.invalidTicket, quoting: Dictionary(uniqueKeysWithValues: sentences))
        field = ticket.namedMistakes(in: .english).first.map { "ticket.\($0.option)" }
    }

    /// There is no such printer; the obstacle names the existing ones.
    public init(noPrinter obstacle: Obstacle) {
        self.init(PrintCheck(printer: nil, document: nil, plan: nil, obstacles: [obstacle]))
        code = .printerNotFound
        cause = .printerNotFound
    }

    /// There is no picture; the preview library gives the reason.
    ///
    /// - Parameters:
    ///   - code: The code of the preview's error.
    ///   - quotes: The library's sentence in each language.
    public init(noPicture code: Code, quoting quotes: [Language: String]) {
        self.init(.noPicture, quoting: quotes)
        self.code = code
    }

    /// The same problem in another language.
    ///
    /// A problem that was decoded from JSON keeps its sentences, except for those of its obstacles.
    public func inWords(of language: Language) -> Problem {
        var copy = self
        if let check {
            let translated = check.inWords(of: language)
            copy.check = translated
            copy.obstacles = translated.obstacles
            copy.detail = Self.sentences(of: translated.obstacles)
        } else if let cause {
            copy.detail = Words.problem(cause, parameters ?? [:], quotes, language: language)
        }
        return copy
    }

    private static func sentences(of obstacles: [Obstacle]) -> String {
        obstacles.map { "\($0.message) \($0.remedy)" }.joined(separator: " ")
    }

    /// Whether both problems mean the same to a client.
    public static func == (one: Problem, other: Problem) -> Bool {
        one.code == other.code && one.detail == other.detail
            && one.parameters == other.parameters && one.field == other.field
            && one.obstacles == other.obstacles && one.check == other.check
    }
}
