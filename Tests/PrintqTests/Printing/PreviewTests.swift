import FoundationEssentials
import PrintLab
import PrintModel
import ProofKit
import Testing

extension Printq {
    @Suite(.serialized) struct `Previews` {}
}

extension Printq.`Previews` {
    private func isPicture(_ path: String) -> Bool {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { return false }
        return data.starts(with: [0x89, 0x50, 0x4E, 0x47])
    }

    /// Runs printq on a terminal of its own; what it wrote there.
    private func onTerminal(
        _ lab: PrintqLab,
        _ variables: String,
        _ arguments: String
    ) throws -> Ending {
        let size = "stty rows 40 cols 100"
        return try lab.shell(
            "script -qec '\(size); \(variables) printq preview \(arguments)' /dev/null </dev/null"
        )
    }

    @Test func `leave the terminal in order when they are interrupted within a picture`() throws {
        try PrintqLab.with("interrupted-picture") { lab in
            // A terminal that shows the picture slowly, with a Ctrl-C before it is whole.
            let script = """
                import fcntl, os, pty, struct, sys, termios
                child, terminal = pty.fork()
                if child == 0:
                    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 60, 200, 6000, 3600))
                    os.environ["TERM"] = "xterm-kitty"
                    os.execvp("printq", ["printq", "preview", "-d", "office", "--sheet", "1", sys.argv[1]])
                text = b""
                while b"_Ga=T" not in text: text += os.read(terminal, 64)
                os.write(terminal, b"\\x03")
                while True:
                    try: part = os.read(terminal, 65536)
                    except OSError: break
                    if not part: break
                    text += part
                ends = text.replace(b"\\r\\n", b"\\n").endswith(b"\\x1b\\\\\\x1b[0m\\n")
                code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
                sys.exit(0 if (ends, code) == (True, 130) else f"{code} {text[-40:]}")
                """
            let file = lab.folder + "/interrupt.py"
            try Data(script.utf8).write(to: URL(filePath: file))
            let ending = try lab.shell("python3 '\(file)' '\(lab.sample("report.pdf"))'")
            #expect(ending.code == 0, "\(ending)")
        }
    }

    @Test func `are written as pictures, one for each face`() throws {
        try PrintqLab.with("pictures") { lab in
            let report = lab.sample("report.pdf")
            let one = lab.folder + "/one.png"
            let single = try lab.printq(
                "preview",
                report,
                "-d",
                "office",
                "--pages",
                "2",
                "--output",
                one,
                "--size",
                "99"
            )
            #expect(single.code == 0, "\(single)")
            #expect(single.lines == [one])
            #expect(isPicture(one))
            let several = try lab.printq(
                "preview",
                report,
                "-d",
                "office",
                "--pages",
                "1-3",
                "--duplex",
                "--output",
                lab.folder + "/out.png"
            )
            let names = (1...3).map { lab.folder + "/out-\($0).png" }
            #expect(several.lines == names)
            #expect(names.allSatisfy(isPicture))
            let back = try lab.printq(
                "preview",
                report,
                "-d",
                "office",
                "--duplex",
                "--sheet",
                "2",
                "--output",
                lab.folder + "/x",
                "--json"
            )
            #expect(back.output.contains(#""files":["\#(lab.folder)/x-3","\#(lab.folder)/x-4"]"#))
            #expect(lab.spooled() == [], "a file was left behind")
        }
    }

    @Test func `are never written over a document that they show`() throws {
        try PrintqLab.with("same-file") { lab in
            let report = lab.folder + "/report.pdf"
            let picture = lab.folder + "/out-2.png"
            try FileManager.default.copyItem(atPath: lab.sample("report.pdf"), toPath: report)
            try FileManager.default.copyItem(atPath: lab.sample("photo.png"), toPath: picture)
            try FileManager.default.linkItem(atPath: report, toPath: lab.folder + "/hard.pdf")
            try FileManager.default.createSymbolicLink(
                atPath: lab.folder + "/soft.pdf",
                withDestinationPath: "report.pdf"
            )
            let before = [report, picture].map { FileManager.default.contents(atPath: $0) }
            for line in [
                "report.pdf --output ./report.pdf", "report.pdf --output hard.pdf",
                "report.pdf --output soft.pdf", "soft.pdf --output report.pdf",
                "'file://\(report)' --output report.pdf", "report.pdf --output - 1<>report.pdf",
                "- --output report.pdf <report.pdf",
                "--together report.pdf out-2.png --output out.png",
            ] {
                let ending = try lab.shell("cd '\(lab.folder)' && printq preview -d office \(line)")
                #expect(ending.code == 64, "\(line): \(ending)")
                #expect(ending.errors.contains("is the input itself"), "\(line): \(ending)")
            }
            #expect([report, picture].map { FileManager.default.contents(atPath: $0) } == before)
            #expect(!FileManager.default.fileExists(atPath: lab.folder + "/out-1.png"))
            #expect(lab.spooled() == [], "a file was left behind")
        }
    }

