import Glibc

/// The system's messages for its error numbers.
enum SystemError {
    /// Returns the text of `strerror` for an `errno`.
    static func words(_ number: Int32) -> String {
        // strerror is safe here: the text is copied before another call.
        unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    }
}
