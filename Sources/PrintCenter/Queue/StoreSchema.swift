import GRDB

/// The tables of the store, version by version.
///
/// A version that was released never changes.
enum StoreSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(sql: version1)
        }
        return migrator
    }

    /// Dates are milliseconds since 1970; `facts`, `delivery` hold JSON in the form of PrintModel.
    private static let version1 = """
        CREATE TABLE document (
            id TEXT PRIMARY KEY NOT NULL,
            key TEXT NOT NULL UNIQUE,
            facts TEXT NOT NULL,
            spooled INTEGER NOT NULL DEFAULT 1,
            createdAt INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE job (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            key TEXT NOT NULL UNIQUE,
            request TEXT NOT NULL,
            submission TEXT NOT NULL UNIQUE,
            document TEXT REFERENCES document (id),
            printer TEXT NOT NULL,
            facts TEXT NOT NULL,
            delivery TEXT NOT NULL,
            createdAt INTEGER NOT NULL,
            finishedAt INTEGER
        ) STRICT;
        CREATE INDEX jobActive ON job (printer, id) WHERE finishedAt IS NULL;
        CREATE INDEX jobPrinter ON job (printer, id);
        CREATE INDEX jobDocument ON job (document);

        CREATE TABLE event (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            job INTEGER NOT NULL REFERENCES job (id),
            at INTEGER NOT NULL,
            facts TEXT NOT NULL
        ) STRICT;
        CREATE INDEX eventJob ON event (job, sequence);
        """
}
