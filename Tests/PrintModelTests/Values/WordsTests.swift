import PrintModel
import Testing

@Suite struct `The words of a reason` {
    static let codes: [Reason.Code] = [
        .mediaEmpty, .mediaNeeded, .mediaJam, .paused, .printerStopped, .printerUnreachable,
        .printerSlow,
        .printerNotAccepting, .printerRemoved, .schedulerUnreachable, .schedulerFull,
        .schedulerBusy, .schedulerRefused,
        .processingFailed, .nothingPrinted, .documentChanged, .cancelRefused, .abortedByPrinter,
        .canceledAtPrinter, .canceledInScheduler,
        .canceledByUser, .canceling, .preparationFailed, .deliveryUncertain, .printedPartly,
        .notCounted, .printerBusy, .printerRefused, .printerIdentityChanged, .printerUnusable,
        .printedAgain, .mayHavePrintedAgain, .userNotAllowed,
        .authenticationNeeded, .pinNeeded, .pinNotPossible, .heldInScheduler, .storageFailed,
        .init(rawValue: "door-open"),
        .init(rawValue: "toner-low"),
    ]

    @Test(arguments: codes, Language.allCases)
    func `are two whole sentences`(_ code: Reason.Code, _ language: Language) {
        for more in [
            [:], ["detail": "Filter failed."], ["detail": " It broke. \n"],
            ["media": "iso_a4_210x297mm"], ["administrator": "false"], ["canceled": "true"],
            ["printed": "2", "total": "6", "restarted": "true", "rest": "3-"],
            ["printed": "2", "total": "6", "numberUp": "2"],
            ["slow": "true"], ["why": "queue"], ["why": "unencrypted"], ["why": "encryption"],
            ["why": "refused"],
        ] {
            let parameters = ["printer": "office", "job": "office-3", "document": "a.ps"]
                .merging(more) { $1 }
            let reason = Reason(code, parameters).inWords(of: language)
            expectSentence(reason.message, language)
            expectSentence(reason.remedy, language)
            #expect(reason.code == code)
            #expect(reason.parameters == parameters)
        }
    }

    @Test func `say how much was printed, and how to print the rest`() {
        let off = [
            "printer": "slow", "label": "181", "printed": "2", "total": "6", "restarted": "true",
            "rest": "3-",
        ]
        let reason = Reason(.deliveryUncertain, off)
        #expect(
            reason.message
                == "'slow' was turned off or restarted after 2 of 6 pages; the rest may be missing."
        )
        #expect(reason.remedy == "Check the tray, then run: printq reprint 181 --pages 3-")
    }

    @Test func `send nobody to a command that only an administrator may run`() {
        for code in [Reason.Code.paused, .printerStopped, .printerNotAccepting] {
            var parameters = ["printer": "office"]
            let command = Reason(code, parameters).remedy
            #expect(command.contains("run: cups") && command.hasSuffix(" office"))
            parameters["administrator"] = "false"
            let remedy = Reason(code, parameters).remedy
            #expect(remedy.contains("administrator") && !remedy.contains("cups"), "\(remedy)")
        }
    }

    @Test func `say what somebody else said, once`() {
        let reason = Reason(.abortedByPrinter, ["printer": "office", "detail": "Lamp broken. "])
        #expect(reason.message == "'office' aborted the job: Lamp broken.")
        #expect(
            Reason(.abortedByPrinter, ["printer": "office", "detail": " ."]).message
                == "'office' aborted the job."
        )
    }
}

