import PrintModel
import ProofKit
import Testing

extension Printq {
    /// Queues on which an administrator does not let everybody print whatever they like.
    @Suite(.serialized) struct `Restricted queues` {
        /// Runs a test on a queue that becomes as it was.
        private func onQueue(_ body: (PrintqLab) throws -> Void) throws {
            try PrintqLab.with("restricted") { lab in
                defer {
                    _ = try? lab.shell(
                        "lpadmin -p mono -u allow:all -o job-quota-period=0 -o job-page-limit=0"
                    )
                }
                try body(lab)
            }
        }

        /// Expects the same answer of the scheduler as of the check.
        private func expect(
            _ isAllowed: Bool,
            _ words: String = "",
            after command: String,
            _ lab: PrintqLab
        ) throws {
            let change = try lab.shell(command)
            try #require(change.code == 0, "\(change)")
            let letter = lab.sample("letter.pdf")
            let check = try lab.printq("check", "-d", "mono", letter)
            #expect(check.code == (isAllowed ? 0 : 3), "\(command): \(check)")
            #expect((check.output + check.errors).contains(words), "\(command): \(check)")
            #expect(try (lab.shell("lp -d mono '\(letter)'").code == 0) == isAllowed, "\(command)")
        }

        @Test func `refuse whom the scheduler refuses, and nobody else`() throws {
            try onQueue { lab in
                let no = "You are not allowed to print on 'mono'."
                try expect(false, no, after: "lpadmin -p mono -u deny:$(id -un)", lab)
                try expect(false, no, after: "lpadmin -p mono -u deny:bob,@$(id -gn)", lab)
                try expect(true, after: "lpadmin -p mono -u deny:bob", lab)
                try expect(false, no, after: "lpadmin -p mono -u allow:bob", lab)
                let letter = lab.sample("letter.pdf")
                let waiting = try lab.printq("print", "--when-possible", "-d", "mono", letter)
                #expect(waiting.code == 3 && waiting.errors.contains(no), "\(waiting)")
                #expect(
                    try lab.printq("jobs", "--all", "--json").value([PrintJob].self)
                        .allSatisfy { $0.external != nil }
                )
                try expect(true, after: "lpadmin -p mono -u allow:bob,@$(id -gn)", lab)
                try expect(true, after: "lpadmin -p mono -u allow:all", lab)
            }
        }

        /// A job of a class goes to whichever of its queues is free.
        @Test func `of which one stands for several are as able as the weakest that accepts`()
            throws
        {
            try PrintqLab.with("class") { lab in
                func run(_ command: String) throws {
                    let change = try lab.shell(command)
                    try #require(change.code == 0, "\(command): \(change)")
                }
                defer { _ = try? lab.shell("cupsaccept mono; lpadmin -x both") }
                try run("lpadmin -p mono -c both && lpadmin -p office -c both")
                try run("cupsenable both && cupsaccept both")
                let letter = lab.sample("letter.pdf")
                func duplex() throws -> Ending {
                    try lab.printq("check", "-d", "both", "--duplex", letter)
                }
                #expect(try lab.printq("check", "-d", "both", letter).code == 0)
                let weak = try duplex()
                #expect(weak.code == 3 && weak.output.contains("both sides"), "\(weak)")
                // Its jobs cannot go to the one that prints on one side now.
                try run("cupsreject mono")
                let strong = try duplex()
                #expect(strong.code == 0, "\(strong)")
                try run("cupsreject office")
                let none = try duplex()
                #expect(none.code == 3 && none.output.contains("not accepting"), "\(none)")
                try run("cupsaccept office")
            }
        }

        @Test func `refuse a user who has printed what is allowed`() throws {
            try onQueue { lab in
                let limits = "lpadmin -p mono -o job-quota-period=3600 -o job-page-limit="
                try expect(true, after: limits + "100000", lab)
                let letter = lab.sample("letter.pdf")
                let printed = try lab.printq("print", "-d", "mono", "--wait", letter)
                #expect(printed.code == 0, "\(printed)")
                try expect(
                    false,
                    "You have printed on 'mono' what the administrator allows: 1 sheet in an hour.",
                    after: limits + "1",
                    lab
                )
            }
        }
    }
}
