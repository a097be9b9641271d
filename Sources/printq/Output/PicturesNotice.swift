import FileAccess
import Glibc
import PrintModel

/// The notice that pictures are not shown, in the words of a command that has been typed.
struct PicturesNotice {
    /// The files of the command, as the user typed them.
    let files: [String]
    /// The folder that `--pictures` names.
    let folder: String?

    /// A notice, or the same one with the folder that the user may want to name.
    ///
    /// At a terminal, that is the folder of the file. Where one is named already, what is still not shown is not in it.
    func improved(_ notice: Obstacle, language: Language) -> Obstacle {
        guard notice.code == .picturesLeftOut, notice.parameters["folder"] != nil else {
            return notice
        }
        var notice = notice
        if folder != nil {
            notice.parameters["folder"] = nil
        } else if isatty(STDERR_FILENO) == 1, let place = place(of: notice.parameters["document"]) {
            notice.parameters["folder"] = place
        }
        return notice.inWords(of: language)
    }

    /// The folder of the file with a name, as a word for the shell; `nil` where several have it, or it is no file.
    func place(of name: String?) -> String? {
        let paths = files.filter { $0 != "-" }.compactMap { FilePath(argument: $0) }
        let named = paths.filter { $0.name == name }
        return named.count == 1 ? Self.word(named[0].folder.shown) : nil
    }

    /// A text as one word for the shell.
    static func word(_ text: String) -> String {
        let plain = text.allSatisfy {
            $0.isLetter || $0.isNumber || "/._+-,@:".contains($0)
        }
        guard !plain || text.isEmpty || text.hasPrefix("-") else { return text }
        let start = text.hasPrefix("-") ? "./" : ""
        return "'" + (start + text).replacing("'", with: "'\\''") + "'"
    }
}
