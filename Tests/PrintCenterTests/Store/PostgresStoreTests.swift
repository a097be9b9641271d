import FoundationEssentials
import Glibc
import Logging
import PrintModel
import ProofKit
import Testing

@testable import PrintCenter

/// Opening a queue in a database: what is refused, and what a session is made.
@Suite(.enabled(if: DatabaseServer.isInstalled, "no PostgreSQL server is installed"))
struct `The store in PostgreSQL` {
    @Test func `a commit is on disk, although its role has that off`() async throws {
        try await withFolder { folder in
            var place = try DatabasePlace(folder: folder)
            let role = "r" + place.schema.suffix(8)
            try place.server.run(
                """
                CREATE ROLE \(role) LOGIN; ALTER ROLE \(role) SET synchronous_commit = off;
                GRANT CREATE ON DATABASE postgres TO \(role)
                """
            )
            place.address = place.address.replacing("user=printcenter", with: "user=\(role)")
            let store = try place.open()
            let mode = try await store.write("test") { db in
                try db.first("SELECT current_setting('synchronous_commit')") { try $0.string(0) }
            }
            #expect(mode == "on")
        }
    }

    @Test func `a statement has numbers for its values`() {
        #expect(PostgresConnection.numbered("a = ? AND b > ?") == "a = $1 AND b > $2")
        #expect(PostgresConnection.numbered("SELECT 1") == "SELECT 1")
    }

    @Test func `a text with a NUL is refused, not cut off`() async throws {
        try await withFolder { folder in
            let store = try DatabasePlace(folder: folder).open()
            await #expect(throws: StoreError.self) { try await store.queued("a\u{0}b") }
            #expect(try await store.queued("ab").job.name == "ab")
            // Of what cannot be stored, there is none.
            let name = "a\u{0}b"
            #expect(try await store.document(name) == nil)
            #expect(try await store.document(key: name) == nil)
            #expect(try await store.job(key: name) == nil)
            #expect(try await store.activeNumbers(on: PrinterID(rawValue: name)).isEmpty)
            #expect(try await !store.forget(document: name))
            #expect(try await !store.setDraining(true, host: name))
            #expect(try await !store.remove(host: name))
        }
    }

    @Test(arguments: [
        "postgresql://ann:secret@db.example/print", "host=db.example password=secret",
        "postgresql://db.example/print?password=secret",
    ])
    func `a password in the settings is refused, and not repeated`(_ text: String) {
        let problem = #expect(throws: DatabaseProblem.self) { try DatabaseAddress(text) }
        #expect(problem == .password)
    }

    @Test func `a password comes from a file, and is repeated nowhere`() throws {
        try withFolderBlocking { folder in
            let server = try DatabaseServer()
            try server.run(
                """
                CREATE ROLE guarded LOGIN PASSWORD 'right-word';
                GRANT CREATE ON DATABASE postgres TO guarded
                """
            )
            var place = try DatabasePlace(server, folder: folder)
            place.address = place.address.replacing("user=printcenter", with: "user=guarded")
            let without = place
            place.address += " passfile=\(folder)/pass"
            for word in ["wrong-word", "right-word"] {
                try Data("*:*:*:guarded:\(word)\n".utf8)
                    .write(to: URL(filePath: folder + "/pass"))
                #expect(unsafe chmod(folder + "/pass", 0o600) == 0)
                do {
                    _ = try place.open()
                    #expect(word == "right-word")
                } catch let problem as DatabaseProblem {
                    guard case .refused(_, .password, let detail) = problem else {
                        throw problem
                    }
                    #expect(word == "wrong-word" && detail.contains("password"))
                    #expect(!"\(problem)".contains("-word"))
                }
            }
            let problem = #expect(throws: DatabaseProblem.self) { try without.open() }
            guard case .refused(_, .password, let detail) = problem else {
                throw problem ?? .unreadable
            }
            #expect(detail.contains("no password supplied"))
        }
    }

    @Test(arguments: [
        ("dbname=postgres", "dbname=nowhere", DatabaseProblem.Refusal.missing),
        ("user=printcenter", "user=stranger", .role),
    ])
    func `a server that does not let the service in says why`(
        _ right: String,
        _ wrong: String,
        _ reason: DatabaseProblem.Refusal
    ) throws {
        try withProblem(
            setUp: { $0.address = $0.address.replacing(right, with: wrong) },
            isExpected: { problem in
                guard case .refused(_, reason, let detail) = problem else { return false }
                // The message is that of the usual length, without the code.
                return detail.contains("does not exist") && !detail.contains("000:")
            }
        )
    }

