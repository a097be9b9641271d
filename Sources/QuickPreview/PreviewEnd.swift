/// How the work on one document ended.
public enum PreviewEnd: Sendable, Hashable {
    /// What was asked for was answered.
    case shown
    /// The library that reads this type refused it, or there is none: the document or the request is at fault.
    case refused
    /// It took longer than it may.
    case timeLimit
    /// It used more processor time than it may.
    case processorLimit
    /// It needed more memory than it may have.
    case memoryLimit
    /// It has more pixels than are decoded.
    case pixelLimit
    /// The library that reads it died by a signal, or gave an answer that makes no sense (0).
    case crashed(signal: Int32)
    /// The library that reads it made a system call that is forbidden to it: its number, or -1.
    case forbiddenCall(Int32)
    /// It crashed three times before, and was not opened.
    case crashedBefore
    /// Whoever asked no longer wanted it.
    case canceled
    /// No helper could be had, for want of a wall or of anything else; the document was not opened.
    case unavailable

    /// How it ended, by the error that it ended with.
    init(_ error: PreviewError) {
        self =
            switch error.code {
            case .timeLimit: .timeLimit
            case .processorLimit: .processorLimit
            case .memoryLimit: .memoryLimit
            case .pixelLimit: .pixelLimit
            case .crashed: .crashed(signal: error.number ?? 0)
            case .forbiddenCall: .forbiddenCall(error.number ?? -1)
            case .crashedBefore: .crashedBefore
            case .canceled: .canceled
            case .unavailable, .unconfined, .interrupted: .unavailable
            default: .refused
            }
    }

    /// The name of its class, such as "time-limit": the same for all signals and all calls.
    public var name: String {
        switch self {
        case .shown: "shown"
        case .refused: "refused"
        case .timeLimit: "time-limit"
        case .processorLimit: "processor-limit"
        case .memoryLimit: "memory-limit"
        case .pixelLimit: "pixel-limit"
        case .crashed: "crashed"
        case .forbiddenCall: "forbidden-call"
        case .crashedBefore: "crashed-before"
        case .canceled: "canceled"
        case .unavailable: "unavailable"
        }
    }
}

/// What a ``Previewer`` has done since it was made.
public struct PreviewStatistics: Sendable, Hashable {
    /// What is known of the helper of a family.
    public enum Helper: Sendable, Hashable {
        /// It has not been needed yet.
        case notStarted
        /// It runs, behind these walls.
        case confined(ConfinementLevel)
        /// It cannot be had; the sentence for people says why.
        case off(PreviewError)
    }

    /// How many requests ended in which way.
    public var ends: [PreviewEnd: Int] = [:]
    /// How often a helper died, and was started again.
    public var helperDeaths = 0
    /// The helper for PDF.
    public var documents = Helper.notStarted
    /// The helper for pixel images of the web's formats.
    public var images = Helper.notStarted
    /// The helper for texts, listings, fonts and cards.
    public var texts = Helper.notStarted
    /// The helper for pixel images of rarer formats.
    public var codecs = Helper.notStarted
    /// The helper for videos.
    public var videos = Helper.notStarted
    /// The helper for PostScript.
    public var postScript = Helper.notStarted

    /// Nothing yet.
    public init() {}

    /// How many requests ended in a class, by ``PreviewEnd/name``.
    public var classes: [String: Int] {
        var classes: [String: Int] = [:]
        for (end, count) in ends { classes[end.name, default: 0] += count }
        return classes
    }
}
