/// Why something is not moving, or did not work: a code for programs, and words for people.
public struct Reason: Codable, Sendable, Equatable {
    /// A code that never changes, for example `media-empty`.
    ///
    /// For what a printer says of itself it is the IPP keyword without its
    /// severity (`printer-state-reasons`, RFC 8011, 5.4.12).
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
    /// What the words speak of: a printer, a medium, a count.
    public var parameters: [String: String]
    /// What is the matter, in one sentence.
    public var message: String
    /// What to do about it, in one sentence.
    public var remedy: String

    /// Makes a reason in English; ``inWords(of:)`` gives it in another language.
    public init(_ code: Code, _ parameters: [String: String] = [:]) {
        let words = Words.reason(code, parameters, language: .english)
        self.code = code
        self.parameters = parameters
        self.message = words.message
        self.remedy = words.remedy
    }

    /// The same reason in the words of a language.
    public func inWords(of language: Language) -> Reason {
        inWords(of: language, speakingOf: nil)
    }

    /// The same reason in the words of a language; where its parameters name no job, the words speak
    /// of the one given.
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
