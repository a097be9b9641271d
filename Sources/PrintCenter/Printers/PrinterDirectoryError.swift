/// The error of a list of printers that is not available.
public struct PrinterDirectoryError: Error, Sendable, CustomStringConvertible {
    /// The kind of error.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code as text.
        public let rawValue: String

        /// Wraps a code.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The scheduler cannot be reached: start it, or correct `CUPS_SERVER`.
        public static let schedulerUnreachable = Code(rawValue: "scheduler-unreachable")
        /// The configured scheduler is on another machine.
        public static let schedulerNotLocal = Code(rawValue: "scheduler-not-local")
        /// The scheduler refuses the request.
        public static let schedulerRefused = Code(rawValue: "scheduler-refused")
    }

    /// The kind of error.
    public let code: Code
    /// A message in English that says what happened and what to do.
    public let message: String

    /// A message in English that says what happened and what to do.
    public var description: String { message }

    init(_ error: CupsError) {
        switch error {
        case .notConnected, .replyLost, .unreadable, .misdirected, .incomplete:
            code = .schedulerUnreachable
            message =
                "The print scheduler does not answer. \(error) Start CUPS, or check CUPS_SERVER."
        case .notLocal:
            code = .schedulerNotLocal
            message =
                "Only the scheduler of this machine is used, over its domain socket. \(error) Unset CUPS_SERVER, or set it to the path of the socket; printers of another machine can be added as queues here."
        default:
            code = .schedulerRefused
            message = "The print scheduler refuses to list its printers. \(error)"
        }
    }
}
