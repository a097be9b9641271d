package import PrintModel

/// The removal of documents and jobs.
extension SQLJobStore {
    package func spooledNames(preparedAmong files: [String]) async throws -> Set<String> {
        try await read { db in
            let documents = try db.all("SELECT id FROM document WHERE spooled = 1") {
                try $0.string(0)
            }
            // The files are few, and the jobs may be many.
            let prepared = try files.filter { file in
                try JobRecord.submissions(ofPrepared: file).contains { submission in
                    let sql = """
                        SELECT submission, \(Transaction.moves) FROM job
                        WHERE submission = ? AND finishedAt IS NULL
                        """
                    let name = try db.first(sql, [.text(submission)]) {
                        JobRecord.lastingName(
                            try $0.string(0),
                            moves: try $0.number(1).map { Int($0) }
                        )
                    }
                    return name == file
                }
            }
            return Set(documents).union(prepared)
        }
    }

    package func forgetUnused(olderThan age: Duration) async throws -> [String] {
        let limit = Columns.milliseconds(clock.now) - age.components.seconds * 1000
        return try await write("unused") { db in
            try db.lockDocuments()
            return try db.all(
                """
                DELETE FROM document WHERE createdAt < ?
                AND NOT EXISTS (SELECT 1 FROM job WHERE job.document = document.id)
                RETURNING id
                """,
                [.number(limit)]
            ) { try $0.string(0) }
        }
    }

    package func retireDocuments(olderThan age: Duration) async throws -> [String] {
        let limit = Columns.milliseconds(clock.now) - age.components.seconds * 1000
        return try await write("retire") { db in
            try db.lockDocuments()
            return try db.all(
                """
                UPDATE document SET spooled = 0 WHERE spooled = 1
                AND EXISTS (SELECT 1 FROM job WHERE job.document = document.id)
                AND NOT EXISTS (
                    SELECT 1 FROM job WHERE job.document = document.id
                    AND (finishedAt IS NULL OR finishedAt >= ?))
                RETURNING id
                """,
                [.number(limit)]
            ) { try $0.string(0) }
        }
    }

    package func retire(document id: String, of job: JobID) async throws -> Bool {
        try await write("retire") { db in
            try db.lockDocuments()
            return try db.count(
                """
                UPDATE document SET spooled = 0 WHERE id = ? AND spooled = 1
                AND NOT EXISTS (
                    SELECT 1 FROM job WHERE job.document = document.id
                    AND (job.id <> ? OR finishedAt IS NULL))
                """,
                [.text(id), StoreValue(job.rawValue)]
            ) > 0
        }
    }

    package func forgetJobs(olderThan age: Duration, limit: Int) async throws -> Int {
        let date = Columns.milliseconds(clock.now) - age.components.seconds * 1000
        return try await write("history") { db in
            let old = "SELECT id FROM job WHERE finishedAt < ? ORDER BY finishedAt LIMIT ?"
            // Events first: they refer to the job.
            let values = [StoreValue.number(date), StoreValue(limit)]
            try db.run("DELETE FROM event WHERE job IN (\(old))", values)
            return try db.count("DELETE FROM job WHERE id IN (\(old))", values)
        }
    }
}
