import Glibc
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

        @Test func `are added and removed, and none in the place of another`() throws {
            try PrintqLab.with("adding") { lab in
                let mono = try lab.printq("printers", "--json").value([Printer].self)
                    .first { $0.id.rawValue == "mono" }
                let uri = try #require(mono?.uri)
                let taken = try lab.printq("printers", "add", uri, "Mono")
                #expect(taken.code == 1 && taken.errors.contains("'mono'"), "\(taken)")
                let added = try lab.printq("printers", "add", uri, "second", "--json")
                #expect(added.code == 0, "\(added)")
                #expect(try added.value(Printer.self).id.rawValue == "second")
                let removed = try lab.printq("printers", "remove", "second")
                #expect(removed.code == 0 && removed.output.contains("'second'"), "\(removed)")
                // Nobody listens there: no queue without a driver stays behind.
                let none = try lab.printq("printers", "add", "127.0.0.1:1", "dead")
                #expect(none.code == 1, "\(none)")
                let names = try lab.printq("printers", "--json").value([Printer].self)
                #expect(!names.contains { ["dead", "second"].contains($0.id.rawValue) })
                #expect(try lab.printq("printers", "add", "http://x/").code == 64)
            }
        }
    }
}