@Suite struct `The words of an obstacle` {
    /// Each code, with the parameters that admission and the choice of a printer give it.
    static let obstacles: [Obstacle] = {
        let printer = ["printer": "office"]
        func option(_ code: Obstacle.Code, _ name: String, _ value: String) -> [Obstacle] {
            let plain = [
                "printer": "office", "option": name, "value": value, "min": "1", "max": "9",
                "supported": "a, b",
            ]
            return [[:], ["alternatives": "a, b"], ["supported": "", "max": "1"]].map {
                Obstacle(code, option: name, plain.merging($0) { $1 })
            }
        }
        let document = ["document": "a.pdf", "kind": "PDF document", "type": "application/pdf"]
        let pages = ["document": "a.pdf", "pages": "9", "count": "6", "outside": "9"]
        let states: [Obstacle.Code] = [
            .printerUnreachable, .printerStopped, .printerNotAccepting, .printerUnusable,
            .printerRefused,
        ]
        let documents: [Obstacle.Code] = [
            .documentDamaged, .documentEncrypted, .documentRestricted, .documentEmpty,
            .documentTooLarge, .lowQualityOnly,
        ]
        return [
            Obstacle(.schedulerUnreachable),
            Obstacle(.printerUnreachable, printer.merging(["slow": "true"]) { $1 }),
            Obstacle(.noPrinter, ["printers": ""]), Obstacle(.noPrinter, ["printers": "a, b"]),
            Obstacle(.printerNotFound, ["printer": "x", "printers": "a, b"]),
            Obstacle(.printerNotFound, ["printer": "x", "printers": ""]),
            Obstacle(.pagesOutOfRange, option: "pages", pages),
            Obstacle(.pagesOutOfRange, option: "pages", pages.merging(["count": "1"]) { $1 }),
            Obstacle(.pagesOutOfRange, option: "pages", ["limit": "100000"]),
            Obstacle(.formatUnsupported, printer.merging(document) { $1 }),
            Obstacle(.formatUnsupported, document.merging(["variant": "true"]) { $1 }),
            Obstacle(.documentUnreadable, document.merging(["problem": "crashed"]) { $1 }),
            Obstacle(
                .optionUnsupported,
                option: "pages",
                document.merging(["option": "lineNumbers", "linesOnly": "true"]) { $1 }
            ),
            Obstacle(
                .optionUnsupported,
                option: "fitWidth",
                document.merging(["option": "fitWidth", "workbooksOnly": "true"]) { $1 }
            ),
            Obstacle(
                .optionUnsupported,
                option: "worksheets",
                document.merging([
                    "option": "worksheets", "value": "Costs", "worksheets": "Sales\nPlan",
                ]) { $1 }
            ),
            Obstacle(
                .optionUnsupported,
                option: "fontSize",
                document.merging(["option": "fontSize", "laidOutOnly": "true"]) { $1 }
            ),
            Obstacle(
                .optionUnsupported,
                option: "margins",
                printer.merging(["option": "margins", "value": "0mm", "least": "5mm"]) { $1 }
            ),
            Obstacle(
                .optionUnsupported,
                option: "margins",
                printer.merging(["option": "margins", "value": "99mm", "noRoom": "true"]) { $1 }
            ),
            Obstacle(
                .optionUnsupported,
                option: "header",
                printer.merging(["option": "header", "value": "x", "noRoom": "true"]) { $1 }
            ),
            Obstacle(.scaled, document.merging(["pages": "2-3", "for": "footer"]) { $1 }),
            Obstacle(.textLeftOut, ["document": "a.txt"]),
            Obstacle(.lettersLeftOut, ["document": "a.txt", "letters": "U+13000, U+13001"]),
            Obstacle(.verticalWriting, ["document": "a.html"]),
            Obstacle(
                .edgesCut,
                document.merging(printer) { $1 }
                    .merging(["pages": "1-2", "media": "iso_a4_210x297mm"]) { $1 }
            ),
        ] + leftOut + [
            Obstacle(
                .paperSaving,
                ["option": "sides", "value": "long-edge", "sheets": "6", "fewer": "3"]
            ),
            Obstacle(
                .paperSaving,
                ["option": "numberUp", "value": "2", "sheets": "6", "fewer": "3"]
            ),
            Obstacle(.laidOutSimply, document.merging(["package": "libreoffice-writer"]) { $1 }),
            Obstacle(.optionsConflict, printer.merging(["options": "sides, media"]) { $1 }),
            Obstacle(.pagesOutOfRange, option: "pageSet", pages.merging(["set": "odd"]) { $1 }),
            Obstacle(.supplyLow, printer.merging(["supply": "toner-low"]) { $1 }),
            Obstacle(
                .scaled,
                document.merging(["page": "2", "media": "iso_a4_210x297mm"]) { $1 }
            ),
            Obstacle(.mediaNotLoaded, ["printer": "office", "media": "iso_a4_210x297mm"]),
            Obstacle(
                .mixedSizes,
                document.merging(["pages": "2,4", "media": "iso_a4_210x297mm"]) { $1 }
                    .merging(["other": "na_letter_8.5x11in"]) { $1 }
            ),
            Obstacle(
                .smallerPages,
                document.merging(["pages": "1", "media": "iso_a4_210x297mm"]) { $1 }
                    .merging(["other": "iso_dl_110x220mm"]) { $1 }
            ),
            Obstacle(.documentUnreadable, ["document": "a.pdf", "problem": "not-found"]),
            Obstacle(.documentUnreadable, ["document": "a.pdf", "problem": "directory"]),
            Obstacle(.documentUnreadable, ["document": "a.pdf", "problem": "special"]),
            Obstacle(.documentUnreadable, ["document": "a.pdf", "problem": "unanswered"]),
            Obstacle(.documentUnreadable, ["document": "a.pdf", "problem": "permission"]),
            Obstacle(
                .optionUnsupported,
                option: "ppi",
                document.merging(["option": "ppi", "picturesOnly": "true"]) { $1 }
            ),
        ] + states.map { Obstacle($0, printer) } + documents.map { Obstacle($0, document) }
            + option(.copiesUnsupported, "copies", "10")
            + option(.sidesUnsupported, "sides", "two-sided-long-edge")
            + option(.sidesUnsupported, "sides", "one-sided")
            + option(.mediaUnsupported, "media", "roll")
            + option(.colorUnsupported, "color", "color")
            + option(.colorUnsupported, "color", "bi-level")
            + option(.optionUnsupported, "quality", "high")
            + option(.optionUnsupported, "collate", "true")
            + option(.optionUnsupported, "collate", "false")
            + option(.optionUnsupported, "pin", "****")
            + option(.optionUnsupported, "media-type", "glossy")
            + pins
    }()

