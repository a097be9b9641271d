internal import CCups
internal import Failpoints
import Glibc
import IPP

/// One HTTP POST of an IPP message and its document.
struct IPPExchange {
    let resource: String
    let message: [UInt8]
    /// Whether the message has a secret, which leaves over an encrypted connection only.
    let isSecret: Bool
    let document: DocumentBody?
    /// What is known of the device; `nil` for the scheduler.
    let continues: ContinueMemory?
    /// The header field `Authorization`; `nil` for none.
    var authorization: String?
    /// How long the device may confirm nothing before it counts as gone; 0 for as long as the system waits.
    var lossMilliseconds: Int32 = 0

    /// How long to wait for `100 Continue` before the document is sent: one second, as libcups does.
    private static let continueMilliseconds: Int32 = 1000
    /// A reply may begin with a few `100 Continue`.
    private static let mostContinues = 8

    private var length: Int { message.count + (document?.size ?? 0) }

    /// Encodes a request.
    init(
        _ request: IPPMessage,
        resource: String,
        document: DocumentBody?,
        continues: ContinueMemory?
    ) throws(CupsError) {
        do {
            message = try IPPEncoder().encode(request)
        } catch {
            throw .unencodable(error)
        }
        self.resource = resource
        isSecret = request.groups.contains { $0[JobPassword.attribute] != nil }
        self.document = document
        self.continues = continues
    }

    /// Sends the request and returns the body of the reply.
    ///
    /// This synchronous function makes all calls of libcups and reads their errors,
    /// which libcups keeps per thread.
    func perform(
        over handle: borrowing HTTPHandle,
        mayAuthenticate: Bool,
        deadline: RequestDeadline
    ) throws(CupsError) -> [UInt8] {
        defer { deadline.release() }
        var hasAuthenticated = false
        while true {
            // After a challenge the connection has a new socket.
            deadline.release()
            handle.limitEachRead(milliseconds: deadline.millisecondsLeft)
            guard
                handle.post(
                    resource: resource,
                    length: length,
                    expectContinue: document != nil,
                    authorization: authorization
                )
            else { throw .notConnected }
            deadline.watch(handle.descriptor)
            handle.limitLoss(milliseconds: lossMilliseconds)

            let early = try send(bytes: length, over: handle, deadline: deadline)
            if early == nil, lossMilliseconds > 0,
                handle.isLost(withinMilliseconds: deadline.millisecondsLeft)
            {
                throw .notConnected
            }
            let status = early ?? Self.status(over: handle, deadline: deadline)
            switch HTTPOutcome(status) {
            case .reply:
                return try Self.body(over: handle)
            case .challenge:
                // Only the scheduler of the system, on its domain socket, gets credentials.
                deadline.release()
                guard mayAuthenticate, handle.isDomainSocket, !hasAuthenticated,
                    !deadline.hasPassed, handle.authenticate(resource: resource)
                else { throw .authenticationRequired }
                hasAuthenticated = true
            case .goOn:
                throw .replyLost
            case .failed(let error):
                throw error
            }
        }
    }

    // MARK: In two steps

    /// Sends the request without its last byte, which it returns.
    ///
    /// Until the last byte has left, every end of the connection is a reset.
    ///
    /// - Throws: The error of a reply that comes before the last byte, too.
    func begin(
        over handle: inout HTTPHandle,
        deadline: RequestDeadline
    ) throws(CupsError) -> UInt8 {
        defer { deadline.release() }
        handle.resetWhenClosed()
        handle.limitEachRead(milliseconds: deadline.millisecondsLeft)
        deadline.watch(handle.descriptor)
        let known = document?.isStream == true ? nil : try lastByte()
        guard
            handle.post(
                resource: resource,
                length: length,
                expectContinue: true,
                authorization: authorization
            )
        else { throw .notConnected }
        let early = try send(bytes: length - 1, over: handle, deadline: deadline)
        guard let status = early ?? Self.earlyStatus(over: handle, 0, deadline) else {
            if let known { return known }
            return try lastByte(of: document, deadline)
        }
        throw Self.error(earlyStatus: status, over: handle)
    }

