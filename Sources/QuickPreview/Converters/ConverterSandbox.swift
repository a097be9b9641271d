import PreviewModel

/// The sandbox of a program that lays documents out: what starts it, with arguments and environment.
///
/// There are two: namespaces by bubblewrap, and where the system allows none, Landlock with a folder in `/tmp`.
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

        /// - Parameters:
        ///   - folder: The folder as the program sees it.
        ///   - documentName: The name of the document in it.
        fileprivate init(folder: String, documentName: String) {
            document = "\(folder)/in/\(documentName)"
            output = "\(folder)/out"
            home = "\(folder)/home"
        }
    }

    /// The path of `bwrap`.
    let bubblewrap: String
    /// The path of `qpreview-converter`.
    let runner: String
    /// Folders that the program needs beside those of the system.
    let shown: [String]
    /// The name of the document, whose extension says its type.
    let documentName: String

    /// The exit codes of a sandbox that could not be made: of bubblewrap, and of `qpreview-converter`, which passes none
    /// of the program's on.
    static let failures: Set<Int32> = [1, 2, 126, 127]
    /// The exit code of `qpreview-converter` for a program that has crashed.
    static let crashed: Int32 = 4
    /// The bytes of all files of the program, which are in memory.
    private static let filesLimit = 512 << 20
    private static let runnerInside = "/run/qpreview-converter"

    /// Returns the arguments with namespaces; standard input is the document, and standard output the result.
    func arguments(seconds: Int, program: (Inside) -> [String]) -> [String] {
        let inside = Inside(folder: "/tmp", documentName: documentName)
        return [
            bubblewrap, "--unshare-all", "--unshare-user", "--disable-userns",
            // It ends with this process, and has no terminal: it is started in a session of its own. Another one
            // (--new-session) would take it out of the group that is ended, before it has asked to end with its parent.
            "--die-with-parent", "--clearenv", "--cap-drop", "ALL",
            "--uid", "1000", "--gid", "1000",
            "--dev", "/dev", "--size", "\(Self.filesLimit)", "--tmpfs", "/tmp",
            "--dir", inside.home, "--dir", inside.output,
            "--ro-bind-data", "0", inside.document, "--ro-bind", runner, Self.runnerInside,
        ]
            + folders
            + fonts(home: inside.home).flatMap { ["--ro-bind-try", $0.source, $0.place] }
            + ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/tmp"]
            + variables(home: inside.home).flatMap { ["--setenv", $0.0, $0.1] }
            + ["--", Self.runnerInside, "\(seconds)", inside.result]
            + program(inside)
    }

    /// What programs read beside `/usr`.
    private let configuration = [
        "/etc/fonts", "/var/cache/fontconfig", "/etc/libreoffice", "/var/lib/libreoffice",
        "/var/spool/libreoffice",
        // The day of a field with the date is that of the user.
        "/etc/localtime",
    ]

    private var folders: [String] {
        let links = [("usr/bin", "/bin"), ("usr/lib", "/lib"), ("usr/lib64", "/lib64")]
        let optional = configuration + shown.filter { !$0.hasPrefix("/usr/") }
        return ["--ro-bind", "/usr", "/usr"]
            + links.flatMap { ["--symlink", $0.0, $0.1] }
            + optional.flatMap { ["--ro-bind-try", $0, $0] }
    }

    /// The user's fonts, where fontconfig looks for them.
    private func fonts(home: String) -> [(source: String, place: String)] {
        let places = [
            UserFontVariable.oldFonts: "\(home)/.fonts",
            UserFontVariable.fonts: "\(home)/.local/share/fonts",
        ]
        return UserFonts.variables.compactMap { variable in
            guard let mark = variable.firstIndex(of: "="),
                let place = places[String(variable[..<mark])]
            else { return nil }
            return (String(variable[variable.index(after: mark)...]), place)
        }
    }

    /// Without `/proc`, a program does not find the libraries beside it by itself.
    private func variables(home: String) -> [(String, String)] {
        [
            ("HOME", home), ("PATH", "/usr/bin"), ("LANG", "C.UTF-8"),
            // Modules of GNOME would look for a session bus, and start programs.
            ("GIO_MODULE_DIR", "/nonexistent"), ("GIO_USE_VFS", "local"),
            ("GSETTINGS_BACKEND", "memory"),
            ("LD_LIBRARY_PATH", shown.joined(separator: ":")),
            // Equal documents give equal bytes: the date in fonts, and the order of sets in Python.
            ("SOURCE_DATE_EPOCH", "946684800"), ("PYTHONHASHSEED", "0"),
        ]
    }

    // MARK: Without namespaces

    /// Returns the arguments without namespaces, and the environment; the streams are the same.
    ///
    /// The program has a folder of its own in `/tmp`, which `qpreview-converter` makes and removes.
    func withoutNamespaces(
        seconds: Int,
        program: (Inside) -> [String]
    ) -> (arguments: [String], environment: [String], folder: String) {
        let folder = "/tmp/qpreview-\(UInt64.random(in: 0 ... .max))"
        let inside = Inside(folder: folder, documentName: documentName)
        // Equal documents give equal bytes, and some print the name of their file.
        let constant = Inside(folder: "/proc/self/cwd", documentName: documentName)
        let fonts = fonts(home: inside.home)
        // LibreOffice asks for the home folder of the user, and gets that of the variable only if the user is known.
        let readable =
            ["/usr", "/lib", "/lib64", "/etc/passwd"] + configuration + shown
            + fonts.map(\.source)
        let arguments =
            [runner, "--folder", folder, "--document", inside.document]
            + readable.flatMap { ["--read", $0] }
            + fonts.flatMap { ["--link", $0.source, $0.place] }
            + ["--", "\(seconds)", inside.result] + program(constant)
        let variables = variables(home: inside.home) + [("TMPDIR", inside.home)]
        return (arguments, variables.map { "\($0.0)=\($0.1)" }, folder)
    }
}
