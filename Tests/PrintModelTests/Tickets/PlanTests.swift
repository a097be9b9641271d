import PrintModel
import Testing

@Suite struct `A plan` {
    @Test(arguments: [
        (1, 1, Sides.oneSided, 1, 1), (1, 1, .twoSidedLongEdge, 1, 1),
        (2, 2, .twoSidedLongEdge, 4, 2), (3, 1, .twoSidedLongEdge, 3, 2),
        (3, 2, .twoSidedShortEdge, 6, 4), (3, 2, .oneSided, 6, 6), (6, 999, .oneSided, 5994, 5994),
        (0, 3, .oneSided, 0, 0), (2, 1, Sides(rawValue: "tumble"), 2, 1),
    ])
    func `counts sides and sheets; each copy begins on a sheet of its own`(
        _ pages: Int,
        _ copies: Int,
        _ sides: Sides,
        _ impressions: Int,
        _ sheets: Int
    ) {
        let plan = PrintPlan(pages: Array(0..<pages), copies: copies, sides: sides, media: nil)
        #expect(plan.impressions == impressions)
        #expect(plan.sheets == sheets)
    }

    @Test(arguments: [(1, 2, 1, 1), (4, 2, 2, 1), (5, 2, 3, 2), (9, 4, 3, 2), (16, 16, 1, 1)])
    func `counts pages that share a side`(_ pages: Int, _ up: Int, _ sides: Int, _ sheets: Int) {
        let plan = PrintPlan(
            pages: Array(1...pages),
            copies: 1,
            sides: .twoSidedLongEdge,
            media: nil,
            numberUp: up
        )
        #expect(plan.impressions == sides)
        #expect(plan.sheets == sheets)
    }

    @Test func `counts nothing where nobody knows the pages`() {
        let plan = PrintPlan(pages: nil, copies: 2, sides: .oneSided, media: nil)
        #expect(plan.impressions == nil)
        #expect(plan.sheets == nil)
    }
}

@Suite struct `The order of the sheets` {
    private func pages(_ ticket: PrintTicket, of count: Int = 3) -> [Int]? {
        var able = Sample.officeAbilities
        able.outputBins = ["top", "rear"]
        able.outputBinDefault = "top"
        able.reversedBins = ["rear"]
        able.attributes["page-delivery"] = AttributeValues(
            syntax: .keyword,
            values: ["same-order-face-up"]
        )
        let check = Admission(printer: Sample.printer(capabilities: able)).check(
            Sample.document(pages: count),
            ticket: ticket
        )
        #expect(check.plan?.reverse == (check.plan?.pages != Array(1...count)))
        return check.plan?.pages
    }

    @Test func `is reversed where the stack would be backwards, unless the user says otherwise`() {
        #expect(pages(PrintTicket()) == [1, 2, 3])
        #expect(pages(PrintTicket(outputBin: "rear")) == [3, 2, 1])
        #expect(pages(PrintTicket(sides: .twoSidedLongEdge, outputBin: "rear")) == [3, 1, 2])
        #expect(pages(PrintTicket(reverse: false, outputBin: "rear")) == [1, 2, 3])
        #expect(pages(PrintTicket(reverse: true)) == [3, 2, 1])
        #expect(pages(PrintTicket(outputBin: "rear"), of: 1) == [1])
    }

    @Test func `is left to a printer that is told how to deliver pages`() {
        let ticket = PrintTicket(
            outputBin: "rear",
            attributes: ["page-delivery": "same-order-face-up"]
        )
        #expect(pages(ticket) == [1, 2, 3])
    }

    @Test func `is the usual one of the option`() {
        var able = Sample.officeAbilities
        (able.outputBins, able.reversedBins) = (["face-up"], ["face-up"])
        let options = PrinterOptions(printer: Sample.printer(capabilities: able))
        #expect(options.options.first { $0.name == "reverse" }?.defaultValue == "true")
    }
}

@Suite struct `A ticket` {
    @Test(arguments: [(0, nil, 1), (-1, 0, 2), (1, 1, 0), (1, 100, 0), (1, 101, 1), (nil, nil, 0)])
    func `with what no printer takes is a mistake`(_ copies: Int?, _ priority: Int?, _ count: Int) {
        let mistakes = PrintTicket(copies: copies, priority: priority).mistakes
        #expect(mistakes.count == count)
        #expect(mistakes.allSatisfy { $0.hasSuffix(".") })
    }
}

@Suite struct `The choice of a printer` {
    private static func printer(
        _ id: String,
        name: String? = nil,
        isDefault: Bool = false
    )
        -> Printer
    {
        var printer = Sample.printer(id, isDefault: isDefault)
        printer.name = name ?? id
        return printer
    }

    private static let three = [
        printer("office"), printer("mono", isDefault: true), printer("hall", name: "Ground Floor"),
    ]
    private static let twins = [printer("a", name: "Twin"), printer("b", name: "twin")]

    @Test(
        arguments: [
            ("office", [], "office"), ("OFFICE", [], "office"), ("ground floor", [], "hall"),
            (nil, [], "mono"), (nil, ["office"], "office"), (nil, ["hall", "gone"], "hall"),
            (nil, [], "mono"), ("office", ["hall"], "office"),
            (nil, ["OFFICE"], "office"),
        ] as [(String?, [String], String)]
    )
    func `follows the order of the contract`(
        _ name: String?,
        _ defaults: [String],
        _ chosen: String
    ) throws {
        let choice = PrinterChoice.choose(
            named: name,
            defaults: defaults.map { PrinterChoice.Default($0, from: .environment) },
            among: Self.three
        )
        #expect(try choice.get().id.rawValue == chosen)
    }

