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

        @Test func `in a file with a mistake are neither guessed nor overwritten`() throws {
            try Desk.with("mistaken settings") { desk in
                desk.environment["XDG_CONFIG_HOME"] = desk.folder + "/config"
                unsafe mkdir(desk.folder + "/config", 0o700)
                unsafe mkdir(desk.folder + "/config/printcenter", 0o700)
                let text = "{\"defaultPrinter\": mono, \"mine\": 1}"
                let name = "config/printcenter/settings.json"
                let path = try desk.write(Array(text.utf8), to: name)
                let report = desk.sample("report.pdf")
                for arguments in [["check", report], ["print", report], ["options"]] {
                    let ending = try desk.start(arguments).end()
                    #expect(ending.code == 1, "\(ending)")
                    #expect(ending.errors.contains(path), "\(ending)")
                    #expect(ending.errors.contains("not valid JSON"), "\(ending)")
                }
                #expect(try desk.ownJobs() == [])
                let chosen = try desk.printq("printers", "default", "office")
                #expect(chosen.code == 1 && chosen.errors.contains("nothing was changed"))
                #expect(Running.read(path) == text)
                #expect(try desk.printq("check", report, "-d", "office").code == 0)
                #expect(try desk.printq("service", "status").output.contains(path))
                _ = try desk.write(Array(text.replacing("mono", with: "\"mono\"").utf8), to: name)
                #expect(try desk.printq("printers", "default", "office").code == 0)
                #expect(Running.read(path).contains("\"mine\" : 1"))
            }
        }

        @Test func `that do not exist are told, and nothing is printed elsewhere`() throws {
            try Desk.with("no-default") { desk in
                desk.environment["HOME"] = desk.folder
                desk.environment["XDG_CONFIG_HOME"] = desk.folder + "/config"
                unsafe mkdir(desk.folder + "/.cups", 0o700)
                let report = desk.sample("report.pdf")
                for variable in ["PRINTER", "LPDEST"] {
                    let told = try desk.printq("print", report, more: [variable: "nosuch"])
                    #expect(told.code == 4, "\(told)")
                    #expect(told.errors.contains("There is no printer 'nosuch', which"))
                }
                let lp = try desk.printq("check", report, "--json", more: ["PRINTER": "lp"])
                    .value(PrintCheck.self)
                #expect(lp.obstacles.map(\.code) == [.noPrinter])
                // Each change counts at once, however short ago the printers were asked.
                for name in ["office", "mono", "nosuch", "office", "mono"] {
                    _ = try desk.write(Array("Default \(name)\n".utf8), to: ".cups/lpoptions")
                    let check = try desk.printq("check", report, "--json").value(PrintCheck.self)
                    #expect(check.printer?.rawValue == (name == "nosuch" ? nil : name))
                }
            }
        }

        @Test func `of an instance count where it is named`() throws {
            try Desk.with("instance") { desk in
                desk.environment["HOME"] = desk.folder
                unsafe mkdir(desk.folder + "/.cups", 0o700)
                let text = "Dest office copies=3\nDest office/book sides=two-sided-long-edge\n"
                _ = try desk.write(Array(text.utf8), to: ".cups/lpoptions")
                let report = desk.sample("report.pdf")
                let book = try desk.printq("check", report, "-d", "office/book", "--json")
                    .value(PrintCheck.self)
                #expect(book.printer?.rawValue == "office")
                #expect(book.plan?.sides == .twoSidedLongEdge)
                #expect(book.plan?.copies == 3)
                let named = try desk.printq(
                    "print",
                    report,
                    "--hold",
                    "--json",
                    more: ["PRINTER": "office/book"]
                ).value(PrintJob.self)
                #expect(named.ticket.sides == .twoSidedLongEdge)
                let gone = try desk.printq("check", report, "-d", "office/nosuch")
                #expect(gone.code == 4, "\(gone)")
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
