import GRDB

/// The sequence numbers of events.
extension SQLiteJobStore {
    package func lastEvent() async throws -> Int {
        try await read { try Self.lastEvent($0) }
    }

    package func hasAllEvents(after sequence: Int) async throws -> Bool {
        try await read { db in
            let last = try Self.lastEvent(db)
            // A number beyond the last one belongs to another queue.
            guard (0...last).contains(sequence) else { return false }
            // Events are numbered without gaps, and are removed only with their jobs.
            let sql = "SELECT COUNT(*) FROM event WHERE sequence > ?"
            let known = try Int.fetchOne(db, sql: sql, arguments: [sequence]) ?? 0
            return known == last - sequence
        }
    }

    /// The sequence number of the last event ever, even if it has been removed.
    static func lastEvent(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'event'") ?? 0
    }
}
