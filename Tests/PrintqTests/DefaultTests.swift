import Glibc
import PrintModel
import Testing

extension Printq {
    @Suite(.serialized) struct `Defaults` {
        @Test func `of our own count before all others, and are shown`() throws {
            try Desk.with("default") { desk in
                desk.environment["XDG_CONFIG_HOME"] = desk.folder + "/config"
                let chosen = try desk.printq("printers", "default", "mono")
                #expect(chosen.code == 0, "\(chosen)")
                let printers = try desk.printq("printers", "--json").value([Printer].self)
                #expect(printers.filter(\.isDefault).map(\.id.rawValue) == ["mono"])
                let report = desk.sample("report.pdf")
                let check = try desk.printq("check", report, "--json", more: ["PRINTER": "office"])
                    .value(PrintCheck.self)
                #expect(check.printer?.rawValue == "mono")
                #expect(try desk.printq("printers", "default", "nobody").code == 4)
                #expect(try desk.printq("printers", "default", "--none").code == 0)
                let other = try desk.printq("check", report, "--json", more: ["PRINTER": "office"])
                    .value(PrintCheck.self)
                #expect(other.printer?.rawValue == "office")
            }
        }

        @Test func `of lpoptions are honoured, shown, and give way to the ticket`() throws {
            try Desk.with("lpoptions") { desk in
                desk.environment["HOME"] = desk.folder
                desk.environment["XDG_CONFIG_HOME"] = desk.folder + "/config"
                unsafe mkdir(desk.folder + "/.cups", 0o700)
                let text = "Dest office sides=two-sided-long-edge copies=3\nDefault office\n"
                _ = try desk.write(Array(text.utf8), to: ".cups/lpoptions")
                let report = desk.sample("report.pdf")
                let check = try desk.printq("check", report, "--json").value(PrintCheck.self)
                #expect(check.printer?.rawValue == "office")
                #expect(check.plan?.sides == .twoSidedLongEdge)
                #expect(check.plan?.copies == 3)
                let own = try desk.printq(
                    "check",
                    report,
                    "-n",
                    "1",
                    "--sides",
                    "one-sided",
                    "--json"
                )
                .value(PrintCheck.self)
                #expect(own.plan?.sides == .oneSided)
                #expect(own.plan?.copies == 1)
                let options = try desk.printq("options", "-d", "office", "--json")
                    .value(PrinterOptions.self)
                let sides = options.options.first { $0.name == "sides" }
                #expect(sides?.defaultValue == "two-sided-long-edge")
                // A printer that cannot follow the habit prints all the same.
                #expect(try desk.printq("check", report, "-d", "mono").code == 0)
            }
        }
    }
}