    /// Sends the last byte and returns the body of the reply.
    ///
    /// - Throws: ``CupsError/notConnected``, or the error of an early reply, if the last byte was not
    ///   sent; ``CupsError/replyLost`` if it may have been.
    static func commit(
        _ lastByte: UInt8,
        over handle: inout HTTPHandle,
        deadline: RequestDeadline
    ) throws(CupsError) -> [UInt8] {
        defer { deadline.release() }
        handle.limitEachRead(milliseconds: deadline.millisecondsLeft)
        deadline.watch(handle.descriptor)
        if let status = earlyStatus(over: handle, 0, deadline) {
            guard status != HTTP_STATUS_ERROR else { throw .notConnected }
            throw error(earlyStatus: status, over: handle)
        }
        guard !deadline.hasPassed else { throw .notConnected }
        failpoint(.deviceDocumentFinishing)
        // libcups sends it at once, and by itself: nothing else is buffered, and it is the last one.
        let isWritten = unsafe [lastByte].withUnsafeBytes { unsafe handle.write($0) }
        guard isWritten else { throw .replyLost }
        failpoint(.deviceDocumentFinished)
        switch HTTPOutcome(status(over: handle, deadline: deadline)) {
        case .reply:
            let body = try body(over: handle)
            handle.closeRegularly()
            return body
        case .challenge: throw .authenticationRequired
        case .goOn: throw .replyLost
        case .failed(let error): throw error
        }
    }

    /// The last byte of the document, or of the message before an empty one.
    private func lastByte() throws(CupsError) -> UInt8 {
        guard let document, document.size > 0 else { return message[message.count - 1] }
        var byte: UInt8 = 0
        var count = -1
        repeat {
            count = unsafe pread(document.descriptor, &byte, 1, document.size - 1)
        } while count < 0 && errno == EINTR
        guard count == 1 else { throw .documentUnreadable(errno: count == 0 ? 0 : errno) }
        return byte
    }

    /// The last byte of a document that comes from a socket.
    private func lastByte(
        of document: DocumentBody?,
        _ deadline: RequestDeadline
    ) throws(CupsError) -> UInt8 {
        var byte: [UInt8] = [0]
        guard let document, Self.read(document, &byte, 1, at: 0, deadline) == 1 else {
            throw .documentUnreadable(errno: 0)
        }
        return byte[0]
    }

    /// Reads the next bytes of a document; a negative number is an error, and 0 the end.
    private static func read(
        _ document: DocumentBody,
        _ chunk: inout [UInt8],
        _ wanted: Int,
        at position: Int,
        _ deadline: RequestDeadline
    ) -> Int {
        guard document.isStream else {
            return unsafe pread(document.descriptor, &chunk, wanted, position)
        }
        var waiting = pollfd(fd: document.descriptor, events: Int16(clamping: POLLIN), revents: 0)
        let ready = unsafe poll(&waiting, 1, deadline.millisecondsLeft)
        guard ready > 0 else { return ready < 0 && errno == EINTR ? -1 : 0 }
        return unsafe Glibc.read(document.descriptor, &chunk, wanted)
    }

    // MARK: Parts

    /// How long to wait for `100 Continue`.
    private var continueMilliseconds: Int32 {
        guard let continues else { return Self.continueMilliseconds }
        return continues.isLate
            ? 0 : Int32(clamping: Int64(clamping: continues.wait / .milliseconds(1)))
    }

