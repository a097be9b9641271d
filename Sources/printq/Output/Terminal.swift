import FoundationEssentials
import Glibc
import PrintModel
import TerminalDisplay

/// Where words and results go: results to standard output, words to standard error.
enum Terminal {
    /// What to do when nobody reads the result any more.
    enum Unread {
        /// End quietly, as other programs do.
        case end
        /// Go on without it: there is more to do than to tell.
        case goOn
    }

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
        put(bytes: picture, .end)
    }

    /// Whether the result goes to a terminal that can show more than plain text.
    static let showsPictures = TerminalPictures.isPossible

    private static func put(result line: String, _ unread: Unread) {
        put(bytes: Array((line + "\n").utf8), unread)
    }

    private static func put(bytes: [UInt8], _ unread: Unread) {
        guard let failure = put(bytes, STDOUT_FILENO) else { return }
        if failure == EPIPE {
            // _exit: other threads still run, and nothing is left to be tidied.
            if unread == .end { _exit(0) }
            return
        }
        // A result that is lost is no success.
        let why = unsafe strerror(failure).map { unsafe String(cString: $0) } ?? "\(failure)"
        say("printq: standard output: \(why).")
        _exit(1)
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
