/// Why a lab cannot do what was asked, in a sentence for the person who runs it.
public struct LabError: Error, Sendable, CustomStringConvertible {
    /// What the caller can do about it.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name, as it is printed.
        public let rawValue: String

        /// A code of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A specification or a printer that does not exist.
        public static let unknownPrinter = Code(rawValue: "unknown-printer")
        /// A program of the distribution is not installed.
        public static let programMissing = Code(rawValue: "program-missing")
        /// A command to run does not exist.
        public static let commandMissing = Code(rawValue: "command-missing")
        /// The message bus, the scheduler or a printer did not come up.
        public static let startFailed = Code(rawValue: "start-failed")
        /// A queue was made, but not the one that its printer deserves.
        public static let badQueue = Code(rawValue: "bad-queue")
        /// No lab runs where one was expected.
        public static let noLab = Code(rawValue: "no-lab")
        /// The operating system refused a call.
        public static let system = Code(rawValue: "system")
        /// A signal ended the lab before it was up.
        public static let interrupted = Code(rawValue: "interrupted")
    }

    /// What the caller can do about it.
    public let code: Code
    /// What happened, and what to try next.
    public let message: String

    /// An error with its sentence.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The sentence alone.
    public var description: String { message }
}
