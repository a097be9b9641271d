/// What is known of a file, as a heading and a table of names and values.
struct FactSheet {
    private var title: String
    private var subtitle = ""
    private var picture: InlinePicture?
    private var facts: [(name: String, value: String)] = []

    /// The gray of the names.
    static let note: UInt32 = 0x60_6066
    /// The most characters of a value.
    private static var valueLimit: Int { ReadingExtent.limit(1_000, whole: 10_000) }

    init(_ title: String, _ subtitle: String = "", picture: InlinePicture? = nil) {
        (self.title, self.subtitle, self.picture) = (title, subtitle, picture)
    }

    /// Adds a fact; nothing where the value is empty.
    mutating func add(_ name: String, _ value: String?) {
        guard let value, value.contains(where: { !$0.isWhitespace }) else { return }
        facts.append((name, String(value.prefix(Self.valueLimit))))
    }

    /// Whether there is no fact.
    var isEmpty: Bool { facts.isEmpty }

    /// Reports heading and table; returns whether more is wanted.
    func emit(into sink: (Block) -> Bool) -> Bool {
        if let picture { guard sink(.picture(picture)) else { return false } }
        if !title.isEmpty {
            var style = TextStyle.heading(2)
            style.after = subtitle.isEmpty ? 6 : 1
            guard sink(.text(Paragraph(Self.clean(title), style))) else { return false }
        }
        if !subtitle.isEmpty {
            var style = TextStyle.body
            style.colour = Self.note
            guard sink(.text(Paragraph(Self.clean(subtitle), style))) else { return false }
        }
        guard !facts.isEmpty else { return true }
        var table = Table(kind: .document)
        table.rows = facts.map { fact in
            var name = StyledText()
            name.append(fact.name, colour: Self.note)
            return [Table.Cell(text: name), Table.Cell(text: Self.clean(fact.value))]
        }
        return sink(.table(table))
    }

    private static func clean(_ text: String) -> StyledText {
        StyledText(TextDecoding.harmless(text))
    }

    /// The date of a number of seconds since 1970, such as "2024-06-03".
    static func date(_ seconds: Int) -> String? {
        guard seconds > 0, seconds < 1 << 40,
            let date = SheetDate(Double(seconds) / 86_400 + 25_569, from1904: false)
        else { return nil }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(date.year)-\(two(date.month))-\(two(date.day))"
    }

    /// A heading of a part, such as of a list of files.
    static func heading(_ text: String) -> Block {
        var style = TextStyle.heading(4)
        style.before = 9
        return .text(Paragraph(StyledText(text), style))
    }
}
