internal import CLinux
internal import FoundationEssentials
internal import Glibc
internal import PrintLab

/// A PostgreSQL server on a Unix socket in a folder of its own.
///
/// Everyone who can open the folder may log in, but the role `guarded` needs its password.
///
/// It ends with the program that started it, also where that is killed. As root, the server runs as `postgres` or
/// `nobody`, because it refuses to run as root.
package final class DatabaseServer: Sendable {
    /// The folder of the newest server's programs; `nil` where none is installed.
    private static let programs: String? = {
        let root = "/usr/lib/postgresql"
        // No such folder: no server.
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return versions.compactMap { Int($0) }.sorted(by: >).map { "\(root)/\($0)/bin" }
            .first { unsafe access($0 + "/postgres", X_OK) == 0 }
    }()

    /// Whether a server is installed.
    package static let isInstalled = programs != nil

    /// One server for all that does not stop it.
    package static let shared = Result { try DatabaseServer() }

    private let folder: String
    /// Keeps the server running for as long as it reads from its end of the pipe.
    private let keeper: RunningProgram
    private let leash: Int32

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - settings: Lines of `postgresql.conf`.
    ///   - primary: The server that it follows, as a standby.
    ///   - clients: The network whose clients may log in, too, by the port 5432 of the calling thread's network.
    /// - Throws: ``ProofError``.
    package init(
        settings: [String] = [],
        following primary: DatabaseServer? = nil,
        clients: String? = nil
    ) throws {
        guard let programs = Self.programs else { throw ProofError("No PostgreSQL is installed.") }
        folder = try TemporaryFolder.make("pcdb", in: TemporaryFolder.memory)
        let user = Self.user
        if let user { _ = unsafe chown(folder, user.id, user.group) }
        let lines =
            [
                "listen_addresses = '\(clients == nil ? "" : "*")'",
                "unix_socket_directories = '\(folder)'",
                "shared_buffers = 16MB", "max_connections = 100", "max_wal_size = 64MB",
            ] + settings
        let makes =
            if let primary {
                "pg_basebackup\" -h \(primary.folder) -U printcenter -D data -R -c fast --no-sync"
            } else {
                "initdb\" -A trust -U printcenter -D data --no-sync --locale=C -E UTF8 >initdb.log"
            }
        let script = """
            set -e
            cd "$0"
            "$1/\(makes)
            cat >>data/postgresql.conf <<'END'
            \(lines.joined(separator: "\n"))
            END
            sed -i '1i local all guarded scram-sha-256' data/pg_hba.conf
            echo '\(clients.map { "host all all \($0) trust" } ?? "")' >>data/pg_hba.conf
            "$1/pg_ctl" -D data -w -t \(Duration.patience.components.seconds) -l server.log start >/dev/null
            echo ready
            cat >/dev/null
            # A test may have stopped the server, and the folder is removed all the same.
            "$1/pg_ctl" -D data -w -m immediate stop >/dev/null || true
            cd /
            rm -rf "$0"
            """
        var ends: [Int32] = [-1, -1]
        guard unsafe clinux_pipe(&ends) == 0 else { throw ProofError("There is no pipe.") }
        defer { close(ends[0]) }
        leash = ends[1]
        let name = folder
        let files = try TemporaryFolder.make("pcdb-log", in: TemporaryFolder.memory)
        keeper = try RunningProgram(
            Self.asUser + ["/bin/sh", "-c", script, folder, programs],
            environment: Self.environment,
            input: ends[0],
            files: files + "/keeper"
        )
        defer { try? FileManager.default.removeItem(atPath: files) }
        let keeper = keeper
        try waitBlocking(for: "a PostgreSQL server in \(name)") {
            if let end = keeper.endingIfEnded() { throw ProofError("PostgreSQL: \(end)") }
            return keeper.outputSoFar.contains("ready")
        }
    }

    deinit {
        close(leash)
        // The folder is gone once the server has ended.
        try? waitBlocking(for: "the end of a PostgreSQL server") { keeper.endingIfEnded() != nil }
    }

    /// The folder of its socket.
    package var socketFolder: String { folder }

    /// The path of its socket.
    package var socket: String { folder + "/.s.PGSQL.5432" }

    /// The options by which libpq connects.
    package var address: String { Self.address(folder) }

    /// The options by which libpq connects to a socket in a folder.
    package static func address(_ folder: String) -> String {
        "host=\(folder) dbname=postgres user=printcenter"
    }

    /// What the server has written to its log.
    package var log: String { RunningProgram.read(folder + "/server.log") }

    /// Stops the server without ado, as a crash would, or in an orderly way.
    package func stop(immediately: Bool = true) throws {
        try control(["-m", immediately ? "immediate" : "fast", "stop"])
    }

    /// Makes a standby a server that takes writes.
    package func promote() throws { try control(["promote"]) }

    /// Keeps what a stopped server has, to go back to.
    package func save() throws { try copy("data", to: "saved") }

    /// Goes back to what was kept, while the server is stopped.
    package func restore() throws { try copy("saved", to: "data") }

    private func copy(_ source: String, to target: String) throws {
        let files = try TemporaryFolder("pcdb-log")
        let program = try RunningProgram(
            Self.asUser + [
                "/bin/sh", "-c", #"cd "$0" && rm -rf "$2" && cp -a "$1" "$2""#, folder, source,
                target,
            ],
            environment: Self.environment,
            files: files.path + "/copy"
        )
        try waitBlocking(for: "a copy of the database") { program.endingIfEnded() != nil }
        guard program.endingIfEnded()?.code == 0 else { throw ProofError("No copy was made.") }
    }

    /// Stops all processes of the server where they are: it refuses nothing, and answers nothing.
    ///
    /// - Returns: The processes, to ``thaw(_:)`` before the server is stopped.
    package func freeze() throws -> [Int32] {
        let file = RunningProgram.read(folder + "/data/postmaster.pid")
        guard let first = file.split(separator: "\n").first, let main = pid_t(first) else {
            throw ProofError("The server does not run.")
        }
        // The first one before the others: it would start more of them meanwhile.
        kill(main, SIGSTOP)
        let entries = try FileManager.default.contentsOfDirectory(atPath: "/proc")
        let all =
            [main]
            + entries.compactMap { pid_t($0) }.filter { process in
                // The name of the program, in parentheses, may have spaces.
                let facts = RunningProgram.read("/proc/\(process)/stat").split(separator: ")").last
                let parent = facts?.split(separator: " ").dropFirst().first
                return parent.flatMap { pid_t($0) } == main
            }
        for process in all { kill(process, SIGSTOP) }
        return all
    }

    /// Lets the processes of the server go on.
    package func thaw(_ processes: [Int32]) {
        for process in processes { kill(process, SIGCONT) }
    }

    /// Starts the server again.
    package func start() throws { try control(["-l", folder + "/server.log", "start"]) }

    private func control(_ words: [String]) throws {
        let files = try TemporaryFolder("pcdb-log")
        let program = try RunningProgram(
            Self.asUser + [
                "\(Self.programs ?? "")/pg_ctl", "-D", folder + "/data", "-w", "-t",
                "\(Duration.patience.components.seconds)",
            ] + words,
            environment: Self.environment,
            files: files.path + "/pg_ctl"
        )
        try waitBlocking(for: "pg_ctl \(words)") { program.endingIfEnded() != nil }
        guard let end = program.endingIfEnded(), end.code == 0 else {
            throw ProofError("pg_ctl: \(String(describing: program.endingIfEnded()))")
        }
    }

    /// Runs statements with `psql`; returns the values of the last one.
    @discardableResult
    package func run(_ sql: String, in database: String = "postgres") throws -> String {
        let files = try TemporaryFolder("pcdb-log")
        let program = try RunningProgram(
            [
                "\(Self.programs ?? "")/psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-h", folder, "-U",
                "printcenter", "-d", database, "-c", sql,
            ],
            environment: Self.environment,
            files: files.path + "/psql"
        )
        try waitBlocking(for: "psql") { program.endingIfEnded() != nil }
        guard let end = program.endingIfEnded(), end.code == 0 else {
            throw ProofError("psql: \(String(describing: program.endingIfEnded()))")
        }
        return end.lines.joined(separator: "\n")
    }

    // MARK: The user

    private static let environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C"]

    private static let user: (id: uid_t, group: gid_t)? = {
        guard geteuid() == 0 else { return nil }
        for name in ["postgres", "nobody"] {
            if let entry = unsafe getpwnam(name) {
                return unsafe (entry.pointee.pw_uid, entry.pointee.pw_gid)
            }
        }
        return nil
    }()

    private static var asUser: [String] {
        guard let user else { return ["/usr/bin/env"] }
        return [
            "/usr/bin/setpriv", "--reuid=\(user.id)", "--regid=\(user.group)", "--clear-groups",
        ]
    }
}
