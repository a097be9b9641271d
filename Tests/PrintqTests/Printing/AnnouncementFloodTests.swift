import FoundationEssentials
import Glibc
import PrintLab
import PrintModel
import ProofKit
import Testing

extension Printq {
    /// A service beside a neighbor that announces printers by the thousand.
    @Suite(.serialized, .enabled(if: AnnouncementFlood.lab != nil, AnnouncementFlood.whySkipped))
    struct `A flood of announcements` {}
}

extension Printq.`A flood of announcements` {
    /// The most printers in the list: those of the table, and those that were there before.
    private static let rows = 2_000
    /// How often the list is asked for at least.
    private static let rounds = 10

    @Test func `leaves the service answering, and the printer that was there in its list`() throws {
        let shared = try #require(AnnouncementFlood.lab)
        try PrintqLab.with("flood", in: shared) { lab in
            try waitBlocking(for: "the printer") { try Self.office(lab) == .idle }
            let process = try #require(lab.services().first)
            let quiet = try Self.resources(of: process)
            let wanted = Self.count
            let flood = try AnnouncementFlood(wanted, in: lab)
            defer { flood.end() }
            try waitBlocking(for: "the announcements", limit: .patience * 4) { try flood.advance() }
            let client = HTTPClient(socket: lab.folder + "/run/printcenter/socket")
            var (slowest, most, hostile, count) = (Duration.zero, 0, 0, 0)
            // Each list comes while the flood goes on.
            let pause = Duration.milliseconds(200)  // Time: between two looks
            try waitBlocking(for: "lists with the flood", limit: .patience * 4, every: pause) {
                let start = ContinuousClock.now
                let reply = try client.request("GET", "/v1/printers")
                slowest = max(slowest, ContinuousClock.now - start)
                let printers = try reply.value([Printer].self)
                most = max(most, printers.count)
                hostile = max(hostile, printers.count { $0.state == .unreachable })
                #expect(Set(printers.map(\.id)).count == printers.count)
                #expect(printers.contains { $0.id.rawValue == "office" && $0.state == .idle })
                count += 1
                return count >= Self.rounds && most > 100 && hostile > 100
            }
            let (memory, time) = try Self.resources(of: process)
            let words = try lab.printq("printers").output
            #expect(
                !words.unicodeScalars.contains {
                    $0 != "\n" && $0.properties.generalCategory == .control
                }
            )
            let ending = try lab.printq("print", lab.sample("report.pdf"), "-d", "office", "--wait")
            #expect(ending.code == 0, "\(ending)")
            #expect(try lab.received(by: "office").count == 1)
            print(
                """
                \(flood.established) of \(wanted) announced, \(most) listed; the slowest list took \
                \(slowest); \(memory >> 10) MiB after \(quiet.memory >> 10) MiB, \
                \(time - quiet.time) s of processor time\n\(flood.words)
                """
            )
            // It comes back although there is no room for another one.
            for verb in ["off", "on"] {
                _ = try RunningProgram(
                    shared.launch(BuiltPrograms.lab, [verb, "office"]).words,
                    environment: lab.environment,
                    files: lab.folder + "/" + verb
                ).end()
            }
            try waitBlocking(for: "the printer to come back") { try Self.office(lab) == .idle }
            #expect(most <= Self.rows)
            #expect(memory < 300 << 10)
            #expect(lab.services() == [process])
        }
    }

    /// The number of announcements, which the environment can raise.
    private static var count: Int {
        let text = ProcessInfo.processInfo.environment["ANNOUNCEMENTS"] ?? ""
        return Int(text) ?? 2_000
    }

    private static func office(_ lab: PrintqLab) throws -> Printer.State? {
        let printers = try lab.printq("printers", "--json").value([Printer].self)
        return printers.first { $0.id.rawValue == "office" }?.state
    }

    /// The memory of a process in KiB, and the seconds of processor time that it has used.
    private static func resources(of process: pid_t) throws -> (memory: Int, time: Double) {
        let status = RunningProgram.read("/proc/\(process)/status")
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        let words = line.split { $0.isWhitespace }
        let memory = try #require(words.compactMap { Int($0) }.first)
        let fields = RunningProgram.read("/proc/\(process)/stat").split(separator: " ")
        let ticks = (Int(fields[13]) ?? 0) + (Int(fields[14]) ?? 0)
        return (memory, Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK))))
    }
}

/// Programs that announce printers, as many each as Avahi lets one announce.
private final class AnnouncementFlood {
    /// Avahi accepts 1,024 objects of one client.
    private static let each = 1_000

    static let lab = try? RunningLab(
        printers: "office",
        parts: .discovery,
        program: BuiltPrograms.lab
    )
    static let whySkipped: Comment =
        "no lab with discovery starts here; see: printlab run --discovery -- true"

    private let lab: PrintqLab
    private let count: Int
    private var programs: [(program: RunningProgram, count: Int)] = []
    private let ends: [Int32]
    /// When the daemon is taken not to take any more.
    private let limit = ContinuousClock.now + .patience * 3  // Time: a guard

    init(_ count: Int, in lab: PrintqLab) throws {
        // The programs end with their standard input.
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (self.ends, self.lab, self.count) = (ends, lab, count)
    }

    /// Starts the next program, once the last one has announced all of its printers: the daemon does not reply in
    /// time to several at once.
    ///
    /// - Returns: Whether all are announced, or the daemon takes no more.
    func advance() throws -> Bool {
        let first = programs.reduce(0) { $0 + $1.count }
        if let last = programs.last?.program, !last.outputSoFar.contains("established") {
            return last.endingIfEnded() != nil || ContinuousClock.now > limit
        }
        guard first < count else { return true }
        let share = min(Self.each, count - first)
        // Of two that have the name of the printer, one gets another name.
        let name = first == 0 ? "office" : "Flood \u{1b}[31m\(first)\u{202e}"
        let program = try RunningProgram(
            [
                // Each on a port of its own, where nobody listens.
                BuiltPrograms.folder + "/announce", "\(share)", name, "\(2_000 + first)+",
                "rp=ipp/print", "ty=\u{1b}]0;x\u{7}",
                "note=\(String(repeating: "n", count: 200))", "pdl=application/pdf,image/urf",
            ],
            environment: lab.environment,
            input: ends[0],
            files: lab.folder + "/announce\(first)"
        )
        programs.append((program, share))
        return false
    }

    /// How many are announced.
    var established: Int {
        programs.filter { $0.program.outputSoFar.contains("established") }
            .reduce(0) { $0 + $1.count }
    }

    /// What the programs complain about.
    var words: String { programs.map(\.program.errorsSoFar).joined() }

    func end() {
        for end in ends { close(end) }
        for (program, _) in programs { program.kill() }
    }
}
