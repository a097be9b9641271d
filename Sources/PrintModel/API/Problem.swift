/// Why a request was not answered: `application/problem+json` (RFC 9457).
public struct Problem: Error, Codable, Sendable, Equatable {
    /// A code that never changes.
    public struct Code: RawRepresentable, Hashable, Sendable, Codable {
        /// The code as it stands in JSON.
        public let rawValue: String

        /// Wraps a code.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The request has a value that no printer could take, or is not understood.
        public static let invalidRequest = Code(rawValue: "invalid-request")
        /// Printing is not possible; the obstacles say why.
        public static let notPossible = Code(rawValue: "printing-not-possible")
        /// There is no such job.
        public static let jobNotFound = Code(rawValue: "job-not-found")
        /// There is no such printer.
        public static let printerNotFound = Code(rawValue: "printer-not-found")
        /// There is no such document; unused ones go after an hour.
        public static let documentNotFound = Code(rawValue: "document-not-found")
        /// The job has ended, so nothing can be done to it any more.
        public static let jobEnded = Code(rawValue: "job-ended")
        /// The printer has the job already, so that it can only be canceled.
        public static let jobDelivered = Code(rawValue: "job-delivered")
        /// Another program gave the job to the scheduler, so that its document is not ours.
        public static let jobForeign = Code(rawValue: "job-foreign")
        /// The scheduler does not let this user do it to this job.
        public static let notAllowed = Code(rawValue: "not-allowed")
        /// The job's document has left the spool, some time after the job's end.
        public static let documentGone = Code(rawValue: "document-gone")
        /// The same idempotency key came with another request.
        public static let keyReused = Code(rawValue: "idempotency-key-reused")
        /// The document is larger than the service takes.
        public static let tooLarge = Code(rawValue: "document-too-large")
        /// The password does not open the document.
        public static let passwordWrong = Code(rawValue: "password-wrong")
        /// The scheduler cannot be reached.
        public static let schedulerUnreachable = Code(rawValue: "scheduler-unreachable")
        /// The scheduler did not do what it was asked.
        public static let schedulerRefused = Code(rawValue: "scheduler-refused")
        /// The user's settings cannot be read, and are needed.
        public static let settingsUnreadable = Code(rawValue: "settings-unreadable")
        /// The disk is full, or writing failed.
        public static let storageFailed = Code(rawValue: "storage-failed")
        /// The program that looks at documents cannot be started.
        public static let previewUnavailable = Code(rawValue: "preview-unavailable")
        /// There is no such preview; unused ones go after an hour, and with the service.
        public static let previewNotFound = Code(rawValue: "preview-not-found")
        /// The sheets of this document or job cannot be shown before they are printed.
        public static let previewNotPossible = Code(rawValue: "preview-not-possible")
        /// There is no such path.
        public static let notFound = Code(rawValue: "not-found")
        /// The request has a field that this service does not know, and would have to do without.
        public static let unknownField = Code(rawValue: "unknown-field")
        /// The request did not come in time.
        public static let requestTimeout = Code(rawValue: "request-timeout")
        /// More connections are open than the service holds.
        public static let tooManyConnections = Code(rawValue: "too-many-connections")
        /// A reader of events is too far behind.
        public static let readerTooSlow = Code(rawValue: "reader-too-slow")
        /// The changes after the last one that a reader has seen are not known any more.
        public static let eventsGone = Code(rawValue: "events-gone")
        /// The scheduler that the surroundings name is on another machine.
        public static let schedulerNotLocal = Code(rawValue: "scheduler-not-local")
        /// Something went wrong inside the service.
        public static let internalError = Code(rawValue: "internal-error")
    }

    /// A URI that names the problem's type; `about:blank` says that ``code`` does.
    public var type: String
    /// The HTTP status.
    public var status: Int
    /// The HTTP status in words.
    public var title: String
    /// What programs decide by.
    public var code: Code
    /// What is the matter and what to do, in sentences.
    public var detail: String
    /// What the words speak of, where they come in the user's language: a job, its state.
    public var parameters: [String: String]?
    /// The field that is not known or not understood, where that is the problem.
    public var field: String?
    /// Why printing is not possible, where that is the problem.
    public var obstacles: [Obstacle]?
    /// The whole answer of the check, where printing is not possible.
    public var check: PrintCheck?

    /// Makes a problem.
    public init(
        status: Int,
        title: String,
        code: Code,
        detail: String,
        parameters: [String: String]? = nil,
        check: PrintCheck? = nil
    ) {
        self.type = "about:blank"
        self.status = status
        self.title = title
        self.code = code
        self.detail = detail
        self.parameters = parameters
        self.obstacles = check?.obstacles
        self.check = check
    }

    /// The same problem in the words of a language, as far as it speaks of obstacles or of what
    /// can be done to a job.
    public func inWords(of language: Language) -> Problem {
        var copy = self
        guard let check else {
            guard let parameters else { return self }
            copy.detail = Words.problem(code, parameters, language: language) ?? detail
            return copy
        }
        let translated = check.inWords(of: language)
        copy.check = translated
        copy.obstacles = translated.obstacles
        copy.detail = translated.obstacles.map { "\($0.message) \($0.remedy)" }
            .joined(separator: " ")
        return copy
    }

    /// The request has a field that is not known.
    public init(unknownField name: String) {
        self.init(
            status: 400,
            title: "Bad Request",
            code: .unknownField,
            detail: "This service does not know '\(name)'. Nothing was done."
        )
        field = name
    }

    /// There is no such printer; the obstacle says which there are.
    public init(noPrinter obstacle: Obstacle) {
        self.init(
            status: 404,
            title: "Not Found",
            code: .printerNotFound,
            detail: "",
            check: PrintCheck(printer: nil, document: nil, plan: nil, obstacles: [obstacle])
        )
        detail = "\(obstacle.message) \(obstacle.remedy)"
    }
}
