import Glibc
import PrintLab
import PrintModel
import ProofKit
import Testing

extension Printq {
    @Suite(.serialized) struct `Queues` {
        @Test func `are paused and resumed, with the reason`() throws {
            try PrintqLab.with("pausing") { lab in
                let paused = try lab.printq(
                    "printers",
                    "pause",
                    "mono",
                    "--reason",
                    "Repair",
                    "--json"
                )
                #expect(paused.code == 0, "\(paused)")
                #expect(try paused.value(Printer.self).state == .stopped)
                let resumed = try lab.printq("printers", "resume", "MONO")
                #expect(resumed.code == 0 && resumed.output.contains("'mono'"), "\(resumed)")
                let printer = try lab.printq("printers", "resume", "mono", "--json")
                    .value(Printer.self)
                #expect(printer.state == .idle)
                #expect(try lab.printq("printers", "pause", "nobody").code == 4)
            }
        }

        @Test func `say what is missing where no printer can announce itself`() throws {
            try PrintqLab.with("unannounced") { lab in
                #expect(try lab.printq("service", "start").code == 0)
                try waitBlocking(for: "the service to miss avahi-daemon") {
                    try lab.printq("service", "status").output.contains("avahi-daemon is not")
                }
            }
        }

        @Test func `are added and removed, and none in the place of another`() throws {
            try PrintqLab.with("adding") { lab in
                let mono = try lab.printq("printers", "--json").value([Printer].self)
                    .first { $0.id.rawValue == "mono" }
                let uri = try #require(mono?.uri)
                let taken = try lab.printq("printers", "add", uri, "second")
                #expect(taken.code == 1 && taken.errors.contains("'mono'"), "\(taken)")
                #expect(try lab.printq("printers", "remove", "mono").code == 0)
                // The other tests of this lab need the queue.
                defer {
                    _ = try? lab.lab.run(
                        "lpadmin",
                        "-p",
                        "mono",
                        "-E",
                        "-v",
                        uri,
                        "-m",
                        "everywhere"
                    )
                }
                let added = try lab.printq("printers", "add", uri, "second", "--json")
                #expect(added.code == 0, "\(added)")
                let printer = try added.value(Printer.self)
                #expect(printer.id.rawValue == "second" && printer.route == .direct)
                // Nothing else was set up, and it prints.
                let printed = lab.sample("report.pdf")
                let end = try lab.printq("print", printed, "-d", "second", "--wait", "--json")
                #expect(end.code == 0, "\(end)")
                let job = try lab.job("show", "1")
                #expect(job.state == .completed && job.route == .direct, "\(job)")
                let removed = try lab.printq("printers", "remove", "second")
                #expect(removed.code == 0 && removed.output.contains("'second'"), "\(removed)")
                // No printer listens there: nothing stays behind.
                let none = try lab.printq("printers", "add", "127.0.0.1:1", "dead")
                #expect(none.code == 1, "\(none)")
                let names = try lab.printq("printers", "--json").value([Printer].self)
                #expect(!names.contains { ["dead", "second"].contains($0.id.rawValue) })
                #expect(try lab.printq("printers", "add", "http://x/").code == 64)
            }
        }
    }
}
