import Glibc
import PreviewModel

/// The one place where what a child or a zygote reports becomes an error.
extension PreviewError {
    /// The error that an answer means, or `nil` when it is what was asked for.
    init?(answer: AnswerMessage, request: RequestMessage) {
        switch answer.outcome {
        case .done: return nil
        case .noPreview, .otherFamily, .embedded:
            let kind = answer.info.kind
            let message =
                switch request.operation {
                case .prepareSheets:
                    "Sheets can be made of PDF documents and pictures only; this is: \(kind)."
                case .unlock: "Only PDF documents can be unlocked; this is: \(kind)."
                default: "There is no preview of this kind of file yet: \(kind)."
                }
            self.init(.noPreview, message)
        case .problem: self.init(problem: answer.info.problem)
        case .pageOutOfRange where answer.info.pages == nil:
            self.init(
                .pageOutOfRange,
                "Page \(request.page) cannot be shown: the document carries a picture of its first one only."
            )
        case .pageOutOfRange:
            let count = answer.info.pages ?? 0
            let has = count == 1 ? "has 1 page" : "has \(count) pages"
            self.init(
                .pageOutOfRange,
                request.operation.writes
                    ? "A page is asked for that does not exist: the document \(has)."
                    : "Page \(request.page) does not exist: the document \(has)."
            )
        case .memoryLimit: self = .memory
        case .outputFailed:
            self.init(.outputFailed, "The result cannot be written. Is the disk full?")
        }
    }

    private init(problem: DocumentProblem?) {
        guard let problem else {
            self.init(.damaged, "The file is damaged.")
            return
        }
        let code: Code =
            switch problem {
            case .empty: .empty
            case .damaged: .damaged
            case .encrypted: .encrypted
            case .tooLarge: .pixelLimit
            }
        self.init(code, problem.message)
    }

    /// What the end of a child without an answer means.
    init(ended: StatusMessage.Ended) {
        switch ended.signal {
        // Set-up failed before the document was touched.
        case 0 where ended.code != 0:
            self.init(.unavailable, "The preview helper could not set up its work.")
        case SIGXCPU: self = .time
        // GLib's way to end when the system refuses memory.
        case SIGTRAP: self = .memory
        // C++ and poppler end so too; a library that found itself broken seldom has used this much.
        case SIGABRT where ended.mebibytes > 512: self = .memory
        default: self.init(.crashed, "The library that reads this kind of file crashed on it.")
        }
    }

    /// What the refusal of a zygote to serve means.
    init(refusal: StatusMessage.Refusal) {
        let message =
            switch refusal {
            case .fileTypes:
                "The preview helper cannot load the database of file types (package libmagic1)."
            case .renderer:
                "The preview helper cannot load its libraries (packages libpoppler-glib8, libvips42)."
            case .threads: "The preview helper found a second thread in itself, and stopped."
            case .system: "The system refuses the preview helper what it needs."
            }
        self.init(.unavailable, message)
    }

    static let time = PreviewError(.timeLimit, "The document took too long, and was given up.")
    static let memory = PreviewError(
        .memoryLimit,
        "The document needs more memory than it may have."
    )
    static let systemLimit = PreviewError(
        .unavailable,
        "The system has no more processes, descriptors or memory for a preview."
    )
}
