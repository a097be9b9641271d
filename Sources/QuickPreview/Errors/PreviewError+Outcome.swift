import CSandbox
import Glibc
import PreviewModel

/// Maps what a child or a zygote reports to errors: the only place that does.
extension PreviewError {
    /// The error that an answer means; `nil` where the answer fulfils the request.
    init?(answer: AnswerMessage, request: RequestMessage) {
        switch answer.outcome {
        case .done, .unchanged, .notGray, .counted: return nil
        case .noPreview, .otherFamily, .embedded, .embeddedDrawing:
            self.init(noPreviewOf: answer.info, request)
        case .nothingToShow: self.init(nothingToShowOf: answer.info, request)
        case .problem: self.init(problemOf: answer.info, request)
        case .pageOutOfRange: self.init(pageOutOfRange: answer.info.pages, request)
        case .memoryLimit: self = .memory
        case .outputFailed:
            self.init(
                .outputFailed,
                "The result cannot be written. Check whether the disk is full.",
                chinese: "无法写入结果。请检查磁盘空间是否已满。"
            )
        case .outputTooLarge: self = .tooLarge(request.operation)
        }
        type = FileType(rawValue: answer.info.type)
    }

    private init(noPreviewOf info: DocumentInfo, _ request: RequestMessage) {
        let (kind, chinese) = (info.kind, info.kind(in: .simplifiedChinese))
        switch request.operation {
        case .prepareSheets:
            self.init(
                .noPreview,
                "Sheets can only be made from PDF documents and images; this is: \(kind).",
                chinese: "只有 PDF 文档和图像可以排版成页；此文件是：\(chinese)。"
            )
        case .makeRaster:
            self.init(
                .noPreview,
                "Raster files can only be made from PDF documents; this is: \(kind).",
                chinese: "只有 PDF 文档可以转换为光栅文件；此文件是：\(chinese)。"
            )
        case .unlock:
            self.init(
                .noPreview,
                "Only PDF documents can be unlocked; this is: \(kind).",
                chinese: "只有 PDF 文档可以解锁；此文件是：\(chinese)。"
            )
        default:
            self.init(
                .noPreview,
                "There is no preview for this kind of file: \(kind).",
                chinese: "此类文件没有预览：\(chinese)。"
            )
        }
    }

    /// The error for a document whose type has previews, but which has nothing to show.
    private init(nothingToShowOf info: DocumentInfo, _ request: RequestMessage) {
        let type = FileType(rawValue: info.type)
        let (english, chinese) =
            switch TextFormat(type) {
            case _ where request.operation == .listing: ("The folder is empty.", "文件夹是空的。")
            case .archive: ("The archive is empty.", "压缩包是空的。")
            case .spreadsheet, .structured(.oldSpreadsheet):
                ("The workbook has no cells to show.", "工作簿中没有可显示的单元格。")
            case .openDocument where info.type.contains("spreadsheet"):
                ("The workbook has no cells to show.", "工作簿中没有可显示的单元格。")
            case .presentation, .structured(.oldPresentation):
                ("The slides have nothing to show.", "幻灯片中没有可显示的内容。")
            case .openDocument where info.type.contains("presentation"):
                ("The slides have nothing to show.", "幻灯片中没有可显示的内容。")
            case .html: ("The page has no text to show.", "网页中没有可显示的文本。")
            default: ("The document has nothing to show.", "文档中没有可显示的内容。")
            }
        self.init(.empty, number: 0, english, chinese: chinese)
    }

    private init(problemOf info: DocumentInfo, _ request: RequestMessage) {
        let isPDF = FileType(rawValue: info.type).family == .pdf
        // Only these two carry a password.
        let isTried = request.operation == .thumbnail || request.operation == .unlock
        if info.problem == .encrypted, isPDF, isTried, request.payloadSize > 0 {
            self = .wrongPassword
        } else if let error = PreviewError(problemOf: info) {
            self = error
        } else {
            self.init(.damaged, "The file is damaged.", chinese: "文件已损坏。")
        }
    }

    /// The error for the problem among the facts of a document; `nil` where there is none.
    package init?(problemOf info: DocumentInfo) {
        guard let problem = info.problem else { return nil }
        let code: Code =
            switch problem {
            case .empty: .empty
            case .damaged: .damaged
            case .encrypted: .encrypted
            case .tooLarge: .pixelLimit
            case .missingPackage: .noPreview
            case .nothingInside: .empty
            case .unsupportedVariant: .variantUnsupported
            case .filesMissing: .filesMissing
            }
        self.init(
            code,
            problem.message(in: .english),
            chinese: problem.message(in: .simplifiedChinese)
        )
        type = FileType(rawValue: info.type)
        if case .nothingInside = problem { number = 0 }
        if case .missingPackage(let why) = problem { missingPackage = why.values.first }
    }

