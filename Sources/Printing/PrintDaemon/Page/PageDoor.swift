import Logging
import PrintModel
import ServiceLifecycle

/// The listener of the page for the browser: on 127.0.0.1, and only while somebody needs it.
///
/// It opens when the user asks for the page over the Unix socket, and closes when no browser has sent a request for a
/// while. Each time it has another port and other secrets, since anybody may listen at the port that it has left.
actor PageDoor: Service {
    /// A listener with what serves it until its end.
    private struct Opened {
        let listener: Listener
        let serving: Task<Void, Never>
    }

    /// The time for responses in progress when the page closes.
    private static let grace = Duration.milliseconds(500)

    private let limits: ConnectionLimits
    private let idle: Duration
    /// The time within which a browser has to come that was started with a file.
    private let wait: Duration
    private let socket: String
    private let strangers: Strangers
    private let log: Logger
    /// Keeps the service alive while the page is open.
    private let life: Activity
    /// The requests of browsers that were accepted.
    private let visits = Activity()
    private let sessions = PageSessions()
    private var api: API?
    private var opened: Task<Opened, any Error>?
    /// The files that lead browsers here, by the ids of the visits, with what renews them.
    private var entrances: [String: (file: EntranceFile, renewing: Task<Void, Never>)] = [:]

    init(
        limits: ConnectionLimits,
        idle: Duration,
        wait: Duration,
        socket: String,
        activity: Activity,
        strangers: Strangers,
        log: Logger
    ) {
        self.limits = limits
        self.idle = idle
        self.wait = wait
        self.socket = socket
        self.life = activity
        self.strangers = strangers
        self.log = log
    }

    /// Sets the API that the page uses.
    func serve(_ api: API) {
        self.api = api
    }

    /// Opens the page.
    func open(_ request: PageRequest) async throws -> PageAddress {
        guard request.isValid else {
            throw Problem(.invalidValue, ["field": "documents"], field: "documents")
        }
        // The page does not close while it is being opened.
        visits.begin()
        defer { visits.end() }
        try await listen()
        let documents = request.documents ?? []
        let rest = documents.isEmpty ? "" : "/" + documents.joined(separator: ",")
        if request.file == true { return try lead(to: rest) }
        let token = sessions.issueToken() ?? ""
        return PageAddress(url: "\(address)#\(token)\(rest)")
    }

    /// Whether a browser has come that was started with a file.
    func visit(_ id: String) -> PageVisit {
        sessions.visit(id)
    }

    private var address: String { "http://127.0.0.1:\(sessions.port)/" }

    // MARK: Files that lead here

    /// Writes a file that leads a browser here, and renews it until the browser has come, or does not.
    private func lead(to rest: String) throws -> PageAddress {
        let visit = sessions.expect(within: wait)
        let file = EntranceFile(for: visit, beside: socket)
        try renew(file, for: visit, rest)
        // Whoever reads the file late is to find a token that is still good for a while.
        let renewing = Task { [wait] in
            visits.begin()
            defer { visits.end() }
            for _ in 1...3 {
                // Canceled when the browser has come.
                try? await Task.sleep(for: wait / 4)
                // The token before is good still where the file cannot be written.
                if !Task.isCancelled { try? renew(file, for: visit, rest) }
            }
            try? await Task.sleep(for: wait / 4)  // as above
            arrived(visit)
        }
        entrances[visit] = (file, renewing)
        return PageAddress(url: address, file: file.path, visit: visit)
    }

    private func renew(_ file: EntranceFile, for visit: String, _ rest: String) throws {
        guard let token = sessions.issueToken(life: wait / 2, visit: visit) else { return }
        try file.write("\(address)enter#\(token)\(rest)")
    }

    /// Removes the file of a visit.
    func arrived(_ visit: String) {
        guard let entrance = entrances.removeValue(forKey: visit) else { return }
        entrance.renewing.cancel()
        entrance.file.remove()
    }

    func run() async throws {
        EntranceFile.removeAll(beside: socket)
        await cancelWhenGracefulShutdown { [idle] in
            while !Task.isCancelled {
                // Canceled at the end of the service.
                try? await Task.sleep(for: min(idle, .seconds(1)))
                if !Task.isCancelled { await self.look() }
            }
        }
        await close()?.value
    }

    /// Closes the page if no browser needs it.
    private func look() {
        guard opened != nil, let time = visits.idleTime, time >= idle else { return }
        _ = close()
        life.end()
    }

    /// Forgets the browsers, and closes the listener.
    ///
    /// - Returns: What ends when all its connections have ended.
    private func close() -> Task<Void, Never>? {
        guard let opened = opened.take() else { return nil }
        sessions.clear()
        for visit in entrances.keys { arrived(visit) }
        return Task {
            // One that could not be opened has no connections.
            guard let opened = try? await opened.value else { return }
            opened.listener.stop()
            await opened.serving.value
        }
    }

    /// Listens, if it does not yet.
    private func listen() async throws {
        let opened = self.opened ?? Task { try await begin() }
        self.opened = opened
        do {
            _ = try await opened.value
        } catch {
            if self.opened == opened { self.opened = nil }
            throw Problem(.internalError, ["detail": "no port"])
        }
    }

    private func begin() async throws -> Opened {
        guard let api else { throw CancellationError() }
        let listener = try await Listener(
            at: .loopback,
            responder: PageResponder(api: api, sessions: sessions, visits: visits) {
                [weak self] in await self?.arrived($0)
            }
            .responder,
            limits: limits,
            strangers: strangers,
            grace: Self.grace,
            log: log
        )
        sessions.port = listener.port
        life.begin()
        // It has no parent, whose end would cancel it: it ends when it is stopped.
        return Opened(listener: listener, serving: Task { await listener.run() })
    }
}
