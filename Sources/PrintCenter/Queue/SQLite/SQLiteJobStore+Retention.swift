import GRDB

/// The removal of documents and jobs.
extension SQLiteJobStore {
    package func spooledNames() async throws -> Set<String> {
        try await read { db in
            let documents = try String.fetchAll(
                db,
                sql: "SELECT id FROM document WHERE spooled = 1"
            )
            let prepared = try Row.fetchAll(
                db,
                sql: """
                    SELECT submission, json_extract(delivery, '$.moves') AS moves FROM job
                    WHERE finishedAt IS NULL
                    """
            ).map {
                JobRecord.preparedName(
                    try $0.decode(forColumn: "submission"),
                    moves: try $0.decode(forColumn: "moves")
                )
            }
            return Set(documents).union(prepared)
        }
    }

    package func forgetUnused(olderThan age: Duration) async throws -> [String] {
        let limit = Columns.milliseconds(clock.now) - age.components.seconds * 1000
        return try await write("unused") { db in
            try String.fetchAll(
                db,
                sql: """
                    DELETE FROM document WHERE createdAt < ?
                    AND NOT EXISTS (SELECT 1 FROM job WHERE job.document = document.id)
                    RETURNING id
                    """,
                arguments: [limit]
            )
        }
    }

    package func retireDocuments(olderThan age: Duration) async throws -> [String] {
        let limit = Columns.milliseconds(clock.now) - age.components.seconds * 1000
        return try await write("retire") { db in
            try String.fetchAll(
                db,
                sql: """
                    UPDATE document SET spooled = 0 WHERE spooled = 1
                    AND EXISTS (SELECT 1 FROM job WHERE job.document = document.id)
                    AND NOT EXISTS (
                        SELECT 1 FROM job WHERE job.document = document.id
                        AND (finishedAt IS NULL OR finishedAt >= ?))
                    RETURNING id
                    """,
                arguments: [limit]
            )
        }
    }

    package func forgetJobs(olderThan age: Duration, limit: Int) async throws -> Int {
        let date = Columns.milliseconds(clock.now) - age.components.seconds * 1000
        return try await write("history") { db in
            let old = "SELECT id FROM job WHERE finishedAt < ? ORDER BY finishedAt LIMIT ?"
            // Events first: they refer to the job.
            try db.execute(
                sql: "DELETE FROM event WHERE job IN (\(old))",
                arguments: [date, limit]
            )
            try db.execute(sql: "DELETE FROM job WHERE id IN (\(old))", arguments: [date, limit])
            return db.changesCount
        }
    }
}
