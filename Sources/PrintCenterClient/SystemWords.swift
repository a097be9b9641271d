import Glibc

/// What the system says of an error number: `Permission denied`.
func systemWords(_ number: Int32) -> String {
    // The text is copied before another call.
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
}
