import CSandbox
import Glibc
import PreviewModel

/// The one place where what a child or a zygote reports becomes an error.
extension PreviewError {
    /// The error that an answer means, or `nil` when it is what was asked for.
    init?(answer: AnswerMessage, request: RequestMessage) {
        switch answer.outcome {
        case .done: return nil
        case .noPreview, .otherFamily, .embedded, .embeddedDrawing:
            let kind = answer.info.kind
            let message =
                switch request.operation {
                case .prepareSheets:
                    "Sheets can be made of PDF documents and pictures only; this is: \(kind)."
                case .unlock: "Only PDF documents can be unlocked; this is: \(kind)."
                default: "There is no preview of this kind of file yet: \(kind)."
                }
            self.init(.noPreview, message)
        case .nothingToShow:
            self.init(.noPreview, number: 0, Self.nothingToShow(answer.info, request))
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

    /// What a document lacks of which nothing can be shown.
    private static func nothingToShow(_ info: DocumentInfo, _ request: RequestMessage) -> String {
        if request.operation == .listing { return "The folder is empty." }
        let type = FileType(rawValue: info.type)
        return switch TextFormat(type) {
        case .archive: "The archive is empty."
        case .spreadsheet: "The workbook has no cells to show."
        case .openDocument where info.type.contains("spreadsheet"):
            "The workbook has no cells to show."
        case .presentation: "The slides have nothing to show."
        case .openDocument where info.type.contains("presentation"):
            "The slides have nothing to show."
        case .html: "The page has no text to show."
        default: "The document has nothing to show."
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
    init(ended: StatusMessage.Ended, request: RequestMessage) {
        let limit = UInt64(request.processorSeconds) * 1000
        switch ended.signal {
        // Set-up failed before the document was touched.
        case 0 where ended.code != 0:
            self.init(.unavailable, "The preview helper could not set up its work.")
        case SIGXCPU: self = .processor
        // What does not listen to the first signal gets the second one a second later.
        case SIGKILL where UInt64(ended.milliseconds) >= limit: self = .processor
        // Nobody here sends it to a child that is still waited for: the system was out of memory.
        case SIGKILL: self = .memory
        case SIGSYS: self.init(forbidden: ended.call)
        case SIGXFSZ where request.operation.writes:
            self.init(.outputFailed, "The result is larger than a document may become.")
        // GLib, C++ and poppler end so when the system refuses memory; seldom for another reason where
        // this much is in use.
        case SIGTRAP, SIGABRT:
            guard ended.outOfMemory || ended.mebibytes > 512 else { fallthrough }
            self = .memory
        default:
            self.init(
                .crashed,
                number: ended.signal,
                "The library that reads this kind of file crashed on it."
            )
        }
    }

    private init(forbidden call: Int32) {
        let name = unsafe csandbox_call_name(call).map { unsafe String(cString: $0) }
        // A child that has put off all signals, as the C library does at times, cannot tell.
        let which = name ?? (call >= 0 ? "number \(call)" : "it could not tell which")
        self.init(
            .forbiddenCall,
            number: call,
            "The library that reads this kind of file was ended: it made a system call that is "
                + "forbidden to it (\(which))."
        )
    }

    /// What the refusal of a family's zygote to serve means.
    init(refusal: StatusMessage.Refusal, by family: RendererFamily) {
        let message =
            switch refusal {
            case .fileTypes:
                "The preview helper cannot load the database of file types (package libmagic1)."
            case .renderer:
                "The preview helper cannot load its libraries (\(family.packageWords))."
            case .threads: "The preview helper found a second thread in itself, and stopped."
            case .system: "The system refuses the preview helper what it needs."
            case .landlock, .filter, .limits:
                "This system lacks a wall that keeps documents in: "
                    + "\(refusal.missingWall?.words ?? ""). Nothing is opened without it."
            }
        self.init(refusal.missingWall == nil ? .unavailable : .unconfined, message)
    }

    static let time = PreviewError(.timeLimit, "The document took too long, and was given up.")
    static let processor = PreviewError(
        .processorLimit,
        "The document needs more processor time than it may have."
    )
    static let noPicture = PreviewError(.crashed, "The preview helper sent no picture.")
    static let crashedBefore = PreviewError(
        .crashedBefore,
        "This document crashed the library that reads it three times, and is not tried again "
            + "until that is replaced."
    )
    static let memory = PreviewError(
        .memoryLimit,
        "The document needs more memory than it may have."
    )
    static let systemLimit = PreviewError(
        .unavailable,
        "The system has no more processes, descriptors or memory for a preview."
    )
}
