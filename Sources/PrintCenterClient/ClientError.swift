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

    /// - Parameters:
    ///   - problem: What the service answered with.
    ///   - version: The version that it says it has; services before 0.2 say nothing.
    init(_ problem: Problem, from version: String?) {
        let isUnknown = problem.code == .unknownField || problem.code == .notFound
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
