import FoundationEssentials
import Glibc
import PrintModel

/// Where words and results go: results to standard output, words to standard error.
enum Terminal {
    /// Writes a line of the result.
    ///
    /// A reader that is gone ends the program, as it does others.
    static func write(_ line: String) {
        if !put(line + "\n", STDOUT_FILENO) { Glibc.exit(0) }
    }

    /// Writes a value as one line of JSON, in which whatever a terminal would obey is escaped.
    static func write(json value: some Encodable) throws {
        let line = String(decoding: try WireFormat.encode(value), as: UTF8.self)
        var safe = String.UnicodeScalarView()
        for scalar in line.unicodeScalars {
            // Outside its strings JSON is plain ASCII, so an escape is always right here.
            if isObeyed(scalar) {
                safe.append(contentsOf: escape(scalar).unicodeScalars)
            } else {
                safe.append(scalar)
            }
        }
        write(String(safe))
    }

    /// A character as JSON escapes it: `\u202e`, beyond 16 bits in two halves.
    private static func escape(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    /// Says something to the person.
    static func say(_ line: String) {
        _ = put(line + "\n", STDERR_FILENO)
    }

    /// Writes over the last line on the person's terminal.
    static func redraw(_ line: String) {
        _ = put("\r\u{1B}[2K" + line, STDERR_FILENO)
    }

    /// Whether words go to a terminal.
    static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }

    /// How many columns the person's terminal has.
    static var columns: Int {
        var size = winsize()
        let isKnown = unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0
        return isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// A text of unknown origin without anything that a terminal would obey.
    static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { isObeyed($0) ? "\u{FFFD}" : $0 }
            )
        )
    }

    /// Whether a terminal may do something else with a character than show it.
    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            true
        default: false
        }
    }

    private static func put(_ text: String, _ descriptor: Int32) -> Bool {
        let bytes = Array(text.utf8)
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(
                    descriptor,
                    buffer.baseAddress?.advanced(by: done),
                    buffer.count - done
                )
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }
}