    private init(pageOutOfRange pages: Int?, _ request: RequestMessage) {
        guard let pages else {
            self.init(
                .pageOutOfRange,
                "Page \(request.page) cannot be shown: the document only carries a picture of its first page.",
                chinese: "无法显示第 \(request.page) 页：该文档只带有首页的图片。"
            )
            return
        }
        let has = pages == 1 ? "has 1 page" : "has \(pages) pages"
        self.init(
            .pageOutOfRange,
            request.operation.writes
                ? "A requested page does not exist: the document \(has)."
                : "Page \(request.page) does not exist: the document \(has).",
            chinese: request.operation.writes
                ? "请求的页面不存在：文档共有 \(pages) 页。"
                : "第 \(request.page) 页不存在：文档共有 \(pages) 页。"
        )
    }

    /// The error for a child that ended without an answer.
    init(ended: StatusMessage.Ended, request: RequestMessage) {
        let limit = UInt64(request.processorSeconds) * 1000
        switch ended.signal {
        // Whatever the signal: the child had not touched the document yet, or had read it to its end.
        case _ where ended.signal != SIGKILL && ended.stage.isSetUp: self.init(setUp: ended)
        case 0 where ended.stage == .answering: self.init(answering: ended)
        // A library that calls `exit` gives up on the document, as one that aborts does.
        case 0:
            self.init(
                .crashed,
                number: 0,
                "The library that reads this kind of file exited while reading it.",
                chinese: "读取此类文件的程序库在读取时退出。"
            )
        case SIGXCPU: self = .processor
        // A child that ignores the first signal gets the second one a second later.
        case SIGKILL where UInt64(ended.milliseconds) >= limit: self = .processor
        // No code of this project kills a child that is still waited for. The kernel does when memory runs out; the
        // document is to blame only if the child used this much.
        case SIGKILL where ended.mebibytes > Self.muchMemory: self = .memory
        case SIGKILL: self = .interrupted
        case SIGSYS: self.init(forbidden: ended.call)
        case SIGXFSZ where [.makeRaster, .makePages, .joinPages].contains(request.operation):
            self = .tooLarge(request.operation)
        case SIGXFSZ where request.operation.writes:
            self.init(
                .outputFailed,
                "The result exceeds the size that a document may have.",
                chinese: "结果超出文档允许的大小。"
            )
        // A limit of this project; the library is not at fault.
        case SIGXFSZ: self = .memory
        // The mapped file became shorter.
        case SIGBUS: self = .changed
        // GLib, C++, and poppler end this way when the system refuses memory, and rarely for another reason while
        // this much is in use.
        case SIGSEGV where ended.outOfMemory: self = .memory
        case SIGTRAP, SIGABRT:
            guard ended.outOfMemory || ended.mebibytes > Self.muchMemory else {
                fallthrough
            }
            self = .memory
        default:
            self.init(
                .crashed,
                number: ended.signal,
                "The library that reads this kind of file crashed on it.",
                chinese: "读取此类文件的程序库在处理它时崩溃。"
            )
        }
    }

    /// The error for a child whose set-up failed; names what the system refused.
    private init(setUp ended: StatusMessage.Ended) {
        let (english, chinese) =
            switch ended.stage {
            case .descriptors: ("open its files", "打开文件")
            case .limits: ("limit its memory and time", "限制内存和时间")
            case .sandbox: ("set up its sandbox", "建立沙盒")
            default: ("finish its set-up", "完成初始化")
            }
        let why = Self.why(ended)
        self.init(
            .unavailable,
            "The preview helper could not \(english)\(why.isEmpty ? "" : ": " + why).",
            chinese: "预览辅助进程无法\(chinese)\(why.isEmpty ? "" : "：" + why)。"
        )
    }

    /// The error for a child that drew its document and could not hand over the picture.
    private init(answering ended: StatusMessage.Ended) {
        if [ENOMEM, ENOSPC, EFBIG].contains(ended.failure) {
            self = .memory
            return
        }
        let why = Self.why(ended)
        self.init(
            .unavailable,
            "The preview helper could not send its answer\(why.isEmpty ? "" : ": " + why).",
            chinese: "预览辅助进程无法发送结果\(why.isEmpty ? "" : "：" + why)。"
        )
    }

    /// The words of the system for what it refused.
    private static func why(_ ended: StatusMessage.Ended) -> String {
        guard ended.failure > 0, let words = unsafe strerror(ended.failure) else { return "" }
        return unsafe String(cString: words)
    }

    private init(forbidden call: Int32) {
        let name = unsafe csandbox_call_name(call).map { unsafe String(cString: $0) }
        // The handler cannot report the call while all signals are blocked, as the C library does at times.
        let which = name ?? (call >= 0 ? "number \(call)" : "unknown")
        let chinese = name ?? (call >= 0 ? "编号 \(call)" : "未知")
        self.init(
            .forbiddenCall,
            number: call,
            "The library that reads this kind of file made a forbidden system call (\(which)) "
                + "and was terminated.",
            chinese: "读取此类文件的程序库进行了被禁止的系统调用（\(chinese)），已被终止。"
        )
    }

