/// The error of a document that could not be prepared.
public struct PreparationError: Error, Sendable, Equatable {
    /// Whether a retry may succeed: after a crash or a timeout, but not for a damaged document.
    public var mayPass: Bool
    /// A message in English.
    public var detail: String
    /// The code of the cause, such as `time-limit`, for which the catalogue has words in other
    /// languages; `nil` if there is none.
    public var cause: String?

    /// Creates an error.
    public init(mayPass: Bool, detail: String, cause: String? = nil) {
        self.mayPass = mayPass
        self.detail = detail
        self.cause = cause
    }

    /// The parameters of a reason or a problem that reports the error.
    var parameters: [String: String] {
        var parameters = ["detail": detail]
        parameters["cause"] = cause
        return parameters
    }
}
