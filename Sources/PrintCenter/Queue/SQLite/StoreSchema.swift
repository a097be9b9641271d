import GRDB

/// The tables of the store, version by version.
///
/// A released version never changes.
enum StoreSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(sql: version1)
        }
        migrator.registerMigration("2") { db in
            try db.execute(sql: version2)
        }
        migrator.registerMigration("3") { db in
            try db.execute(sql: version3)
        }
        migrator.registerMigration("4") { db in
            try db.execute(sql: version4)
        }
        migrator.registerMigration("5") { db in
            try db.execute(sql: version5)
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

    /// Columns for the queries of lanes, so that these read a few rows of ten thousand.
    ///
    /// `underWay` says that the scheduler may have the job, or that it is to be canceled;
    /// `notBefore` is the date until which it is held, the largest integer where no date ends that;
    /// `revision` grows with each change that the user makes.
    private static let version2 = """
        ALTER TABLE job ADD COLUMN priority INTEGER NOT NULL DEFAULT 50;
        ALTER TABLE job ADD COLUMN underWay INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE job ADD COLUMN notBefore INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE job ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;

        UPDATE job SET
            priority = coalesce(json_extract(facts, '$.plan.priority'),
                json_extract(facts, '$.ticket.priority'), 50),
            underWay = json_extract(delivery, '$.phase') NOT IN ('accepted', 'prepared')
                OR json_extract(delivery, '$.cancelRequested')
            WHERE finishedAt IS NULL;
        UPDATE job SET
            delivery = json_set(delivery, '$.hold',
                json_object('until', json_extract(facts, '$.ticket.holdUntil'))),
            notBefore = 1000 * unixepoch(json_extract(facts, '$.ticket.holdUntil'))
            WHERE finishedAt IS NULL AND json_extract(facts, '$.state') = 'held'
            AND json_extract(facts, '$.ticket.holdUntil') IS NOT NULL;

        DROP INDEX jobActive;
        DROP INDEX jobPrinter;
        CREATE INDEX jobActive ON job (id) WHERE finishedAt IS NULL;
        CREATE INDEX jobUnderWay ON job (printer, id)
            WHERE finishedAt IS NULL AND underWay = 1;
        CREATE INDEX jobReady ON job (printer, priority DESC, id)
            WHERE finishedAt IS NULL AND underWay = 0 AND notBefore = 0;
        CREATE INDEX jobTimed ON job (printer, notBefore)
            WHERE finishedAt IS NULL AND underWay = 0
            AND notBefore > 0 AND notBefore < 9223372036854775807;
        CREATE INDEX jobFinished ON job (finishedAt) WHERE finishedAt IS NOT NULL;
        CREATE INDEX jobPrinter ON job (printer, id);
        """

    /// The printers that are remembered; `facts` has a `KnownDevice` in JSON.
    private static let version3 = """
        CREATE TABLE device (
            id TEXT PRIMARY KEY NOT NULL,
            facts TEXT NOT NULL
        ) STRICT;
        """

    /// Indexes that SQLite prefers to that of all jobs of a printer, which grows with the history.
    ///
    /// It takes the index with the most columns that are equal to something, and no notice of how few rows a partial index
    /// has: the columns that its condition names are therefore its first ones.
    private static let version4 = """
        DROP INDEX jobActive;
        DROP INDEX jobUnderWay;
        DROP INDEX jobReady;
        DROP INDEX jobTimed;
        CREATE INDEX jobActive ON job (finishedAt, id) WHERE finishedAt IS NULL;
        CREATE INDEX jobActivePrinter ON job (finishedAt, printer, id) WHERE finishedAt IS NULL;
        CREATE INDEX jobUnderWay ON job (finishedAt, underWay, printer, id)
            WHERE finishedAt IS NULL AND underWay = 1;
        CREATE INDEX jobReady ON job (finishedAt, underWay, notBefore, printer, priority DESC, id)
            WHERE finishedAt IS NULL AND underWay = 0 AND notBefore = 0;
        CREATE INDEX jobTimed ON job (finishedAt, underWay, printer, notBefore)
            WHERE finishedAt IS NULL AND underWay = 0
            AND notBefore > 0 AND notBefore < 9223372036854775807;
        """

    /// The documents in the spool, without those of the history.
    private static let version5 = """
        CREATE INDEX documentSpooled ON document (spooled, id) WHERE spooled = 1;
        """
}
