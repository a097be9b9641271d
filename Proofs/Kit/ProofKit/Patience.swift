internal import FoundationEssentials

extension Duration {
    /// How long a proof waits for what must happen before it takes it for a hang.
    ///
    /// It is a guard, and no judgement: however slow the machine is, nothing that works takes so long. It is a minute,
    /// times the environment's `PATIENCE` for machines that are slower than any that was tried.
    package static let patience: Duration = .seconds(60 * patienceFactor)  // Time: the guard itself

    /// The environment's `PATIENCE`, or 1.
    private static let patienceFactor =
        ProcessInfo.processInfo.environment["PATIENCE"].flatMap { Int($0) }
        .map { min(max($0, 1), 1000) } ?? 1

    /// The `PRINTCENTER_PATIENCE` of a service whose printers all reply: ten, times the environment's `PATIENCE`.
    ///
    /// Where a printer is silent, and the service has to notice, it is 1.
    package static let servicePatience = "\(min(10 * patienceFactor, 1000))"

    /// The whole milliseconds of it, for functions of C.
    // Time: a unit
    package var wholeMilliseconds: Int32 { Int32(clamping: Int64(self / .milliseconds(1))) }
}
