package import IPP

/// Why the scheduler or a printer did not do what it was asked.
///
/// The cases are told apart by what the caller may do next: after
/// ``replyLost`` a request that changes something must not be repeated before
/// its outcome has been looked up.
package enum CupsError: Error, Hashable, Sendable {
    /// No connection, or it ended before the request had left: surely not received.
    case notConnected
    /// The scheduler that libcups is told to use is none that this program talks to: surely not asked.
    case notLocal(scheduler: String)
    /// The request left, and no usable answer came: the outcome is not known.
    case replyLost
    /// Authentication is asked for that cannot be given without a person.
    case authenticationRequired
    /// The server answered the HTTP request itself with this status: not carried out.
    case refused(httpStatus: Int)
    /// An answer came that is no IPP, or beyond the limits.
    case unreadable(IPPError)
    /// An answer came whose number is that of another request.
    case misdirected
    /// The request itself cannot be written as IPP; nothing was sent.
    case unencodable(IPPError)
    /// An IPP status other than a success; the words are the server's, cleaned.
    case ipp(IPPStatus, message: String?)
    /// An answer without an attribute that it must have.
    case incomplete(attribute: String)
    /// The device's address is not one that this program talks to.
    case unsupportedURI
    /// The document to be sent cannot be read, or is shorter than promised.
    case documentUnreadable(errno: Int32)

    /// The IPP status, where the server answered with one.
    package var status: IPPStatus? {
        guard case .ipp(let status, _) = self else { return nil }
        return status
    }

    /// Whether a request that changes something may have been carried out.
    package var isOutcomeUnknown: Bool {
        switch self {
        case .replyLost, .unreadable, .misdirected, .incomplete: true
        // A fault inside the server may come after the work is done.
        case .refused(let httpStatus): httpStatus >= 500
        case .ipp(.internalError, _), .ipp(.deviceError, _), .ipp(.temporaryError, _): true
        default: false
        }
    }
}

extension CupsError: CustomStringConvertible {
    /// What happened, in words for a log; without names of users or files.
    package var description: String {
        switch self {
        case .notConnected: "No connection could be made."
        case .notLocal(let scheduler):
            "CUPS_SERVER or client.conf names the scheduler \(scheduler), which has no domain socket here."
        case .replyLost: "The connection ended before an answer came."
        case .authenticationRequired: "Authentication is required."
        case .refused(let status): "The server refused the request with HTTP status \(status)."
        case .unreadable(let error): "The answer cannot be read. \(error)"
        case .misdirected: "The answer belongs to another request."
        case .unencodable(let error): "The request cannot be written. \(error)"
        case .ipp(let status, let message):
            "The server answered with IPP status 0x\(String(status.rawValue, radix: 16))"
                + (message.map { ": \($0)" } ?? ".")
        case .incomplete(let attribute): "The answer lacks the attribute \(attribute)."
        case .unsupportedURI: "The address is neither ipp nor ipps."
        case .documentUnreadable(let errno): "The document cannot be read (errno \(errno))."
        }
    }
}
