internal import CCups
import Glibc

/// A connection of libcups, closed when the value is destroyed.
///
/// The corresponding C type is `http_t`. Each method calls libcups and reads its
/// error on one thread.
@safe struct HTTPHandle: ~Copyable {
    let pointer: OpaquePointer
    /// Whether the connection ends with a reset.
    private var isReset = false

    /// Connects; `nil` if that fails or times out.
    ///
    /// The corresponding C functions are `httpConnect2` and `httpReconnect2`. The look-up of a
    /// name may take longer: libcups has no timeout for it. Of several addresses, libcups tries
    /// another one each tenth of a second until one accepts.
    ///
    /// - Parameters:
    ///   - host: The name for HTTP and TLS.
    ///   - port: The port.
    ///   - addresses: The numeric addresses to try; without one, libcups looks up the host.
    ///   - encryption: Whether the connection is encrypted.
    ///   - milliseconds: The time for TCP to connect.
    ///   - answer: The time for the TLS handshake after that, in milliseconds; slow printers need it as well. libcups waits at least
    ///     ten seconds.
    ///   - whenFound: Is called once the addresses are known.
    init?(
        host: String,
        port: UInt16,
        addresses: [String] = [],
        encryption: http_encryption_t,
        milliseconds: Int32,
        answer: Int32 = 10_000,
        whenFound: () -> Void = {}
    ) {
        let list =
            addresses.isEmpty
            ? AddressList(of: host, port: port) : AddressList(addresses, port: port)
        guard !list.isEmpty else { return nil }
        whenFound()
        let connection = unsafe list.withPointer { list in
            unsafe httpConnect2(
                host,
                Int32(port),
                list,
                Int32(AF_UNSPEC),
                encryption,
                1,
                0,
                nil
            )
        }
        guard let connection = unsafe connection else { return nil }
        // Without a limit of ours, libcups gives a handshake up after ten seconds of silence.
        unsafe Self.limitEachRead(of: connection, milliseconds: answer)
        guard unsafe httpReconnect2(connection, max(1, milliseconds), nil) == 0 else {
            unsafe httpClose(connection)
            return nil
        }
        unsafe pointer = connection
    }

    deinit {
        // libcups would first send the regular end of TLS, which counts as the end of the document.
        if isReset { SocketReset.reset(descriptor) }
        unsafe httpClose(pointer)
    }

    /// The socket: `httpGetFd`.
    var descriptor: Int32 { unsafe httpGetFd(pointer) }

    /// Whether the connection is a domain socket, whose peer the server can identify.
    var isDomainSocket: Bool {
        guard let address = unsafe httpGetAddress(pointer) else { return false }
        return unsafe httpAddrFamily(address) == Int32(AF_UNIX)
    }

    /// Whether the connection is encrypted: `httpIsEncrypted`.
    var isEncrypted: Bool { unsafe httpIsEncrypted(pointer) != 0 }

    /// Makes every end of the connection a reset, also that of this process, until
    /// ``closeRegularly()``.
    mutating func resetWhenClosed() {
        isReset = true
        SocketReset.arm(descriptor)
    }

    /// Makes the connection end regularly again.
    mutating func closeRegularly() {
        isReset = false
        SocketReset.disarm(descriptor)
    }

    /// Bounds each single read and write: `httpSetTimeout`.
    func limitEachRead(milliseconds: Int32) {
        unsafe Self.limitEachRead(of: pointer, milliseconds: milliseconds)
    }

    private static func limitEachRead(of connection: OpaquePointer, milliseconds: Int32) {
        // libcups asks whether to go on waiting: when the time is over, and also after a TLS
        // message without HTTP data. The moment travels in the place of a pointer.
        let end = uptime + Int(milliseconds)
        unsafe httpSetTimeout(
            connection,
            Double(milliseconds) / 1000,
            { _, end in HTTPHandle.uptime < Int(bitPattern: end) ? 1 : 0 },
            UnsafeMutableRawPointer(bitPattern: end)
        )
    }

    /// Has the system end a connection whose peer confirms nothing of what is sent for so long; 0 for its own time.
    func limitLoss(milliseconds: Int32) {
        guard !isDomainSocket else { return }
        var time = UInt32(clamping: milliseconds)
        unsafe setsockopt(
            descriptor,
            Int32(clamping: IPPROTO_TCP),
            TCP_USER_TIMEOUT,
            &time,
            socklen_t(clamping: MemoryLayout<UInt32>.size)
        )
    }

    /// Waits for the reply; returns whether the peer has left the network instead.
    func isLost(withinMilliseconds milliseconds: Int32) -> Bool {
        guard unsafe httpGetReady(pointer) == 0 else { return false }
        var request = pollfd(fd: descriptor, events: Int16(clamping: POLLIN), revents: 0)
        guard unsafe poll(&request, 1, milliseconds) > 0,
            Int32(request.revents) & Int32(clamping: POLLERR) != 0
        else { return false }
        var error: Int32 = 0
        var size = socklen_t(clamping: MemoryLayout<Int32>.size)
        unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
        return [ETIMEDOUT, EHOSTUNREACH, ENETUNREACH].contains(error)
    }

    /// The time since the start of the system, in milliseconds.
    private static var uptime: Int {
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
    }

