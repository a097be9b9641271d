import FoundationEssentials
import Glibc
import PrintModel
import Synchronization
import TerminalDisplay

/// Where words and results go: results to standard output, words to standard error.
enum Terminal {
    /// What to do when nobody reads the result any more.
    enum Unread {
        /// End quietly, as other programs do.
        case end
        /// Go on, and say it on standard error: it tells what was done, and must not be lost.
        case goOn
    }

    /// Whether a result was said on standard error because standard output did not take it.
    static var hasLostResult: Bool { lost.withLock { $0 } }
    private static let lost = Mutex(false)

    /// Writes a line of the result, without anything that a terminal would obey.
    static func write(_ line: String, unread: Unread = .end) {
        put(result: printable(line), unread)
    }

    /// Writes a value as one line of JSON.
    static func write(json value: some Encodable, unread: Unread = .end) throws {
        put(result: escaped(String(decoding: try WireFormat.encode(value), as: UTF8.self)), unread)
    }

    /// Writes a picture as this terminal shows it; its own words must be free of anything foreign.
    static func write(picture: [UInt8]) {
        guard showsPictures else { return }
        put(bytes: picture)
    }

    /// Whether the result goes to a terminal that can show more than plain text.
    static let showsPictures = TerminalPictures.isPossible

    private static func put(result line: String, _ unread: Unread) {
        guard let failure = put(line + "\n", STDOUT_FILENO) else { return }
        guard unread == .goOn else { end(failure) }
        if failure != EPIPE {
            say("printq: standard output: \(words(failure)).")
            lost.withLock { $0 = true }
        }
        // Without the job's number its user would print it again.
        say(line)
    }

    private static func put(bytes: [UInt8]) {
        if let failure = put(bytes, STDOUT_FILENO) { end(failure) }
    }

    /// Ends the program, because nobody gets its result.
    private static func end(_ failure: Int32) -> Never {
        // _exit: other threads still run, and nothing is left to be tidied.
        if failure == EPIPE { _exit(0) }
        // A result that is lost is no success.
        say("printq: standard output: \(words(failure)).")
        _exit(1)
    }

    /// Why standard output cannot take a result, as far as that shows before anything is written;
    /// `nil` where nothing is known against it.
    ///
    /// Asked before anything is done: a job whose number cannot be told would be printed twice.
    static var outputFailure: String? {
        var facts = stat()
        let flags = fcntl(STDOUT_FILENO, F_GETFL)
        guard flags >= 0, unsafe fstat(STDOUT_FILENO, &facts) == 0 else { return words(errno) }
        guard flags & O_ACCMODE != O_RDONLY else { return words(EBADF) }
        // The device that is full by its nature (full(4)).
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

    /// Says something to the person, without anything that a terminal would obey.
    static func say(_ line: String) {
        // There is nobody to tell that there is nobody to tell.
        _ = put(printable(line) + "\n", STDERR_FILENO)
    }

    /// Writes over the last line on the person's terminal.
    static func redraw(_ line: String) {
        _ = put("\r\u{1B}[2K" + printable(line), STDERR_FILENO)
    }

    /// Begins a new line on the person's terminal.
    static func breakLine() {
        _ = put("\n", STDERR_FILENO)
    }

    /// Whether the result goes to a terminal on which a list can be drawn anew.
    static let showsList =
        isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    /// How many lines of a list stand on the terminal.
    private static let drawn = Mutex(0)

    /// Draws a list in the place of the one that was drawn last, as much of it as fits.
    static func redraw(list: [String]) {
        var size = winsize()
        let isKnown = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
        let columns = isKnown && size.ws_col > 1 ? Int(size.ws_col) : 80
        let rows = isKnown && size.ws_row > 2 ? Int(size.ws_row) - 1 : 23
        // The headings stay; of more jobs than fit the newest are shown.
        let shown = list.count <= rows ? list : Array(list.prefix(1) + list.suffix(rows - 1))
        let before = drawn.withLock { count in
            defer { count = shown.count }
            return count
        }
        let back = before > 0 ? "\u{1B}[\(before)A\u{1B}[J" : ""
        let text = shown.map { Table.cut(printable($0), to: columns - 1) + "\n" }.joined()
        put(bytes: Array((back + text).utf8))
    }

    /// Whether words go to a terminal on which a line can be written over.
    static let isInteractive =
        isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"

    /// How many columns the person's terminal has.
    static var columns: Int {
        var size = winsize()
        let isKnown = unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0
        return isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// A text of unknown origin without anything that a terminal would obey.
    static func printable(_ text: String) -> String { TerminalText.printable(text) }

    /// JSON that says the same, with everything escaped that a terminal would obey.
    static func escaped(_ json: String) -> String { TerminalText.escaped(json) }

    /// Writes all of a text; the error's number where that fails.
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
