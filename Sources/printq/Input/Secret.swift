import ArgumentParser
import Glibc

/// Passwords and PINs, typed at the terminal without echo or read from a descriptor.
///
/// They never appear on a command line, where every user of the machine could read them.
enum Secret {
    /// The maximum length of a secret, in bytes.
    private static let limit = 1024

    /// Prompts at the terminal for what is not secret; `nil` without a terminal, or for an empty line.
    static func askOpenly(_ question: String) -> String? {
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        // After Ctrl-C, the prompt of the shell begins on a new line.
        let before = signal(SIGINT) { _ in
            _ = unsafe write(STDERR_FILENO, "\n", 1)
            _exit(130)
        }
        defer { _ = signal(SIGINT, before) }
        say("\(question): ", to: terminal)
        var isEnded = false
        defer { if !isEnded { say("\n", to: terminal) } }
        return line(from: terminal, &isEnded)
    }

    /// Prompts at the terminal without echo; `nil` without a terminal, or for an empty line.
    ///
    /// - Throws: `ExitCode` 130 for Ctrl-C.
    static func ask(_ question: String) throws -> String? {
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        var before = termios()
        guard unsafe tcgetattr(terminal, &before) == 0 else { return nil }
        var silent = before
        // Each key arrives by itself, including an interrupt: if that ended the program here, the
        // terminal would stay without echo.
        silent.c_lflag &= ~tcflag_t(clamping: ECHO | ICANON | ISIG)
        guard unsafe tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else { return nil }
        defer { unsafe tcsetattr(terminal, TCSAFLUSH, &before) }
        say("\(question): ", to: terminal)
        defer { say("\n", to: terminal) }
        return try typed(at: terminal)
    }

    /// The typed text up to the end of the line.
    private static func typed(at terminal: Int32) throws -> String? {
        var text = ""
        var bytes: [UInt8] = []
        while bytes.count < limit, let key = byte(from: terminal) {
            switch key {
            case 3: throw ExitCode(130)
            case 4, UInt8(ascii: "\n"), UInt8(ascii: "\r"): return text.isEmpty ? nil : text
            case 8, 127:
                if !text.isEmpty { text.removeLast() }
                bytes = Array(text.utf8)
            case 21: bytes = []
            default: bytes.append(key)
            }
            text = String(decoding: bytes, as: UTF8.self)
        }
        return text.isEmpty ? nil : text
    }

    /// Reads the first line of a descriptor.
    ///
    /// - Throws: `ValidationError` if the descriptor cannot be read.
    static func read(from descriptor: Int32) throws -> String {
        guard fcntl(descriptor, F_GETFD) != -1, let secret = line(from: descriptor) else {
            throw ValidationError("Nothing can be read from descriptor \(descriptor).")
        }
        return secret
    }

    /// Returns a secret that options request, from a descriptor or the terminal.
    ///
    /// - Throws: `ValidationError` if it is not available.
    static func value(
        _ isWanted: Bool,
        _ descriptor: Int32?,
        _ question: String,
        _ other: String
    ) throws -> String? {
        if let descriptor { return try read(from: descriptor) }
        guard isWanted else { return nil }
        guard let secret = try ask(question) else {
            throw ValidationError("Nothing was typed. Without a terminal use \(other).")
        }
        return secret
    }

    /// A line without its end; `nil` for an empty one, and at the end of the file.
    private static func line(from descriptor: Int32) -> String? {
        var isEnded = false
        return line(from: descriptor, &isEnded)
    }

    /// The same; `isEnded` becomes whether its end was read, too.
    private static func line(from descriptor: Int32, _ isEnded: inout Bool) -> String? {
        var bytes: [UInt8] = []
        while bytes.count < limit, let byte = byte(from: descriptor) {
            isEnded = byte == UInt8(ascii: "\n")
            if isEnded { break }
            bytes.append(byte)
        }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    private static func byte(from descriptor: Int32) -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = unsafe Glibc.read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            return count == 1 ? byte : nil
        }
    }

    private static func say(_ text: String, to terminal: Int32) {
        let bytes = Array(text.utf8)
        _ = unsafe write(terminal, bytes, bytes.count)
    }
}

/// The password of a document and the PIN of a job.
struct SecretOptions: ParsableArguments {
    @Flag(help: "Ask for the password of the document, at the terminal.")
    var password = false

    @Option(help: ArgumentHelp("Read the password from this open descriptor.", valueName: "number"))
    var passwordFd: Int32?

    @OptionGroup var pin: PINOptions

    /// Gets the secrets that the options request; several files share them.
    ///
    /// - Throws: `ValidationError` if a secret is not available.
    func read(_ phrases: Phrases) throws -> Secrets {
        Secrets(
            password: try Secret.value(
                password,
                passwordFd,
                phrases.passwordQuestion,
                "--password-fd"
            ),
            pin: try pin.read(phrases)
        )
    }
}

/// The PIN of a job.
struct PINOptions: ParsableArguments {
    @Flag(help: "Ask for a PIN, which then has to be typed at the printer.")
    var pin = false

    @Option(help: ArgumentHelp("Read the PIN from this open descriptor.", valueName: "number"))
    var pinFd: Int32?

    /// Gets the PIN that the options request.
    ///
    /// - Throws: `ValidationError` if it is not available.
    func read(_ phrases: Phrases) throws -> String? {
        try Secret.value(pin, pinFd, phrases.pinQuestion, "--pin-fd")
    }
}

/// The secrets from the user.
struct Secrets: Equatable {
    var password: String?
    var pin: String?
}
