/// The outcome of a request, for statistics.
public enum PreviewEnd: Sendable, Hashable {
    /// The request was fulfilled.
    case shown
    /// No library reads this type, or the library refused the document: the document or the request is at fault.
    case refused
    /// Reading the document exceeded the time limit.
    case timeLimit
    /// Reading the document exceeded the limit of processor time.
    case processorLimit
    /// Reading the document exceeded the memory limit.
    case memoryLimit
    /// The image exceeds the pixel limit.
    case pixelLimit
    /// The library died of this signal, or returned an invalid answer (0).
    case crashed(signal: Int32)
    /// The library made this forbidden system call; -1 where the number is unknown.
    case forbiddenCall(Int32)
    /// The document had crashed its library three times, and was not opened.
    case crashedBefore
    /// The caller canceled the request.
    case canceled
    /// No helper was available, for want of a sandbox layer or for another reason; the document was not opened.
    case unavailable

    /// The outcome that an error stands for.
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

    /// The name of the class, such as "time-limit": the same for all signals and all system calls.
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
