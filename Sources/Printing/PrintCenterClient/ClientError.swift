public import FileAccess
public import PrintModel

/// An error of a request to the service.
public struct ClientError: Error, Sendable, CustomStringConvertible {
    /// The code of an error, for programs.
    public enum Code: Sendable, Equatable {
        /// The service cannot be started, or is not responding.
        case serviceUnavailable
        /// The socket belongs to another user.
        case foreignSocket
        /// A local file cannot be read.
        case fileUnreadable
        /// The pictures of a folder are more, or larger, than a document may have.
        case tooManyPictures
        /// The service returned a problem.
        case problem(Problem)
        /// The running service has another version, and does not support the request.
        case otherVersion(Problem)
        /// A command of the scheduler failed.
        case schedulerRefused
        /// The response of the service is malformed.
        case badAnswer
    }

    /// The code, for programs.
    public let code: Code
    /// A message that says what is wrong and what to do, in English or as the service sent it.
    public let description: String
    /// The same message in Simplified Chinese; `nil` for a message of the service.
    private let chinese: String?
    /// Whether the service may have carried out the request: it exited before it responded, and
    /// another one could not be started.
    ///
    /// Check the queue before you repeat the request, or repeat it with the same key.
    public let isInDoubt: Bool

    init(_ code: Code, _ description: String, chinese: String? = nil, isInDoubt: Bool = false) {
        self.code = code
        self.description = description
        self.chinese = chinese
        self.isInDoubt = isInDoubt
    }

    /// Creates the error for a document that cannot be packed with the pictures of a folder.
    public init(_ error: PictureFolderError) {
        let code: Code =
            switch error {
            case .folder, .notAFolder, .document, .output: .fileUnreadable
            case .tooManyEntries, .tooManyPictures, .tooDeep, .tooLarge: .tooManyPictures
            }
        self.init(code, error.message, chinese: error.chineseMessage)
    }

    /// A message that says what is wrong and what to do, in the given language.
    ///
    /// A message of the service is in the language that the client requested.
    public func message(in language: Language) -> String {
        language == .simplifiedChinese ? chinese ?? description : description
    }

    /// The same error for a request that had already been sent.
    var inDoubt: ClientError {
        ClientError(
            code,
            description
                + " The service may have carried out the request: run 'printq jobs --all' before you repeat it.",
            chinese: message(in: .simplifiedChinese)
                + "服务可能已执行该请求：重试之前请运行“printq jobs --all”。",
            isInDoubt: true
        )
    }

    package static var notUnderstood: ClientError {
        ClientError(
            .badAnswer,
            "The response of the service is malformed; its version may differ from that of this program. Stop it with 'printq service stop' and try again.",
            chinese: "服务的应答格式错误；其版本可能与本程序不同。请用“printq service stop”停止服务后重试。"
        )
    }

    /// - Parameters:
    ///   - problem: The problem that the service returned.
    ///   - version: The version of the service; `nil` for one before 0.2.
    init(_ problem: Problem, from version: String?) {
        let isUnknown = problem.code == .unknownField || problem.code == .notFound
        isInDoubt = false
        guard version != projectVersion, isUnknown else {
            code = .problem(problem)
            description = problem.detail
            chinese = nil
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
        chinese =
            "正在运行的服务版本（\(version ?? "未知")）与本程序 \(Self.programName)（\(projectVersion)）不同，不认识\(problem.field.map { "“\($0)”" } ?? "该请求")。请用“printq service stop”停止服务后重试；任务会保留。"
    }

    /// The name of this program for people.
    private static let programName =
        CommandLine.arguments.first?.split(separator: "/").last.map { String($0) } ?? "program"

    /// The problem that the service returned, if any.
    public var problem: Problem? {
        switch code {
        case .problem(let problem), .otherVersion(let problem): problem
        default: nil
        }
    }
}
