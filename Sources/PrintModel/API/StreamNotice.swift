/// What a stream of events says about itself: the data of the events `reset` and `end`.
public struct StreamNotice: Codable, Sendable, Equatable {
    /// What programs decide by.
    public var code: Problem.Code
    /// What is the matter and what to do, in sentences.
    public var detail: String

    /// Makes a notice.
    public init(code: Problem.Code, detail: String) {
        self.code = code
        self.detail = detail
    }
}