    /// Writes the head of a POST request; `false` if the connection is gone.
    ///
    /// The corresponding C function is `httpPost`. After a 401 it reconnects.
    ///
    /// `authorization` is the value of the header field for a printer.
    func post(
        resource: String,
        length: Int,
        expectContinue: Bool,
        authorization: String? = nil
    ) -> Bool {
        unsafe httpClearFields(pointer)
        unsafe httpSetField(pointer, HTTP_FIELD_CONTENT_TYPE, "application/ipp")
        // A few compressed bytes could expand to fill the memory.
        unsafe httpSetField(pointer, HTTP_FIELD_ACCEPT_ENCODING, "identity")
        if let authorization {
            unsafe httpSetField(pointer, HTTP_FIELD_AUTHORIZATION, authorization)
        } else if let authorization = unsafe httpGetAuthString(pointer) {
            unsafe httpSetField(pointer, HTTP_FIELD_AUTHORIZATION, authorization)
        }
        unsafe httpSetLength(pointer, length)
        unsafe httpSetExpect(
            pointer,
            expectContinue ? HTTP_STATUS_CONTINUE : HTTP_STATUS_NONE
        )
        return unsafe httpPost(pointer, resource) == 0
    }

    /// The header field `WWW-Authenticate` of the reply; empty if it has none.
    var challenge: String {
        guard let field = unsafe httpGetField(pointer, HTTP_FIELD_WWW_AUTHENTICATE) else {
            return ""
        }
        return unsafe String(cString: field)
    }

    /// Writes bytes of the body; `false` if the connection is gone.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = unsafe bytes
        while unsafe !rest.isEmpty {
            let start = unsafe rest.baseAddress?.assumingMemoryBound(to: CChar.self)
            let written = unsafe httpWrite2(pointer, start, rest.count)
            guard written > 0 else { return false }
            unsafe rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
        }
        return true
    }

    /// Sends the bytes that libcups has buffered: `httpFlushWrite`; `false` if the connection is gone.
    func flush() -> Bool { unsafe httpFlushWrite(pointer) >= 0 }

    /// Whether a reply has begun to arrive: `httpWait`.
    func hasAnswer(withinMilliseconds milliseconds: Int32) -> Bool {
        unsafe httpWait(pointer, milliseconds) != 0
    }

    /// Reads the head of the reply: `httpUpdate`.
    func status() -> http_status_t {
        unsafe httpUpdate(pointer)
    }

    /// Reads the head of a reply that comes before the end of the request; `nil` if there is none.
    ///
    /// Over TLS a server may send messages of TLS itself, so that data does not mean a reply.
    func earlyStatus(
        withinMilliseconds milliseconds: Int32,
        timeLeft: Int32
    ) -> http_status_t? {
        guard hasAnswer(withinMilliseconds: milliseconds) else { return nil }
        guard isEncrypted else { return status() }
        limitEachRead(milliseconds: max(milliseconds, 100))
        defer { limitEachRead(milliseconds: timeLeft) }
        let status = status()
        var byte: UInt8 = 0
        let isSilent =
            unsafe recv(
                descriptor,
                &byte,
                1,
                Int32(clamping: MSG_PEEK) | Int32(clamping: MSG_DONTWAIT)
            ) < 0
            && errno == EAGAIN
        return status == HTTP_STATUS_ERROR && isSilent ? nil : status
    }

    /// Reads the body of the reply; `nil` if the connection ends before the body.
    ///
    /// A body beyond the limit is read up to one byte more than the limit.
    func body(limit: Int) -> [UInt8]? {
        var body: [UInt8] = []
        while body.count <= limit {
            var count = 0
            let room = min(16 << 10, limit + 1 - body.count)
            let chunk = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, used in
                let start = unsafe UnsafeMutableRawPointer(buffer.baseAddress)?
                    .assumingMemoryBound(to: CChar.self)
                count = unsafe httpRead2(pointer, start, room)
                used = max(0, count)
            }
            guard count >= 0 else { return nil }
            if count == 0 {
                // libcups returns 0 at the end of the reply and for a broken connection.
                return unsafe httpGetRemaining(pointer) == 0 || endsWithConnection ? body : nil
            }
            body.append(contentsOf: chunk)
        }
        return body
    }

    /// Whether the reply has no length, so that it ends with the connection.
    private var endsWithConnection: Bool {
        guard unsafe httpIsChunked(pointer) == 0,
            let length = unsafe httpGetField(pointer, HTTP_FIELD_CONTENT_LENGTH)
        else { return false }
        return unsafe length.pointee == 0
    }

    /// Authenticates as the user of this process; `false` if that is not enough.
    ///
    /// The corresponding C function is `cupsDoAuthentication`. Never call it for a
    /// printer: this libcups sends the administrator's local certificate to any
    /// server on a loopback address.
    func authenticate(resource: String) -> Bool {
        // libcups keeps the callback per thread; the default one prompts on the terminal.
        unsafe cupsSetPasswordCB2({ _, _, _, _, _ in nil }, nil)
        unsafe httpFlush(pointer)
        return unsafe cupsDoAuthentication(pointer, "POST", resource) == 0
    }
}
