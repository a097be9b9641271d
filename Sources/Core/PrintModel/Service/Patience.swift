/// How much longer than usual the parts of this project wait for each other, and for printers and the scheduler.
///
/// On a machine that is much slower than usual, a limit of two seconds tells nothing of a printer: tests set
/// `PRINTCENTER_PATIENCE` there.
package enum Patience {
    /// Returns the factor from `PRINTCENTER_PATIENCE`, a number from 1 to 1000; 1 by default.
    package static func factor(in environment: [String: String]) -> Int {
        environment["PRINTCENTER_PATIENCE"].flatMap { Int($0) }.map { min(max($0, 1), 1000) } ?? 1
    }
}