    @Test func `are written as the PDF that is sent`() throws {
        try PrintqLab.with("finished") { lab in
            let arguments = ["-d", "office", "--pages", "2-5", "--number-up", "2"]
            let file = lab.folder + "/sheets.pdf"
            let before = try lab.start(
                ["preview", lab.sample("report.pdf"), "--output", file] + arguments
            ).end()
            #expect(before.code == 0 && before.lines == [file], "\(before)")
            let bytes = try Data(contentsOf: URL(filePath: file))
            #expect(bytes.starts(with: Array("%PDF-".utf8)))
            #expect(try lab.shell("qpdf --show-npages \(file)").lines == ["2"])
            // The job sends the same bytes.
            let job = try lab.start(
                ["print", lab.sample("report.pdf"), "--wait", "--json"] + arguments
            ).end().values(PrintJob.self).last
            let label = try #require(job?.label)
            let after = try lab.printq("preview", label, "--output", file, "--json")
            #expect(after.output.contains(#""files":["\#(file)"]"#), "\(after)")
            #expect(try Data(contentsOf: URL(filePath: file)) == bytes)
        }
    }

    @Test func `go to standard output, as the PDF that is sent, but not to a terminal`() throws {
        try PrintqLab.with("piped") { lab in
            let files = ["letter.pdf", "notes.txt"].map { "'\(lab.sample($0))'" }
                .joined(separator: " ")
            let options = "-d office --together --duplex --each-on-new-sheet \(files)"
            let piped = lab.folder + "/piped.pdf"
            let ending = try lab.shell("printq preview --output - \(options) | cat > '\(piped)'")
            #expect(ending.code == 0, "\(ending)")
            let job = try lab.shell("printq print --wait \(options)")
            #expect(job.code == 0, "\(job)")
            let sent = try #require(try lab.received(by: "office").last).document
            for command in ["pdfinfo", "pdftotext"] {
                let target = command == "pdftotext" ? " -" : " | grep -E 'Pages|Page size'"
                let seen = try lab.shell("\(command) '\(piped)'\(target)")
                let printed = try lab.shell("\(command) '\(sent)'\(target)")
                #expect(!seen.output.isEmpty && seen.output == printed.output)
            }
            let shown = try onTerminal(lab, "", "--output - -d office \(lab.sample("letter.pdf"))")
            #expect(shown.code == 64 && shown.output.contains("> sheets.pdf"), "\(shown)")
            #expect(!shown.output.contains("%PDF"))
        }
    }

    @Test func `are described in JSON, with a document to fetch the faces of`() throws {
        try PrintqLab.with("described") { lab in
            let report = lab.sample("report.pdf")
            let ending = try lab.printq("preview", report, "-d", "office", "--duplex", "--json")
            let preview = try ending.value(SheetPreview.self)
            #expect(preview.faces == 6 && preview.sheets == 3)
            #expect(lab.spooled() != [])
            let refused = try lab.printq("preview", report, "-d", "mono", "--duplex", "--json")
            #expect(refused.code == 3)
            #expect(try refused.value(PrintCheck.self).obstacles.map(\.code) == [.sidesUnsupported])
        }
    }

    @Test func `say what to do where nothing can be shown`() throws {
        try PrintqLab.with("unshown") { lab in
            let report = lab.sample("report.pdf")
            for (arguments, code, words) in [
                ([report], 64, "--output"), ([report, "--output", ""], 64, "name"),
                ([report, "--output", "-", "--json"], 64, "not both"),
                ([report, "--output", "-", "--sheet", "1"], 64, "--sheet"),
                ([report, report, "--no-together", "--output", "x.png"], 64, "single file"),
                ([report, "--output", "x.JPG"], 64, "PNG or PDF"),
                ([report, "--output", "x.png", "--type", "html", "-d", "office"], 64, "MIME type"),
                (
                    [report, "--output", "x.png", "--type", "text/html", "-d", "office"], 64,
                    "application/pdf"
                ),
                ([report, "--output", "x.png", "--size", "0"], 64, "pixels"),
                ([report, "--output", "x.png", "--sheet", "0"], 64, "sheet"),
                ([report, "--output", "x.png", "--sheet", "7", "-d", "office"], 64, "1 to 6"),
                ([report, "--output", lab.folder + "/no/x.png", "-d", "office"], 1, "written"),
                ([report, "--output", "x.png", "-d", "nobody"], 4, "nobody"),
                ([lab.sample("data.bin"), "--output", "x.png", "-d", "office"], 3, "data.bin"),
                ([report, "--output", "x.pdf", "--sheet", "1"], 64, "--sheet"),
                (["nowhere.pdf", "--output", "x.png"], 66, "nowhere.pdf"),
                (["4711", "--output", "x.png"], 4, "4711"),
                (["office-4711", "--output", "x.png"], 4, "office-4711"),
                (["4711", "--output", "x.png", "--duplex"], 64, "its options"),
            ] as [([String], Int32, String)] {
                let ending = try lab.start(["preview"] + arguments).end()
                #expect(ending.code == code, "\(arguments): \(ending)")
                #expect(ending.errors.contains(words), "\(arguments): \(ending)")
                #expect(ending.output == "", "\(arguments): \(ending)")
            }
        }
    }

