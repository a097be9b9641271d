import ArgumentParser
import PrintModel
import Testing

@testable import printq

@Suite struct `The table of options` {
    /// A printer that lists something of everything, and a picture, which has the most options.
    private static let options: [PrinterOptions.Option] = {
        let able = PrinterCapabilities(
            color: true,
            duplex: true,
            copies: .init(min: 1, max: 99),
            sides: [.oneSided, .twoSidedLongEdge, .twoSidedShortEdge],
            media: ["iso_a4_210x297mm", "na_index-4x6_4x6in", "custom_min_50x50mm"]
                .map(MediaName.init(rawValue:)),
            mediaDefault: .a4,
            formats: ["application/pdf"],
            colorModes: ["auto", "color", "monochrome", "bi-level", "process-monochrome"]
                .map(ColorMode.init(rawValue:)),
            qualities: [.draft, .normal, .high],
            sources: ["auto", "main", "by-pass-tray"],
            finishings: ["staple", "punch-dual-left"],
            outputBins: ["face-down", "stacker-1"],
            attributes: [
                "media-type": AttributeValues(syntax: .keyword, values: ["labels", "stationery"]),
                "job-phone": AttributeValues(syntax: .boolean, values: ["false", "true"]),
            ]
        )
        let printer = Printer(
            id: PrinterID(rawValue: "all"),
            name: "all",
            state: .idle,
            accepting: true,
            capabilities: able
        )
        let documents = [
            DocumentFacts(
                name: "a.jpg",
                type: "image/jpeg",
                kind: "JPEG image",
                pages: 1,
                size: 1
            ),
            DocumentFacts(
                name: "a.pdf",
                type: "application/pdf",
                kind: "PDF document",
                pages: 6,
                size: 1
            ),
        ]
        return documents.flatMap { PrinterOptions(printer: printer, document: $0).options }
    }()

    private func printing(_ option: [String]) throws -> Printing {
        let words = try CommandWords.normalized(["print", "a.pdf"] + option, server: nil)
        let verb = try #require(try printq.Printq.parseAsRoot(words) as? printq.Printq.Print)
        #expect(verb.files == ["a.pdf"], "\(words)")
        return try verb.printing(Phrases(language: .english))
    }

    /// How a value of the table is typed; the ends of a range for a range.
    private func typed(_ option: PrinterOptions.Option) -> [(value: String, words: [String])] {
        option.values.flatMap { value -> [(value: String, words: [String])] in
            let ends = value.split(separator: "-").map(String.init)
            let isRange =
                option.name != "pages" && ends.count == 2 && ends.allSatisfy { Int($0) != nil }
            return (isRange ? ends : [value]).map { value in
                option.flag.hasPrefix("-o ")
                    ? (value, ["-o", option.name + "=" + value])
                    : (value, [option.flag, value])
            }
        }
    }

    @Test func `says nothing that cannot be typed, to the letter`() throws {
        #expect(Set(Self.options.map(\.name)).count > 20)
        var seen: Set<[String]> = []
        for option in Self.options {
            // What both documents offer is typed the same way.
            for (value, words) in typed(option) where seen.insert(words).inserted {
                let printing = try #require(try? printing(words), "\(words)")
                guard option.name != "holdUntil" else {
                    #expect(printing.hold == (value == "indefinite"))
                    continue
                }
                let ticket = try WireFormat.decode(
                    [String: JSONWord].self,
                    from: WireFormat.encode(printing.ticket)
                )
                let isNamed = ticket[option.name] != nil && option.name != "attributes"
                let told = isNamed ? ticket[option.name]?.words : ticket["attributes"]?.words
                // A ticket has lengths in hundredths of a millimeter.
                let expected =
                    option.name == "creep"
                    ? MediaMargins.length(typed: value).map { "\($0)" } ?? "" : value
                #expect(told?.contains(expected) == true, "\(words) became \(told ?? [])")
            }
        }
    }

    @Test(arguments: [
        (["--collate", "false"], PrintTicket(collate: false)),
        (["--collate=no"], PrintTicket(collate: false)),
        (["--no-collate"], PrintTicket(collate: false)),
        (["--collate", "true"], PrintTicket(collate: true)),
        (["--reverse", "false"], PrintTicket(reverse: false)),
        (["--no-reverse"], PrintTicket(reverse: false)),
        (["--reverse", "true"], PrintTicket(reverse: true)),
        (["--no-duplex"], PrintTicket(sides: .oneSided)),
        (["--mirror", "false"], PrintTicket(mirror: false)),
        (["--scaling", "50%"], PrintTicket(scaling: PrintScaling.none, percent: 50)),
        (["--finishing", "staple,punch"], PrintTicket(finishings: ["staple", "punch"])),
        (["--grayscale"], PrintTicket(color: .monochrome)),
        (["--color", "gray"], PrintTicket(color: .monochrome)),
        (["--color=GREY"], PrintTicket(color: .monochrome)),
        (["--landscape"], PrintTicket(orientation: .landscape)),
        (["-#", "3"], PrintTicket(copies: 3)), (["-#3"], PrintTicket(copies: 3)),
        (["-n", "１２"], PrintTicket(copies: 12)),
        (["--pages", "odd"], PrintTicket(pageSet: .odd)),
        (["-P", "even"], PrintTicket(pageSet: .even)),
        (
            ["-o", "sides=one-sided landscape"],
            PrintTicket(sides: .oneSided, orientation: .landscape)
        ),
    ])
    func `of what is or is not says it either way`(_ words: [String], _ ticket: PrintTicket) throws
    {
        #expect(try printing(words).ticket == ticket)
    }

