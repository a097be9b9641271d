/// The sequence numbers of events.
extension SQLJobStore {
    package func lastEvent() async throws -> Int {
        try await read { try $0.lastEvent() }
    }

    package func hasAllEvents(after sequence: Int) async throws -> Bool {
        try await read { db in
            let last = try db.lastEvent()
            // A number beyond the last one belongs to another queue.
            guard sequence >= 0, sequence <= last else { return false }
            // Events are numbered without gaps, and are removed only with their jobs.
            let sql = "SELECT COUNT(*) FROM event WHERE sequence > ?"
            let known = try db.first(sql, [StoreValue(sequence)]) { try $0.integer(0) }
            return Int(known ?? 0) == last.subtracting(clamping: sequence)
        }
    }
}
