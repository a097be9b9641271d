import FoundationEssentials
import Synchronization

/// Which fault happened when, and which facts were lost with it.
final class FaultLog: Sendable {
    /// A fault that has happened.
    struct Entry: Sendable {
        let moment: Date
        let fault: SchedulerFault
        /// The printer, host, or database that it happened to.
        let target: String
        /// The jobs of which the printer knew something that no host had read, and has forgotten.
        var untold: Set<String> = []
        var detail = ""

        var line: String {
            "\(moment.timeIntervalSince1970) \(fault) of \(target) \(detail)"
                + (untold.isEmpty ? "" : ", with unread facts of \(untold.sorted())")
        }
    }

    private let entries = Mutex<[Entry]>([])

    func note(_ entry: Entry) { entries.withLock { $0.append(entry) } }

    /// The faults of some printers and hosts from one moment to another.
    func entries(from start: Date, to end: Date) -> [Entry] {
        entries.withLock { $0.filter { $0.moment >= start && $0.moment <= end } }
    }

    /// How often each fault has happened.
    var counts: [SchedulerFault: Int] {
        entries.withLock { entries in
            entries.reduce(into: [:]) { $0[$1.fault, default: 0] += 1 }
        }
    }

    var count: Int { entries.withLock(\.count) }
}
