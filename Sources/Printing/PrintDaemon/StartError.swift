/// An error that keeps the service from starting: a sentence that says what is wrong and what to
/// do.
struct StartError: Error {
    let message: String
    /// The exit code: 69, `EX_UNAVAILABLE` of sysexits.h.
    let exitCode: Int32 = 69

    init(_ message: String) {
        self.message = message
    }
}
