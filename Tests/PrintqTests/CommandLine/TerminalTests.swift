import PrintModel
import ProofKit
import Testing

extension Printq {
    /// What a stranger has chosen must not be obeyed by a terminal.
    @Suite(.serialized) struct `Control characters` {
        /// Colours, a bell, a new line, the one-byte forms of C1, and a turned direction.
        private static let evil = "a\u{1B}[31m\u{7}\n\u{9B}2J\u{7F}\u{202E}b"

        /// A page with an evil title.
        private static var pdf: [UInt8] {
            var title = "FEFF"
            for unit in evil.utf16 {
                let digits = String(unit, radix: 16)
                title += String(repeating: "0", count: 4 - digits.count) + digits
            }
            let objects = [
                "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>",
                "<< /Title <\(title)> >>",
            ]
            var text = "%PDF-1.4\n"
            var table = "0000000000 65535 f \n"
            for (index, object) in objects.enumerated() {
                let offset = "\(text.utf8.count)"
                table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
                text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
            }
            let start = text.utf8.count
            return Array(
                (text + "xref\n0 5\n\(table)trailer\n<< /Size 5 /Root 1 0 R /Info 4 0 R >>\n"
                    + "startxref\n\(start)\n%%EOF\n").utf8
            )
        }

        @Test func `of a file's name and title never reach the terminal`() throws {
            try PrintqLab.with("evil") { lab in
                let path = try lab.write(Self.pdf, to: Self.evil + ".pdf")
                let damaged = try lab.write(Array("%PDF-1.4\n".utf8), to: Self.evil + "2.pdf")
                let printed = try lab.printq("print", path, "-d", "office", "--wait", "--json")
                #expect(printed.code == 0, "\(printed)")
                let job = try #require(try printed.values(PrintJob.self).last)
                // The title was read as it is, so that the test has something to see.
                #expect(
                    job.document?.title?.hasSuffix("b") == true,
                    "\(String(describing: job.document?.title))"
                )
                expectTame(printed)
                for arguments in [
                    ["print", path, "-d", "office", "--wait"], ["check", path, "-d", "office"],
                    ["check", path, "-d", "office", "--json"], ["print", damaged, "-d", "office"],
                    ["print", damaged, "-d", "office", "--json"], ["jobs", "--all"],
                    ["jobs", "--all", "--json"], ["show", job.label],
                    ["show", job.label, "--json"], ["options", path, "-d", "office", "--json"],
                    ["watch", job.label],
                ] {
                    expectTame(try lab.start(arguments).end())
                }
            }
        }

        @Test func `of a mistake are not said back`() throws {
            try PrintqLab.with("mistaken") { lab in
                let letter = lab.sample("letter.pdf")
                for arguments in [
                    ["print", lab.folder + "/" + Self.evil], ["print", letter, "-d", Self.evil],
                    ["show", Self.evil], ["cancel", Self.evil], ["watch", Self.evil],
                    ["jobs", "-d", Self.evil], ["print", letter, "-P", Self.evil],
                    ["print", "-" + Self.evil], [Self.evil], ["print", letter, "-n", Self.evil],
                    ["print", letter, "--media", Self.evil, "-d", "office"],
                ] {
                    let ending = try lab.start(arguments).end()
                    #expect(ending.code != 0, "\(arguments)")
                    #expect(ending.code < 128, "\(arguments)")
                    expectTame(ending, arguments)
                }
                let socket = [
                    "PRINTCENTER_SOCKET": "/\u{1B}[31m" + String(repeating: "x", count: 120)
                ]
                let long = try lab.printq("jobs", more: socket)
                #expect(long.code == 69)
                expectTame(long)
            }
        }

        private func expectTame(
            _ ending: Ending,
            _ arguments: [String] = [],
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            let wild = (ending.output + ending.errors).unicodeScalars.filter { scalar in
                switch scalar.properties.generalCategory {
                case .control: scalar != "\n"
                case .format, .lineSeparator, .paragraphSeparator: true
                default: false
                }
            }
            #expect(
                wild.isEmpty,
                "\(arguments) \(ending)",
                sourceLocation: sourceLocation
            )
        }
    }
}
