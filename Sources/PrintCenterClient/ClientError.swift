public import PrintModel

/// Why a request to the service was not answered as wanted.
public struct ClientError: Error, Sendable, CustomStringConvertible {
    /// What programs decide by.
    public enum Code: Sendable, Equatable {
        /// The service cannot be started, or does not answer.
        case serviceUnavailable
        /// The socket belongs to another user.
        case foreignSocket
        /// A local file cannot be read.
        case fileUnreadable
        /// The service answered with a problem.
        case problem(Problem)
        /// The service answered with something that is not understood.
        case badAnswer
    }

    /// What programs decide by.
    public let code: Code
    /// What is the matter and what to do, in sentences.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    init(_ problem: Problem) {
        code = .problem(problem)
        description = problem.detail
    }

    /// The problem that the service answered with, if it did.
    public var problem: Problem? {
        guard case .problem(let problem) = code else { return nil }
        return problem
    }
}
