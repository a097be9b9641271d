package import FoundationEssentials
package import PrintModel

/// A store in an SQL database: the rules and statements that all such stores share.
///
/// A store says how it reads and writes in a transaction; the names of writes are those of its failpoints.
package protocol SQLJobStore: JobStore, DeviceStore {
    associatedtype Transaction: StoreTransaction

    /// The clock for the dates and the age of rows.
    var clock: any ServiceClock { get }
    /// Measures each transaction.
    var meter: StoreMeter { get }

    /// Writes in a transaction; returns once it is on disk.
    func write<Value: Sendable>(
        _ name: String,
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value
    /// Reads in a transaction, from one moment.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value
    /// Returns the stored JSON of jobs that are not final, oldest first.
    func listActive(
        printers: [PrinterID]?,
        created: Range<Int64>?,
        from first: JobID,
        limit: Int
    ) async throws -> ListedJobs
}

extension SQLJobStore {
    // MARK: Documents

    package func keep(_ document: DocumentFacts, key: String) async throws -> DocumentFacts {
        let now = clock.now
        return try await write("document") { db in
            if let before = try DocumentRow.fetch(db, key: key) { return before }
            try DocumentRow.insert(db, document, key: key, at: now)
            return document
        }
    }

    package func replace(_ document: DocumentFacts) async throws {
        try await write("replace") { db in
            try db.run(
                "UPDATE document SET facts = ? WHERE id = ?",
                [.text(try Columns.json(document)), StoreValue(document.id)]
            )
        }
    }

    package func document(key: String) async throws -> DocumentFacts? {
        try await read { try DocumentRow.fetch($0, key: key) }
    }

    package func document(_ id: String) async throws -> DocumentFacts? {
        try await read { try DocumentRow.fetch($0, id: id) }
    }

    package func forget(document id: String) async throws -> Bool {
        try await write("forget") { db in
            try db.count(
                """
                DELETE FROM document WHERE id = ?
                AND NOT EXISTS (SELECT 1 FROM job WHERE job.document = document.id)
                """,
                [.text(id)]
            ) > 0
        }
    }

    // MARK: Jobs

    package func job(key: String) async throws -> JobRecord? {
        try await read { try JobRow.fetch($0, key: key)?.record }
    }

    package func submit(
        _ record: JobRecord,
        key: String,
        request: String,
        with new: DocumentFacts?
    ) async throws -> SubmissionOutcome {
        let now = clock.now
        return try await write("submit") { db in
            try db.reserveNumber()
            if let before = try JobRow.fetch(db, key: key) {
                return before.request == request ? .existing(before.record) : .keyReused
            }
            // A UUID as key becomes the `job-uuid`, which a job with another key may already have.
            guard try !JobRow.isKnown(db, submission: record.job.submission) else {
                return .keyReused
            }
            if let new {
                // The document has no key of its own: clients retry with the key of the job.
                try DocumentRow.insert(db, new, key: new.id ?? key, at: now)
            } else if let document = record.job.document?.id {
                let spooled = try db.first(
                    "SELECT spooled FROM document WHERE id = ?\(Transaction.forShare)",
                    [.text(document)]
                ) { try $0.number(0) }
                guard spooled == 1 else { return .documentGone }
            }
            var record = record
            try JobRow.insert(db, &record, key: key, request: request)
            return .new(record)
        }
    }

    package func record(_ record: JobRecord, under lease: LaneLease?) async throws -> JobRecord {
        try await write(record.delivery.phase.rawValue) { db in
            if let lease { try db.check(lease) }
            guard let id = record.job.id,
                let before = try JobRow.fetchToChange(db, id: id)?.record
            else { return record }
            if before.job.state.isFinal { return before }
            // Based on an old revision: rejected.
            guard before.revision == record.revision else { return before }
            var record = record
            record.delivery.cancelRequested =
                record.delivery.cancelRequested || before.delivery.cancelRequested
            record.delivery.cancelRequestedAt =
                record.delivery.cancelRequestedAt ?? before.delivery.cancelRequestedAt
            // A look that has found nothing new leaves the disk alone.
            guard record.differs(from: before) else { return before }
            try JobRow.replace(db, before, by: record)
            return record
        }
    }

    package func change(
        _ id: JobID,
        by body: @escaping @Sendable (JobRecord) throws -> JobRecord
    ) async throws -> JobRecord? {
        try await write("change") { db in
            guard let before = try JobRow.fetchToChange(db, id: id)?.record else { return nil }
            var after = try body(before)
            guard after != before else { return before }
            after.revision = before.revision.adding(clamping: 1)
            try JobRow.replace(db, before, by: after)
            return after
        }
    }

    package func requestCancel(_ ids: [JobID], at date: Date) async throws -> [JobRecord] {
        try await write("cancel") { db in
            try ids.compactMap { id in
                guard let before = try JobRow.fetchToChange(db, id: id)?.record,
                    !before.job.state.isFinal
                else { return nil }
                let after = before.canceling(at: date)
                try JobRow.replace(db, before, by: after)
                return after
            }
        }
    }

    package func job(_ id: JobID) async throws -> JobRecord? {
        try await read { try JobRow.fetch($0, id: id)?.record }
    }
}