    @Test(arguments: [
        (["-H", "hold"], true, false), (["-H", "indefinite"], true, false),
        (["-o", "job-hold-until=indefinite"], true, false),
        (["-o", "job-hold-until=no-hold"], false, false), (["-H", "immediate"], false, false),
        (["-s"], false, true), (["-c"], false, false), (["-h", "localhost"], false, false),
        (["--no-hold"], false, false), (["--hold"], true, false),
    ])
    func `is not all that lp knows`(_ words: [String], _ isHeld: Bool, _ isSilent: Bool) throws {
        let printing = try printing(words)
        #expect(printing.hold == isHeld)
        #expect(printing.isSilent == isSilent)
        #expect(printing.ticket.holdUntil == nil)
    }

    @Test func `names no file`() throws {
        let words = ["print", "--", "--collate", "true"]
        #expect(try CommandWords.normalized(words, server: nil) == words)
        #expect(
            try CommandWords.normalized(["jobs", "-h", "x"], server: nil) == ["jobs", "-h", "x"]
        )
        #expect(throws: printq.Mistake.self) {
            try CommandWords.normalized(["print", "-h", "server", "a.pdf"], server: nil)
        }
        #expect(
            try CommandWords.normalized(
                ["print", "-h", "/run/cups.sock"],
                server: "/run/cups.sock"
            )
                == ["print"]
        )
    }

    @Test(arguments: [
        (["-P", "office"], "did you mean -d office?"), (["-Poffice"], "did you mean -d office?"),
    ])
    func `of pages that are none says what to type`(_ words: [String], _ sentence: String) {
        #expect {
            try CommandWords.normalized(["print", "a.pdf"] + words, server: nil)
        } throws: { error in
            "\(error)".contains(sentence)
        }
    }

    @Test(arguments: [
        (["jobs", "-a", "-u", "ann"], ["jobs", "--all", "--user", "ann"]),
        (["jobs", "-o"], ["jobs"]), (["ls", "-uann"], ["ls", "--user", "ann"]),
        (["jobs", "-d", "office"], ["jobs", "-d", "office"]), (["jobs", "-u"], ["jobs", "-u"]),
    ])
    func `of lpstat are known to the list`(_ words: [String], _ known: [String]) throws {
        #expect(try CommandWords.normalized(words, server: nil) == known)
    }

    @Test(
        arguments: [
            (["prnt"], "There is no command 'prnt'. Did you mean print?"),
            (["pirnt", "a.pdf"], "There is no command 'pirnt'. Did you mean print?"),
            (["cancle"], "There is no command 'cancle'. Did you mean cancel?"),
            (["opt"], "There is no command 'opt'. Did you mean options?"),
            (["lp", "a.pdf"], "There is no command 'lp'. Did you mean print?"),
            (["lpstat", "-p"], "There is no command 'lpstat'. Did you mean jobs?"),
            (
                ["cupsenable", "a"],
                "There is no command 'cupsenable'. Did you mean printers resume?"
            ),
            (["printers", "lp"], "There is no command 'lp' of printq printers."),
            (["./a.pdf"], "There is no command './a.pdf'. Did you mean print ./a.pdf?"),
            (["./a b.pdf"], "There is no command './a b.pdf'."),
            (["help", "prnt"], "There is no command 'prnt'. Did you mean print?"),
            (["xyzzy"], "There is no command 'xyzzy'."),
            (
                ["printers", "defualt"],
                "There is no command 'defualt' of printq printers. Did you mean default?"
            ),
            (["print", "prnt"], nil), (["--help"], nil), (["help", "print"], nil), ([], nil),
            (["submit"], nil),
        ] as [([String], String?)]
    )
    func `of commands says which one may be meant`(_ words: [String], _ expected: String?) {
        #expect(CommandWords.unknownCommand(in: words, of: printq.Printq.self) == expected)
    }
}

/// A value of a ticket's JSON, as words.
private enum JSONWord: Decodable {
    case words([String])

    var words: [String] {
        guard case .words(let words) = self else { return [] }
        return words
    }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .words([])
        } else if let flag = try? value.decode(Bool.self) {
            self = .words(["\(flag)"])
        } else if let number = try? value.decode(Int.self) {
            self = .words(["\(number)"])
        } else if let text = try? value.decode(String.self) {
            self = .words([text])
        } else if let list = try? value.decode([String].self) {
            self = .words(list)
        } else {
            self = .words(Array(try value.decode([String: String].self).values))
        }
    }
}
