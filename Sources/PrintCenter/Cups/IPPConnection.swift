internal import CCups
import Glibc
package import IPP
import Synchronization

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
    /// How many times as long as a question a request that changes something may wait for its connection.
    private static let changesFactor = 5

    /// A request without its last byte.
    private struct Pending: ~Copyable {
        var handle: HTTPHandle
        let lastByte: UInt8
        let requestID: Int32
        /// The `Authorization` of its head; `nil` if it had none.
        let authorization: String?
    }

    let endpoint: IPPEndpoint
    /// The user names and passwords for printers.
    let keyring: Keyring?
    private let executor: BlockingExecutor
    private let clock: any ServiceClock
    private let continues: ContinueMemory?
    /// The time for a device to accept a connection, and to confirm that it has got a request which only reads.
    private let reachTime: Duration
    nonisolated let lookUp = Mutex(false)
    private var handle: HTTPHandle?
    private var pending: Pending?
    /// The deadline of the document that is being sent.
    private nonisolated let sending = Mutex<RequestDeadline?>(nil)
    /// The SHA-256 of the public key that the server showed last, in hexadecimal digits; `nil` without
    /// TLS.
    package internal(set) var publicKey: String?
    /// The uptime of the last reply.
    private var lastUse = Duration.zero
    /// How many connections the server has ended, when it restarted or because they were idle.
    package private(set) var endsByServer = 0

    /// Whether the name of the server is being looked up, so that there is no connection yet.
    package nonisolated var isLookingUp: Bool { lookUp.withLock(\.self) }

    /// The executor for blocking calls.
    nonisolated package var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Creates a connection to a server; the first request connects.
    ///
    /// - Parameters:
    ///   - endpoint: The server.
    ///   - keyring: The user names and passwords for printers; the scheduler gets none of them.
    ///   - clock: The clock that tells how long the connection has been idle. The timeouts of
    ///     requests always take real time, because the server does.
    ///   - continues: What is known of the device, whose connections share it.
    ///   - reachTime: The time after which a device that accepts no connection is gone.
    package init(
        to endpoint: IPPEndpoint,
        keyring: Keyring? = nil,
        clock: any ServiceClock = SystemClock(),
        continues: ContinueMemory? = nil,
        reachTime: Duration = .seconds(2)
    ) {
        self.reachTime = reachTime
        self.endpoint = endpoint
        self.keyring = keyring
        self.clock = clock
        if case .device = endpoint {
            self.continues = continues ?? ContinueMemory()
        } else {
            self.continues = nil
        }
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
    ///   the request, ``CupsError/replyLost`` if it may have,
    ///   ``CupsError/identityChanged(key:)`` before anything is sent.
    package func send(
        _ request: IPPMessage,
        resource: String = "/",
        document: DocumentBody? = nil,
        effect: Effect,
        timeout: Duration
    ) throws(CupsError) -> IPPMessage {
        if let document, case .device = endpoint {
            let deadline = RequestDeadline(timeout: timeout, end: .reset)
            try begin(request, resource: resource, document: document, deadline: deadline)
            return try commit(deadline: deadline)
        }
        var exchange = try exchange(request, resource: resource, document: document)
        if case .device = endpoint, effect == .reads {
            exchange.lossMilliseconds = reachTime.cupsMilliseconds
        }
        let deadline = RequestDeadline(timeout: timeout)
        do {
            return try attempt(exchange, for: request, effect: effect, deadline: deadline)
        } catch .replyLost where effect == .reads && !deadline.hasPassed {
            return try attempt(exchange, for: request, effect: effect, deadline: deadline)
        }
    }

    // MARK: Documents to a device

    /// Sends a request and its document over a new connection, without the last byte.
    ///
    /// A device has no document until it has the last byte, so that ``commit(timeout:)`` decides.
    /// Until then, every end of the connection is a reset: by ``abandon()``, an error, the time-out,
    /// another request in two steps, or the end of the process. A regular end would make printers
    /// print what they have.
    ///
    /// - Parameters:
    ///   - request: The message.
    ///   - resource: The path of the HTTP request; a device has its own.
    ///   - document: The document, which may be empty: then the message lacks its last byte.
    ///   - timeout: The time until all other bytes are written.
    /// - Throws: ``CupsError/notConnected`` if the server has received nothing,
    ///   ``CupsError/replyLost`` if it has received a part, or the error of a reply that came early.
    package func begin(
        _ request: IPPMessage,
        resource: String = "/",
        document: DocumentBody,
        timeout: Duration
    ) throws(CupsError) {
        let deadline = RequestDeadline(timeout: timeout, end: .reset)
        sending.withLock { $0 = deadline }
        defer { sending.withLock { $0 = nil } }
        if Task.isCancelled { deadline.expire() }
        try begin(request, resource: resource, document: document, deadline: deadline)
    }

    /// Resets the connection over which ``begin(_:resource:document:timeout:)`` is sending a document, from
    /// any thread; it throws then.
    nonisolated func breakOff() {
        sending.withLock(\.self)?.expire()
    }

    /// Sends the last byte of the request that has begun, and returns the reply.
    ///
    /// - Parameter timeout: The time until the reply has arrived.
    /// - Returns: The reply, whose IPP status may be an error.
    /// - Throws: ``CupsError/notConnected`` if the last byte was not sent, because the connection
    ///   ended; ``CupsError/replyLost`` if it may have been; the error of a reply that came before it.
    package func commit(timeout: Duration) throws(CupsError) -> IPPMessage {
        try commit(deadline: RequestDeadline(timeout: timeout, end: .reset))
    }

    /// Resets the connection of the request that has begun.
    package func abandon() {
        pending = nil
    }

    /// Closes the connection; the next request opens another.
    package func close() {
        dropStaleHandle(effect: .reads)
        handle = nil
        pending = nil
    }

    private func begin(
        _ request: IPPMessage,
        resource: String,
        document: DocumentBody,
        deadline: RequestDeadline
    ) throws(CupsError) {
        close()
        var exchange = try exchange(request, resource: resource, document: document)
        var isRetry = false
        while true {
            guard var connected = try connect(deadline: deadline) else { throw .notConnected }
            try refuse(exchange, unlessEncrypted: connected)
            exchange.authorization = authentication.authorization(for: exchange.resource)
            let lastByte: UInt8
            do throws(CupsError) {
                lastByte = try exchange.begin(over: &connected, deadline: deadline)
            } catch .authenticationRequired {
                // Before the last byte nothing is printed, so that the document may be sent again.
                try authentication.takeIn(
                    connected.challenge,
                    to: exchange.authorization,
                    isRetry: isRetry
                )
                isRetry = true
                continue
            }
            pending = Pending(
                handle: connected,
                lastByte: lastByte,
                requestID: request.requestID,
                authorization: exchange.authorization
            )
            return
        }
    }

    private func commit(deadline: RequestDeadline) throws(CupsError) -> IPPMessage {
        guard var held = pending.take() else { throw .notConnected }
        let body: [UInt8]
        do throws(CupsError) {
            body = try IPPExchange.commit(held.lastByte, over: &held.handle, deadline: deadline)
        } catch .authenticationRequired {
            // The caller decides whether to send all of it again.
            try authentication.takeIn(
                held.handle.challenge,
                to: held.authorization,
                isRetry: false,
                isAtEnd: true
            )
            throw .authenticationRequired
        }
        authentication.noteAcceptance()
        let requestID = held.requestID
        handle = consume held.handle
        return try reply(body, to: requestID)
    }

    // MARK: One attempt

    private func exchange(
        _ request: IPPMessage,
        resource: String,
        document: DocumentBody?
    ) throws(CupsError) -> IPPExchange {
        var path = resource
        if case .device(let address) = endpoint { path = address.uri.resource }
        return try IPPExchange(request, resource: path, document: document, continues: continues)
    }

    private func attempt(
        _ exchange: IPPExchange,
        for request: IPPMessage,
        effect: Effect,
        deadline: RequestDeadline
    ) throws(CupsError) -> IPPMessage {
        let end = ContinuousClock.now + reachTime * (effect == .reads ? 1 : Self.changesFactor)
        dropStaleHandle(effect: effect)
        if handle != nil {
            do {
                return try perform(exchange, for: request, deadline: deadline)
            } catch .notConnected {
                // An old connection that did not even accept the head of the request.
            }
        }
        handle = try connect(deadline: deadline, until: end)
        return try perform(exchange, for: request, deadline: deadline)
    }

    private func perform(
        _ exchange: IPPExchange,
        for request: IPPMessage,
        deadline: RequestDeadline
    ) throws(CupsError) -> IPPMessage {
        var exchange = exchange
        var isRetry = false
        while true {
            // The handle leaves the state of the actor while it is used, so that an error closes it.
            guard let connected = handle.take() else { throw .notConnected }
            try refuse(exchange, unlessEncrypted: connected)
            exchange.authorization = authentication.authorization(for: exchange.resource)
            let body: [UInt8]
            do throws(CupsError) {
                body = try exchange.perform(
                    over: connected,
                    mayAuthenticate: mayAuthenticate,
                    deadline: deadline
                )
            } catch .authenticationRequired where !mayAuthenticate {
                try authentication.takeIn(
                    connected.challenge,
                    to: exchange.authorization,
                    isRetry: isRetry
                )
                isRetry = true
                // libcups would connect again by itself, without a look at the key.
                handle = try connect(deadline: deadline)
                continue
            } catch {
                if error == .notConnected || error == .replyLost { endsByServer += 1 }
                throw error
            }
            handle = consume connected
            return try reply(body, to: request.requestID)
        }
    }

    /// Reads the reply, after which the connection stays open unless it is none.
    private func reply(_ body: [UInt8], to requestID: Int32) throws(CupsError) -> IPPMessage {
        lastUse = clock.uptime
        let reply: IPPMessage
        do {
            reply = try IPPDecoder().decode(body)
        } catch {
            handle = nil
            throw .unreadable(error)
        }
        guard reply.requestID == requestID else {
            handle = nil
            throw .misdirected
        }
        return reply
    }

    private var mayAuthenticate: Bool {
        if case .device = endpoint { false } else { true }
    }

    /// Closes a connection that the server has closed, or may be about to.
    private func dropStaleHandle(effect: Effect) {
        guard let open = handle.take() else { return }
        // Between requests a server sends nothing: readable data means that it has closed.
        var request = pollfd(fd: open.descriptor, events: Int16(clamping: POLLIN), revents: 0)
        guard unsafe poll(&request, 1, 0) == 0 else {
            endsByServer += 1
            return
        }
        if effect == .changes, clock.uptime - lastUse > Self.freshness { return }
        handle = consume open
    }
}
