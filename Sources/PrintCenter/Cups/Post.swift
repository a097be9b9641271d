internal import CCups
import Glibc
import IPP

/// One HTTP POST of an IPP message and its document.
struct Post {
    let resource: String
    let message: [UInt8]
    let document: DocumentBody?

    /// How long the server may take to say whether it wants a document at all.
    private static let continueMilliseconds: Int32 = 1000

    /// Sends it and returns the body of the answer.
    ///
    /// Everything between the first call of libcups and the reading of its error
    /// is in this one synchronous function.
    func exchange(
        over handle: borrowing HTTPHandle,
        mayAuthenticate: Bool,
        deadline: RequestDeadline
    ) throws(CupsError) -> [UInt8] {
        defer { deadline.release() }
        var hasAuthenticated = false
        while true {
            // The socket is another one after a challenge.
            deadline.release()
            handle.limitEachRead(seconds: Double(deadline.millisecondsLeft) / 1000)
            let length = message.count + (document?.size ?? 0)
            let expectContinue = document != nil
            guard
                handle.post(resource: resource, length: length, expectContinue: expectContinue)
            else { throw .notConnected }
            deadline.watch(handle.descriptor)

            var status = try sendBody(over: handle)
            // An answer may begin with some "go on"; more than a few mean no good.
            for _ in 0..<8 where status == HTTP_STATUS_CONTINUE && !deadline.hasPassed {
                status = handle.status()
            }
            switch status {
            case HTTP_STATUS_OK:
                guard let body = handle.body(limit: IPPConnection.replyLimit) else {
                    throw .replyLost
                }
                guard body.count <= IPPConnection.replyLimit else {
                    throw .unreadable(.limitExceeded(.messageSize))
                }
                return body
            case HTTP_STATUS_UNAUTHORIZED:
                // Only the system's own scheduler, known by its domain socket, learns who asks.
                deadline.release()
                guard mayAuthenticate, handle.isDomainSocket, !hasAuthenticated,
                    !deadline.hasPassed, handle.authenticate(resource: resource)
                else { throw .authenticationRequired }
                hasAuthenticated = true
            case HTTP_STATUS_ERROR, HTTP_STATUS_CONTINUE:
                throw .replyLost
            default:
                throw .refused(httpStatus: Int(status.rawValue))
            }
        }
    }

    /// Writes message and document, and stops where the server answers before the end.
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
            // The handle is closed by the caller: the server drops a document without its end.
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
