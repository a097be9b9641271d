import ArgumentParser
import PrintModel
import Testing

@testable import printq

@Suite struct `The options of a preset` {
    /// A ticket with every option but a time.
    private static let full = PrintTicket(
        pages: try? PageSelection("1,3-"),
        pageSet: .odd,
        reverse: false,
        copies: 2,
        collate: false,
        sides: .twoSidedShortEdge,
        media: .a4,
        source: "tray-1",
        color: .monochrome,
        quality: .draft,
        orientation: .landscape,
        numberUp: 4,
        scaling: PrintScaling.none,
        finishings: ["staple", "punch"],
        outputBin: "My Bin's",
        priority: 60,
        attributes: ["media-type": "labels", "job-message": "it's $HOME"],
        numberUpLayout: .tblr,
        percent: 70,
        ppi: 300,
        position: .topLeft,
        mirror: true,
        border: .single,
        borderless: true,
        margins: MediaMargins(top: 1000, right: 2000, bottom: 1000, left: 2000),
        fontSize: 12.5,
        lineNumbers: true,
        fitWidth: true,
        gridLines: false,
        headings: true,
        worksheets: WorksheetSelection(rawValue: "Costs of May,3"),
        booklet: false,
        signature: 16,
        creep: 15,
        poster: SheetGrid(rawValue: "2x3"),
        contactSheet: SheetGrid(rawValue: "4x5"),
        eachOnNewSheet: true,
        header: "{title}|it's|{page} of {pages}",
        footer: "none",
        stamp: "DRAFT $1"
    )

    private func parsed(_ words: [String]) throws -> PrintTicket {
        let words = try CommandWords.normalized(["print", "a.pdf"] + words, server: nil)
        let verb = try #require(try printq.Printq.parseAsRoot(words) as? printq.Printq.Print)
        return verb.ticket.ticket
    }

    /// The words that a shell makes of a line.
    private func words(_ line: [String]) -> [String] {
        line.flatMap { option in
            var words = [""]
            var isQuoted = false
            var rest = option[...]
            while let letter = rest.popFirst() {
                switch letter {
                case "'": isQuoted.toggle()
                case "\\" where !isQuoted: words[words.count - 1].append(rest.removeFirst())
                case " " where !isQuoted: words.append("")
                default: words[words.count - 1].append(letter)
                }
            }
            return words
        }
    }

    @Test func `are shown as they are typed, none left out`() throws {
        let attributes = Set((Self.full.attributes ?? [:]).keys)
        let all = PrintTicket.names.subtracting(["attributes", "holdUntil"]).union(attributes)
        #expect(Self.full.options == all, "an option is new: add it to this test")
        #expect(try parsed(words(Self.full.commandLine)) == Self.full)
    }

    @Test(arguments: [
        PrintTicket(scaling: .fill), PrintTicket(scaling: .fit, percent: 90),
        PrintTicket(reverse: true, collate: true), PrintTicket(sides: .oneSided),
    ])
    func `of any kind come back from the command line`(_ ticket: PrintTicket) throws {
        #expect(try parsed(words(ticket.commandLine)) == ticket)
    }

    @Test(arguments: [
        (["presets", "save", "A", "b.pdf", "--duplex"], "document"),
        (["presets", "save", "A", "--duplex", "--pin"], "PIN"),
        (["presets", "save", "A", "--duplex", "--pin-fd", "0"], "PIN"),
        (["presets", "save", "A", "--duplex", "--password"], "password"),
        (["presets", "save", "A", "--duplex", "-d", "office"], "printer"),
        (["presets", "save", "A", "--duplex", "-H", "+2h"], "time"),
        (["presets", "save", "A", "-H", "indefinite"], "time"),
        (["presets", "save", "A", "-o", "job-hold-until=indefinite"], "time"),
        (["presets", "save", "A"], "no options"),
    ])
    func `are options, and nothing else`(_ arguments: [String], _ word: String) throws {
        do {
            _ = try printq.Printq.parseAsRoot(try CommandWords.normalized(arguments, server: nil))
            Issue.record("\(arguments) is accepted")
        } catch {
            let sentence = printq.Printq.message(for: error)
            #expect(sentence.contains(word) && sentence.hasSuffix("."), "\(sentence)")
        }
    }

    @Test(arguments: [
        (["--mirror", "false"], PrintTicket(mirror: false)),
        (["--duplex", "--number-up=2"], PrintTicket(sides: .twoSidedLongEdge, numberUp: 2)),
    ])
    func `are read as those of a job`(_ options: [String], _ ticket: PrintTicket) throws {
        let words = try CommandWords.normalized(["presets", "save", "A"] + options, server: nil)
        let verb = try printq.Printq.parseAsRoot(words)
        #expect((verb as? printq.Printq.Presets.Save)?.ticket.ticket == ticket)
    }
}