    /// Writes message and document up to a number of bytes, and flushes them.
    ///
    /// - Returns: The status of a reply that comes before the end; `nil` if all bytes are written.
    private func send(
        bytes end: Int,
        over handle: borrowing HTTPHandle,
        deadline: RequestDeadline
    ) throws(CupsError) -> http_status_t? {
        if document != nil {
            let wait = min(continueMilliseconds, deadline.millisecondsLeft)
            if !handle.hasAnswer(withinMilliseconds: wait) { continues?.isLate = true }
            if let status = Self.earlyStatus(over: handle, 0, deadline) { return status }
        }
        let head = min(end, message.count)
        let isWritten = unsafe message.withUnsafeBytes { bytes in
            unsafe handle.write(UnsafeRawBufferPointer(rebasing: bytes[..<head]))
        }
        guard isWritten else { return try Self.statusAfterFailure(over: handle, deadline) }

        let size = end - head
        var chunk = [UInt8](repeating: 0, count: size > 0 ? 64 << 10 : 0)
        var position = 0
        while let document, position < size {
            let wanted = min(chunk.count, size - position)
            let count = Self.read(document, &chunk, wanted, at: position, deadline)
            if count < 0, errno == EINTR { continue }
            // The caller closes the handle, and the server discards an incomplete document.
            guard count > 0 else { throw .documentUnreadable(errno: count == 0 ? 0 : errno) }
            let isWritten = unsafe chunk.withUnsafeBytes { bytes in
                unsafe handle.write(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            }
            guard isWritten else { return try Self.statusAfterFailure(over: handle, deadline) }
            position += count
            if position < size, end < length { failpoint(.deviceDocumentPartly) }
            if position < size, let status = Self.earlyStatus(over: handle, 0, deadline) {
                return status
            }
        }
        return handle.flush() ? nil : try Self.statusAfterFailure(over: handle, deadline)
    }

    /// The status of a reply that is there before the end of the request, other than `100 Continue`.
    private static func earlyStatus(
        over handle: borrowing HTTPHandle,
        _ milliseconds: Int32,
        _ deadline: RequestDeadline
    ) -> http_status_t? {
        let status = handle.earlyStatus(
            withinMilliseconds: milliseconds,
            timeLeft: deadline.millisecondsLeft
        )
        return status == HTTP_STATUS_CONTINUE ? nil : status
    }

    /// The status of the reply after which the server has closed the connection.
    private static func statusAfterFailure(
        over handle: borrowing HTTPHandle,
        _ deadline: RequestDeadline
    ) throws(CupsError) -> http_status_t {
        guard let status = earlyStatus(over: handle, 0, deadline) else { throw .replyLost }
        return status
    }

    /// The status of the reply to the whole request.
    private static func status(
        over handle: borrowing HTTPHandle,
        deadline: RequestDeadline
    ) -> http_status_t {
        var status = HTTP_STATUS_CONTINUE
        for _ in 0..<mostContinues where status == HTTP_STATUS_CONTINUE && !deadline.hasPassed {
            status = handle.status()
        }
        return status
    }

    /// The body of the reply.
    private static func body(over handle: borrowing HTTPHandle) throws(CupsError) -> [UInt8] {
        guard let body = handle.body(limit: IPPConnection.replyLimit) else { throw .replyLost }
        guard body.count <= IPPConnection.replyLimit else {
            throw .unreadable(.limitExceeded(.messageSize))
        }
        return body
    }

    /// The error that a reply before the last byte means.
    private static func error(
        earlyStatus status: http_status_t,
        over handle: borrowing HTTPHandle
    ) -> CupsError {
        switch HTTPOutcome(status) {
        case .challenge: return .authenticationRequired
        case .goOn: return .replyLost
        case .failed(let error): return error
        case .reply: break
        }
        do {
            let reply = try IPPDecoder().decode(try body(over: handle))
            // A success without the document is none.
            return reply.status.isSuccessful
                ? .replyLost : .ipp(reply.status, message: reply.statusMessage)
        } catch let error as IPPError {
            return .unreadable(error)
        } catch {
            return .replyLost
        }
    }
}
