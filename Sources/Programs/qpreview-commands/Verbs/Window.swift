import ArgumentParser
import FileAccess
import Glibc
import QuickPreview

/// `qpreview window`: files in a window of the desktop.
struct Window: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "window",
        abstract: "Show files in a window: pages, text to copy, and zoom.",
        discussion: """
            The arrow keys go from file to file, Page Up and Page Down from page to page, and \
            + and - zoom; 0 fits the page into the window. Drag over text to select it, and copy \
            it with Ctrl+C; Ctrl+A selects the text of the page. F11 fills the screen, and the \
            space bar, Escape, and Q close the window. For an encrypted PDF, it asks for the password.

            Examples:
              qpreview window report.pdf
              qpreview window *.jpg
            """
    )

    @Argument(help: "Paths or file:// URIs.")
    var files: [String]

    func run() throws {
        do throws(Failure) {
            let paths = try files.map { file throws(Failure) in try Self.path(file) }
            try Self.become(try Self.program(), paths)
        } catch {
            error.print()
            throw ExitCode(error.code)
        }
    }

    /// The path of a file that can be read.
    private static func path(_ argument: String) throws(Failure) -> FilePath {
        let shown = FilePath.shown(argument)
        guard let path = FilePath(argument: argument), !path.bytes.isEmpty else {
            throw Failure(
                66,
                "'\(shown)' does not name a file on this computer. Give a path or a file:/// URI.",
                "“\(shown)”不是本机上的文件。请指定路径或 file:/// URI。"
            )
        }
        do throws(FileVisit.Failure) {
            close(try FileVisit.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY).descriptor)
        } catch {
            // The window says so, beside the files that can be shown.
            if !error.isUnanswered { throw Failure(opening: shown, error: error.number) }
        }
        return path
    }

    /// The program with the window.
    private static func program() throws(Failure) -> FilePath {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            return unsafe readlink("/proc/self/exe", start, buffer.count)
        }
        let own = FilePath(bytes: bytes.prefix(max(0, count))) ?? FilePath("")
        let places = ["qpreview-window", "../libexec/printcenter/qpreview-window"]
        for place in places.map({ own.folder.appending($0) })
        where unsafe place.withCString({ unsafe access($0, X_OK) }) == 0 {
            return place
        }
        throw Failure(
            1,
            "The window is not installed. Install the package qpreview-window.",
            "未安装预览窗口。请安装软件包 qpreview-window。"
        )
    }

    /// Runs the program in the place of this one.
    private static func become(_ program: FilePath, _ files: [FilePath]) throws(Failure) {
        var words: [UnsafeMutablePointer<CChar>?] = unsafe [
            strdup("qpreview-window"), strdup("--"),
        ]
        for file in files { unsafe words.append(file.withCString { unsafe strdup($0) }) }
        unsafe words.append(nil)
        _ = unsafe program.withCString { unsafe execv($0, words) }
        throw Failure(opening: program.shown, error: errno)
    }
}
