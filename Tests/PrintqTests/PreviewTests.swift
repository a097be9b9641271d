import FoundationEssentials
import PrintModel
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
    private func onTerminal(_ desk: Desk, _ variables: String, _ arguments: String) throws -> Ending
    {
        let size = "stty rows 40 cols 100"
        return try desk.shell(
            "script -qec '\(size); \(variables) printq preview \(arguments)' /dev/null </dev/null"
        )
    }

    @Test func `are written as pictures, one for each face`() throws {
        try Desk.with("pictures") { desk in
            let report = desk.sample("report.pdf")
            let one = desk.folder + "/one.png"
            let single = try desk.printq(
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
            let several = try desk.printq(
                "preview",
                report,
                "-d",
                "office",
                "--pages",
                "1-3",
                "--duplex",
                "--output",
                desk.folder + "/out.png"
            )
            let names = (1...3).map { desk.folder + "/out-\($0).png" }
            #expect(several.lines == names)
            #expect(names.allSatisfy(isPicture))
            let back = try desk.printq(
                "preview",
                report,
                "-d",
                "office",
                "--duplex",
                "--sheet",
                "2",
                "--output",
                desk.folder + "/x",
                "--json"
            )
            #expect(back.output.contains(#""files":["\#(desk.folder)/x-3","\#(desk.folder)/x-4"]"#))
            #expect(desk.spooled() == [], "a file was left behind")
        }
    }

    @Test func `are written as the PDF that is sent`() throws {
        try Desk.with("finished") { desk in
            let arguments = ["-d", "office", "--pages", "2-5", "--number-up", "2"]
            let file = desk.folder + "/sheets.pdf"
            let before = try desk.start(
                ["preview", desk.sample("report.pdf"), "--output", file] + arguments
            ).end()
            #expect(before.code == 0 && before.lines == [file], "\(before)")
            let bytes = try Data(contentsOf: URL(filePath: file))
            #expect(bytes.starts(with: Array("%PDF-".utf8)))
            #expect(try desk.shell("qpdf --show-npages \(file)").lines == ["2"])
            // The job sends the same bytes.
            let job = try desk.start(
                ["print", desk.sample("report.pdf"), "--wait", "--json"] + arguments
            ).end().values(PrintJob.self).last
            let label = try #require(job?.label)
            let after = try desk.printq("preview", label, "--output", file, "--json")
            #expect(after.output.contains(#""files":["\#(file)"]"#), "\(after)")
            #expect(try Data(contentsOf: URL(filePath: file)) == bytes)
        }
    }

    @Test func `are described in JSON, with a document to fetch the faces of`() throws {
        try Desk.with("described") { desk in
            let report = desk.sample("report.pdf")
            let ending = try desk.printq("preview", report, "-d", "office", "--duplex", "--json")
            let preview = try ending.value(SheetPreview.self)
            #expect(preview.faces == 6 && preview.sheets == 3)
            #expect(desk.spooled() != [])
            let refused = try desk.printq("preview", report, "-d", "mono", "--duplex", "--json")
            #expect(refused.code == 3)
            #expect(try refused.value(PrintCheck.self).obstacles.map(\.code) == [.sidesUnsupported])
        }
    }

    @Test func `say what to do where nothing can be shown`() throws {
        try Desk.with("unshown") { desk in
            let report = desk.sample("report.pdf")
            for (arguments, code, words) in [
                ([report], 64, "--output"), ([report, "--output", ""], 64, "name"),
                ([report, "--output", "-"], 64, "name"),
                ([report, "--output", "x.png", "--size", "0"], 64, "pixels"),
                ([report, "--output", "x.png", "--sheet", "0"], 64, "sheet"),
                ([report, "--output", "x.png", "--sheet", "7", "-d", "office"], 64, "1 to 6"),
                ([report, "--output", desk.folder + "/no/x.png", "-d", "office"], 1, "written"),
                ([report, "--output", "x.png", "-d", "nobody"], 4, "nobody"),
                ([desk.sample("notes.txt"), "--output", "x.png", "-d", "office"], 3, "PDF"),
                ([report, "--output", "x.pdf", "--sheet", "1"], 64, "--sheet"),
                (["nowhere.pdf", "--output", "x.png"], 66, "nowhere.pdf"),
                (["4711", "--output", "x.png"], 4, "4711"),
                (["office-4711", "--output", "x.png"], 4, "office-4711"),
                (["4711", "--output", "x.png", "--duplex"], 64, "ticket"),
            ] as [([String], Int32, String)] {
                let ending = try desk.start(["preview"] + arguments).end()
                #expect(ending.code == code, "\(arguments): \(ending)")
                #expect(ending.errors.contains(words), "\(arguments): \(ending)")
                #expect(ending.output == "", "\(arguments): \(ending)")
            }
        }
    }

    @Test func `of a job, unless there is a file of that name`() throws {
        try Desk.with("jobs-files") { desk in
            let report = desk.sample("report.pdf")
            let job = try desk.printq(
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
            let out = desk.folder + "/out.png"
            let ofJob = try desk.printq("preview", label, "--output", out)
            #expect(ofJob.lines == ["\(desk.folder)/out-1.png", "\(desk.folder)/out-2.png"])
            let file = try desk.shell(
                "cd \(desk.folder) && cp \(desk.sample("letter.pdf")) \(label)"
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
        try Desk.with("terminals") { desk in
            let ticket = "\(desk.sample("report.pdf")) -d office --duplex --pages 1-5"
            let blocks = try onTerminal(
                desk,
                "NO_COLOR= TERM=xterm-256color COLORTERM=truecolor",
                ticket + " --all"
            )
            #expect(blocks.code == 0, "\(blocks.errors)")
            for words in [
                "Sheet 1 of 3: front page 1, back page 2", "Sheet 3 of 3: front page 5, back white",
                "\u{2580}", "\u{1B}[38;2;",
            ] {
                // Whole pictures would stand in the message otherwise.
                let isThere = blocks.output.contains(words)
                #expect(isThere, "\(words.debugDescription)")
            }
            #expect(Self.widest(blocks.output) <= 100, "a row is wider than the terminal")
            let plain = try onTerminal(desk, "NO_COLOR=1 TERM=xterm-256color", ticket)
            let isColoured = plain.output.contains("\u{1B}[38;")
            #expect(plain.code == 0 && !isColoured)
            let kitty = try onTerminal(desk, "TERM=xterm-kitty", ticket + " --sheet 2").output
            let isKitty = kitty.contains("\u{1B}_Ga=T,f=32,") && kitty.contains("Sheet 2 of 3")
            #expect(isKitty, "\(kitty.prefix(100).debugDescription)")
            let sixels = try onTerminal(desk, "TERM=mlterm", ticket + " --sheet 1").output
            let areSixels = sixels.contains("\u{1B}P0;1;0q\"1;1;")
            #expect(areSixels, "\(sixels.prefix(100).debugDescription)")
            let dumb = try onTerminal(desk, "TERM=dumb", ticket)
            #expect(dumb.code == 64)
            #expect(!dumb.output.contains("\u{1B}"))
        }
    }

    @Test func `are few in a terminal, and say how to see more`() throws {
        try Desk.with("few") { desk in
            let ending = try onTerminal(
                desk,
                "TERM=xterm-256color",
                "\(desk.sample("report.pdf")) -d office"
            )
            #expect(ending.output.contains("Sheet 3 of 6: page 3"))
            #expect(!ending.output.contains("Sheet 4"))
            #expect(ending.output.contains("3 of 6 sheets; --sheet N"))
        }
    }
}
