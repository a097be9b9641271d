import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import PrintModel
import ServiceLifecycle

/// The listener of the page for the browser: on 127.0.0.1, and only while somebody needs it.
///
/// It opens when the user asks for the page over the Unix socket, and closes when no browser has sent a request for a
/// while. A service that starts while a page is still open takes its port again.
actor PageDoor: Service {
    private let limits: ConnectionLimits
    private let idle: Duration
    private let memory: PageMemory
    private let log: Logger
    /// Keeps the service alive while the page is open.
    private let life: Activity
    /// The requests of browsers that were accepted.
    private let visits = Activity()
    private let sessions = PageSessions()
    private var api: API?
    private var listening: Task<Void, Never>?

    init(
        limits: ConnectionLimits,
        idle: Duration,
        memory: PageMemory,
        activity: Activity,
        log: Logger
    ) {
        self.limits = limits
        self.idle = idle
        self.memory = memory
        self.life = activity
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
        if listening == nil { try await listen(at: 0) }
        visits.begin()
        visits.end()
        var fragment = sessions.issueToken()
        if let documents = request.documents, !documents.isEmpty {
            fragment += "/" + documents.joined(separator: ",")
        }
        return PageAddress(url: "http://127.0.0.1:\(sessions.port)/#\(fragment)")
    }

    func run() async throws {
        if let place = memory.read() {
            // The port may be taken by now; a page says that it found no service.
            try? await listen(at: place.port)
            if listening != nil { sessions.sessions = place.sessions }
            visits.begin()
            visits.end()
        }
        await cancelWhenGracefulShutdown { [idle] in
            while !Task.isCancelled {
                // Canceled at the end of the service.
                try? await Task.sleep(for: min(idle, .seconds(1)))
                if !Task.isCancelled { await self.look() }
            }
        }
        // The next service finds the page where it is.
        listening?.cancel()
    }

    /// Notes which browsers may come back, and closes the page if there are none.
    private func look() {
        guard listening != nil else { return }
        if let time = visits.idleTime, time >= idle {
            close()
        } else {
            note()
        }
    }

    private var noted: PageMemory.Place?

    private func note() {
        let place = PageMemory.Place(port: sessions.port, sessions: sessions.sessions)
        guard place != noted else { return }
        memory.write(place)
        noted = place
    }

    private func close() {
        listening?.cancel()
        listening = nil
        sessions.clear()
        memory.remove()
        noted = nil
        life.end()
    }

    /// Listens at a port; 0 takes a free one.
    private func listen(at port: Int) async throws {
        guard let api else { return }
        let (ports, bound) = AsyncStream<Int>.makeStream()
        let application = Application(
            responder: PageResponder(api: api, sessions: sessions, visits: visits) { [weak self] in
                await self?.note()
            }
            .responder,
            server: HTTPServerBuilder { [limits] responder in
                GuardedChannel(limits: limits, peers: .ownLoopback, responder: responder)
            },
            configuration: ApplicationConfiguration(
                address: .hostname("127.0.0.1", port: port),
                serverName: nil
            ),
            onServerRunning: { channel in
                bound.yield(channel.localAddress?.port ?? 0)
            },
            logger: log
        )
        let task = Task {
            // It ends when it is canceled, or at once if the port is taken.
            try? await application.run()
            bound.finish()
        }
        var iterator = ports.makeAsyncIterator()
        guard let port = await iterator.next(), port > 0 else {
            task.cancel()
            throw Problem(.internalError, ["detail": "no port"])
        }
        guard listening == nil else {
            // Another request was faster.
            task.cancel()
            return
        }
        sessions.port = port
        listening = task
        life.begin()
    }
}
