internal import FoundationEssentials

extension Duration {
    /// How long a part of the lab may take to start, to reply, or to end, before that counts as a failure.
    ///
    /// It is a minute, times the environment's `PATIENCE` for machines that are slower than any that was tried. What
    /// has failed ends earlier, with its process.
    static let labPatience: Duration = .seconds(60 * factor)

    private static let factor =
        ProcessInfo.processInfo.environment["PATIENCE"].flatMap { Int($0) }
        .map { min(max($0, 1), 1000) } ?? 1
}
