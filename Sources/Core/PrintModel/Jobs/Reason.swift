/// Why a job or a printer does not make progress, or failed: a code for programs, and sentences for
/// people.
public struct Reason: Codable, Sendable, Equatable {
    /// A stable code of a reason, for example `media-empty`.
    ///
    /// For a condition that a printer reports, it is the IPP keyword without its
    /// severity (`printer-state-reasons`, RFC 8011, 5.4.12).
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
    /// The parameters of the messages, such as a printer, a medium, or a count.
    public var parameters: [String: String]
    /// One sentence that says what is wrong.
    public var message: String
    /// One sentence that says what to do about it.
    public var remedy: String

    /// Creates a reason in English; ``inWords(of:)`` translates it.
    public init(_ code: Code, _ parameters: [String: String] = [:]) {
        let words = Words.reason(code, parameters, language: .english)
        self.code = code
        self.parameters = parameters
        self.message = words.message
        self.remedy = words.remedy
    }

    /// The same reason in another language.
    public func inWords(of language: Language) -> Reason {
        inWords(of: language, speakingOf: nil)
    }

    /// The same reason in another language; where its parameters name no job, its messages name the
    /// given one.
    func inWords(of language: Language, speakingOf job: String?) -> Reason {
        var copy = self
        var parameters = parameters
        if let job, parameters["job"] == nil { parameters["label"] = job }
        let words = Words.reason(code, parameters, language: language)
        copy.message = words.message
        copy.remedy = words.remedy
        return copy
    }
}
