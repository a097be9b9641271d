/// The data of the events `reset` and `end`, which are about the stream itself.
public struct StreamNotice: Codable, Sendable, Equatable {
    /// The code, for programs.
    public var code: Problem.Code
    /// The sentences that say what is wrong and what to do.
    public var detail: String

    /// Creates a notice.
    public init(code: Problem.Code, detail: String) {
        self.code = code
        self.detail = detail
    }
}