    /// The error for a zygote that cannot serve.
    init(refusal: StatusMessage.Refusal, by family: RendererFamily) {
        switch refusal {
        case .fileTypes:
            self.init(
                .unavailable,
                "The preview helper cannot load the database of file types. "
                    + "Install the package libmagic1.",
                chinese: "预览辅助进程无法加载文件类型数据库。请安装软件包 libmagic1。"
            )
            missingPackage = "libmagic1"
        case .renderer:
            let packages = family.traits.packages.joined(separator: " ")
            let noun = family.traits.packages.count == 1 ? "package" : "packages"
            self.init(
                .unavailable,
                "The library that reads this kind of file is missing. "
                    + "Install the \(noun) \(packages).",
                chinese: "缺少读取此类文件的程序库。请安装软件包 \(packages)。"
            )
            missingPackage = family.traits.packages.first
        case .threads:
            self.init(
                .unavailable,
                "The preview helper found a second thread in itself and stopped.",
                chinese: "预览辅助进程发现自身有第二个线程，已停止。"
            )
        case .system:
            self.init(
                .unavailable,
                "The system refuses the preview helper what it needs.",
                chinese: "系统拒绝了预览辅助进程所需的资源。"
            )
        case .landlock, .filter, .limits:
            let layer = refusal.missingLayer
            self.init(
                .unconfined,
                "This system lacks a layer of the sandbox: \(layer?.words ?? ""). "
                    + "No document is opened without it.",
                chinese: "此系统缺少沙盒的一层：\(layer?.chinese ?? "")。缺少它时不会打开任何文档。"
            )
        }
    }

    /// The memory of a child, in MiB, from which on memory counts as the reason of its end.
    private static let muchMemory: UInt32 = 512

    static let interrupted = PreviewError(
        .interrupted,
        "The system killed the process that reads the document. Try again.",
        chinese: "系统终止了读取该文档的进程。请重试。"
    )
    static let helperDiedTwice = PreviewError(
        .unavailable,
        "The preview helper ended unexpectedly twice.",
        chinese: "预览辅助进程两次意外退出。"
    )
    static let time = PreviewError(
        .timeLimit,
        "Reading the document took too long and was stopped.",
        chinese: "读取该文档耗时过长，已停止。"
    )
    static let processor = PreviewError(
        .processorLimit,
        "The document needs more processor time than the limit allows.",
        chinese: "该文档所需的处理器时间超出限制。"
    )
    static let noPicture = PreviewError(
        .crashed,
        "The preview helper sent no picture.",
        chinese: "预览辅助进程没有返回图片。"
    )
    static let crashedBefore = PreviewError(
        .crashedBefore,
        "This document crashed the library that reads it three times, and is not opened again until "
            + "that library is updated. To open it before that, run: qpreview crashes --forget FILE",
        chinese: "此文档已使读取它的程序库崩溃三次，在该库更新之前不会再次打开。"
            + "要提前打开，请运行：qpreview crashes --forget FILE"
    )
    static let changed = PreviewError(
        .unreadable,
        "The file became shorter while it was being read. Try again.",
        chinese: "文件在读取过程中变短。请重试。"
    )
    static let memory = PreviewError(
        .memoryLimit,
        "The document needs more memory than the limit allows.",
        chinese: "该文档所需的内存超出限制。"
    )
    static let systemLimit = PreviewError(
        .unavailable,
        "The system has no processes, file descriptors, or memory left for a preview.",
        chinese: "系统没有可用于预览的进程、文件描述符或内存。"
    )
    private static let rasterTooLarge = PreviewError(
        .outputTooLarge,
        "The raster file would be too large for a printer. Use a lower resolution, or fewer pages.",
        chinese: "光栅文件过大，打印机无法接收。请降低分辨率或减少页数。"
    )
    private static let pagesTooLarge = PreviewError(
        .outputTooLarge,
        "The pages of the document would make a PDF that is too large. Divide the document.",
        chinese: "该文档的页面会生成过大的 PDF。请拆分该文档。"
    )
    /// The error for a result that exceeds its limit.
    private static func tooLarge(_ operation: RequestMessage.Operation) -> PreviewError {
        operation == .makeRaster ? .rasterTooLarge : .pagesTooLarge
    }
    static let wrongPassword = PreviewError(
        .wrongPassword,
        "That password is wrong.",
        chinese: "密码错误。"
    )
}

extension ConfinementLevel.Layer {
    /// The layer, as a part of a sentence in Simplified Chinese.
    fileprivate var chinese: String {
        switch self {
        case .landlock: "阻止文档访问文件的 Landlock"
        case .filter: "系统调用过滤器"
        case .limits: "内存和时间限制"
        }
    }
}
