import Glibc
import PrintLab
import ProofKit
import Testing

/// A browser, and the Avahi daemon of a lab.
@Suite(.serialized, .enabled(if: DiscoveryLab.shared != nil, DiscoveryLab.whySkipped))
struct DiscoveryLiveTests {
    private let lab: DiscoveryLab

    init() throws { lab = try #require(DiscoveryLab.shared) }

    private func printlab(_ arguments: String...) throws {
        let program = try lab.start([BuiltPrograms.lab] + arguments)
        try waitBlocking(for: "printlab \(arguments)") { program.endingIfEnded() != nil }
        #expect(program.endingIfEnded()?.code == 0, "\(program.errorsSoFar)")
    }

    @Test func `a printer appears, goes, and comes back`() throws {
        try lab.withProbe { probe in
            let service = try probe.find("office._ipp._tcp")
            #expect(service.host == "printlab.local")
            #expect(service.addresses == ["127.0.0.1"])
            #expect(service.port > 0)
            #expect(service.txt["rp"] == "ipp/print")
            #expect(service.txt["uuid"]?.count == 36)
            let encrypted = try probe.find("office._ipps._tcp")
            #expect(encrypted.txt["uuid"] == service.txt["uuid"])
            try probe.wait(for: "the first round to end") { $0.isSettled }
            try printlab("off", "office")
            // Not only once its records are too old, after more than an hour.
            try probe.wait(for: "the printer to go") { $0.services.isEmpty }
            try printlab("on", "office")
            #expect(try probe.find("office._ipp._tcp") == service)
        }
    }

    @Test func `the first row does not wait for the end of the round`() throws {
        // A round takes a second at least. A machine that does not get to it within that may show both at once.
        for _ in 0..<20 {
            var first: AnnouncementLine?
            try lab.withProbe { probe in
                try probe.wait(for: "the first round to end") {
                    $0.isSettled && !$0.services.isEmpty
                }
                first = try probe.snapshots.first { !$0.services.isEmpty }
            }
            if first?.isSettled == false { return }
        }
        Issue.record("no row came before the end of its round")
    }

    @Test func `a name that is taken gets a number`() throws {
        try lab.announcing(1, "Clash", ["UUID=1"]) { _ in
            try lab.withProbe { probe in
                try probe.find("Clash._ipp._tcp")
                try lab.announcing(1, "Clash", ["UUID=2"]) { _ in
                    let second = try probe.find("Clash #2._ipp._tcp")
                    #expect(second.txt == ["uuid": "2"])
                    let first = try probe.service("Clash._ipp._tcp")
                    #expect(first?.txt == ["uuid": "1"])
                }
                try probe.wait(for: "the second to go") {
                    $0.services.allSatisfy { $0.name != "Clash #2._ipp._tcp" }
                }
            }
        }
    }

    @Test func `a TXT record that changes in place is noticed`() throws {
        try lab.announcing(1, "Changes", ["note=old"]) { change in
            try lab.withProbe { probe in
                #expect(try probe.find("Changes._ipp._tcp").txt == ["note": "old"])
                try change("note=new")
                try probe.wait(for: "the new record") { _ in
                    try probe.service("Changes._ipp._tcp")?.txt == ["note": "new"]
                }
            }
        }
    }

    @Test func `an address that changes is noticed`() throws {
        // The service itself is not announced anew meanwhile.
        try lab.publishing(["-s", "--host=moves.local", "Moves", "_ipp._tcp", "13"]) {
            try lab.withProbe { probe in
                try lab.publishing(["-a", "-R", "moves.local", "10.1.2.3"]) {
                    let service = try probe.find("Moves._ipp._tcp")
                    #expect(service.addresses == ["10.1.2.3"])
                }
                try lab.publishing(["-a", "-R", "moves.local", "10.1.2.4"]) {
                    try probe.wait(for: "the new address") { _ in
                        try probe.service("Moves._ipp._tcp")?.addresses == ["10.1.2.4"]
                    }
                }
            }
        }
    }

    @Test func `an address on the Internet is left out, until it is one of a neighbor`() throws {
        try lab.publishing(["-s", "--host=far.local", "Far", "_ipp._tcp", "14"]) {
            try lab.withProbe { probe in
                try lab.publishing(["-a", "-R", "far.local", "8.8.8.8"]) {
                    try probe.wait(for: "the service to be left out") { $0.elsewhere == ["Far"] }
                    #expect(try probe.service("Far._ipp._tcp") == nil)
                }
                try lab.publishing(["-a", "-R", "far.local", "10.1.2.5"]) {
                    try probe.wait(for: "the near address") { line in
                        try line.elsewhere.isEmpty
                            && probe.service("Far._ipp._tcp")?.addresses == ["10.1.2.5"]
                    }
                }
            }
        }
    }

    @Test func `50 printers at once`() throws {
        try lab.announcing(50, "Many", ["rp=ipp/print", "UUID=x", "ty=Example Laser"]) { _ in
            try lab.withProbe { probe in
                func count(_ line: AnnouncementLine) -> Int {
                    line.services.count { $0.name.hasPrefix("Many") }
                }
                try probe.wait(for: "50 printers") { count($0) == 50 }
                let snapshots = try probe.snapshots
                let first = try #require(snapshots.first { count($0) > 0 }).milliseconds
                let all = try #require(snapshots.first { count($0) == 50 }).milliseconds
                print("50 printers: the first after \(first) ms, all after \(all) ms")
                #expect(first <= all)
            }
        }
    }

    @Test func `hostile names and records are bounded and cleaned`() throws {
        let strings =
            ["note=a\u{1b}[31mb\u{202e}c", "NOTE=second", "=x", "\u{7}=y", "Flag"]
            + (0..<300).map { "key\($0)=\(String(repeating: "x", count: 8))" }
        let name = "Evil\u{1b}[31m\u{202e}"
        try lab.publishing(["-s", name, "_ipp._tcp", "15"] + strings) {
            try lab.withProbe { probe in
                let service = try probe.find("Evil [31m._ipp._tcp")
                #expect(service.txt["note"] == "a [31mb c")
                #expect(service.txt["flag"] == "")
                #expect(service.txt["key61"] == "xxxxxxxx")
                #expect(service.txt.count == 64)
            }
        }
    }

    @Test func `a daemon that ends and comes back is asked again`() throws {
        // The printer ends with the daemon.
        defer { #expect(throws: Never.self) { try printlab("on", "office") } }
        try lab.withProbe { probe in
            try probe.find("office._ipp._tcp")
            try printlab("avahi", "kill")
            try probe.wait(for: "the daemon to be missed") {
                $0.problem == "avahi-unavailable" && $0.services.isEmpty
            }
            // Now one that finds the bus, but no daemon.
            try lab.withProbe { late in
                try late.wait(for: "the daemon to be missed") { $0.problem != nil }
                try printlab("avahi", "start")
                try lab.publishing(["-s", "New", "_ipp._tcp", "16"]) {
                    for probe in [probe, late] {
                        try probe.find("New._ipp._tcp")
                        let problem = try probe.snapshots.last?.problem
                        #expect(problem == nil)
                    }
                }
            }
        }
    }

    @Test func `a bus that comes late is found`() throws {
        let bus = lab.newPath()
        try lab.withProbe(bus: bus) { probe in
            try probe.wait(for: "the bus to be missed") {
                $0.problem == "avahi-unavailable"
            }
            try #require(unsafe symlink(lab.bus, bus) == 0)
            try probe.find("office._ipp._tcp")
            #expect(try probe.snapshots.last?.problem == nil)
        }
    }

    @Test func `starts and stops leave nothing`() throws {
        for bus in [lab.bus, lab.newPath()] {
            let path = BuiltPrograms.folder + "/discoveryprobe"
            let program = try lab.start([path, "cycle", "50"], bus: bus)
            defer { program.kill() }
            try waitBlocking(for: "50 starts and stops") { program.endingIfEnded() != nil }
            let counts = program.outputSoFar.split { $0.isWhitespace }.compactMap { Int($0) }
            try #require(counts.count == 4, "\(program.outputSoFar) \(program.errorsSoFar)")
            // Descriptors and threads: what is made once may come late on a busy machine, but one for each start would be 50.
            #expect(counts[2] < counts[0] + 25 && counts[0] > 3, "\(counts)")
            #expect(counts[3] < counts[1] + 25 && counts[1] > 0, "\(counts)")
        }
    }
}