    private static let leftOut = [
        ["pictures": "1", "styleSheets": "0", "folder": "site"],
        ["pictures": "2", "styleSheets": "1", "web": "true"],
        ["pictures": "0", "styleSheets": "1", "web": "true"],
        ["pictures": "0", "styleSheets": "2", "web": "true"],
        ["pictures": "3", "styleSheets": "0"],
    ].map { Obstacle(.picturesLeftOut, $0.merging(["document": "a.html"]) { $1 }) }

    private static let pins = ["queue", "unencrypted", "encryption", "characters", nil].map { why in
        var parameters = ["printer": "office", "option": "pin", "value": "****"]
        parameters["why"] = why
        if why == nil { parameters.merge(["min": "4", "max": "8"]) { $1 } }
        if why == "characters" { parameters["characters"] = "iana_us-ascii_digits" }
        return Obstacle(.optionUnsupported, option: "pin", parameters)
    }

    @Test(arguments: Language.allCases)
    func `are two whole sentences`(_ language: Language) {
        for obstacle in Self.obstacles {
            let told = obstacle.inWords(of: language)
            expectSentence(told.message, language, "\(obstacle)")
            expectSentence(told.remedy, language, "\(obstacle)")
        }
    }

    @Test func `counts one sheet as one`() {
        let saving = ["option": "sides", "value": "long-edge", "sheets": "2", "fewer": "1"]
        #expect(
            Obstacle(.paperSaving, saving).message
                == "On both sides, this takes 1 sheet instead of 2."
        )
    }

    @Test func `names the paper that there is`() {
        let media = Obstacle(
            .mediaUnsupported,
            [
                "printer": "office", "value": "iso_a5_148x210mm",
                "supported": "iso_a4_210x297mm, na_letter_8.5x11in",
            ]
        )
        #expect(media.message == "'office' has no A5 paper.")
        #expect(media.remedy == "It has A4 and Letter.")
        let roll = Obstacle(
            .mediaUnsupported,
            ["printer": "label", "value": "iso_a4_210x297mm", "least": "25x25", "most": "102x508"]
        )
        #expect(
            roll.remedy == "It has any size from 25 x 25 to 102 x 508 mm, such as 50x70mm."
        )
    }

    /// What is wrong with a printer that replies, as the keyword of its reason.
    private static let faults = [
        "identity-changed", "other-printer", "authentication-needed", "no-reply", "not-encrypted",
        "http-status-403", "http-status-404", "http-status-400", "http-status-503",
        "ipp-status-1283", "without-printer-state", "no-format", "unreadable-reply",
    ]

    @Test(arguments: Language.allCases)
    func `of each fault of a printer are its own`(_ language: Language) {
        func words(_ fault: String, _ more: [String: String]) -> Obstacle {
            let parameters = ["printer": "a", "fault": fault].merging(more) { $1 }
            return Obstacle(.printerUnusable, parameters).inWords(of: language)
        }
        for more in [[:], ["printer": "a, b", "count": "2"]] {
            let messages = Self.faults.map { words($0, more).message }
            // No two are alike, and none tells a bare number.
            #expect(Set(messages).count == messages.count, "\(messages)")
            #expect(!messages.contains { $0.contains { $0.isASCII && $0.isNumber } }, "\(messages)")
            #expect(messages.allSatisfy { $0.contains("a") })
        }
        for fault in Self.faults where fault != "authentication-needed" {
            let reason = Reason(.printerUnusable, ["printer": "a", "detail": fault])
            #expect(reason.inWords(of: language).message == words(fault, [:]).message)
        }
        // Those that refuse the same in HTTP and IPP say the same.
        #expect(words("ipp-status-1027", [:]).message == words("http-status-403", [:]).message)
        #expect(words("ipp-status-1030", [:]).message == words("http-status-404", [:]).message)
    }

    @Test func `names an option as it may have been typed`() {
        let parameters = ["printer": "office", "option": "nsense", "unknown": "true"]
        let typed = Obstacle(.optionUnsupported, parameters.merging(["value": "false"]) { $1 })
        #expect(typed.message == "'office' has no option 'nsense' or 'nonsense'.")
        #expect(typed.remedy == "Leave it out.")
        let named = Obstacle(.optionUnsupported, parameters.merging(["value": "1"]) { $1 })
        #expect(named.message == "'office' has no option 'nsense'.")
    }

    @Test func `is one sentence for many printers that refuse for one reason`() {
        let all =
            (1...8).map { Obstacle(.printerUnreachable, ["printer": "p\($0)"]) }
            + [Obstacle(.printerStopped, ["printer": "q", "reason": "paused"])]
        let joined = Obstacle.joined(all, language: .english)
        #expect(joined.count == 2)
        #expect(
            joined.first?.message
                == "'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', and 'p8' are not responding."
        )
        #expect(joined.last?.message == "'q' is stopped.")
        #expect(joined.last?.remedy.hasSuffix("run: cupsenable q") == true)
    }

    @Test func `that may pass by itself are those of the printer's state`() {
        let passing = Set(Self.obstacles.filter(\.mayPassByItself).map(\.code))
        #expect(
            passing == [
                .printerUnreachable, .printerStopped, .printerNotAccepting, .schedulerUnreachable,
            ]
        )
    }
}

