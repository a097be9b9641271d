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
        /// The service that runs is of another version, and does not know what it was asked for.
        case otherVersion(Problem)
        /// The scheduler's own command did not do what it was asked.
        case schedulerRefused
        /// The service answered with something that is not understood.
        case badAnswer
    }

    /// What programs decide by.
    public let code: Code
    /// What is the matter and what to do, in sentences.
    public let description: String
    /// Whether the service may have carried out the request all the same: it ended before it
    /// answered, and no other one could be asked.
    ///
    /// Look at the queue before you ask for the same thing again, or ask with the same key.
    public let isInDoubt: Bool

    init(_ code: Code, _ description: String, isInDoubt: Bool = false) {
        self.code = code
        self.description = description
        self.isInDoubt = isInDoubt
    }

    /// The same error where the request had been sent before.
    var inDoubt: ClientError {
        ClientError(
            code,
            description
                + " The request was sent before and may have been carried out: run 'printq jobs --all' before you repeat it.",
            isInDoubt: true
        )
    }

    static var notUnderstood: ClientError {
        ClientError(
            .badAnswer,
            "The service's answer is not understood; its version may differ from this program's. Stop it with 'printq service stop' and try again."
        )
    }

    /// - Parameters:
    ///   - problem: What the service answered with.
    ///   - version: The version that it says it has; services before 0.2 say nothing.
    init(_ problem: Problem, from version: String?) {
        let isUnknown = problem.code == .unknownField || problem.code == .notFound
        isInDoubt = false
        guard version != projectVersion, isUnknown else {
            code = .problem(problem)
            description = problem.detail
            return
        }
        code = .otherVersion(problem)
        let own = "this \(Self.programName) (\(projectVersion))"
        let running = version.map { "version \($0)" } ?? "an older version"
        let order =
            version.map { ServiceVersion.isOlder($0, than: projectVersion) } ?? true
            ? "older than" : "newer than"
        let what = problem.field.map { "'\($0)'" } ?? "what it was asked for"
        description =
            "The service that is running is \(running), \(order) \(own), and does not know \(what). Stop it with 'printq service stop' and try again; jobs are kept."
    }

    /// What people call this program.
    private static let programName =
        CommandLine.arguments.first?.split(separator: "/").last.map { String($0) } ?? "program"

    /// The problem that the service answered with, if it did.
    public var problem: Problem? {
        switch code {
        case .problem(let problem), .otherVersion(let problem): problem
        default: nil
        }
    }
}
