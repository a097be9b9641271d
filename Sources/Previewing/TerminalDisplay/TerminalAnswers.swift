import Glibc
import Synchronization

/// What a terminal says of itself when it is asked.
package struct TerminalAnswers: Sendable, Equatable {
    /// Whether it shows pictures by the protocol of kitty.
    package private(set) var hasKitty = false
    /// Whether it shows sixels.
    package private(set) var hasSixels = false
    /// The size of a cell in pixels.
    package private(set) var cell: Size?
    /// The size of all cells in pixels.
    package private(set) var area: Size?
    /// Whether it has answered the last question, which each terminal answers.
    package private(set) var isComplete = false

    /// A size in pixels.
    package struct Size: Sendable, Equatable {
        /// The width.
        package let width: Int
        /// The height.
        package let height: Int
    }

    /// A picture of one pixel by the protocol of kitty, not to be shown; the sizes of a cell and of all cells; and the
    /// primary device attributes, which each terminal answers, after what it can answer of the rest.
    static let question = Array(
        "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t\u{1B}[14t\u{1B}[c".utf8
    )
    /// The most bytes of an answer.
    private static let limit = 1024

    /// Reads answers, as far as they have come; what a person types is skipped.
    package init(_ bytes: [UInt8]) {
        var rest = bytes.prefix(Self.limit)
        while let start = rest.firstIndex(of: 0x1B) {
            rest = rest[start...].dropFirst()
            switch rest.popFirst() {
            case UInt8(ascii: "_"):
                guard let end = rest.firstIndex(of: 0x1B) else { return }
                // The number of the question, and that it was understood.
                if rest[..<end].elementsEqual("Gi=31;OK".utf8) { hasKitty = true }
                rest = rest[end...]
            case UInt8(ascii: "["):
                let numbers = rest.prefix { $0 < 0x40 }
                guard numbers.endIndex < rest.endIndex else { return }
                take(String(decoding: numbers, as: UTF8.self), rest[numbers.endIndex])
                rest = rest[numbers.endIndex...].dropFirst()
            default: break
            }
        }
    }

    /// Takes the answer to one question: its numbers, and its last character.
    private mutating func take(_ text: String, _ end: UInt8) {
        let numbers = text.split(separator: ";").map { Int($0) }
        switch end {
        case UInt8(ascii: "c") where text.hasPrefix("?"):
            hasSixels = numbers.dropFirst().contains(4)
            isComplete = true
        case UInt8(ascii: "t"):
            guard numbers.count == 3, let kind = numbers[0], let height = numbers[1],
                let width = numbers[2], (1...65_535).contains(width),
                (1...65_535).contains(height)
            else { return }
            if kind == 6 { cell = Size(width: width, height: height) }
            if kind == 4 { area = Size(width: width, height: height) }
        default: break
        }
    }

    // MARK: Asking

    /// How long a terminal may take, in milliseconds; it may be behind a slow connection.
    private static let patience = 1_000
    private static let known = Mutex<TerminalAnswers?>(nil)

    /// What the terminal of standard output has answered; nothing where it was not asked.
    package static var ofTerminal: TerminalAnswers { known.withLock { $0 } ?? TerminalAnswers([]) }

    /// Asks the terminal of standard output, once: where it is one, and this program may read from it.
    package static func ask() {
        known.withLock { known in
            if known == nil { known = asked() }
        }
    }

    private static func asked() -> TerminalAnswers {
        let nothing = TerminalAnswers([])
        guard isatty(STDOUT_FILENO) == 1 else { return nothing }
        let terminal = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return nothing }
        defer { close(terminal) }
        var before = termios()
        // A program in the background would be stopped.
        guard tcgetpgrp(terminal) == getpgrp(), unsafe tcgetattr(terminal, &before) == 0 else {
            return nothing
        }
        var keys = before
        // An interrupt comes as a key, so that it cannot leave the terminal like this.
        keys.c_lflag &= ~tcflag_t(clamping: ECHO | ICANON | ISIG)
        guard unsafe tcsetattr(terminal, TCSADRAIN, &keys) == 0 else { return nothing }
        let (bytes, isInterrupted) = exchange(with: terminal)
        let answers = TerminalAnswers(bytes)
        // What a late terminal has said by now is nothing for the shell.
        unsafe tcsetattr(terminal, answers.isComplete ? TCSADRAIN : TCSAFLUSH, &before)
        // For the process: a thread of Dispatch takes no signals.
        if isInterrupted { kill(getpid(), SIGINT) }
        return answers
    }

    /// Writes the question, and reads until the last answer, an interrupt, or the end of patience.
    private static func exchange(with terminal: Int32) -> ([UInt8], isInterrupted: Bool) {
        let count = unsafe write(terminal, question, question.count)
        guard count == question.count else { return ([], false) }
        let clock = ContinuousClock()
        let end = clock.now + .milliseconds(patience)
        var bytes: [UInt8] = []
        while bytes.count < limit, !TerminalAnswers(bytes).isComplete {
            let left = (end - clock.now) / .milliseconds(1)
            guard left > 0 else { break }
            var wait = pollfd(fd: terminal, events: Int16(clamping: POLLIN), revents: 0)
            guard unsafe poll(&wait, 1, max(1, Int32(clamping: Int(clamping: left)))) > 0 else {
                continue
            }
            var piece = [UInt8](repeating: 0, count: 256)
            let count = unsafe read(terminal, &piece, piece.count)
            guard count > 0 else { break }
            bytes += piece.prefix(count)
            if bytes.contains(0x03) { return (bytes, true) }
        }
        return (bytes, false)
    }
}
