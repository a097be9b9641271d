import PreviewModel

/// Why there is no answer about a document.
public struct PreviewError: Error, Sendable, Hashable {
    /// What the caller can do about it.
    ///
    /// New codes may be added.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code, such as "page-out-of-range".
        public let rawValue: String

        /// A code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no picture of this type, or no pages to select.
        public static let noPreview = Code(rawValue: "no-preview")
        /// The document is damaged.
        public static let damaged = Code(rawValue: "damaged")
        /// The document opens only with a password.
        public static let encrypted = Code(rawValue: "encrypted")
        /// The password that was given does not open the document.
        public static let wrongPassword = Code(rawValue: "password-wrong")
        /// The document has no bytes.
        public static let empty = Code(rawValue: "empty")
        /// A page that was asked for does not exist.
        public static let pageOutOfRange = Code(rawValue: "page-out-of-range")
        /// The document took longer than it may.
        public static let timeLimit = Code(rawValue: "time-limit")
        /// The document used more processor time than it may.
        public static let processorLimit = Code(rawValue: "processor-limit")
        /// The document needs more memory than it may have.
        public static let memoryLimit = Code(rawValue: "memory-limit")
        /// The image has more pixels than are decoded.
        public static let pixelLimit = Code(rawValue: "pixel-limit")
        /// The library that reads this type died of the document.
        public static let crashed = Code(rawValue: "crashed")
        /// The library that reads this type was made to do what no reader does, and was ended.
        public static let forbiddenCall = Code(rawValue: "forbidden-call")
        /// This very document crashed its reader three times, and is not tried again.
        public static let crashedBefore = Code(rawValue: "crashed-before")
        /// This system lacks a wall that keeps documents in: nothing of this family is opened.
        public static let unconfined = Code(rawValue: "unconfined")
        /// The descriptor is not a readable regular file.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The output cannot be written.
        public static let outputFailed = Code(rawValue: "output-failed")
        /// What was asked for makes no sense for any document, such as a picture of 0 pixels.
        public static let invalidRequest = Code(rawValue: "invalid-request")
        /// The helper cannot be started, or does not work.
        public static let unavailable = Code(rawValue: "unavailable")
        /// Something outside killed the process that read the document, twice: try again later.
        public static let interrupted = Code(rawValue: "interrupted")
        /// The task was canceled.
        public static let canceled = Code(rawValue: "canceled")
    }

    /// What the caller can do about it.
    public var code: Code
    /// What happened, as a sentence for people in English; names no file and no person.
    public var message: String
    /// The same sentence in Simplified Chinese, where there is one.
    private var chinese: String?
    /// The signal of a crash, or the number of a forbidden system call; of ``Code/noPreview`` 0 where the type has
    /// previews, and this document has nothing to show.
    var number: Int32?
    /// The type of the document, where it is known.
    package var type: FileType?
    /// The Debian package that would help.
    package var missingPackage: String?

    /// An error of a code.
    ///
    /// - Parameters:
    ///   - code: What the caller can do about it.
    ///   - message: What happened, as a sentence in English.
    ///   - chinese: The same sentence in Simplified Chinese.
    public init(_ code: Code, _ message: String, chinese: String? = nil) {
        self.code = code
        self.message = message
        self.chinese = chinese
    }

    /// An error of a code, and the number that tells more about it.
    init(_ code: Code, number: Int32, _ message: String, chinese: String) {
        self.init(code, message, chinese: chinese)
        self.number = number
    }

    /// What happened, as a sentence for people in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The sentence; in English where it has no other wording.
    public func message(in language: PreviewLanguage) -> String {
        language.say(message, chinese ?? message)
    }

    /// Whether the type has previews, and this document has nothing to show.
    package var hasNothingToShow: Bool { code == .noPreview && number != nil }

    static let canceled = PreviewError(
        .canceled,
        "The preview was canceled.",
        chinese: "预览已取消。"
    )
}

extension PreviewError: CustomStringConvertible {
    /// The message and the code.
    public var description: String { "\(message) (\(code.rawValue))" }
}
