import FileAccess
import FoundationEssentials
import Glibc
import PrintModel
import Synchronization
import TerminalDisplay

/// The output of the program: results go to standard output, messages to standard error.
enum Terminal {
    /// The behavior when the reader of the result has gone.
    enum Unread {
        /// Exits silently, as other programs do.
        case end
        /// Continues, and writes the result to standard error, so that it is not lost.
        case goOn
    }

    /// Who reads events for this program: a person who sees its output at this moment, or another program.
    static var reader: EventReader { isatty(STDOUT_FILENO) == 1 ? .person : .program }

    /// Whether standard input is a pipe or a file, and not a terminal or nothing.
    static var isInputPiped: Bool {
        guard let facts = FileFacts(descriptor: STDIN_FILENO) else { return false }
        return facts.isFile || [S_IFIFO, S_IFSOCK].contains(facts.mode & S_IFMT)
    }

    /// Whether a result went to standard error because standard output failed.
    static var hasLostResult: Bool { lost.withLock { $0 } }
    private static let lost = Mutex(false)

    /// Writes a line of the result, without terminal control characters.
    static func write(_ line: String, unread: Unread = .end) {
        put(result: printable(line), unread)
    }

    /// Writes lines of the result at once, without terminal control characters.
    static func write(lines: [String]) {
        put(bytes: Array(lines.map { printable($0) + "\n" }.joined().utf8))
    }

    /// Writes a value as one line of JSON.
    static func write(json value: some Encodable, unread: Unread = .end) throws {
        put(result: escaped(String(decoding: try WireFormat.encode(value), as: UTF8.self)), unread)
    }

    /// Writes a picture in the terminal's image protocol; its text must be free of untrusted input.
    static func write(picture: [UInt8]) {
        guard showsPictures else { return }
        // After Ctrl-C within a picture, the terminal would take what the shell writes for the rest of it.
        let before = signal(SIGINT) { _ in
            let end = "\u{1B}\\\u{1B}[0m\n"
            _ = unsafe Glibc.write(STDOUT_FILENO, end, 7)
            _exit(130)
        }
        put(bytes: picture)
        _ = signal(SIGINT, before)
    }

    /// Writes a document as the result, to a pipe or a file.
    static func write(document: [UInt8]) {
        put(bytes: document)
    }

    /// Whether the result goes to a terminal that supports more than plain text.
    static let showsPictures = TerminalPictures.isPossible

    private static func put(result line: String, _ unread: Unread) {
        guard let failure = put(line + "\n", STDOUT_FILENO) else { return }
        guard unread == .goOn else { end(failure) }
        if failure != EPIPE {
            say("printq: standard output: \(words(failure)).")
            lost.withLock { $0 = true }
        }
        // Without the job's number, the user would print it again.
        say(line)
    }

    private static func put(bytes: [UInt8]) {
        if let failure = put(bytes, STDOUT_FILENO) { end(failure) }
    }

    /// Ends the program because its result cannot be written.
    private static func end(_ failure: Int32) -> Never {
        // _exit: other threads still run, and no cleanup is necessary.
        if failure == EPIPE { _exit(0) }
        // A lost result is a failure.
        say("printq: standard output: \(words(failure)).")
        _exit(1)
    }

    /// The reason why standard output cannot accept a result, as far as it is known before a write;
    /// `nil` if there is none.
    ///
    /// It is checked first: a user who never sees the number of a job would print it twice.
    static var outputFailure: String? {
        var facts = stat()
        let flags = fcntl(STDOUT_FILENO, F_GETFL)
        guard flags >= 0, unsafe fstat(STDOUT_FILENO, &facts) == 0 else { return words(errno) }
        guard flags & O_ACCMODE != O_RDONLY else { return words(EBADF) }
        // The device that is always full (full(4)).
        if facts.st_mode & S_IFMT == S_IFCHR, facts.st_rdev == 0x107 { return words(ENOSPC) }
        var disk = statvfs()
        if facts.st_mode & S_IFMT == S_IFREG, unsafe fstatvfs(STDOUT_FILENO, &disk) == 0,
            disk.f_blocks > 0, disk.f_bavail == 0
        {
            return words(ENOSPC)
        }
        return nil
    }

    private static func words(_ number: Int32) -> String {
        // The text is copied before another call.
        unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    }

    /// Writes a message to standard error, without terminal control characters.
    static func say(_ line: String) {
        // A failure of standard error cannot be reported.
        _ = put(printable(line) + "\n", STDERR_FILENO)
    }

    /// Overwrites the last line on the user's terminal.
    static func redraw(_ line: String) {
        _ = put("\r\u{1B}[2K" + printable(line), STDERR_FILENO)
    }

    /// Begins a new line on the user's terminal.
    static func breakLine() {
        _ = put("\n", STDERR_FILENO)
    }

    /// Whether the result goes to a terminal that can redraw a list.
    static let showsList =
        isatty(STDOUT_FILENO) == 1 && Printq.environment["TERM"] != "dumb"
    /// The number of lines of the list on the terminal.
    private static let drawn = Mutex(0)

    /// Redraws a list over the previous one, as far as it fits.
    static func redraw(list: [String]) {
        var size = winsize()
        let isKnown = unsafe ioctl(STDOUT_FILENO, UInt(clamping: TIOCGWINSZ), &size) == 0
        let columns = isKnown && size.ws_col > 1 ? Int(size.ws_col) : 80
        let rows = isKnown && size.ws_row > 2 ? Int(size.ws_row) - 1 : 23
        // The headings stay; if not all jobs fit, the newest are shown.
        let shown = list.count <= rows ? list : Array(list.prefix(1) + list.suffix(rows - 1))
        let before = drawn.withLock { count in
            defer { count = shown.count }
            return count
        }
        let back = before > 0 ? "\u{1B}[\(before)A\u{1B}[J" : ""
        let text = shown.map { Table.cut(printable($0), to: columns - 1) + "\n" }.joined()
        put(bytes: Array((back + text).utf8))
    }

    /// Whether messages go to a terminal that can overwrite a line.
    static let isInteractive =
        isatty(STDERR_FILENO) == 1 && Printq.environment["TERM"] != "dumb"

    /// Whether a person can be asked: words come from a terminal and go to one.
    static let asks = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1

    /// The width of the user's terminal in columns.
    static var columns: Int {
        var size = winsize()
        let isKnown = unsafe ioctl(STDERR_FILENO, UInt(clamping: TIOCGWINSZ), &size) == 0
        return isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// The width of the terminal that the result goes to, in columns; 80 where it goes elsewhere.
    static var resultColumns: Int {
        var size = winsize()
        let isKnown = unsafe ioctl(STDOUT_FILENO, UInt(clamping: TIOCGWINSZ), &size) == 0
        return isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// Untrusted text without terminal control characters.
    static func printable(_ text: String) -> String { TerminalText.printable(text) }

    /// The same JSON, with all terminal control characters escaped.
    static func escaped(_ json: String) -> String { TerminalText.escaped(json) }

    /// Writes a whole text; returns the error number on failure.
    private static func put(_ text: String, _ descriptor: Int32) -> Int32? {
        put(Array(text.utf8), descriptor)
    }

    private static func put(_ bytes: [UInt8], _ descriptor: Int32) -> Int32? {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(
                    descriptor,
                    buffer.baseAddress?.advanced(by: done),
                    buffer.count - done
                )
            }
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            done += count
        }
        return nil
    }
}
