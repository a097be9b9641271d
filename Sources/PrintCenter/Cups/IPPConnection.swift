internal import CCups
import Glibc
package import IPP

/// A connection to one IPP server that sends a request and gives back the answer.
///
/// It connects when first needed, keeps the connection while the server does,
/// and blocks on a thread of its own. Requests wait for each other.
package actor IPPConnection {
    /// What may be done when an answer is lost.
    package enum Effect: Sendable {
        /// The request only reads: it is sent once more over a new connection.
        case reads
        /// The request changes something: it is never sent twice.
        case changes
    }

    /// The most bytes of an answer.
    static let replyLimit = IPPLimits().messageSize
    /// How long a connection may have been idle and still carry a request that changes something.
    ///
    /// The scheduler closes idle connections. A request that meets the close would be
    /// in doubt, and a new connection to a domain socket costs nothing.
    private static let freshness = Duration.seconds(1)

    private let endpoint: IPPEndpoint
    private let executor: BlockingExecutor
    private var handle: HTTPHandle?
    private var lastUse = ContinuousClock.now

    /// The executor that blocking calls run on.
    nonisolated package var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Names the server; nothing is connected yet.
    package init(to endpoint: IPPEndpoint) {
        self.endpoint = endpoint
        self.executor = BlockingExecutor(label: "printcenter.cups.connection")
    }

    /// Sends a request and returns the answer, whatever its IPP status.
    ///
    /// - Parameters:
    ///   - request: The message.
    ///   - resource: The path of the HTTP request; a device has its own.
    ///   - document: What follows the message.
    ///   - effect: Whether the request may be sent again when its answer is lost.
    ///   - timeout: The time for all of it.
    /// - Returns: The answer, whose IPP status may well be an error.
    /// - Throws: ``CupsError/notConnected`` where the server surely has not
    ///   received it, ``CupsError/replyLost`` where it may have.
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
        let post = Post(resource: path(of: resource), message: bytes, document: document)
        let deadline = RequestDeadline(timeout: timeout)
        do {
            return try attempt(post, for: request, effect: effect, deadline: deadline)
        } catch .replyLost where effect == .reads && !deadline.hasPassed {
            return try attempt(post, for: request, effect: effect, deadline: deadline)
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
        _ post: Post,
        for request: IPPMessage,
        effect: Effect,
        deadline: RequestDeadline
    ) throws(CupsError) -> IPPMessage {
        dropStaleHandle(effect: effect)
        if handle != nil {
            do {
                return try exchange(post, for: request, deadline: deadline)
            } catch .notConnected {
                // An old connection that took not even the head of the request.
            }
        }
        handle = try connect(deadline: deadline)
        return try exchange(post, for: request, deadline: deadline)
    }

    private func exchange(
        _ post: Post,
        for request: IPPMessage,
        deadline: RequestDeadline
    ) throws(CupsError) -> IPPMessage {
        // The handle leaves the actor's state while it is used: whatever throws, closes it.
        guard let connected = handle.take() else { throw .notConnected }
        let body = try post.exchange(
            over: connected,
            mayAuthenticate: mayAuthenticate,
            deadline: deadline
        )
        handle = consume connected
        lastUse = .now
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
        if effect == .changes, ContinuousClock.now - lastUse > Self.freshness {
            return
        }
        // Between two requests a server has nothing to say: what can be read is its goodbye.
        var request = pollfd(fd: open.descriptor, events: Int16(POLLIN), revents: 0)
        let count = unsafe poll(&request, 1, 0)
        guard count == 0 else { return }
        handle = consume open
    }
}
