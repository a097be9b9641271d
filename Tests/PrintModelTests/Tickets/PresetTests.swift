import FoundationEssentials
import Testing

@testable import PrintModel

@Suite struct `A preset` {
    // MARK: Names

    @Test(arguments: [
        "a", "Draft", "two words", " Draft", "小册子", "Два слова", "हिन्दी", "👩‍👩‍👧‍👦", "…", "a.b", "-x",
        "'", "%2F", String(repeating: "x", count: 64), String(repeating: "🇺🇳", count: 64),
    ])
    func `has a name of any script`(_ name: String) {
        #expect(PrintPreset.isName(name))
    }

    @Test(arguments: [
        "", " ", "\u{3000}", ".", "..", "a/b", "/", "a\n", "a\tb", "\u{7F}", "\u{1B}[2J", "a\u{0}",
        "a\u{85}b", "a\u{2028}b", String(repeating: "x", count: 65),
        "e" + String(repeating: "\u{301}", count: 1000),
    ])
    func `has no other name`(_ name: String) {
        #expect(!PrintPreset.isName(name))
        let shown = PrintPreset.shown(name)
        #expect(shown.count <= 65 && !shown.unicodeScalars.contains { $0.value < 0x20 })
    }

    // MARK: Contents

    @Test(arguments: [
        (PrintTicket(), Problem.Cause.presetEmpty),
        (
            PrintTicket(copies: 2, holdUntil: Date(timeIntervalSince1970: 2_000_000_000)),
            .presetWithTime
        ),
        (PrintTicket(attributes: ["job-password": "1234"]), .presetWithSecret),
        (PrintTicket(attributes: ["Document-Password": "x"]), .presetWithSecret),
        (PrintTicket(attributes: ["release-pin": "x"]), .presetWithSecret),
        (PrintTicket(copies: 0), .invalidTicket),
    ])
    func `keeps no time, no secret, and not nothing`(_ ticket: PrintTicket, _ cause: Problem.Cause)
    {
        #expect(PrintPreset.problem(with: ticket, size: 10)?.cause == cause)
    }

    @Test func `keeps anything else, up to a size`() {
        let ticket = PrintTicket(
            copies: 2,
            attributes: ["job-pinning": "x", "media-type": "labels"]
        )
        #expect(PrintPreset.problem(with: ticket, size: PrintPreset.sizeLimit) == nil)
        let large = PrintPreset.problem(with: ticket, size: PrintPreset.sizeLimit + 1)
        #expect(large?.cause == .presetTooLarge)
    }

    // MARK: Use

    private static let book = PrintPreset(
        name: "Book",
        ticket: PrintTicket(
            pages: try? PageSelection("2-"),
            copies: 3,
            sides: .twoSidedLongEdge,
            scaling: .fit,
            attributes: ["media-type": "labels", "job-phone": "1"],
            percent: 90,
            booklet: true,
            signature: 16
        )
    )

    @Test func `gives a ticket what that has not`() {
        let use = PresetUse(Self.book, under: PrintTicket())
        #expect(use.ticket == Self.book.ticket)
        #expect(
            use.options == [
                "pages", "copies", "sides", "scaling", "percent", "booklet", "signature",
                "media-type",
                "job-phone",
            ]
        )
    }

    @Test func `gives way to each option of the ticket`() throws {
        let own = PrintTicket(
            pages: try PageSelection("1"),
            copies: 1,
            sides: .oneSided,
            scaling: PrintScaling.none,
            attributes: ["media-type": "stationery"],
            booklet: false
        )
        let use = PresetUse(Self.book, under: own)
        var wanted = own
        wanted.attributes?["job-phone"] = "1"
        // A percentage belongs to its scaling, and a signature to its booklet.
        #expect(use.ticket == wanted)
        #expect(use.options == ["job-phone"])
    }

    @Test func `is named by the obstacles of its own options only`() throws {
        let own = PrintTicket(copies: 1000)
        let use = PresetUse(Self.book, under: own)
        let admission = Admission(printer: Sample.mono)
        let check = use.naming(admission.check(Sample.document(), ticket: use.ticket))
        let sides = try #require(check.obstacles.first { $0.parameters["preset"] != nil })
        #expect(sides.message.hasPrefix("Preset 'Book': "))
        #expect(sides.inWords(of: .simplifiedChinese).message.hasPrefix("预设“Book”："))
        let copies = try #require(check.obstacles.first { $0.option == "copies" })
        #expect(copies.parameters["preset"] == nil)
    }

    @Test func `that cannot be used names what it sets, and how to do without`() {
        var parameters = ["printer": "mono", "option": "foil", "value": "x", "preset": "Book"]
        let obstacle = Obstacle(.optionUnsupported, option: "foil", parameters)
        #expect(obstacle.remedy == "Leave --preset out, or save the preset without -o foil.")
        parameters["preset"] = nil
        #expect(Obstacle(.optionUnsupported, parameters).remedy == "Leave -o foil out.")
    }

    @Test func `that is not there is answered with those that are`() {
        func detail(_ names: [String], _ language: Language) -> String {
            let parameters = ["preset": "X", "presets": names.joined(separator: "\n")]
            return Problem(.presetNotFound, parameters).inWords(of: language).detail
        }
        #expect(
            detail(["a, b", "c"], .english) == "There is no preset 'X'. There are 'a, b' and 'c'."
        )
        #expect(detail(["a"], .simplifiedChinese) == "没有预设“X”。现有预设：“a”。")
        #expect(detail(["a"], .english) == "There is no preset 'X'. There is 'a'.")
        let none = detail([], .english)
        #expect(none.contains("There is no preset") && none.contains("printq presets save NAME"))
        let many = (1...100).map { "p\($0)" }
        #expect(detail(many, .english).hasSuffix("'p12', and others."))
    }
}
