internal import CCups
import Glibc
import Synchronization

/// One connection of libcups, closed when this value goes.
///
/// The corresponding C type is `http_t`. Each method is one call of libcups with
/// the reading of its error, on one thread.
@safe struct HTTPHandle: ~Copyable {
    private let pointer: OpaquePointer
    private static let open = Mutex(0)

    /// How many connections are open in this process; tests hold it against zero.
    static var openCount: Int { open.withLock { $0 } }

    /// Connects; `nil` where that fails within the time.
    ///
    /// The corresponding C function is `httpConnect2`. Looking up a name and the
    /// first steps of TLS can take longer than the time, for which libcups has no limit.
    init?(
        host: String,
        port: Int32,
        encryption: http_encryption_t,
        milliseconds: Int32
    ) {
        let connection = unsafe httpConnect2(
            host,
            port,
            nil,
            Int32(AF_UNSPEC),
            encryption,
            1,
            milliseconds,
            nil
        )
        guard let connection = unsafe connection else { return nil }
        unsafe pointer = connection
        Self.open.withLock { $0 += 1 }
    }

    deinit {
        unsafe httpClose(pointer)
        Self.open.withLock { $0 -= 1 }
    }

    /// The socket: `httpGetFd`.
    var descriptor: Int32 { unsafe httpGetFd(pointer) }

    /// Whether the server can tell who asks by the socket itself.
    var isDomainSocket: Bool {
        guard let address = unsafe httpGetAddress(pointer) else { return false }
        return unsafe httpAddrFamily(address) == Int32(AF_UNIX)
    }

    /// Bounds each single read and write: `httpSetTimeout`.
    func limitEachRead(seconds: Double) {
        // The callback says whether to go on waiting: never.
        unsafe httpSetTimeout(pointer, seconds, { _, _ in 0 }, nil)
    }

    /// Writes the head of a POST request; `false` where the connection is gone.
    ///
    /// The corresponding C function is `httpPost`. After a 401 it connects anew.
    func post(resource: String, length: Int, expectContinue: Bool) -> Bool {
        unsafe httpClearFields(pointer)
        unsafe httpSetField(pointer, HTTP_FIELD_CONTENT_TYPE, "application/ipp")
        // A compressed reply of a few bytes could fill the memory.
        unsafe httpSetField(pointer, HTTP_FIELD_ACCEPT_ENCODING, "identity")
        if let authorization = unsafe httpGetAuthString(pointer) {
            unsafe httpSetField(pointer, HTTP_FIELD_AUTHORIZATION, authorization)
        }
        unsafe httpSetLength(pointer, length)
        unsafe httpSetExpect(
            pointer,
            expectContinue ? HTTP_STATUS_CONTINUE : HTTP_STATUS_NONE
        )
        return unsafe httpPost(pointer, resource) == 0
    }

    /// Writes bytes of the body; `false` where the connection is gone.
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

    /// Whether an answer has begun to come: `httpWait`.
    func hasAnswer(withinMilliseconds milliseconds: Int32) -> Bool {
        unsafe httpWait(pointer, milliseconds) != 0
    }

    /// Reads the head of the answer: `httpUpdate`.
    func status() -> http_status_t {
        unsafe httpUpdate(pointer)
    }

    /// Reads the body of the answer; `nil` where the connection ends before it does.
    ///
    /// An answer beyond the limit is read to one byte more than the limit.
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
                // libcups says 0 for the end of the answer and for a connection that broke.
                return unsafe httpGetRemaining(pointer) == 0 || endsWithConnection ? body : nil
            }
            body.append(contentsOf: chunk)
        }
        return body
    }

    /// Whether the answer states no length, so that its end is the end of the connection.
    private var endsWithConnection: Bool {
        guard unsafe httpIsChunked(pointer) == 0,
            let length = unsafe httpGetField(pointer, HTTP_FIELD_CONTENT_LENGTH)
        else { return false }
        return unsafe length.pointee == 0
    }

    /// Answers a challenge with the identity of this process; `false` where that is not enough.
    ///
    /// The corresponding C function is `cupsDoAuthentication`. It must never be
    /// called for a printer: this libcups hands the administrator's local certificate
    /// to whoever asks on a loopback address.
    func authenticate(resource: String) -> Bool {
        // libcups keeps the callback per thread; its default one asks on the terminal.
        unsafe cupsSetPasswordCB2({ _, _, _, _, _ in nil }, nil)
        unsafe httpFlush(pointer)
        return unsafe cupsDoAuthentication(pointer, "POST", resource) == 0
    }
}

/// The scheduler's host, or the path of its domain socket, and its port, as libcups sees them.
func configuredScheduler() -> (host: String, port: Int32) {
    let host = unsafe String(cString: cupsServer())
    return (host, ippPort())
}