    @Test func `of a job, unless there is a file of that name`() throws {
        try PrintqLab.with("jobs-files") { lab in
            let report = lab.sample("report.pdf")
            let job = try lab.printq(
                "print",
                report,
                "-d",
                "office",
                "--pages",
                "5-6",
                "--wait",
                "--json"
            ).values(PrintJob.self).last
            let label = try #require(job?.label)
            let out = lab.folder + "/out.png"
            let ofJob = try lab.printq("preview", label, "--output", out)
            #expect(ofJob.lines == ["\(lab.folder)/out-1.png", "\(lab.folder)/out-2.png"])
            let file = try lab.shell(
                "cd \(lab.folder) && cp \(lab.sample("letter.pdf")) \(label)"
                    + " && printq preview \(label) -d office --output file.png --sheet 1"
            )
            #expect(file.code == 0, "\(file)")
            #expect(file.lines == ["file.png"])
        }
    }

    /// How many columns the widest row takes, without what only changes colours.
    private static func widest(_ output: String) -> Int {
        var (width, widest, isSequence) = (0, 0, false)
        for scalar in output.unicodeScalars {
            switch scalar {
            case "\u{1B}": isSequence = true
            case "\r", "\n": width = 0
            case _ where isSequence: isSequence = !scalar.properties.isAlphabetic
            default: width += 1
            }
            widest = max(widest, width)
        }
        return widest
    }

    @Test func `are shown in terminals of all kinds`() throws {
        try PrintqLab.with("terminals") { lab in
            let ticket = "\(lab.sample("report.pdf")) -d office --duplex --pages 1-5"
            let blocks = try onTerminal(
                lab,
                "NO_COLOR= TERM=xterm-256color COLORTERM=truecolor",
                ticket + " --all"
            )
            #expect(blocks.code == 0, "\(blocks.errors)")
            for words in [
                "Sheet 1 of 3: front page 1, back page 2", "Sheet 3 of 3: front page 5, back blank",
                "\u{2580}", "\u{1B}[38;2;",
            ] {
                // Whole pictures would stand in the message otherwise.
                let isThere = blocks.output.contains(words)
                #expect(isThere, "\(words.debugDescription)")
            }
            #expect(Self.widest(blocks.output) <= 100, "a row is wider than the terminal")
            let plain = try onTerminal(lab, "NO_COLOR=1 TERM=xterm-256color", ticket)
            let isColoured = plain.output.contains("\u{1B}[38;")
            #expect(plain.code == 0 && !isColoured)
            let kitty = try onTerminal(lab, "TERM=xterm-kitty", ticket + " --sheet 2").output
            let isKitty = kitty.contains("\u{1B}_Ga=T,f=100,") && kitty.contains("Sheet 2 of 3")
            #expect(isKitty, "\(kitty.prefix(100).debugDescription)")
            let sixels = try onTerminal(lab, "TERM=mlterm", ticket + " --sheet 1").output
            let areSixels = sixels.contains("\u{1B}P0;1;0q\"1;1;")
            #expect(areSixels, "\(sixels.prefix(100).debugDescription)")
            let dumb = try onTerminal(lab, "TERM=dumb", ticket)
            #expect(dumb.code == 64)
            #expect(!dumb.output.contains("\u{1B}"))
        }
    }

    @Test func `are few in a terminal, and say how to see more`() throws {
        try PrintqLab.with("few") { lab in
            let ending = try onTerminal(
                lab,
                "TERM=xterm-256color",
                "\(lab.sample("report.pdf")) -d office"
            )
            #expect(ending.output.contains("Sheet 3 of 6: page 3"))
            #expect(!ending.output.contains("Sheet 4"))
            #expect(ending.output.contains("3 of 6 sheets. To show another one, use --sheet N"))
        }
    }
}
