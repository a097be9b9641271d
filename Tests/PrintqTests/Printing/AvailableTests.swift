import FoundationEssentials
import Glibc
import PrintLab
import PrintModel
import ProofKit
import Testing

extension Printq {
    @Suite(.serialized) struct `Whether printing is possible` {}
}

extension Printq.`Whether printing is possible` {
    /// Runs a command of the lab's.
    private func run(_ command: String, _ lab: PrintqLab) throws {
        let ending = try lab.shell(command)
        try #require(ending.code == 0, "\(command): \(ending)")
    }

    @Test func `is said in words, in JSON and as an exit code`() throws {
        try PrintqLab.with("available") { lab in
            defer { _ = try? lab.shell("cupsaccept office mono slow empty broken") }
            let words = try lab.printq("available")
            #expect(words.code == 0)
            #expect(words.output.hasPrefix("Printing is possible: "))
            #expect(words.output.contains("mono, office"))
            let answer = try lab.printq("available", "--json").value(Availability.self)
            #expect(answer.isAvailable && answer.printers.map(\.rawValue).contains("office"))
            #expect(answer.type == nil)

            try run("cupsreject office mono slow empty broken", lab)
            try waitBlocking(for: "the refusals to be known") {
                try lab.printq("available").code == 3
            }
            let none = try lab.printq("available", "--json")
            #expect(none.code == 3)
            #expect(try none.value(Availability.self).obstacles.count == 5)
            lab.environment["LC_ALL"] = "zh_CN.UTF-8"
            #expect(try lab.printq("available").output.hasPrefix("无法打印。"))
        }
    }

    @Test func `is said of each file`() throws {
        try PrintqLab.with("availableFiles") { lab in
            let report = lab.sample("report.pdf")
            let one = try lab.printq("available", report)
            #expect(one.code == 0)
            #expect(one.output.hasPrefix("report.pdf can be printed on "))
            let damaged = try lab.printq("available", lab.sample("damaged.pdf"))
            #expect(damaged.code == 3)
            #expect(
                damaged.output.hasPrefix("damaged.pdf cannot be printed. 'damaged.pdf' is damaged")
            )
            let several = try lab.printq("available", report, "/nowhere.pdf", report, "--json")
            #expect(several.code == 66)
            #expect(
                try several.values(Availability.self).map(\.type) == [
                    "application/pdf", "application/pdf",
                ]
            )
            #expect(
                several.errorLines == [
                    "printq: There is no file '/nowhere.pdf'. Check the name and the folder."
                ]
            )
            #expect(try lab.printq("available", "--watch", report, report).code == 64)
            #expect(try lab.printq("available", "--watch", lab.sample("damaged.pdf")).code == 3)
            #expect(lab.spooled() == [])
        }
    }

    @Test func `is told again at each change, until Ctrl-C, and over a restart`() throws {
        try PrintqLab.with("availableWatch") { lab in
            defer { _ = try? lab.shell("cupsaccept office mono slow empty broken") }
            let watching = try lab.start(["available", "--watch", "--json"])
            func told() throws -> [Availability] {
                try watching.outputSoFar.split(separator: "\n").map {
                    try WireFormat.decode(Availability.self, from: Data($0.utf8))
                }
            }
            try waitBlocking(for: "the first answer") { try told().last?.isAvailable == true }
            try run("cupsreject office mono slow empty broken", lab)
            try waitBlocking(for: "the loss of all") { try told().last?.isAvailable == false }
            let count = try told().count
            for process in lab.services() { kill(process, SIGKILL) }
            try waitBlocking(for: "the next service") { !lab.services().isEmpty }
            try run("cupsaccept mono", lab)
            try waitBlocking(for: "the return of mono") { try told().last?.isAvailable == true }
            #expect(try told().count == count + 1, "\(watching.outputSoFar)")
            kill(watching.process, SIGINT)
            #expect(try watching.end().code == 130)
        }
    }

    @Test func `and printers are told as they come, change and go`() throws {
        try PrintqLab.with("printersWatch") { lab in
            defer {
                _ = try? lab.shell("lpadmin -x attic")
                _ = try? lab.shell("cupsenable mono")
            }
            let watching = try lab.start(["printers", "--watch", "--json"])
            let words = try lab.start(["printers", "--watch"])
            func told() throws -> [PrinterChange] {
                try watching.outputSoFar.split(separator: "\n").map {
                    try WireFormat.decode(PrinterChange.self, from: Data($0.utf8))
                }
            }
            try waitBlocking(for: "all printers") { try told().count >= 5 }
            #expect(try told().prefix(5).allSatisfy { $0.event == .added })
            try waitBlocking(for: "all printers in words") {
                words.outputSoFar.contains("added: office")
            }
            try run("cupsdisable mono", lab)
            try waitBlocking(for: "the stop of mono") {
                try told().contains {
                    $0.event == .changed && $0.printer.id.rawValue == "mono"
                        && $0.printer.state == .stopped
                }
            }
            try run("lpadmin -p attic -E -v ipp://127.0.0.1:9/ipp/print -m raw", lab)
            try waitBlocking(for: "the new printer") {
                try told().contains { $0.event == .added && $0.printer.id.rawValue == "attic" }
            }
            try run("lpadmin -x attic", lab)
            try waitBlocking(for: "its end") {
                try told().contains { $0.event == .removed && $0.printer.id.rawValue == "attic" }
            }
            try waitBlocking(for: "its end in words") {
                words.outputSoFar.contains("removed: attic")
            }
            #expect(words.outputSoFar.contains("changed: mono  stopped"))
            for running in [watching, words] {
                kill(running.process, SIGTERM)
                #expect(try running.end().code == 130)
            }
        }
    }
}
