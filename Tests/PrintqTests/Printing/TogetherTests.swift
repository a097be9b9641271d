import FoundationEssentials
import PrintLab
import PrintModel
import ProofKit
import Testing

extension Printq {
    @Suite(.serialized) struct `Files printed together` {
        /// Prints on a printer, and returns what it received.
        private func printed(
            _ lab: PrintqLab,
            on printer: String,
            _ words: [String]
        ) throws -> String {
            let before = try lab.received(by: printer).count
            let ending = try lab.start(["print", "-d", printer, "--wait"] + words).end()
            #expect(ending.code == 0, "\(ending)")
            let all = try lab.received(by: printer)
            #expect(all.count == before + 1)
            return try #require(all.last).document
        }

        private func text(_ lab: PrintqLab, _ document: String, _ page: Int) throws -> String {
            try lab.shell("pdftotext -f \(page) -l \(page) '\(document)' -").output
        }

        private func pages(_ lab: PrintqLab, _ document: String) throws -> Int {
            let words = try lab.shell("pdfinfo '\(document)'").output.split { $0.isWhitespace }
            let place = try #require(words.firstIndex(of: "Pages:"))
            return try #require(Int(words[place + 1]))
        }

        @Test func `are one job, in their order, of any kind`() throws {
            try PrintqLab.with("together") { lab in
                let files = ["letter.pdf", "notes.txt", "photo.jpg"].map(lab.sample)
                let one = try printed(lab, on: "office", ["--together"] + files)
                let count = try pages(lab, one)
                let notes = try text(lab, one, 2)
                let letter = try text(lab, one, 1)
                #expect(!letter.isEmpty && !notes.isEmpty && notes != letter)
                #expect(try text(lab, one, count).allSatisfy(\.isWhitespace))
                // The pages of all are counted together.
                let numbered = try printed(
                    lab,
                    on: "office",
                    ["--together", "--footer", "{page} of {pages}", "--pages", "2-"] + files
                )
                #expect(try pages(lab, numbered) == count - 1)
                #expect(try text(lab, numbered, count - 1).contains("\(count) of \(count)"))
                // On both sides, the second file begins on a sheet of its own.
                let apart = try printed(
                    lab,
                    on: "office",
                    ["--together", "--each-on-new-sheet", "--duplex"] + files.prefix(2)
                )
                #expect(try text(lab, apart, 2).allSatisfy(\.isWhitespace))
                #expect(try text(lab, apart, 3) == notes)
                // Nothing is left of the files that were sent.
                try waitBlocking(for: "unused documents to leave") {
                    lab.spooled().allSatisfy { !$0.hasSuffix(".part") }
                }
            }
        }

        @Test func `are a contact sheet with their names`() throws {
            try PrintqLab.with("contact") { lab in
                let files = ["photo.jpg", "photo.png", "letter.pdf"].map(lab.sample)
                let sheet = try printed(lab, on: "mono", ["--contact-sheet", "2x2"] + files)
                #expect(try pages(lab, sheet) == 1)
                let names = try text(lab, sheet, 1).split { $0.isWhitespace }
                for name in ["photo.jpg", "photo.png", "letter.pdf"] {
                    #expect(names.contains { $0 == name }, "\(names)")
                }
            }
        }

        @Test func `are not queued where one of them cannot be`() throws {
            try PrintqLab.with("together-refused") { lab in
                let good = lab.sample("letter.pdf")
                for (bad, code, words) in [
                    (lab.folder + "/nosuch.pdf", Int32(66), "nosuch.pdf"),
                    (lab.sample("damaged.pdf"), 3, "'damaged.pdf'"),
                    (lab.sample("locked.pdf"), 3, "'locked.pdf'"),
                    (lab.sample("data.bin"), 3, "'data.bin'"),
                ] {
                    let ending = try lab.start(["print", "--together", "-d", "office", good, bad])
                        .end()
                    #expect(ending.code == code && ending.errors.contains(words), "\(ending)")
                    #expect(lab.spooled().isEmpty)
                }
                let locked = lab.sample("locked.pdf")
                let words =
                    "--together -d office '\(good)' '\(locked)' --password-fd 3 3<<EOF\nopen sesame\nEOF"
                let unlocked = try lab.shell("printq check \(words)")
                #expect(unlocked.code == 0, "\(unlocked)")
                #expect(lab.spooled().isEmpty)
                let alone = try lab.start(["check", "--each-on-new-sheet", "-d", "office", good])
                    .end()
                #expect(alone.code == 3 && alone.output.contains("--together"), "\(alone)")
            }
        }
    }
}
