import PreviewHelper
import PreviewModel

/// The tables of a database of SQLite: their names, the numbers of their rows, and the first rows.
enum DatabaseText {
    private static var tablesLimit: Int { ReadingExtent.limit(40, whole: 1_000) }
    private static var rowsLimit: Int { ReadingExtent.limit(12, whole: 200) }

    /// Reports the tables until the sink returns false.
    static func read(
        _ descriptor: Int32,
        into sink: (Block) -> Bool
    ) throws(DocumentProblemError) {
        let list = "SELECT name, type, sql FROM sqlite_master ORDER BY rowid"
        guard let database = Database(descriptor),
            let objects = database.rows(list, limit: 10_000)?.dropFirst()
        else { throw DocumentProblemError(.damaged(why: .init(.notDatabase))) }
        let all = objects.filter { $0.count == 3 }
        let tables = all.filter { $0[1].text == "table" && !$0[0].text.hasPrefix("sqlite_") }
        var style = TextStyle.body
        style.colour = 0x60_6066
        let counted = ["table", "view", "index", "trigger"].compactMap { kind -> String? in
            let count =
                kind == "table" ? tables.count : all.count { $0[1].text == kind }
            let plural = kind == "index" ? "indexes" : kind + "s"
            return count == 0 ? nil : "\(count) \(count == 1 ? kind : plural)"
        }
        let summary = counted.isEmpty ? "No tables" : counted.joined(separator: ", ")
        guard sink(.text(Paragraph(StyledText(summary), style))) else { return }
        if tables.count > tablesLimit { ReadingExtent.noteOmission() }
        for table in tables.prefix(tablesLimit) {
            let isVirtual = table[2].text.uppercased().hasPrefix("CREATE VIRTUAL")
            guard emit(table[0].text, isVirtual: isVirtual, of: database, into: sink) else {
                return
            }
        }
    }

    private static func emit(
        _ name: String,
        isVirtual: Bool,
        of database: Database,
        into sink: (Block) -> Bool
    ) -> Bool {
        let quoted = Database.quoted(name)
        // The rows of a virtual table are made by a module, which is not asked.
        let rows = isVirtual ? nil : database.rows("SELECT * FROM \(quoted)", limit: rowsLimit)
        let count =
            isVirtual ? nil : database.rows("SELECT count(*) FROM \(quoted)", limit: 1)?.last?.first
        var heading = StyledText()
        heading.append(TextDecoding.harmless(name).singleLine, look: .bold, size: 12)
        let note =
            if isVirtual { "virtual table" } else if let count, count.isNumber {
                count.text == "1" ? "1 row" : "\(count.text) rows"
            } else { rows == nil ? "its rows cannot be read" : "many rows" }
        heading.append("   \(note)", colour: 0x60_6066, size: 9.5)
        var style = TextStyle.body
        (style.before, style.after) = (10, 2)
        guard sink(.text(Paragraph(heading, style))) else { return false }
        guard let rows, let names = rows.first else { return true }
        var table = Table(kind: .document)
        table.hasHeader = true
        table.rows = [names.map { Table.Cell(text: styled($0)) }]
        for row in rows.dropFirst() {
            table.rows.append(
                row.map { value in
                    Table.Cell(text: styled(value), alignment: value.isNumber ? .end : .start)
                }
            )
        }
        if let count, (Int(count.text) ?? .max) > rows.count - 1 { ReadingExtent.noteOmission() }
        return sink(.table(table))
    }

    private static func styled(_ value: Database.Value) -> StyledText {
        var text = StyledText()
        let words = TextDecoding.harmless(value.text).split(separator: "\n").joined(separator: " ")
        text.append(
            words,
            look: value.isNote ? .italic : [],
            colour: value.isNote ? 0x80_8086 : nil
        )
        return text
    }
}
