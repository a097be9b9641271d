import PrintLab
import ProofKit
import Testing

extension Printq {
    /// What five people type, one line after the other, and what each line is answered with.
    @Suite(.serialized) struct `The five persons` {
        /// A line of shell, and what must come of it.
        struct Step: Sendable {
            let line: String
            let code: Int32
            /// The beginning of the first line that it writes, to standard output if there is any; empty where it
            /// must write nothing.
            let says: String

            init(_ line: String, _ code: Int32, _ says: String) {
                (self.line, self.code, self.says) = (line, code, says)
            }
        }

        /// Someone with a folder of documents.
        struct Person: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let steps: [Step]
        }

        @Test(arguments: Person.all)
        func `are answered as they need it`(_ person: Person) throws {
            #expect(Person.all.reduce(0) { $0 + $1.steps.count } >= 60)
            try PrintqLab.with(person.testDescription) { lab in
                lab.environment["XDG_CONFIG_HOME"] = lab.folder + "/config"
                let folder = try Self.documents(in: lab)
                for step in person.steps {
                    let ending = try lab.shell("cd '\(folder)' && \(step.line)")
                    let first = ending.lines.first ?? ending.errorLines.first ?? ""
                    let isRight =
                        step.says.isEmpty
                        ? ending.output + ending.errors == "" : first.hasPrefix(step.says)
                    #expect(ending.code == step.code, "\(step.line): \(ending)")
                    #expect(isRight, "\(step.line): \(ending)")
                }
            }
        }

        /// A folder with the samples, and some more documents of everyday life.
        private static func documents(in lab: PrintqLab) throws -> String {
            let folder = lab.folder + "/documents"
            let made = try lab.shell("cp -r '\(TestLab.samples)' '\(folder)'")
            try #require(made.code == 0, "\(made)")
            let texts = [
                "notes.md": "# Title\n\nSome *words*.\n\n* One\n* Two\n",
                "table.csv": "Name,Number\nAnn,1\nBob,2\n",
                "page.html": "<html><body><p>Gr\u{fc}\u{df}e aus K\u{f6}ln</p></body></html>",
                "plotter.txt": "PA;SP1;\nThis is a text of lines.\n",
                "nothing.txt": "",
            ]
            for (name, text) in texts {
                _ = try lab.write(Array(text.utf8), to: "documents/" + name)
            }
            return folder
        }
    }
}