    @Test func `prefers an id to a name`() throws {
        let printers = [Self.printer("a", name: "b"), Self.printer("b", name: "c")]
        #expect(try PrinterChoice.choose(named: "b", among: printers).get().id.rawValue == "b")
    }

    @Test func `is found by a name that it had, unless another one has that`() throws {
        var office = Self.printer("office")
        office.aliases = ["cellar", "hall"].map(PrinterID.init(rawValue:))
        let printers = [office, Self.printer("hall"), Self.printer("attic", name: "cellar")]
        func chosen(_ name: String) throws -> String {
            try PrinterChoice.choose(named: name, among: printers).get().id.rawValue
        }
        #expect(try chosen("cellar") == "office")
        #expect(try chosen("hall") == "hall")
        let defaults = [PrinterChoice.Default("cellar", from: .settings)]
        let choice = PrinterChoice.choose(named: nil, defaults: defaults, among: printers)
        #expect(try choice.get().id.rawValue == "office")
        let used = [UsedPrinter(PrinterID(rawValue: "cellar"), type: nil)]
        #expect(printers.usualFirst(used).first?.id.rawValue == "office")
    }

    @Test func `is the one that was used last for such a document, after any default`() throws {
        let others = [Self.printer("office"), Self.printer("hall")]
        let usual = ["gone", "hall", "office"].map(PrinterID.init(rawValue:))
        func chosen(_ printers: [Printer], _ defaults: [String] = []) throws -> String {
            try PrinterChoice.choose(
                named: nil,
                defaults: defaults.map { PrinterChoice.Default($0, from: .settings) },
                usual: usual,
                among: printers
            ).get().id.rawValue
        }
        #expect(try chosen(others) == "hall")
        #expect(try chosen(others, ["office"]) == "office")
        #expect(try chosen(Self.three) == "mono")
        #expect(throws: Obstacle.self) { try chosen(Self.twins) }
    }

    @Test func `is looked for in a list that has the usual printers first`() {
        let used = [
            UsedPrinter(PrinterID(rawValue: "hall"), type: "text/plain"),
            UsedPrinter(PrinterID(rawValue: "gone"), type: nil),
            UsedPrinter(PrinterID(rawValue: "office"), type: "application/pdf"),
            UsedPrinter(PrinterID(rawValue: "hall"), type: "application/pdf"),
        ]
        let printers = [Self.printer("a"), Self.printer("b")] + Self.three
        #expect(
            printers.usualFirst(used).map(\.id.rawValue) == ["mono", "hall", "office", "a", "b"]
        )
        #expect(printers.usualFirst([]).map(\.id.rawValue) == ["mono", "a", "b", "office", "hall"])
    }

    @Test func `is the only printer where none is the default`() throws {
        let only = [Self.printer("solo")]
        #expect(try PrinterChoice.choose(named: nil, among: only).get().id.rawValue == "solo")
    }

    @Test func `is none where nothing decides, and the obstacle names them all`() {
        let choice = PrinterChoice.choose(named: nil, among: Self.twins)
        #expect(obstacle(of: choice)?.code == .noPrinter)
        #expect(obstacle(of: choice)?.remedy == "Choose one with -d: a, b.")
        #expect(obstacle(of: PrinterChoice.choose(named: nil, among: []))?.code == .noPrinter)
    }

    @Test func `of a name that two printers have is none`() {
        let choice = PrinterChoice.choose(named: "twin", among: Self.twins)
        #expect(obstacle(of: choice)?.code == .printerNotFound)
    }

    @Test func `of a name that nobody has tells who there is`() {
        let choice = PrinterChoice.choose(named: "nobody", among: Self.three)
        #expect(obstacle(of: choice)?.code == .printerNotFound)
        #expect(obstacle(of: choice)?.remedy.contains("hall, mono, office") == true)
    }

    @Test(arguments: [PrinterChoice.Default.Origin.environment, .settings, .lpoptions])
    func `of a default that does not exist goes nowhere else`(
        _ origin: PrinterChoice.Default.Origin
    ) {
        let gone = [
            PrinterChoice.Default("gone", from: origin),
            PrinterChoice.Default("office", from: .lpoptions),
        ]
        let choice = PrinterChoice.choose(named: nil, defaults: gone, among: Self.three)
        #expect(obstacle(of: choice)?.code == .printerNotFound)
        #expect(obstacle(of: choice)?.message.contains("'gone'") == true)
        #expect(obstacle(of: choice)?.parameters["origin"] == origin.rawValue)
    }

    @Test func `may have an instance behind a slash`() {
        #expect(PrinterChoice.parts(of: "office/draft") == ("office", "draft"))
        #expect(PrinterChoice.parts(of: "office") == ("office", nil))
        #expect(PrinterChoice.parts(of: "office/") == ("office", nil))
    }

    private func obstacle(of choice: Result<Printer, Obstacle>) -> Obstacle? {
        if case .failure(let obstacle) = choice { obstacle } else { nil }
    }
}
