import ArgumentParser
import Glibc
import QuickPreview
import TerminalDisplay

/// The password of an encrypted PDF: read from a descriptor, or typed at the terminal without echo.
///
/// It is never a command-line argument, which every user of the machine could read.
struct PasswordOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read the password from this open file descriptor, up to the end of the line (default: ask at the terminal).",
            valueName: "number"
        )
    )
    var passwordFd: Int32?

    /// The password from the descriptor, or an empty text.
    func read() throws(Failure) -> String {
        guard let passwordFd else { return "" }
        guard let password = Password.line(of: passwordFd) else {
            throw Failure(
                64,
                "No password can be read from descriptor \(passwordFd). Open it for reading.",
                "无法从描述符 \(passwordFd) 读取密码。请先打开它以供读取。"
            )
        }
        return password
    }

    /// The number of attempts at the terminal.
    private static let limit = 3

    /// Does something with a file that may be encrypted.
    ///
    /// Where that fails because a PDF needs another password, and none came from a descriptor, a person at the terminal is
    /// asked, three times at most; an empty input gives up.
    ///
    /// - Parameters:
    ///   - name: The name of the file, for the question.
    ///   - password: The first password, that of ``read()``.
    ///   - isAsking: Whether a person may be asked.
    ///   - body: Gets a password, empty for none, and fails with `encrypted` or `wrongPassword` where it needs another one.
    /// - Returns: The result of `body`, or the error of the last attempt.
    /// - Throws: ``Failure`` where the person interrupts.
    func opening<Value>(
        _ name: String,
        with password: String,
        isAsking: Bool = true,
        _ body: (String) async throws(PreviewError) -> Value
    ) async throws(Failure) -> Result<Value, PreviewError> {
        var password = password
        var left = isAsking && passwordFd == nil ? Self.limit : 0
        while true {
            do throws(PreviewError) {
                return .success(try await body(password))
            } catch {
                guard left > 0, error.needsPassword else { return .failure(error) }
                left -= 1
                if error.code == .wrongPassword {
                    write("qpreview: \(error.message(in: .ofUser))\n", to: STDERR_FILENO)
                }
                guard let typed = try Password.ask(name) else { return .failure(error) }
                password = typed
            }
        }
    }
}

extension PreviewError {
    /// Whether another password would help.
    var needsPassword: Bool {
        code == .wrongPassword || (code == .encrypted && type?.family == .pdf)
    }
}

/// Reads passwords.
private enum Password {
    /// The longest line that is read, in bytes.
    private static let limit = 1024

    /// The first line of a descriptor, without its end; `nil` where there is none.
    static func line(of descriptor: Int32) -> String? {
        var bytes: [UInt8] = []
        while bytes.count < limit, let byte = byte(of: descriptor), byte != UInt8(ascii: "\n") {
            bytes.append(byte)
        }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// The typed password; `nil` without a terminal, or where the input is empty.
    static func ask(_ name: String) throws(Failure) -> String? {
        // A desktop's thumbnailer may have a terminal that no person looks at.
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1,
            tcgetpgrp(STDIN_FILENO) == getpgrp()
        else { return nil }
        var before = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
        var silent = before
        // An interrupt arrives as a key: ending the program here would leave the terminal without echo.
        silent.c_lflag &= ~tcflag_t(clamping: ECHO | ISIG | ICANON)
        guard unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0 else { return nil }
        defer {
            unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            write("\n", to: STDERR_FILENO)
        }
        let shown = TerminalText.printable(name)
        let question = PreviewLanguage.ofUser.say("Password of \(shown): ", "\(shown) 的密码：")
        write(question, to: STDERR_FILENO)
        return try typed()
    }

    /// The input up to the end of the line.
    private static func typed() throws(Failure) -> String? {
        var bytes: [UInt8] = []
        while bytes.count < limit, let key = byte(of: STDIN_FILENO) {
            switch key {
            case 3: throw Failure(130, "Interrupted.", "已中断。")
            case 4, UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
            case 8, 127: bytes = Array(String(decoding: bytes, as: UTF8.self).dropLast().utf8)
            case 21: bytes = []
            default: bytes.append(key)
            }
        }
        return nil
    }

    private static func byte(of descriptor: Int32) -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = unsafe Glibc.read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            return count == 1 ? byte : nil
        }
    }
}
