import Glibc
import PrintModel
import ProofKit
import Testing

/// A mistake, the exit code that it must have, and the words that its sentence must have.
struct Mistake: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var arguments: [String]
    var code: Int32
    var words: String
    /// How many obstacles there are, each with a line of its own.
    var lines = 1

    init(_ arguments: String, _ code: Int32, _ words: String, lines: Int = 1) {
        testDescription = arguments
        self.arguments = arguments.split(separator: " ").map { String($0) }
        self.code = code
        self.words = words
        self.lines = lines
    }
}

extension Printq {
    @Suite(.serialized) struct `Bad input` {
        /// `@` stands for the folder of the samples.
        static let mistakes = [
            Mistake("print /nowhere/at.pdf -d office", 66, "There is no file '/nowhere/at.pdf'"),
            Mistake("print @ -d office", 66, "is a directory"),
            Mistake("print /dev/null -d office", 66, "neither a file nor a pipe"),
            Mistake("print @/empty.pdf -d office", 3, "'empty.pdf' is empty"),
            Mistake("print @/data.bin -d office", 3, "cannot print this type of file"),
            Mistake("print @/damaged.pdf -d office", 3, "is damaged"),
            Mistake("print @/locked.pdf -d office", 3, "password"),
            Mistake("print @/report.pdf -P 9 -d office", 3, "There is no page 9 in"),
            Mistake("print @/report.pdf -P 5-9 -d office", 3, "from 1 to 6"),
            Mistake("print @/report.pdf -n 1000 --duplex -d mono", 3, "'mono'", lines: 2),
            Mistake(
                "print @/report.pdf --media A3 -d office",
                3,
                "has no A3 paper. It has A4 and Letter."
            ),
            Mistake("print @/report.pdf -d nobody", 4, "There is no printer 'nobody'"),
            Mistake("check /nowhere/at.pdf", 66, "There is no file"),
            Mistake("options /nowhere/at.pdf -d office", 66, "There is no file"),
            Mistake("options -d nobody", 4, "There is no printer 'nobody'"),
            Mistake("jobs -d nobody", 4, "mono, office, slow"),
            Mistake("cancel --all -d nobody", 4, "mono, office, slow"),
            Mistake("show 99999", 4, "99999"),
            Mistake("watch 99999", 4, "99999"),
            Mistake("cancel 99999", 4, "99999"),
            Mistake("cancel 99998 99999", 4, "9999", lines: 2),
            Mistake("show nonsense", 4, "nonsense"),
        ]

        /// What no printer could take: the first line says it, the usage follows.
        static let usage = [
            Mistake("print @/report.pdf --pages 0 -d office", 64, "There is no page 0"),
            Mistake("print @/report.pdf -P 1,,2 -d office", 64, "a page is missing at a comma"),
            Mistake("print @/report.pdf -P - -d office", 64, "Invalid page or range"),
            Mistake("print @/report.pdf --copies 0 -d office", 64, "use 1 or more"),
            Mistake("print @/report.pdf -n -1 -d office", 64, "use 1 or more"),
            Mistake("print @/report.pdf -n many -d office", 64, "use 1 or more"),
            Mistake("print @/report.pdf --sides maybe -d office", 64, "one-sided"),
            Mistake("print @/report.pdf --color red -d office", 64, "monochrome"),
            Mistake("print @/report.pdf --quality best -d office", 64, "draft"),
            Mistake("print @/report.pdf -q 101 -d office", 64, "1 to 100"),
            Mistake("print @/report.pdf --duplex --sides one-sided", 64, "use one of the two"),
            Mistake("print", 64, "files"),
            Mistake("prnt @/report.pdf", 64, "There is no command 'prnt'. Did you mean print?"),
            Mistake("printers defualt mono", 64, "Did you mean default?"),
            Mistake("print @/report.pdf --copeis 2", 64, "--copies"),
            Mistake("print -h server @/report.pdf", 64, "not that of 'server'"),
            Mistake("print @/report.pdf -m", 64, "sends no mail"),
            Mistake("print @/report.pdf -U somebody", 64, "prints as yourself only"),
            Mistake("print -i 1 @/report.pdf -H hold", 64, "not both"),
            Mistake("print @/report.pdf --reverse=perhaps", 64, "use true or false"),
            Mistake("print @/report.pdf --bogus", 64, "--bogus"),
            Mistake("cancel", 64, "--all"),
            Mistake("cancel 1 --all", 64, "not both"),
            Mistake("bogus", 64, "There is no command 'bogus'."),
        ]

