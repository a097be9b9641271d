import Logging
import PrintCenter
import ProofKit

/// The database of races, whose server notes whose lane each step was when it was committed.
struct RacePlace: Sendable {
    let server: DatabaseServer
    /// One for all hosts: they share the documents, of which there are none.
    private let folder: TemporaryFolder

    init(server: DatabaseServer) throws {
        self.server = server
        folder = try TemporaryFolder("hosttest-races")
    }

    /// Opens the queue as a host.
    func open(_ host: String) throws -> PostgresJobStore {
        try PostgresJobStore(
            DatabaseAddress(server.address),
            host: HostIdentity(name: host, place: host),
            identity: QueueIdentity(path: folder.path + "/queue.database"),
            journal: ReleaseJournal(folder: folder.path + "/releases", isShared: true),
            log: Logger(label: "races") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    /// Has the server pause within each step, and note at its commit whose lane it is, and who has stored it.
    ///
    /// The session that stores has the advisory lock of its host.
    func watch(pausing milliseconds: Int) throws {
        try server.run(
            """
            SET search_path = printcenter;
            CREATE TABLE race (printer text, holder bigint, host bigint);
            CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                PERFORM pg_sleep(random() * \(milliseconds) / 1000);
                RETURN NEW;
            END $$;
            CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                INSERT INTO printcenter.race
                SELECT NEW.printer, lane.host, (
                    SELECT objid::bigint FROM pg_locks
                    WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted)
                FROM printcenter.lane WHERE lane.printer = NEW.printer;
                RETURN NULL;
            END $$;
            CREATE TRIGGER pause BEFORE UPDATE ON job FOR EACH ROW EXECUTE FUNCTION pause();
            CREATE CONSTRAINT TRIGGER note AFTER UPDATE ON job DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION note();
            """
        )
    }

    /// How many steps were stored.
    func steps() throws -> Int { try count("true") }

    /// How many steps were stored by a host that had not the lane any more when they were committed.
    func staleSteps() throws -> Int { try count("holder IS DISTINCT FROM host") }

    private func count(_ condition: String) throws -> Int {
        let sql = "SELECT count(*) FROM printcenter.race WHERE \(condition)"
        guard let count = Int(try server.run(sql)) else { throw ProofError("no count of steps") }
        return count
    }
}
