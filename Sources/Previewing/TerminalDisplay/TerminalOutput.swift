import Dispatch
import Glibc
import Signals
import Synchronization

/// Standard output while pictures go there: a signal, or a reader that has gone, ends the program at once, and leaves the
/// terminal usable.
package final class TerminalOutput: Sendable {
    private struct State {
        var isWriting = false
        /// Ends the program by a signal, from the start to the end of the program.
        var handler: SignalHandler?
        /// The signal that ends the program.
        var signal: Int32?
        /// What leaves the screen that the program has taken.
        var leaving: [UInt8] = []
        /// The settings of the terminal before that.
        var settings: termios?
    }

    private let state = Mutex(State())
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// How long an end waits for a write.
    private static let patience = DispatchTimeInterval.milliseconds(50)

    /// Watches for signals, and for the end of the reader, from now on.
    package init() {
        let handler = SignalHandler(for: Self.signals) { [self] number in end(by: number) }
        state.withLock { $0.handler = handler }
        // A thread of its own: it waits until the end.
        DispatchQueue(label: "reader of standard output").async { [self] in
            var wait = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            while unsafe poll(&wait, 1, -1) < 0, errno == EINTR {}
            if Int32(wait.revents) & (POLLERR | POLLHUP) != 0 { end(by: SIGPIPE) }
        }
    }

    /// Takes the terminal: keys arrive one by one, and the screen is another one until the end.
    ///
    /// - Returns: Whether standard input is a terminal that allows it.
    package func takeScreen() -> Bool {
        var settings = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return false }
        var keys = settings
        keys.c_lflag &= ~tcflag_t(clamping: ECHO | ICANON)
        keys.c_iflag &= ~tcflag_t(clamping: IXON | ICRNL)
        // To be stopped would leave the shell with this screen.
        keys.c_cc.10 = 0  // VSUSP
        let before = settings
        state.withLock { state in
            state.settings = before
            // Pictures, colors, wrapped lines, the cursor, the screen.
            state.leaving = Array(
                "\u{1B}_Ga=d,q=2\u{1B}\\\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l".utf8
            )
        }
        guard unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &keys) == 0 else { return false }
        _ = write(Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l".utf8))
        return true
    }

    /// Gives the terminal back.
    package func leaveScreen() {
        let (leaving, settings) = state.withLock { state in
            defer { (state.leaving, state.settings) = ([], nil) }
            return (state.leaving, state.settings)
        }
        guard var settings else { return }
        _ = write(leaving)
        unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }

    /// Writes all bytes; returns 0, or the error number.
    package func write(_ bytes: [UInt8]) -> Int32 {
        state.withLock { $0.isWriting = true }
        let error = Self.write(bytes) { state.withLock { $0.signal != nil } }
        let signal = state.withLock { state in
            state.isWriting = false
            return state.signal
        }
        if let signal { finish(by: signal, isInside: true) }
        // The signal that this error stands for may have been ignored by the program that started this one.
        return error
    }

    /// Writes in pieces, until all is written or nothing more is wanted.
    private static func write(_ bytes: [UInt8], until isOver: () -> Bool) -> Int32 {
        var done = 0
        while done < bytes.count, !isOver() {
            var wait = pollfd(fd: STDOUT_FILENO, events: Int16(clamping: POLLOUT), revents: 0)
            guard unsafe poll(&wait, 1, 20) > 0 else { continue }
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(
                    STDOUT_FILENO,
                    buffer.baseAddress.map { unsafe $0 + done },
                    min(4096, buffer.count - done)
                )
            }
            if count > 0 {
                done += count
            } else if errno != EINTR, errno != EAGAIN {
                return errno
            }
        }
        return 0
    }

    private func end(by signal: Int32) {
        let isWriting = state.withLock { state in
            state.signal = state.signal ?? signal
            return state.isWriting
        }
        guard isWriting else { finish(by: signal, isInside: false) }
        // The writer notices. It may also hang in a terminal that has been stopped.
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { [self] in
            finish(by: signal, isInside: true)
        }
    }

    /// Ends the program; the helpers end with their sockets.
    private func finish(by signal: Int32, isInside: Bool) -> Never {
        let (leaving, settings) = state.withLock { ($0.leaving, $0.settings) }
        if signal != SIGPIPE, isatty(STDOUT_FILENO) == 1 {
            // The end of a sequence that may be open, of a picture that is transmitted in parts (to delete one that is not
            // there discards them), and of colors.
            let end = "\u{1B}\\\u{1B}_Ga=d,d=i,i=4294967295,q=2\u{1B}\\\u{1B}[0m"
            let closing = isInside ? Array(end.utf8) : []
            let flags = fcntl(STDOUT_FILENO, F_GETFL)
            _ = fcntl(STDOUT_FILENO, F_SETFL, flags | O_NONBLOCK)
            _ = unsafe (closing + leaving).withUnsafeBytes {
                unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            _ = fcntl(STDOUT_FILENO, F_SETFL, flags)
        }
        if var settings { unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
        // _exit: other threads still run, and no cleanup is necessary.
        _exit(128 + signal)
    }
}
