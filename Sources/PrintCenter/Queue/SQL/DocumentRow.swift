import FoundationEssentials
import PrintModel

/// A row of the table `document`.
enum DocumentRow {
    static func fetch(_ db: some StoreTransaction, id: String) throws -> DocumentFacts? {
        try db.first("SELECT facts FROM document WHERE id = ?", [.text(id)], facts)
    }

    static func fetch(_ db: some StoreTransaction, key: String) throws -> DocumentFacts? {
        try db.first("SELECT facts FROM document WHERE key = ?", [.text(key)], facts)
    }

    private static func facts(_ row: some StoreRow) throws -> DocumentFacts {
        try Columns.value(DocumentFacts.self, row.string(0))
    }

    static func insert(
        _ db: some StoreTransaction,
        _ document: DocumentFacts,
        key: String,
        at date: Date
    ) throws {
        try db.run(
            "INSERT INTO document (id, key, facts, createdAt) VALUES (?, ?, ?, ?)",
            [
                StoreValue(document.id), .text(key), .text(try Columns.json(document)),
                .number(Columns.milliseconds(date)),
            ]
        )
    }
}
