import ArgumentParser
import FileAccess
import Glibc
import QuickPreview
import TerminalDisplay

/// An error with its exit code.
struct Failure: Error {
    let code: Int32
    /// The file and what is wrong with it, and what to do, in the user's language.
    let message: String

    /// A failure in both languages.
    init(_ code: Int32, _ english: String, _ chinese: String) {
        self.code = code
        self.message = PreviewLanguage.ofUser.say(english, chinese)
    }

    /// A file that cannot be opened.
    init(opening argument: String, error: Int32) {
        let (english, chinese) = SystemWords.both(error)
        switch error {
        case ENOENT:
            self.init(
                66,
                "'\(argument)' does not exist. Check the name.",
                "“\(argument)”不存在。请检查名称。"
            )
        case EACCES:
            self.init(
                66,
                "'\(argument)' cannot be read: permission denied. Check its permissions.",
                "无法读取“\(argument)”：权限不够。请检查其权限。"
            )
        case ENOTDIR:
            self.init(
                66,
                "'\(argument)' does not exist: a part of it is not a directory. Check the name.",
                "“\(argument)”不存在：路径的一部分不是文件夹。请检查名称。"
            )
        case ETIMEDOUT:
            self.init(
                1,
                "'\(argument)' cannot be read: its file system does not answer. Check the network share or the device.",
                "无法读取“\(argument)”：其所在的文件系统没有响应。请检查对应的网络共享或设备。"
            )
        default:
            self.init(
                66,
                "'\(argument)' cannot be read: \(english). Check the file.",
                "无法读取“\(argument)”：\(chinese)。请检查该文件。"
            )
        }
    }

    /// A file that cannot be written.
    init(writing argument: String, error: Int32) {
        let (english, chinese) =
            switch error {
            case ENOENT: ("its directory does not exist. Create it first.", "所在文件夹不存在。请先创建。")
            case EACCES, EPERM, EROFS:
                ("permission denied. Choose another place.", "权限不够。请换一个位置。")
            case EISDIR: ("it is a directory. Name a file in it.", "它是文件夹。请指定其中的文件。")
            case ENOSPC, EDQUOT:
                ("the disk is full. Make room, or choose another place.", "磁盘已满。请清理空间或换一个位置。")
            case ETIMEDOUT:
                (
                    "its file system does not answer. Choose another place.",
                    "其所在的文件系统没有响应。请换一个位置。"
                )
            case ENXIO: ("no program reads from it. Start one first.", "没有程序从中读取。请先启动读取的程序。")
            default:
                (
                    SystemWords.both(error).english + ". Choose another place.",
                    SystemWords.both(error).chinese + "。请换一个位置。"
                )
            }
        self.init(
            1,
            "'\(argument)' cannot be written: \(english)",
            "无法写入“\(argument)”：\(chinese)"
        )
    }

    /// A file without a preview.
    init(_ argument: String, _ error: PreviewError) {
        let shown = FilePath.shown(argument)
        let remedy = Self.remedy(error, shown)
        self.init(
            Self.exitCode(of: error.code),
            "'\(shown)': \(error.message)" + (remedy.map { " " + $0.english } ?? ""),
            "“\(shown)”：\(error.message(in: .simplifiedChinese))" + (remedy?.chinese ?? "")
        )
    }

    /// Prints the message on standard error.
    func print() {
        write("qpreview: \(TerminalText.printable(message))\n", to: STDERR_FILENO)
    }

    /// The exit code for an error, as the contract defines it.
    static func exitCode(of code: PreviewError.Code) -> Int32 {
        switch code {
        case .noPreview, .empty, .variantUnsupported, .filesMissing: 3
        case .damaged, .encrypted, .wrongPassword, .timeLimit, .memoryLimit, .pixelLimit,
            .crashed, .pageOutOfRange, .processorLimit, .forbiddenCall, .crashedBefore,
            .outputTooLarge:
            4
        case .unreadable: 66
        case .invalidRequest: 64
        default: 1
        }
    }

    /// The sentence that says what to do about an error.
    private static func remedy(
        _ error: PreviewError,
        _ argument: String
    ) -> (english: String, chinese: String)? {
        switch error.code {
        case .variantUnsupported, .filesMissing:
            (
                "Open it in its own program, and save or export it in another format.",
                "请用原程序打开该文件，并另存或导出为其他格式。"
            )
        case .noPreview:
            (
                "To see what it is, run: qpreview explain '\(argument)'",
                "查看其信息：qpreview explain '\(argument)'"
            )
        case .damaged:
            (
                "Download it again, or open and save it in the application that created it.",
                "请重新下载，或在创建它的应用程序中打开并另存。"
            )
        case .encrypted where error.type?.family == .pdf:
            ("Pass the password with --password-fd N.", "请用 --password-fd N 提供密码。")
        case .encrypted:
            (
                "Save it without a password in the application that created it.",
                "请在创建它的应用程序中取消密码并另存。"
            )
        case .wrongPassword: ("Check it, and try again.", "请检查后重试。")
        case .unavailable where error.isUnanswered: nil
        case .unavailable where error.missingPackage == nil:
            ("Reinstall this program, or set QPREVIEW_ZYGOTE.", "请重新安装本程序，或设置 QPREVIEW_ZYGOTE。")
        case .unconfined:
            (
                "Use a kernel with Landlock and seccomp (Linux 5.13 or later).",
                "请使用支持 Landlock 和 seccomp 的内核（Linux 5.13 或更高版本）。"
            )
        default: nil
        }
    }
}

/// Writes a whole text; false where that fails.
@discardableResult
func write(_ text: String, to descriptor: Int32) -> Bool {
    (try? OutputFile.write(Array(text.utf8), to: descriptor)) != nil
}