    @Test func `a notice of the server is logged, without the data that it is about`() throws {
        let log = LogKeeper()
        let client = PostgresClient(
            address: try DatabaseAddress(try DatabaseServer.shared.get().address),
            schema: "public",
            log: Logger(label: "test") { _ in log }
        )
        let connection = try client.connect()
        try connection.query(
            "DO $$ BEGIN RAISE WARNING 'old clock' USING DETAIL = 'Ann''s letter'; END $$"
        )
        #expect(log.lines == ["warning the database says notice=old clock"])
    }

    @Test func `a text that is no address is refused`() {
        for text in ["sqlite", "postgresql://[", "hots=db.example"] {
            let problem = #expect(throws: DatabaseProblem.self) { try DatabaseAddress(text) }
            #expect(problem == .unreadable)
        }
    }

    @Test(arguments: [
        ("postgresql://db.example/print", "verify-full", "print (db.example)"),
        ("postgresql://db.example/print?sslmode=require", "require", "print (db.example)"),
        ("host=localhost,db.example dbname=a", "verify-full", "a (localhost,db.example)"),
        ("postgresql:///print?host=/run/postgresql", nil, "print (/run/postgresql)"),
        ("postgresql://localhost/print", nil, "print (localhost)"),
        ("service=print", nil, "service=print"),
    ])
    func `a server elsewhere has to prove who it is, unless the settings say otherwise`(
        _ text: String,
        _ mode: String?,
        _ name: String
    ) throws {
        let address = try DatabaseAddress(text)
        #expect(address.completed["sslmode"] == mode)
        #expect(address.name == name)
    }

    @Test func `a server that is not there is named`() throws {
        try withProblem(
            setUp: { $0.address = "host=/nowhere dbname=print" },
            isExpected: { problem in
                guard case .unreachable(let database, _) = problem else { return false }
                return database == "print (/nowhere)"
            }
        )
    }

    @Test func `a newer queue is refused`() throws {
        try withProblem(afterOpening: "UPDATE queue SET version = 99") {
            if case .newer = $0 { true } else { false }
        }
    }

    @Test func `tables of another program are left alone`() throws {
        try withProblem(
            setUp: {
                try $0.server.run("CREATE SCHEMA \($0.schema); CREATE TABLE \($0.schema).a (b INT)")
            },
            isExpected: { if case .unsuitable = $0 { true } else { false } }
        )
    }

    @Test func `a queue of other documents is refused`() throws {
        try withProblem(
            setUp: { place in
                _ = try place.open()
                try FileManager.default.removeItem(atPath: place.identity.path)
            },
            isExpected: { if case .foreign(_, "alpha", _) = $0 { true } else { false } }
        )
    }

    @Test func `a database that was emptied is refused while there are documents`() throws {
        try withFolderBlocking { folder in
            let place = try DatabasePlace(folder: folder)
            // Before its first queue, documents may be those of another store.
            _ = try place.open(documents: 3)
            try place.server.run("DROP SCHEMA \(place.schema) CASCADE")
            let problem = #expect(throws: DatabaseProblem.self) { try place.open(documents: 3) }
            guard case .lost(_, 3, _) = problem else {
                Issue.record("\(String(describing: problem))")
                return
            }
            // Also without documents, it may be the wrong database.
            let missed = #expect(throws: DatabaseProblem.self) { try place.open(documents: 0) }
            guard case .missed = missed else { throw missed ?? .unreadable }
            try FileManager.default.removeItem(atPath: place.identity.path)
            _ = try place.open(documents: 0)
        }
    }

