/// A way by which requests reach the helper: its socket, or the session bus.
protocol Door: Sendable {
    /// Serves requests until the task is canceled, and has ended all work for them when it returns.
    ///
    /// A door that cannot open returns at once; the others serve without it.
    func run() async
}
