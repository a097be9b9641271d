import FoundationEssentials
import Glibc
import PrintLab
import PrintModel
import ProofKit
import Testing

extension Printq {
    @Suite(.serialized) struct `Presets` {
        private static func with(_ name: String, _ body: (PrintqLab) throws -> Void) throws {
            try PrintqLab.with(name) { lab in
                lab.environment["XDG_CONFIG_HOME"] = lab.folder + "/config"
                lab.environment["HOME"] = lab.folder
                try body(lab)
            }
        }

        /// Prints on office with options, and returns what the printer received.
        private func printed(_ lab: PrintqLab, _ options: String...) throws -> ReceivedJob {
            let before = try lab.received(by: "office").count
            let words = ["print", lab.sample("report.pdf"), "-d", "office", "--wait"] + options
            let ending = try lab.start(words).end()
            #expect(ending.code == 0, "\(ending)")
            let all = try lab.received(by: "office")
            #expect(all.count == before + 1)
            return try #require(all.last)
        }

        /// What a printer received, without the id that the scheduler makes anew for each file.
        private static func pages(of job: ReceivedJob) throws -> [UInt8] {
            let bytes = Array(try Data(contentsOf: URL(filePath: job.document)))
            let id = try #require(bytes.lastIndex(of: UInt8(ascii: "[")))
            return Array(bytes[..<id])
        }

        @Test func `print as the same options do, also after a restart`() throws {
            try Self.with("presets") { lab in
                let options = [
                    "--duplex", "-n", "2", "--number-up", "2", "-P", "4-1", "--border", "single",
                ]
                let saved = try lab.start(["presets", "save", "Handout"] + options).end()
                #expect(saved.code == 0 && saved.output == "Saved preset 'Handout'.\n", "\(saved)")
                #expect(try lab.printq("service", "stop").code == 0)
                try waitBlocking(for: "the service to leave") { lab.services().isEmpty }

                let before = try lab.received(by: "office").count
                let words = ["print", lab.sample("report.pdf"), "-d", "office", "--wait"]
                let typed = try lab.start(words + options).end()
                #expect(typed.code == 0, "\(typed)")
                let own = try #require(try lab.received(by: "office").last)
                let preset = try printed(lab, "--preset", "Handout")
                #expect(try lab.received(by: "office").count == before + 2)
                // The same file, in the same way.
                let pages = try Self.pages(of: preset)
                #expect(try pages == Self.pages(of: own))
                #expect(pages.starts(with: Array("%PDF-".utf8)))
                for name in ["copies", "sides"] {
                    #expect(preset.attributes[name] == own.attributes[name])
                }
                #expect(preset.attributes["copies"] == .integer(2))
                #expect(preset.attributes["sides"] == .text("two-sided-long-edge"))

                let other = try printed(
                    lab,
                    "--preset",
                    "Handout",
                    "-n",
                    "1",
                    "--no-duplex",
                    "-P",
                    "1"
                )
                #expect(other.attributes["sides"] == .text("one-sided"))
                #expect(other.attributes["copies"] != .integer(2))
                #expect(try Self.pages(of: other) != pages)
            }
        }

        @Test func `are listed, shown, replaced, and removed`() throws {
            try Self.with("preset-verbs") { lab in
                let none = try lab.printq("presets")
                #expect(none.code == 0 && none.output.isEmpty && none.errors.contains("no presets"))
                #expect(try lab.printq("presets", "list", "--json").output == "[]\n")
                #expect(try lab.printq("presets", "save", "小册子", "--booklet").code == 0)
                #expect(try lab.printq("presets", "save", "Two words", "-n", "2").code == 0)
                let again = try lab.printq(
                    "presets",
                    "save",
                    "Two words",
                    "--media",
                    "A4",
                    "--json"
                )
                #expect(try again.value(PrintPreset.self).ticket == PrintTicket(media: .a4))
                let third = try lab.printq("presets", "save", "Two words", "--copies", "3")
                #expect(third.output == "Replaced preset 'Two words'.\n")
                let list = try lab.printq("presets", "list")
                #expect(list.lines == ["Two words  --copies 3", "小册子     --booklet"])
                let shown = try lab.printq("presets", "show", "小册子", "--json")
                #expect(try shown.value(PrintPreset.self).ticket == PrintTicket(booklet: true))
                #expect(try lab.printq("presets", "show", "小册子").lines == ["小册子", "  --booklet"])
                let report = lab.sample("report.pdf")
                let options = try lab.printq(
                    "options",
                    "-d",
                    "office",
                    "--preset",
                    "Two words",
                    "--json"
                )
                .value(PrinterOptions.self)
                #expect(options.options.first { $0.name == "copies" }?.defaultValue == "3")
                let output = lab.folder + "/x.pdf"
                let pictures = try lab.printq(
                    "preview",
                    report,
                    "-d",
                    "office",
                    "--preset",
                    "小册子",
                    "--output",
                    output
                )
                #expect(unsafe access(output, F_OK) == 0, "\(pictures)")
                let held = try lab.printq("print", report, "-d", "office", "--hold", "--json")
                let job = try held.value(PrintJob.self)
                let reprint = try lab.printq(
                    "reprint",
                    job.label,
                    "--preset",
                    "Two words",
                    "--hold",
                    "--json"
                )
                #expect(try reprint.value(PrintJob.self).plan?.copies == 3)
                #expect(try lab.printq("presets", "remove", "小册子").code == 0)
                #expect(try lab.printq("presets", "remove", "小册子").code == 4)
            }
        }

