import FoundationEssentials
import GRDB
import PrintModel

/// A row of the table `document`.
enum DocumentRow {
    static func fetch(_ db: Database, id: String) throws -> DocumentFacts? {
        try String.fetchOne(db, sql: "SELECT facts FROM document WHERE id = ?", arguments: [id])
            .map { try Columns.value(DocumentFacts.self, $0) }
    }

    static func fetch(_ db: Database, key: String) throws -> DocumentFacts? {
        try String.fetchOne(db, sql: "SELECT facts FROM document WHERE key = ?", arguments: [key])
            .map { try Columns.value(DocumentFacts.self, $0) }
    }

    static func insert(
        _ db: Database,
        _ document: DocumentFacts,
        key: String,
        at date: Date
    ) throws {
        try db.cachedStatement(
            sql: "INSERT INTO document (id, key, facts, createdAt) VALUES (?, ?, ?, ?)"
        )
        .execute(arguments: [
            document.id, key, try Columns.json(document), Columns.milliseconds(date),
        ])
    }
}
