internal import CCups

/// The meaning of a status from libcups for a request.
enum HTTPOutcome: Equatable {
    /// The body of the reply follows.
    case reply
    /// The server waits for the rest of the request.
    case goOn
    /// The server asks for authentication.
    case challenge
    /// The request has failed.
    case failed(CupsError)

    /// Maps a status of libcups (`http_status_t`), which is an HTTP status or negative.
    init(_ status: http_status_t) {
        switch status {
        case HTTP_STATUS_OK: self = .reply
        case HTTP_STATUS_CONTINUE: self = .goOn
        case HTTP_STATUS_UNAUTHORIZED: self = .challenge
        // The connection ended: the server may have received the request.
        case HTTP_STATUS_ERROR: self = .failed(.replyLost)
        default: self = .failed(.refused(httpStatus: Int(status.rawValue)))
        }
    }
}
