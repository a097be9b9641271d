/// Why no printers can be listed.
public struct PrinterDirectoryError: Error, Sendable, CustomStringConvertible {
    /// What a program decides by.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code as text.
        public let rawValue: String

        /// Wraps a code.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// No scheduler answers: start it, or correct `CUPS_SERVER`.
        public static let schedulerUnreachable = Code(rawValue: "scheduler-unreachable")
        /// The scheduler that is configured is on another machine.
        public static let schedulerNotLocal = Code(rawValue: "scheduler-not-local")
        /// The scheduler answers, and refuses.
        public static let schedulerRefused = Code(rawValue: "scheduler-refused")
    }

    /// What a program decides by.
    public let code: Code
    /// What happened and what to do, in English.
    public let message: String

    /// What happened and what to do, in English.
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
