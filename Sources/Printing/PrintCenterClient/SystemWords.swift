import Glibc

/// The system's message for an error number, such as `Permission denied`.
func systemWords(_ number: Int32) -> String {
    // The text is copied before another call.
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
}
