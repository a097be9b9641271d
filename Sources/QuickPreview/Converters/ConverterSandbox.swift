import PreviewModel

/// The arguments of bubblewrap for a program that lays documents out.
struct ConverterSandbox {
    /// Where the program finds things in the sandbox.
    struct Inside {
        /// The document.
        let document: String
        /// The folder of the result.
        let output: String
        /// The home folder.
        let home: String
        /// The result: the document's name, as a PDF.
        var result: String { "\(output)/document.pdf" }
    }

    /// The path of `bwrap`.
    let bubblewrap: String
    /// The path of `qpreview-converter`.
    let runner: String
    /// Folders that the program needs beside those of the system.
    let shown: [String]
    /// The name of the document, whose extension says its type.
    let documentName: String

    /// The exit codes of a sandbox that could not be made: of bubblewrap, and of `qpreview-converter`.
    static let failures: Set<Int32> = [1, 2, 126, 127]
    /// The bytes of all files of the program, which are in memory.
    private static let filesLimit = 512 << 20
    private static let runnerInside = "/run/qpreview-converter"

    /// Returns the arguments; standard input is the document, and standard output the result.
    func arguments(seconds: Int, program: (Inside) -> [String]) -> [String] {
        let inside = Inside(
            document: "/tmp/in/\(documentName)",
            output: "/tmp/out",
            home: "/tmp/home"
        )
        return [
            bubblewrap, "--unshare-all", "--unshare-user", "--disable-userns",
            // It ends with this process, and has no terminal.
            "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL",
            "--uid", "1000", "--gid", "1000",
            "--dev", "/dev", "--size", "\(Self.filesLimit)", "--tmpfs", "/tmp",
            "--dir", inside.home, "--dir", inside.output,
            "--ro-bind-data", "0", inside.document, "--ro-bind", runner, Self.runnerInside,
        ]
            + folders
            + fonts(home: inside.home)
            + ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/tmp"]
            + variables(home: inside.home)
            + ["--", Self.runnerInside, "\(seconds)", inside.result]
            + program(inside)
    }

    private var folders: [String] {
        let links = [("usr/bin", "/bin"), ("usr/lib", "/lib"), ("usr/lib64", "/lib64")]
        let optional =
            [
                "/etc/fonts", "/var/cache/fontconfig", "/etc/libreoffice", "/var/lib/libreoffice",
                // The day of a field with the date is that of the user.
                "/etc/localtime",
            ] + shown.filter { !$0.hasPrefix("/usr/") }
        return ["--ro-bind", "/usr", "/usr"]
            + links.flatMap { ["--symlink", $0.0, $0.1] }
            + optional.flatMap { ["--ro-bind-try", $0, $0] }
    }

    /// The user's fonts, where fontconfig looks for them.
    private func fonts(home: String) -> [String] {
        let places = [
            UserFontVariable.oldFonts: "\(home)/.fonts",
            UserFontVariable.fonts: "\(home)/.local/share/fonts",
        ]
        return UserFonts.variables.flatMap { variable -> [String] in
            guard let mark = variable.firstIndex(of: "="),
                let place = places[String(variable[..<mark])]
            else { return [] }
            return ["--ro-bind-try", String(variable[variable.index(after: mark)...]), place]
        }
    }

    /// Without `/proc`, a program does not find the libraries beside it by itself.
    private func variables(home: String) -> [String] {
        [
            ("HOME", home), ("PATH", "/usr/bin"), ("LANG", "C.UTF-8"),
            ("LD_LIBRARY_PATH", shown.joined(separator: ":")),
            // Equal documents give equal bytes: the date in fonts, and the order of sets in Python.
            ("SOURCE_DATE_EPOCH", "946684800"), ("PYTHONHASHSEED", "0"),
        ].flatMap { ["--setenv", $0.0, $0.1] }
    }
}
