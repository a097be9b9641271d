/// Where the database of a queue is, as `store` in `settings.json` says.
package struct DatabaseAddress: Sendable, Equatable {
    /// The options of libpq.
    let options: [String: String]

    /// Reads a URI such as `postgresql://db.example/print`, or options such as `service=print`.
    ///
    /// - Throws: ``DatabaseProblem``: the text cannot be read, or has a password, which belongs in a file that libpq
    ///   reads.
    package init(_ text: String) throws(DatabaseProblem) {
        guard Libpq.isThere else { throw .libraryMissing }
        guard let found = try? Libpq.options(in: text) else { throw .unreadable }
        guard found["password"] == nil, found["sslpassword"] == nil else { throw .password }
        options = found
    }

    /// The database in words: its name and its server, without the user.
    var name: String {
        if let service = options["service"] { return "service=\(service)" }
        let host = options["host"] ?? options["hostaddr"] ?? "this computer"
        return "\(options["dbname"] ?? options["user"] ?? "PostgreSQL") (\(host))"
    }

    /// Whether each server is on this computer, so that no network carries the connection.
    private var isLocal: Bool {
        let hosts = (options["hostaddr"] ?? options["host"] ?? "").split(separator: ",")
        return hosts.allSatisfy {
            $0.hasPrefix("/") || $0.hasPrefix("@")
                || ["localhost", "127.0.0.1", "::1"].contains($0)
        }
    }

    /// The options of a connection: those of the settings, and what they leave open.
    var completed: [String: String] {
        var all = [
            "client_encoding": "UTF8", "connect_timeout": "5",
            // The server that takes over is another one of the list.
            "target_session_attrs": "read-write",
            // A network that swallows everything is noticed within ten seconds.
            "keepalives_idle": "5", "keepalives_interval": "2", "keepalives_count": "3",
            "tcp_user_timeout": "10000", "fallback_application_name": "printcenter",
        ]
        // A service file may say it, too, and would be overruled.
        if !isLocal, options["service"] == nil { all["sslmode"] = "verify-full" }
        return all.merging(options) { $1 }
    }
}
