import Glibc
import PrintModel
import ProofKit
import Testing

extension Printq {
    @Suite(.serialized) struct `Defaults` {
        @Test func `of our own count before all others, and are shown`() throws {
            try PrintqLab.with("default") { lab in
                lab.environment["XDG_CONFIG_HOME"] = lab.folder + "/config"
                let chosen = try lab.printq("printers", "default", "mono")
                #expect(chosen.code == 0, "\(chosen)")
                let printers = try lab.printq("printers", "--json").value([Printer].self)
                #expect(printers.filter(\.isDefault).map(\.id.rawValue) == ["mono"])
                let report = lab.sample("report.pdf")
                let check = try lab.printq("check", report, "--json", more: ["PRINTER": "office"])
                    .value(PrintCheck.self)
                #expect(check.printer?.rawValue == "mono")
                #expect(try lab.printq("printers", "default", "nobody").code == 4)
                #expect(try lab.printq("printers", "default", "--none").code == 0)
                let other = try lab.printq("check", report, "--json", more: ["PRINTER": "office"])
                    .value(PrintCheck.self)
                #expect(other.printer?.rawValue == "office")
            }
        }

        @Test func `in a file with a mistake are neither guessed nor overwritten`() throws {
            try PrintqLab.with("mistaken settings") { lab in
                lab.environment["XDG_CONFIG_HOME"] = lab.folder + "/config"
                unsafe mkdir(lab.folder + "/config", 0o700)
                unsafe mkdir(lab.folder + "/config/printcenter", 0o700)
                let text = "{\"defaultPrinter\": mono, \"mine\": 1}"
                let name = "config/printcenter/settings.json"
                let path = try lab.write(Array(text.utf8), to: name)
                let report = lab.sample("report.pdf")
                for arguments in [["check", report], ["print", report], ["options"]] {
                    let ending = try lab.start(arguments).end()
                    #expect(ending.code == 1, "\(ending)")
                    #expect(ending.errors.contains(path), "\(ending)")
                    #expect(ending.errors.contains("not valid JSON"), "\(ending)")
                }
                #expect(try lab.ownJobs() == [])
                let chosen = try lab.printq("printers", "default", "office")
                #expect(chosen.code == 1 && chosen.errors.contains("Nothing was changed"))
                #expect(RunningProgram.read(path) == text)
                #expect(try lab.printq("check", report, "-d", "office").code == 0)
                #expect(try lab.printq("service", "status").output.contains(path))
                _ = try lab.write(Array(text.replacing("mono", with: "\"mono\"").utf8), to: name)
                #expect(try lab.printq("printers", "default", "office").code == 0)
                #expect(RunningProgram.read(path).contains("\"mine\" : 1"))
            }
        }

        @Test func `that do not exist are told, and nothing is printed elsewhere`() throws {
            try PrintqLab.with("no-default") { lab in
                lab.environment["HOME"] = lab.folder
                lab.environment["XDG_CONFIG_HOME"] = lab.folder + "/config"
                unsafe mkdir(lab.folder + "/.cups", 0o700)
                let report = lab.sample("report.pdf")
                for variable in ["PRINTER", "LPDEST"] {
                    let told = try lab.printq("print", report, more: [variable: "nosuch"])
                    #expect(told.code == 4, "\(told)")
                    #expect(told.errors.contains("There is no printer 'nosuch', which"))
                }
                let lp = try lab.printq("check", report, "--json", more: ["PRINTER": "lp"])
                    .value(PrintCheck.self)
                #expect(lp.obstacles.map(\.code) == [.noPrinter])
                // Each change counts at once, however short ago the printers were asked.
                for name in ["office", "mono", "nosuch", "office", "mono"] {
                    _ = try lab.write(Array("Default \(name)\n".utf8), to: ".cups/lpoptions")
                    let check = try lab.printq("check", report, "--json").value(PrintCheck.self)
                    #expect(check.printer?.rawValue == (name == "nosuch" ? nil : name))
                }
            }
        }

        @Test func `of an instance count where it is named`() throws {
            try PrintqLab.with("instance") { lab in
                lab.environment["HOME"] = lab.folder
                unsafe mkdir(lab.folder + "/.cups", 0o700)
                let text = "Dest office copies=3\nDest office/book sides=two-sided-long-edge\n"
                _ = try lab.write(Array(text.utf8), to: ".cups/lpoptions")
                let report = lab.sample("report.pdf")
                let book = try lab.printq("check", report, "-d", "office/book", "--json")
                    .value(PrintCheck.self)
                #expect(book.printer?.rawValue == "office")
                #expect(book.plan?.sides == .twoSidedLongEdge)
                #expect(book.plan?.copies == 3)
                let named = try lab.printq(
                    "print",
                    report,
                    "--hold",
                    "--json",
                    more: ["PRINTER": "office/book"]
                ).value(PrintJob.self)
                #expect(named.ticket.sides == .twoSidedLongEdge)
                let gone = try lab.printq("check", report, "-d", "office/nosuch")
                #expect(gone.code == 4, "\(gone)")
            }
        }

        @Test func `of lpoptions are honoured, shown, and give way to the ticket`() throws {
            try PrintqLab.with("lpoptions") { lab in
                lab.environment["HOME"] = lab.folder
                lab.environment["XDG_CONFIG_HOME"] = lab.folder + "/config"
                unsafe mkdir(lab.folder + "/.cups", 0o700)
                let text = "Dest office sides=two-sided-long-edge copies=3\nDefault office\n"
                _ = try lab.write(Array(text.utf8), to: ".cups/lpoptions")
                let report = lab.sample("report.pdf")
                let check = try lab.printq("check", report, "--json").value(PrintCheck.self)
                #expect(check.printer?.rawValue == "office")
                #expect(check.plan?.sides == .twoSidedLongEdge)
                #expect(check.plan?.copies == 3)
                let own = try lab.printq(
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
                let options = try lab.printq("options", "-d", "office", "--json")
                    .value(PrinterOptions.self)
                let sides = options.options.first { $0.name == "sides" }
                #expect(sides?.defaultValue == "two-sided-long-edge")
                // A printer that cannot follow the habit prints all the same.
                #expect(try lab.printq("check", report, "-d", "mono").code == 0)
            }
        }
    }
}
