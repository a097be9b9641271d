internal import CCups
import Glibc
package import IPP

/// A connection to an IPP server, which sends requests and returns replies.
///
/// It connects at the first request, keeps the connection as long as the server
/// does, and blocks on a thread of its own. Requests run one after the other.
package actor IPPConnection {
    /// The effect of a request, which decides whether it may be retried when its reply is lost.
    package enum Effect: Sendable {
        /// The request only reads: it is retried once over a new connection.
        case reads
        /// The request changes something: it is never retried.
        case changes
    }

    /// The largest reply, in bytes.
    static let replyLimit = IPPLimits().messageSize
    /// The maximum idle time of a connection before a request that changes something needs a new
    /// one.
    ///
    /// The scheduler closes idle connections. The outcome of a request that races with
    /// the close would be unknown, and a new connection to a domain socket is cheap.
    private static let freshness = Duration.seconds(1)

    private let endpoint: IPPEndpoint
    private let executor: BlockingExecutor
    private let clock: any ServiceClock
    private var handle: HTTPHandle?
    /// The uptime of the last reply.
    private var lastUse = Duration.zero

    /// The executor for blocking calls.
    nonisolated package var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Creates a connection to a server; the first request connects.
    ///
    /// - Parameters:
    ///   - endpoint: The server.
    ///   - clock: The clock that tells how long the connection has been idle. The timeouts of
    ///     requests always take real time, because the server does.
    package init(to endpoint: IPPEndpoint, clock: any ServiceClock = SystemClock()) {
        self.endpoint = endpoint
        self.clock = clock
        self.executor = BlockingExecutor(label: "printcenter.cups.connection")
    }

    /// Sends a request and returns the reply, whatever its IPP status.
    ///
    /// - Parameters:
    ///   - request: The message.
    ///   - resource: The path of the HTTP request; a device has its own.
    ///   - document: The document that follows the message.
    ///   - effect: Whether the request may be retried when its reply is lost.
    ///   - timeout: The time for the whole request.
    /// - Returns: The reply, whose IPP status may be an error.
    /// - Throws: ``CupsError/notConnected`` if the server has not received
    ///   the request, ``CupsError/replyLost`` if it may have.
    package func send(
        _ request: IPPMessage,
        resource: String = "/",
        document: DocumentBody? = nil,
        effect: Effect,
        timeout: Duration
    ) throws(CupsError) -> IPPMessage {
        let bytes: [UInt8]
        do {
            bytes = try IPPEncoder().encode(request)
        } catch {
            throw .unencodable(error)
        }
        let exchange = IPPExchange(resource: path(of: resource), message: bytes, document: document)
        let deadline = RequestDeadline(timeout: timeout)
        do {
            return try attempt(exchange, for: request, effect: effect, deadline: deadline)
        } catch .replyLost where effect == .reads && !deadline.hasPassed {
            return try attempt(exchange, for: request, effect: effect, deadline: deadline)
        }
    }

    /// Closes the connection; the next request opens another.
    package func close() {
        handle = nil
    }

    // MARK: One attempt

    private func path(of resource: String) -> String {
        guard case .device(let uri) = endpoint else { return resource }
        return uri.resource
    }

    private func attempt(
        _ exchange: IPPExchange,
        for request: IPPMessage,
        effect: Effect,
        deadline: RequestDeadline
    ) throws(CupsError) -> IPPMessage {
        dropStaleHandle(effect: effect)
        if handle != nil {
            do {
                return try perform(exchange, for: request, deadline: deadline)
            } catch .notConnected {
                // An old connection that did not even accept the head of the request.
            }
        }
        handle = try connect(deadline: deadline)
        return try perform(exchange, for: request, deadline: deadline)
    }

    private func perform(
        _ exchange: IPPExchange,
        for request: IPPMessage,
        deadline: RequestDeadline
    ) throws(CupsError) -> IPPMessage {
        // The handle leaves the state of the actor while it is used, so that an error closes it.
        guard let connected = handle.take() else { throw .notConnected }
        let body = try exchange.perform(
            over: connected,
            mayAuthenticate: mayAuthenticate,
            deadline: deadline
        )
        handle = consume connected
        lastUse = clock.uptime
        let reply: IPPMessage
        do {
            reply = try IPPDecoder().decode(body)
        } catch {
            handle = nil
            throw .unreadable(error)
        }
        guard reply.requestID == request.requestID else {
            handle = nil
            throw .misdirected
        }
        return reply
    }

    private var mayAuthenticate: Bool {
        switch endpoint {
        case .scheduler, .domainSocket: true
        case .device: false
        }
    }

    private func connect(deadline: RequestDeadline) throws(CupsError) -> HTTPHandle? {
        let milliseconds = deadline.millisecondsLeft
        let connected: HTTPHandle?
        switch endpoint {
        case .scheduler:
            let server = configuredScheduler()
            connected = HTTPHandle(
                host: try SchedulerSocket.path(host: server.host, port: server.port),
                port: 0,
                encryption: HTTP_ENCRYPTION_NEVER,
                milliseconds: milliseconds
            )
        case .domainSocket(let path):
            connected = HTTPHandle(
                host: path,
                port: 0,
                encryption: HTTP_ENCRYPTION_NEVER,
                milliseconds: milliseconds
            )
        case .device(let uri):
            connected = HTTPHandle(
                host: uri.host,
                port: Int32(uri.port),
                encryption: uri.isEncrypted ? HTTP_ENCRYPTION_ALWAYS : HTTP_ENCRYPTION_NEVER,
                milliseconds: milliseconds
            )
        }
        return connected
    }

    /// Closes a connection that the server has closed, or may be about to.
    private func dropStaleHandle(effect: Effect) {
        guard let open = handle.take() else { return }
        if effect == .changes, clock.uptime - lastUse > Self.freshness {
            return
        }
        // Between requests a server sends nothing: readable data means that it has closed.
        var request = pollfd(fd: open.descriptor, events: Int16(POLLIN), revents: 0)
        let count = unsafe poll(&request, 1, 0)
        guard count == 0 else { return }
        handle = consume open
    }
}
