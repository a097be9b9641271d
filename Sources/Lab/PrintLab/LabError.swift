/// An error of a lab, with a message for the person who runs it.
public struct LabError: Error, Sendable, CustomStringConvertible {
    /// The category of an error, for programs.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the code, as printed.
        public let rawValue: String

        /// Creates a code with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The specification or the printer does not exist.
        public static let unknownPrinter = Code(rawValue: "unknown-printer")
        /// A program of the distribution is not installed.
        public static let programMissing = Code(rawValue: "program-missing")
        /// The command to run does not exist.
        public static let commandMissing = Code(rawValue: "command-missing")
        /// The message bus, the scheduler, or a printer failed to start.
        public static let startFailed = Code(rawValue: "start-failed")
        /// The scheduler created a queue that does not match its printer.
        public static let badQueue = Code(rawValue: "bad-queue")
        /// The kernel refuses what a lab with ``LabParts/discovery`` needs.
        public static let notPermitted = Code(rawValue: "not-permitted")
        /// No lab is running.
        public static let noLab = Code(rawValue: "no-lab")
        /// A system call failed.
        public static let system = Code(rawValue: "system")
        /// A signal ended the lab before it had started.
        public static let interrupted = Code(rawValue: "interrupted")
    }

    /// The category of the error.
    public let code: Code
    /// A sentence about the failure, and a suggestion for what to do next.
    public let message: String

    /// Creates an error with its message.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
