/// Why the service cannot start: a sentence that says what is wrong and what to do.
struct StartError: Error {
    let message: String
    /// The exit code: 69, a service is not available (sysexits).
    let exitCode: Int32 = 69

    init(_ message: String) {
        self.message = message
    }
}
