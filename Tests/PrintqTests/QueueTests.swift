import Glibc
import PrintModel
import Testing

extension Printq {
    @Suite(.serialized) struct `Queues` {
        @Test func `are paused and resumed, with the reason`() throws {
            try Desk.with("pausing") { desk in
                let paused = try desk.printq(
                    "printers",
                    "pause",
                    "mono",
                    "--reason",
                    "Repair",
                    "--json"
                )
                #expect(paused.code == 0, "\(paused)")
                #expect(try paused.value(Printer.self).state == .stopped)
                let resumed = try desk.printq("printers", "resume", "MONO")
                #expect(resumed.code == 0 && resumed.output.contains("'mono'"), "\(resumed)")
                let printer = try desk.printq("printers", "resume", "mono", "--json")
                    .value(Printer.self)
                #expect(printer.state == .idle)
                #expect(try desk.printq("printers", "pause", "nobody").code == 4)
            }
        }

        @Test func `are added and removed, and none in the place of another`() throws {
            try Desk.with("adding") { desk in
                let mono = try desk.printq("printers", "--json").value([Printer].self)
                    .first { $0.id.rawValue == "mono" }
                let uri = try #require(mono?.uri)
                let taken = try desk.printq("printers", "add", uri, "Mono")
                #expect(taken.code == 1 && taken.errors.contains("'mono'"), "\(taken)")
                let added = try desk.printq("printers", "add", uri, "second", "--json")
                #expect(added.code == 0, "\(added)")
                #expect(try added.value(Printer.self).id.rawValue == "second")
                let removed = try desk.printq("printers", "remove", "second")
                #expect(removed.code == 0 && removed.output.contains("'second'"), "\(removed)")
                // Nobody listens there: no queue without a driver stays behind.
                let none = try desk.printq("printers", "add", "127.0.0.1:1", "dead")
                #expect(none.code == 1, "\(none)")
                let names = try desk.printq("printers", "--json").value([Printer].self)
                #expect(!names.contains { ["dead", "second"].contains($0.id.rawValue) })
                #expect(try desk.printq("printers", "add", "http://x/").code == 64)
            }
        }
    }
}
