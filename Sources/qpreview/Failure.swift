import ArgumentParser
import Glibc
import QuickPreview

/// What went wrong, and the exit code for it.
struct Failure: Error {
    let code: Int32
    /// One sentence that names the file, says what is wrong, and what to do.
    let message: String

    init(_ code: Int32, _ message: String) {
        self.code = code
        self.message = message
    }

    /// A file that cannot be opened.
    init(opening argument: String, error: Int32) {
        switch error {
        case ENOENT: self.init(66, "'\(argument)' does not exist. Check the name.")
        case EACCES: self.init(66, "'\(argument)' may not be read. Check its permissions.")
        case ENOTDIR:
            self.init(66, "'\(argument)' does not exist: a part of it is not a directory.")
        default: self.init(66, "'\(argument)' cannot be opened: \(words(of: error)).")
        }
    }

    /// A file of which there is no preview.
    init(_ argument: String, _ error: PreviewError) {
        self.init(
            Self.exitCode(of: error.code),
            "'\(argument)': \(error.message)\(Self.remedy(error.code))"
        )
    }

    /// Says it on standard error.
    func print() { write("qpreview: \(message)\n", to: STDERR_FILENO) }

    /// The exit code that the contract gives to an error.
    static func exitCode(of code: PreviewError.Code) -> Int32 {
        switch code {
        case .noPreview: 3
        case .damaged, .encrypted, .empty, .timeLimit, .memoryLimit, .pixelLimit, .crashed,
            .pageOutOfRange, .processorLimit, .forbiddenCall, .crashedBefore:
            4
        case .unreadable: 66
        case .invalidRequest: 64
        default: 1
        }
    }

    private static func remedy(_ code: PreviewError.Code) -> String {
        switch code {
        case .noPreview: " 'qpreview info' tells more about it."
        case .damaged: " Get the file again, or open and save it in the program that made it."
        case .encrypted: " Give a PDF's with --password-fd; save others without one."
        case .unavailable: " Install this program completely, or set QPREVIEW_ZYGOTE."
        case .unconfined: " 'qpreview explain' tells more; a newer kernel has it."
        case .crashed, .forbiddenCall: " Nothing else was harmed."
        default: ""
        }
    }
}

/// The system's words for an error number.
func words(of error: Int32) -> String {
    unsafe strerror(error).map { unsafe String(cString: $0) } ?? "error \(error)"
}

/// Writes a text as a whole.
///
/// A reader that is gone is nobody's error.
@discardableResult
func write(_ text: String, to descriptor: Int32) -> Bool { write(Array(text.utf8), to: descriptor) }

/// Writes bytes as a whole.
@discardableResult
func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { buffer in
            unsafe Glibc.write(
                descriptor,
                buffer.baseAddress.map { unsafe $0 + done },
                buffer.count - done
            )
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
    }
    return true
}
