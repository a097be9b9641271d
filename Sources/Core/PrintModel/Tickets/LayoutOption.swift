/// An option of the ticket that the service carries out itself, for every printer: it chooses pages,
/// or determines how they lie on the sheets.
///
/// From its row in ``all`` follow its name in messages and in `lp -o`, the saved options that fill a
/// ticket, the obstacle for a document that it does not apply to, and its line in the list of options.
struct LayoutOption: Sendable {
    /// The name in a ticket's JSON.
    let name: String
    /// The name in `lp -o`; `nil` if the option has other words there.
    let lpName: String?
    /// Whether it is a yes-or-no option.
    let isFlag: Bool
    /// How documents are laid out that it applies to; `nil` for all documents.
    var layouts: Set<DocumentFacts.Layout>?
    /// Whether it applies to workbooks only.
    var isOfWorkbooks = false
    /// The values that are offered; if ``usual`` is not among them, they are examples.
    let values: [String]
    /// What is listed instead of examples, if anything.
    var range: String?
    /// The value that applies without the option.
    let usual: String
    /// The value in a ticket, if there is one.
    let value: @Sendable (PrintTicket) -> String?
    /// Sets the value to one in the syntax of `lp -o`.
    let set: @Sendable (TicketOption, inout PrintTicket) throws(TicketOptionError) -> Void
    /// Takes the value of another ticket.
    let copy: @Sendable (_ from: PrintTicket, _ to: inout PrintTicket) -> Void

    /// All of them, in the order in which they are listed.
    static let all: [LayoutOption] = [
        keyword("pageSet", \.pageSet, usual: .all, lp: "page-set"),
        // In `lp -o`, it is a value of `outputorder`.
        flag("reverse", \.reverse),
        number(
            "numberUp",
            \.numberUp,
            PrintTicket.numbersUp,
            in: PrintTicket.numberUpRange,
            lp: "number-up"
        ),
        keyword("numberUpLayout", \.numberUpLayout, usual: .lrtb, lp: "number-up-layout"),
        // Several options of `lp -o` set each of these two.
        keyword("orientation", \.orientation, usual: .auto),
        keyword("scaling", \.scaling, usual: .auto),
        keyword("position", \.position, usual: .center, lp: "position"),
        flag("mirror", \.mirror, lp: "mirror"),
        keyword("border", \.border, usual: .none, lp: "page-border"),
        flag("booklet", \.booklet, lp: "booklet"),
        LayoutOption(
            name: "creep",
            lpName: "creep",
            isFlag: false,
            values: ["0mm", "0.1mm", "0.2mm"],
            usual: "0mm",
            value: { $0.creep.map { MediaMargins.text($0) } },
            set: { (option, ticket) throws(TicketOptionError) in
                ticket.creep = try option.creep()
            },
            copy: { $1.creep = $0.creep }
        ),
        grid("poster", \.poster, ["1x2", "2x1", "2x2", "2x3", "3x2", "3x3"], lp: "poster"),
        grid("contactSheet", \.contactSheet, ["3x4", "4x5", "5x7"], lp: "contact-sheet"),
        flag("eachOnNewSheet", \.eachOnNewSheet, lp: "each-on-new-sheet", layouts: [.parts]),
        text("header", \.header, ["{title}", "{file}|{date}"]),
        text("footer", \.footer, ["{page}", "{page} of {pages}"]),
        text("stamp", \.stamp, ["DRAFT", "COPY"]),
        LayoutOption(
            name: "margins",
            lpName: "margins",
            isFlag: false,
            layouts: [.lines, .text, .figures],
            values: ["20mm", "25.4mm,12.7mm"],
            usual: "auto",
            value: { $0.margins?.typed },
            set: { (option, ticket) throws(TicketOptionError) in
                ticket.margins = try option.margins()
            },
            copy: { $1.margins = $0.margins }
        ),
        LayoutOption(
            name: "fontSize",
            lpName: "font-size",
            isFlag: false,
            layouts: [.lines, .text],
            values: ["9", "12.5"],
            range: "3-144",
            usual: "auto",
            value: { $0.fontSize.map { OptionText.number($0) } },
            set: { (option, ticket) throws(TicketOptionError) in
                ticket.fontSize = try option.points(PrintTicket.fontSizeRange)
            },
            copy: { $1.fontSize = $0.fontSize }
        ),
        flag("lineNumbers", \.lineNumbers, lp: "line-numbers", layouts: [.lines]),
        flag("fitWidth", \.fitWidth, lp: "fit-width", layouts: [.pages], isOfWorkbooks: true),
        flag("gridLines", \.gridLines, lp: "grid-lines", layouts: [.pages], isOfWorkbooks: true),
        flag("headings", \.headings, lp: "headings", layouts: [.pages], isOfWorkbooks: true),
        LayoutOption(
            name: "worksheets",
            lpName: "worksheets",
            isFlag: false,
            layouts: [.pages],
            isOfWorkbooks: true,
            values: ["all", "1", "1,3"],
            usual: "all",
            value: { $0.worksheets?.rawValue },
            set: { (option, ticket) throws(TicketOptionError) in
                var tried = PrintTicket()
                tried.worksheets = WorksheetSelection(rawValue: option.value)
                if let mistake = tried.mistakes.first {
                    throw TicketOptionError(description: mistake)
                }
                ticket.worksheets = tried.worksheets
            },
            copy: { $1.worksheets = $0.worksheets }
        ),
    ]

