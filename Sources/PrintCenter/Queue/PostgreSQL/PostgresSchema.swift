/// The tables of the store, version by version.
///
/// A released version never changes, and each only adds to what the one before reads and writes: services of both run
/// beside each other while hosts are upgraded one by one. A store is in a schema of its own, which the search path names.
enum PostgresSchema {
    /// The scripts that lead from each version to the next one.
    static let migrations = [version1]

    /// The first tables.
    ///
    /// Names are compared byte by byte, as in SQLite; dates are milliseconds since 1970; `facts`, `delivery` hold JSON in
    /// the form of PrintModel, as it was written. The columns of `job` are those of the store in SQLite, whose names
    /// the server writes in small letters.
    ///
    /// Rows of usual jobs have about 3 kB and stay as they are: the server would compress them from 2 kB on, and a list
    /// would wait for them to be unpacked.
    ///
    /// The single row of `queue` numbers the events. `changes` of a host grows with each of its transactions, `session` of
    /// a lease with each service that begins or is deposed, and `token` of a lane with each host that takes it.
    private static let version1 = """
        CREATE TABLE queue (
            one BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (one),
            version INTEGER NOT NULL,
            id TEXT NOT NULL,
            event BIGINT NOT NULL DEFAULT 0
        ) WITH (fillfactor = 10);
        CREATE SEQUENCE jobNumber AS BIGINT;

        CREATE TABLE host (
            id INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            name TEXT COLLATE "C" NOT NULL UNIQUE,
            place TEXT NOT NULL,
            version TEXT NOT NULL,
            near TEXT NOT NULL,
            since BIGINT NOT NULL,
            draining INTEGER NOT NULL DEFAULT 0,
            changes BIGINT NOT NULL DEFAULT 0
        ) WITH (fillfactor = 10);
        CREATE TABLE lease (
            host INTEGER PRIMARY KEY REFERENCES host (id) ON DELETE CASCADE,
            session BIGINT NOT NULL DEFAULT 0,
            beat BIGINT NOT NULL DEFAULT 0,
            alive INTEGER NOT NULL DEFAULT 0
        ) WITH (fillfactor = 10);
        CREATE TABLE lane (
            printer TEXT COLLATE "C" PRIMARY KEY,
            host INTEGER,
            session BIGINT,
            token BIGINT NOT NULL
        ) WITH (fillfactor = 50);
        CREATE INDEX laneHost ON lane (host) WHERE host IS NOT NULL;

        CREATE TABLE document (
            id TEXT COLLATE "C" PRIMARY KEY,
            key TEXT COLLATE "C" NOT NULL UNIQUE,
            facts TEXT NOT NULL,
            spooled INTEGER NOT NULL DEFAULT 1,
            createdAt BIGINT NOT NULL
        );
        CREATE INDEX documentCreated ON document (createdAt);

        CREATE TABLE job (
            id BIGINT PRIMARY KEY,
            key TEXT COLLATE "C" NOT NULL UNIQUE,
            request TEXT NOT NULL,
            submission TEXT COLLATE "C" NOT NULL UNIQUE,
            document TEXT COLLATE "C" REFERENCES document (id),
            printer TEXT COLLATE "C" NOT NULL,
            facts TEXT NOT NULL,
            delivery TEXT NOT NULL,
            createdAt BIGINT NOT NULL,
            finishedAt BIGINT,
            priority INTEGER NOT NULL,
            underWay INTEGER NOT NULL,
            notBefore BIGINT NOT NULL,
            revision BIGINT NOT NULL
        ) WITH (toast_tuple_target = 8160);
        CREATE INDEX jobActive ON job (id) WHERE finishedAt IS NULL;
        CREATE INDEX jobActivePrinter ON job (printer, id) WHERE finishedAt IS NULL;
        CREATE INDEX jobUnderWay ON job (printer, id)
            WHERE finishedAt IS NULL AND underWay = 1;
        CREATE INDEX jobReady ON job (printer, priority DESC, id)
            WHERE finishedAt IS NULL AND underWay = 0 AND notBefore = 0;
        CREATE INDEX jobTimed ON job (printer, notBefore)
            WHERE finishedAt IS NULL AND underWay = 0
            AND notBefore > 0 AND notBefore < 9223372036854775807;
        CREATE INDEX jobFinished ON job (finishedAt) WHERE finishedAt IS NOT NULL;
        CREATE INDEX jobPrinter ON job (printer, id);
        CREATE INDEX jobDocument ON job (document);

        CREATE TABLE preparation (
            job BIGINT PRIMARY KEY REFERENCES job (id) ON DELETE CASCADE,
            name TEXT COLLATE "C" NOT NULL,
            state INTEGER NOT NULL,
            host INTEGER,
            session BIGINT
        ) WITH (fillfactor = 50);
        CREATE INDEX preparationWanted ON preparation (job) WHERE state = 0;

        CREATE TABLE event (
            sequence BIGINT PRIMARY KEY,
            job BIGINT NOT NULL REFERENCES job (id),
            at BIGINT NOT NULL,
            facts TEXT NOT NULL
        ) WITH (toast_tuple_target = 8160);
        CREATE INDEX eventJob ON event (job, sequence);

        CREATE TABLE device (
            id TEXT COLLATE "C" PRIMARY KEY,
            facts TEXT NOT NULL
        );
        """
}
