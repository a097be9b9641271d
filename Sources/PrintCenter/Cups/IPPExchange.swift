internal import CCups
import Glibc
import IPP

/// One HTTP POST of an IPP message and its document.
struct IPPExchange {
    let resource: String
    let message: [UInt8]
    let document: DocumentBody?

    /// How long to wait for `100 Continue` before the document is sent: one second.
    private static let continueMilliseconds: Int32 = 1000

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
            handle.limitEachRead(seconds: Double(deadline.millisecondsLeft) / 1000)
            let length = message.count + (document?.size ?? 0)
            let expectContinue = document != nil
            guard
                handle.post(resource: resource, length: length, expectContinue: expectContinue)
            else { throw .notConnected }
            deadline.watch(handle.descriptor)

            var status = try sendBody(over: handle)
            // A reply may begin with a few `100 Continue`.
            for _ in 0..<8 where status == HTTP_STATUS_CONTINUE && !deadline.hasPassed {
                status = handle.status()
            }
            switch HTTPOutcome(status) {
            case .reply:
                guard let body = handle.body(limit: IPPConnection.replyLimit) else {
                    throw .replyLost
                }
                guard body.count <= IPPConnection.replyLimit else {
                    throw .unreadable(.limitExceeded(.messageSize))
                }
                return body
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

    /// Writes message and document, and stops when the server replies before the end.
    private func sendBody(over handle: borrowing HTTPHandle) throws(CupsError) -> http_status_t {
        if document != nil, handle.hasAnswer(withinMilliseconds: Self.continueMilliseconds) {
            let status = handle.status()
            guard status == HTTP_STATUS_CONTINUE else { return status }
        }
        let isWritten = unsafe message.withUnsafeBytes { unsafe handle.write($0) }
        guard isWritten else { throw .replyLost }
        guard let document else { return HTTP_STATUS_CONTINUE }

        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        var position = 0
        while position < document.size {
            let wanted = min(chunk.count, document.size - position)
            let count = unsafe pread(document.descriptor, &chunk, wanted, position)
            if count < 0, errno == EINTR { continue }
            // The caller closes the handle, and the server discards an incomplete document.
            guard count > 0 else { throw .documentUnreadable(errno: count == 0 ? 0 : errno) }
            let isWritten = unsafe chunk.withUnsafeBytes { bytes in
                unsafe handle.write(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            }
            guard isWritten else { throw .replyLost }
            position += count
            if position < document.size, handle.hasAnswer(withinMilliseconds: 0) {
                let status = handle.status()
                guard status == HTTP_STATUS_CONTINUE else { return status }
            }
        }
        return HTTP_STATUS_CONTINUE
    }
}
