import Hashing
import PrintModel

/// Decides which host takes the lane of a printer.
///
/// The order of the hosts is the same on each of them (rendezvous hashing), so that lanes spread evenly, and a host that
/// comes or goes moves only its share.
struct LaneChoice {
    /// The hosts that may take lanes.
    let hosts: [HostRecord]

    /// Returns the names of the hosts in the order in which they are to have a printer: those that have jobs of it in
    /// their schedulers, those that are near it, then the others.
    func order(for printer: PrinterID, hostsWithJobs: Set<String> = []) -> [String] {
        hosts.map { host in
            (
                name: host.name,
                group: hostsWithJobs.contains(host.name)
                    ? 0 : host.near.contains(printer.rawValue) ? 1 : 2,
                weight: Self.weight(printer, host.name)
            )
        }
        .sorted { ($0.group, $1.weight, $0.name) < ($1.group, $0.weight, $1.name) }
        .map(\.name)
    }

    /// The first eight bytes of a hash of both names.
    private static func weight(_ printer: PrinterID, _ host: String) -> UInt64 {
        var hash = SHA256()
        // Neither name has a NUL.
        hash.update(Array("\(printer.rawValue)\u{0}\(host)".utf8))
        return hash.finish().prefix(16).reduce(0) {
            $0 << 4 | UInt64(clamping: $1.hexDigitValue ?? 0)
        }
    }
}
