import PrintModel
import Testing

@testable import PrintCenter

/// The order of the hosts of a printer.
@Suite struct `The choice of a host` {
    private func host(_ name: String, near: Set<String> = []) -> HostRecord {
        HostRecord(
            id: 1,
            name: name,
            version: "",
            since: 0,
            near: near,
            isDraining: false,
            session: 1,
            beat: 1,
            isAlive: true
        )
    }

    @Test func `spreads printers evenly, and moves only the share of a host that goes`() {
        let all = (1...4).map { host("host\($0)") }
        let printers = (1...2000).map { PrinterID(rawValue: "printer\($0)") }
        let before = printers.map { LaneChoice(hosts: all).order(for: $0)[0] }
        for one in all {
            #expect((400...600).contains(before.count { $0 == one.name }))
        }
        let after = printers.map { LaneChoice(hosts: Array(all.dropLast())).order(for: $0)[0] }
        for (old, new) in zip(before, after) where old != "host4" { #expect(old == new) }
        #expect(!after.contains("host4"))
    }

    @Test func `is the same on each host`() {
        let hosts = ["a", "b", "c"].map { host($0) }
        let printer = PrinterID(rawValue: "office")
        let order = LaneChoice(hosts: hosts).order(for: printer)
        #expect(LaneChoice(hosts: hosts.reversed()).order(for: printer) == order)
        // The order of a version must be that of the one before: both may be there at once.
        #expect(order == ["c", "b", "a"])
    }

    @Test func `puts those with jobs in their schedulers first, then those near the printer`() {
        let hosts = [host("a"), host("b", near: ["office"]), host("c")]
        let printer = PrinterID(rawValue: "office")
        let order = LaneChoice(hosts: hosts).order(for: printer, hostsWithJobs: ["c"])
        #expect(order.prefix(2) == ["c", "b"])
        #expect(LaneChoice(hosts: hosts).order(for: printer)[0] == "b")
    }
}