    @Test func `a server that hangs is not waited for by a person`() async throws {
        let server = try DatabaseServer()
        try await withFolder { folder in
            var place = try DatabasePlace(server, folder: folder)
            // Time: a slow statement may take longer than any test
            place.timing.answer = .seconds(3600)
            // Time: a look whether the server is there may not
            place.timing.readPatience = .milliseconds(200)
            // Time: as above
            place.timing.sign = .milliseconds(200)
            let store = try place.open()
            #expect(try await !store.hasActive())
            let processes =
                try server.run(
                    "SELECT string_agg(pid::text, ' ') FROM pg_stat_activity"
                ) + " "
                + server.run("SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)")
            let stopped = processes.split { !$0.isNumber }.compactMap { pid_t($0) }
            // Time: longer than a connection counts as alive
            try await Task.sleep(for: .milliseconds(300))
            for process in stopped { kill(process, SIGSTOP) }
            defer { for process in stopped { kill(process, SIGCONT) } }
            for _ in 0..<3 {
                let error = await #expect(throws: StoreError.self) { try await store.hasActive() }
                #expect(error?.code == .unreachable, "\(String(describing: error))")
            }
        }
    }

    @Test func `a queue that another service has is refused until that ends`() async throws {
        try await withFolder { folder in
            let place = try DatabasePlace(folder: folder)
            var first: PostgresJobStore? = try place.open()
            let job = try await first?.queued("one")
            var hasty = place
            // Time: the other one does not end within it
            hasty.timing.takeover = .milliseconds(300)
            let problem = #expect(throws: DatabaseProblem.self) { try hasty.open() }
            guard case .taken(_, let host, let since) = problem else {
                Issue.record("\(String(describing: problem))")
                return
            }
            #expect(host == "alpha" && since.count == 16)
            first = nil
            let second = try place.open()
            #expect(try await second.active() == [job])
        }
    }

    @Test func `no statement of a lane, a list, or a submission reads a whole table`() async throws
    {
        try await withFolder { folder in
            var place = try DatabasePlace(folder: folder)
            // The server writes the plan of each statement of this role to its log.
            let role = "r" + place.schema.suffix(8)
            try place.server.run(
                """
                CREATE ROLE \(role) LOGIN SUPERUSER;
                ALTER ROLE \(role) SET session_preload_libraries = 'auto_explain';
                ALTER ROLE \(role) SET auto_explain.log_min_duration = 0;
                ALTER ROLE \(role) SET auto_explain.log_nested_statements = on;
                """
            )
            place.address = place.address.replacing("user=printcenter", with: "user=\(role)")
            let store = try place.open()
            _ = try await store.queued("one", document: nil)
            try place.server.run(
                """
                SET search_path = \(place.schema);
                INSERT INTO document SELECT 'd' || n, 'k' || n, '{}', 1,
                    extract(epoch FROM now()) * 1000 FROM generate_series(2, 20000) n;
                INSERT INTO job SELECT n, 'k' || n, '', 's' || n, 'd' || n, 'p' || n % 100, facts,
                    delivery, createdAt + n, CASE WHEN n % 3 = 0 THEN n END, 50,
                    (n % 1000 = 1)::int, 0, 0 FROM job, generate_series(2, 20000) n;
                INSERT INTO event SELECT n, n, 0, facts FROM job, generate_series(2, 20000) n
                    WHERE id = 1;
                UPDATE queue SET event = 20000; SELECT setval('jobNumber', 20000); ANALYZE
                """
            )
            let before = place.server.log.count
            // More often than it takes for a plan for all values.
            for number in 0..<8 { try await store.useStatements(number: number) }
            let plans = place.server.log.dropFirst(before)
            // What is looked for would be found: the table of one row is read as a whole.
            #expect(plans.contains("Seq Scan on queue"))
            let small = ["queue", "host", "lease", "lane"].map { "Seq Scan on \($0)" }
            let scans = plans.split(separator: "\n").filter { line in
                line.contains("Seq Scan on") && !small.contains { line.contains($0) }
            }
            #expect(scans.isEmpty)
        }
    }

    // MARK: What the tests share

    private func withFolderBlocking(_ body: (String) throws -> Void) throws {
        let folder = try TemporaryFolder("pcdb-test")
        try body(folder.path)
        withExtendedLifetime(folder) {}
    }

    private func withProblem(
        setUp: (inout DatabasePlace) throws -> Void = { _ in },
        afterOpening sql: String? = nil,
        isExpected: (DatabaseProblem) -> Bool
    ) throws {
        try withFolderBlocking { folder in
            var place = try DatabasePlace(folder: folder)
            try setUp(&place)
            if let sql {
                _ = try place.open()
                try place.server.run("SET search_path = \(place.schema); \(sql)")
            }
            let problem = #expect(throws: DatabaseProblem.self) { try place.open() }
            guard let problem else { return }
            #expect(isExpected(problem), "\(problem)")
        }
    }
}