/// A sentence has an end, one only, and nothing that nobody filled in.
private func expectSentence(
    _ text: String,
    _ language: Language,
    _ what: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
) {
    // A command to type ends a sentence, with no stop that would be typed as well.
    let isCommand = ["run: ", "运行：", "own: --", "打印：--"].contains { text.contains($0) }
    let stop: Character = language == .english ? "." : "。"
    #expect(text.last == stop || isCommand, "\(what) \(text)", sourceLocation: sourceLocation)
    #expect(
        isCommand || text.dropLast().last?.isPunctuation != true || text.dropLast().last == "'"
            || "”）)".contains(text.dropLast().last ?? " "),
        "\(what) \(text)",
        sourceLocation: sourceLocation
    )
    #expect(text.count > 3, "\(what) \(text)", sourceLocation: sourceLocation)
    for wrong in ["?", "  ", "''", "\n", ": .", "()"] {
        #expect(!text.contains(wrong), "\(what) \(text)", sourceLocation: sourceLocation)
    }
}

@Suite struct `A language` {
    @Test(arguments: [
        ("", Language.english), ("C", .english), ("POSIX", .english), ("C.UTF-8", .english),
        ("en_US.UTF-8", .english), ("de_DE.UTF-8", .english), ("zh_CN.UTF-8", .simplifiedChinese),
        ("zh_CN", .simplifiedChinese), ("zh", .simplifiedChinese), ("ZH-hans", .simplifiedChinese),
        ("zh_SG.UTF-8", .simplifiedChinese), ("zh_TW.UTF-8", .english), ("zh-Hant", .english),
        ("zh_HK", .english), ("de, zh-CN;q=0.8, en;q=0.5", .simplifiedChinese),
        ("en, zh", .english), ("zh-TW, zh-CN", .simplifiedChinese),
        ("zh_CN@pinyin", .simplifiedChinese),
        (";;,,-", .english),
    ])
    func `is that of the first name that is known`(_ tags: String, _ language: Language) {
        #expect(Language(tags: tags) == language)
    }
}