        @Test func `has one sentence, its exit code, and leaves nothing behind`() throws {
            try PrintqLab.with("mistakes") { lab in
                let jobs = try lab.allJobs()
                for mistake in Self.mistakes {
                    let ending = try lab.start(filled(mistake)).end()
                    #expect(ending.code == mistake.code, "\(mistake): \(ending)")
                    #expect(ending.errors.contains(mistake.words), "\(mistake): \(ending)")
                    #expect(ending.errorLines.count == mistake.lines, "\(mistake): \(ending)")
                    #expect(ending.errorLines.allSatisfy { $0.hasPrefix("printq: ") })
                    #expect(ending.errorLines.allSatisfy { $0.hasSuffix(".") }, "\(ending)")
                    #expect(ending.output == "", "\(mistake): \(ending)")
                    #expect(lab.spooled() == [], "\(mistake)")
                }
                #expect(try lab.allJobs() == jobs)
            }
        }

        @Test func `in the call is told with the way to the help`() throws {
            try PrintqLab.with("usage") { lab in
                for mistake in Self.usage {
                    let ending = try lab.start(filled(mistake)).end()
                    #expect(ending.code == mistake.code, "\(mistake): \(ending)")
                    let first = ending.errorLines.first ?? ""
                    #expect(first.contains(mistake.words), "\(mistake): \(ending)")
                    #expect(ending.errors.contains("--help"), "\(mistake): \(ending)")
                    #expect(ending.output == "")
                }
                // None of it has even started the service.
                #expect(lab.services() == [])
            }
        }

        @Test func `of which one file is refused does not stop the others`() throws {
            try PrintqLab.with("several") { lab in
                let letter = lab.sample("letter.pdf")
                let ending = try lab.printq(
                    "print",
                    letter,
                    lab.sample("damaged.pdf"),
                    "/nowhere.pdf",
                    letter,
                    "-d",
                    "office",
                    "--json"
                )
                #expect(ending.code == 3)
                try #require(ending.lines.count == 4, "\(ending)")
                #expect(ending.errorLines.count == 2)
                let numbers = try [0, 3].map {
                    try Ending(code: 0, output: ending.lines[$0], errors: "")
                        .value(PrintJob.self).id
                }
                #expect(Set(numbers).count == 2)
                let codes = try [1, 2].map {
                    try Ending(code: 0, output: ending.lines[$0], errors: "")
                        .value(PrintCheck.self).obstacles.map(\.code)
                }
                #expect(codes == [[.documentDamaged], [.documentUnreadable]])

                let other = try lab.printq(
                    "print",
                    "/nowhere.pdf",
                    lab.sample("damaged.pdf"),
                    letter,
                    "-d",
                    "office",
                    "--wait"
                )
                #expect(other.code == 66)
                #expect(other.lines.count == 1)
            }
        }

        @Test func `like a scheduler that is not there is told as such`() throws {
            try PrintqLab.with("noscheduler") { lab in
                lab.environment["CUPS_SERVER"] = lab.folder + "/no.sock"
                let report = lab.sample("report.pdf")
                for arguments in [
                    ["print", report], ["print", report, "-d", "office"], ["check", report],
                    ["printers"],
                ] {
                    let ending = try lab.start(arguments).end()
                    #expect(ending.code == 69, "\(arguments) \(ending)")
                    #expect(ending.errorLines.count == 1, "\(arguments) \(ending)")
                    #expect(ending.errors.contains("CUPS"), "\(arguments) \(ending)")
                    #expect(ending.output == "")
                }
                #expect(lab.spooled() == [])
            }
        }

        @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
        func `like a socket that somebody else owns is refused`() throws {
            try PrintqLab.with("foreign") { lab in
                let folder = lab.folder + "/run/printcenter"
                #expect(unsafe mkdir(folder, 0o700) == 0)
                #expect(unsafe chown(folder, 65534, 65534) == 0)
                for arguments in [["print", lab.sample("report.pdf")], ["service", "status"]] {
                    let ending = try lab.start(arguments).end()
                    #expect(ending.code == 69)
                    #expect(ending.errorLines.count == 1)
                    #expect(ending.errors.contains("belongs to another user"))
                }
                #expect(lab.services() == [])
                #expect(lab.spooled() == [])
            }
        }

        @Test func `like a service that cannot be found says where it was looked for`() throws {
            try PrintqLab.with("noservice") { lab in
                lab.environment["PRINTCENTERD"] = "/nowhere/printcenterd"
                let ending = try lab.printq("jobs")
                #expect(ending.code == 69)
                #expect(ending.errorLines.count == 1)
                #expect(ending.errors.contains("/nowhere/printcenterd"))
            }
        }

        private func filled(_ mistake: Mistake) -> [String] {
            mistake.arguments.map { $0.first == "@" ? TestLab.samples + $0.dropFirst() : $0 }
        }
    }
}
