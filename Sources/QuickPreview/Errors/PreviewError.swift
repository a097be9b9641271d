import PreviewModel

/// The error that ``Previewer`` throws: a code for the caller, and a sentence for people.
public struct PreviewError: Error, Sendable, Hashable {
    /// The kind of an error, by what the caller can do next.
    ///
    /// New codes may be added.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code, such as "page-out-of-range".
        public let rawValue: String

        /// A code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no preview of this type.
        public static let noPreview = Code(rawValue: "no-preview")
        /// The document contradicts the specification of its format.
        public static let damaged = Code(rawValue: "damaged")
        /// The document opens only with a password.
        public static let encrypted = Code(rawValue: "encrypted")
        /// The password does not open the document.
        public static let wrongPassword = Code(rawValue: "password-wrong")
        /// The file has no bytes, or the document has nothing to show.
        public static let empty = Code(rawValue: "empty")
        /// The document is of a variant of its format that is not read here; the message names it.
        public static let variantUnsupported = Code(rawValue: "variant-unsupported")
        /// The contents of the document are in other files; the message names them.
        public static let filesMissing = Code(rawValue: "files-missing")
        /// The document has no such page.
        public static let pageOutOfRange = Code(rawValue: "page-out-of-range")
        /// Reading the document exceeded the time limit.
        public static let timeLimit = Code(rawValue: "time-limit")
        /// Reading the document exceeded the limit of processor time.
        public static let processorLimit = Code(rawValue: "processor-limit")
        /// Reading the document exceeded the memory limit.
        public static let memoryLimit = Code(rawValue: "memory-limit")
        /// The image exceeds the pixel limit.
        public static let pixelLimit = Code(rawValue: "pixel-limit")
        /// The library that reads this type crashed on the document.
        public static let crashed = Code(rawValue: "crashed")
        /// The library that reads this type made a forbidden system call, and its process was terminated.
        public static let forbiddenCall = Code(rawValue: "forbidden-call")
        /// The document crashed its library three times, and is not opened again.
        public static let crashedBefore = Code(rawValue: "crashed-before")
        /// This system lacks a layer of the sandbox, without which no document is opened.
        public static let unconfined = Code(rawValue: "unconfined")
        /// The descriptor is not a readable regular file.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The output cannot be written.
        public static let outputFailed = Code(rawValue: "output-failed")
        /// The output would exceed its size limit.
        public static let outputTooLarge = Code(rawValue: "output-too-large")
        /// The request is invalid for every document, such as a picture of 0 pixels.
        public static let invalidRequest = Code(rawValue: "invalid-request")
        /// The helper cannot be started, or does not work.
        public static let unavailable = Code(rawValue: "unavailable")
        /// The system killed the process that read the document, twice; a later attempt may succeed.
        public static let interrupted = Code(rawValue: "interrupted")
        /// The task was canceled.
        public static let canceled = Code(rawValue: "canceled")
    }

    /// The kind of the error.
    public var code: Code
    /// The error as a sentence in English; contains no file name and no user name.
    public var message: String
    /// The same sentence in Simplified Chinese; `nil` where there is none.
    private(set) var chinese: String?
    /// The signal of a crash, or the number of a forbidden system call.
    ///
    /// With ``Code/empty``, 0 means that the file has bytes, and nothing to show.
    var number: Int32?
    /// The type of the document; `nil` where it is unknown.
    package var type: FileType?
    /// The Debian package to install; `nil` where none would help.
    package var missingPackage: String?

    /// An error.
    ///
    /// - Parameters:
    ///   - code: The kind of the error.
    ///   - message: The error as a sentence in English.
    ///   - chinese: The same sentence in Simplified Chinese.
    public init(_ code: Code, _ message: String, chinese: String? = nil) {
        self.code = code
        self.message = message
        self.chinese = chinese
    }

    /// An error with a number that belongs to its code.
    init(_ code: Code, number: Int32, _ message: String, chinese: String) {
        self.init(code, message, chinese: chinese)
        self.number = number
    }

    /// The error as a sentence in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The sentence; in English where there is no translation.
    public func message(in language: PreviewLanguage) -> String {
        language.say(message, chinese ?? message)
    }

    /// Whether the type has previews, and this document has nothing to show.
    package var hasNothingToShow: Bool { code == .empty && number != nil }

    /// Whether a reader ended on the document, now or before: another one may read it.
    package var endsReader: Bool {
        code == .crashed || code == .forbiddenCall || code == .crashedBefore
    }

    static let notWritten = PreviewError(
        .outputFailed,
        "The result was not written.",
        chinese: "未能写入结果。"
    )

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
