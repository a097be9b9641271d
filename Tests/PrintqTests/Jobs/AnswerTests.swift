import PrintModel
import ProofKit
import Testing

extension Printq {
    @Suite(.serialized) struct `Answers` {}
}

extension Printq.`Answers` {
    @Test func `the service's status starts nothing`() throws {
        try PrintqLab.with("status") { lab in
            let before = try lab.printq("service", "status", "--json")
            #expect(before.code == 0)
            let login = #""login":{"by":null,"enabled":false}"#
            #expect(before.output == "{\(login),\"running\":false}\n")
            #expect(try lab.printq("service", "status").errors == "")
            #expect(lab.services() == [])
            #expect(try lab.printq("service", "start").code == 0)
            let status = try lab.printq("service", "status", "--json").value(ServiceStatus.self)
            #expect(lab.services() == [status.pid])
            #expect(status.running)
            #expect(status.jobs.active == 0)
            #expect(status.socket == lab.folder + "/run/printcenter/socket")
            #expect(status.version == projectVersion)
            #expect(try lab.printq("service", "stop").code == 0)
            // It serves nobody any more; the process is gone a moment later.
            try waitBlocking(for: "the service's end") { lab.services() == [] }
        }
    }

    @Test func `printers, options and a check in JSON`() throws {
        try PrintqLab.with("answers") { lab in
            let printers = try lab.printq("printers", "--json").value([Printer].self)
            #expect(
                printers.map(\.id.rawValue).sorted() == [
                    "broken", "empty", "mono", "office", "slow",
                ]
            )
            let office = try #require(printers.first { $0.id.rawValue == "office" })
            #expect(office.state == .idle)
            #expect(office.capabilities?.duplex == true)
            #expect(office.capabilities?.copies.max == 999)
            #expect(printers.first { $0.id.rawValue == "mono" }?.capabilities?.duplex == false)

            let options = try lab.printq(
                "options",
                lab.sample("report.pdf"),
                "-d",
                "mono",
                "--json"
            ).value(PrinterOptions.self)
            #expect(options.printer.rawValue == "mono")
            #expect(options.document?.pages == 6)
            #expect(options.options.first { $0.name == "pages" }?.values == ["1-6"])
            #expect(options.options.first { $0.name == "copies" }?.values == ["1-999"])
            #expect(!options.options.contains { $0.name == "sides" })

            let check = try lab.printq(
                "check",
                lab.sample("report.pdf"),
                "-P",
                "2-3",
                "-n",
                "2",
                "--duplex",
                "-d",
                "office",
                "--json"
            )
            #expect(check.code == 0)
            let answer = try check.value(PrintCheck.self)
            #expect(answer.possible)
            #expect(answer.plan?.pages == [2, 3])
            #expect(answer.plan?.impressions == 4)
            #expect(answer.plan?.sheets == 2)
            #expect(answer.document?.kind == "PDF document")
            #expect(lab.spooled() == [])
        }
    }

    @Test func `a check that refuses names who could`() throws {
        try PrintqLab.with("refusal") { lab in
            let report = lab.sample("report.pdf")
            let words = try lab.printq("check", report, "--duplex", "-d", "mono")
            #expect(words.code == 3)
            #expect(words.lines.count == 1)
            #expect(words.output.contains("'office'"))
            let json = try lab.printq("check", report, "--duplex", "-d", "mono", "--json")
            #expect(json.code == 3)
            let check = try json.value(PrintCheck.self)
            #expect(!check.possible)
            #expect(check.plan == nil)
            #expect(check.obstacles.map(\.code) == [.sidesUnsupported])
            #expect(lab.spooled() == [])
        }
    }

    @Test(arguments: [
        ["PRINTER": "mono"], ["LPDEST": "mono"], ["PRINTER": "mono", "LPDEST": "office"],
    ])
    func `the environment chooses the printer`(_ variables: [String: String]) throws {
        try PrintqLab.with("choice\(variables.count)\(variables.keys.sorted().joined())") { lab in
            let report = lab.sample("report.pdf")
            let check = try lab.printq("check", report, "--json", more: variables)
                .value(PrintCheck.self)
            #expect(check.printer?.rawValue == "mono")
            let named = try lab.printq("check", report, "-d", "OFFICE", "--json", more: variables)
                .value(PrintCheck.self)
            #expect(named.printer?.rawValue == "office")
        }
    }

    @Test func `no printer named and none the default names them all`() throws {
        try PrintqLab.with("none") { lab in
            let ending = try lab.printq("print", lab.sample("report.pdf"))
            #expect(ending.code == 3)
            #expect(ending.errorLines.count == 1)
            #expect(ending.errors.contains("broken, empty, mono, office, slow"))
        }
    }

    @Test func `words come in Chinese where the user's are, codes do not`() throws {
        try PrintqLab.with("chinese") { lab in
            lab.environment["LC_ALL"] = "zh_CN.UTF-8"
            let report = lab.sample("report.pdf")
            #expect(try lab.printq("print", "/nowhere.pdf").errors.contains("没有文件"))
            let refused = try lab.printq("print", report, "--duplex", "-d", "mono")
            #expect(refused.errors.contains("双面"))
            let check = try lab.printq("check", report, "--duplex", "-d", "mono", "--json")
                .value(PrintCheck.self)
            #expect(check.obstacles.map(\.code) == [.sidesUnsupported])
            #expect(check.obstacles.first?.message.contains("双面") == true)
            #expect(try lab.printq("service", "status").output.contains("服务"))
        }
    }

    @Test(arguments: [
        "", "print", "check", "options", "printers", "available", "jobs", "show", "watch",
        "cancel", "service",
    ])
    func `the help of each verb has an example`(_ verb: String) throws {
        try PrintqLab.with("help") { lab in
            let help = try lab.start(verb.isEmpty ? ["--help"] : [verb, "--help"]).end()
            #expect(help.code == 0)
            #expect(help.errors == "")
            #expect(help.output.contains("Example"))
            #expect(help.output.contains("  printq \(verb)"))
            #expect(lab.services() == [])
        }
    }
}