        @Test func `that cannot be printed, or are not there, are reported`() throws {
            try Self.with("preset-obstacles") { lab in
                let report = lab.sample("report.pdf")
                for verb in ["print", "check", "options"] {
                    let ending = try lab.printq(verb, report, "-d", "mono", "--preset", "Book")
                    #expect(ending.code == 4, "\(ending)")
                    #expect(ending.errors.contains("There is no preset 'Book'"), "\(ending)")
                }
                #expect(try lab.printq("presets", "save", "Book", "--duplex").code == 0)
                let refused = try lab.printq("print", report, "-d", "mono", "--preset", "Book")
                #expect(
                    refused.code == 3 && refused.errors.contains("Preset 'Book': 'mono' cannot")
                )
                let check = try lab.printq(
                    "check",
                    report,
                    "-d",
                    "mono",
                    "--preset",
                    "Book",
                    "--json"
                )
                let obstacle = try #require(check.value(PrintCheck.self).obstacles.first)
                #expect(obstacle.option == "sides" && obstacle.parameters["preset"] == "Book")
                let over = ["check", report, "-d", "mono", "--preset", "Book", "--no-duplex"]
                #expect(try lab.start(over).end().code == 0)
                let unknown = try lab.printq("check", report, "--preset", "book")
                #expect(
                    unknown.code == 4 && unknown.errors.contains("There is 'Book'."),
                    "\(unknown)"
                )
                for name in ["a/b", "", "..", "a\nb", String(repeating: "x", count: 65)] {
                    let ending = try lab.printq("presets", "save", name, "--duplex")
                    #expect(
                        ending.code == 64 && ending.errors.contains("cannot be the name"),
                        "\(ending)"
                    )
                }
                let secret = try lab.printq("presets", "save", "P", "-o", "job-password=1234")
                #expect(secret.code == 64 && !secret.errors.contains("1234"), "\(secret)")
                let path = "config/printcenter/presets.json"
                let newer = #"{"Book":{"ticket":{"copies":2,"foil":"gold"}}}"#
                _ = try lab.write(Array(newer.utf8), to: path)
                let told = try lab.printq("print", report, "-d", "office", "--preset", "Book")
                #expect(told.code == 3 && told.errors.contains("foil"), "\(told)")
                let shown = try lab.printq("presets", "show", "Book")
                #expect(shown.output.contains("--copies 2") && shown.errors.contains("foil"))
                #expect(try lab.printq("presets").output.contains("foil"))
                #expect(try lab.ownJobs() == [])
            }
        }

        @Test func `count before lpoptions, and after the command line`() throws {
            try Self.with("preset-order") { lab in
                unsafe mkdir(lab.folder + "/.cups", 0o700)
                let text = "Dest office copies=3 sides=two-sided-short-edge media=Letter\n"
                _ = try lab.write(Array(text.utf8), to: ".cups/lpoptions")
                #expect(
                    try lab.printq("presets", "save", "Mine", "-n", "5", "--duplex").code == 0
                )
                let check = try lab.printq(
                    "check",
                    lab.sample("report.pdf"),
                    "-d",
                    "office",
                    "--preset",
                    "Mine",
                    "-n",
                    "7",
                    "--json"
                ).value(PrintCheck.self)
                #expect(check.plan?.copies == 7)
                #expect(check.plan?.sides == .twoSidedLongEdge)
                #expect(check.plan?.media?.rawValue == "na_letter_8.5x11in")
            }
        }
    }
}