    /// Whether it applies to a document.
    func applies(to document: DocumentFacts) -> Bool {
        guard let layouts else { return true }
        let isLaidOutSo = document.layout.map(layouts.contains) == true
        return isLaidOutSo && (!isOfWorkbooks || document.isWorkbook)
            || document.parts?.contains(where: applies) == true
    }

    /// A yes-or-no option.
    private static func flag(
        _ name: String,
        _ field: any WritableKeyPath<PrintTicket, Bool?> & Sendable,
        lp: String? = nil,
        layouts: Set<DocumentFacts.Layout>? = nil,
        isOfWorkbooks: Bool = false
    ) -> LayoutOption {
        LayoutOption(
            name: name,
            lpName: lp,
            isFlag: true,
            layouts: layouts,
            isOfWorkbooks: isOfWorkbooks,
            values: ["false", "true"],
            usual: "false",
            value: { $0[keyPath: field].map { "\($0)" } },
            set: { (option, ticket) throws(TicketOptionError) in
                ticket[keyPath: field] = try option.flag()
            },
            copy: { $1[keyPath: field] = $0[keyPath: field] }
        )
    }

    /// An option with columns and rows as its value.
    private static func grid(
        _ name: String,
        _ field: any WritableKeyPath<PrintTicket, SheetGrid?> & Sendable,
        _ examples: [String],
        lp: String
    ) -> LayoutOption {
        LayoutOption(
            name: name,
            lpName: lp,
            isFlag: false,
            values: [SheetGrid.single.rawValue] + examples,
            usual: SheetGrid.single.rawValue,
            value: { $0[keyPath: field]?.rawValue },
            set: { (option, ticket) throws(TicketOptionError) in
                ticket[keyPath: field] = try option.grid()
            },
            copy: { $1[keyPath: field] = $0[keyPath: field] }
        )
    }

    /// An option with a text as its value.
    private static func text(
        _ name: String,
        _ field: any WritableKeyPath<PrintTicket, String?> & Sendable,
        _ examples: [String]
    ) -> LayoutOption {
        LayoutOption(
            name: name,
            lpName: name,
            isFlag: false,
            values: [PageLabel.none] + examples,
            usual: PageLabel.none,
            value: { $0[keyPath: field] },
            set: { (option, ticket) throws(TicketOptionError) in
                var tried = PrintTicket()
                tried[keyPath: field] = option.value
                if let mistake = tried.mistakes.first {
                    throw TicketOptionError(description: mistake)
                }
                ticket[keyPath: field] = option.value
            },
            copy: { $1[keyPath: field] = $0[keyPath: field] }
        )
    }

    /// An option with a keyword as its value.
    private static func keyword<Value: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String,
        _ field: any WritableKeyPath<PrintTicket, Value?> & Sendable,
        usual: Value,
        lp: String? = nil
    ) -> LayoutOption {
        LayoutOption(
            name: name,
            lpName: lp,
            isFlag: false,
            values: Value.allCases.map(\.rawValue),
            usual: usual.rawValue,
            value: { $0[keyPath: field]?.rawValue },
            set: { (option, ticket) throws(TicketOptionError) in
                ticket[keyPath: field] = try option.oneOf(Value.self)
            },
            copy: { $1[keyPath: field] = $0[keyPath: field] }
        )
    }

    /// An option with a number as its value; the first one is the usual one.
    private static func number(
        _ name: String,
        _ field: any WritableKeyPath<PrintTicket, Int?> & Sendable,
        _ values: [Int],
        in range: ClosedRange<Int>,
        lp: String? = nil
    ) -> LayoutOption {
        LayoutOption(
            name: name,
            lpName: lp,
            isFlag: false,
            values: values.map { "\($0)" },
            usual: "\(values[0])",
            value: { $0[keyPath: field].map { "\($0)" } },
            set: { (option, ticket) throws(TicketOptionError) in
                ticket[keyPath: field] = try option.number(range)
            },
            copy: { $1[keyPath: field] = $0[keyPath: field] }
        )
    }
}
