package import IPP

/// The error of a request to the scheduler or a printer.
///
/// The cases differ in what the caller may do next: after ``replyLost`` the
/// caller has to look up the outcome of a request that changes something before
/// it retries.
package enum CupsError: Error, Hashable, Sendable {
    /// No connection, or it ended before the request was sent: the server has not received it.
    case notConnected
    /// The configured scheduler is not on this machine: the request was not sent.
    case notLocal(scheduler: String)
    /// The request was sent, and no usable reply came: the outcome is unknown.
    case replyLost
    /// The printer did not show the expected public key; nothing was sent.
    ///
    /// The `key` is the one that it showed, `nil` without TLS.
    case identityChanged(key: String?)
    /// The server requires authentication that only a person can provide.
    case authenticationRequired
    /// The printer did not accept the user name and the password that a person has entered.
    case credentialsRefused
    /// The connection is not encrypted: a request with a secret was not sent.
    case notEncrypted
    /// The server refused the HTTP request with this status.
    case refused(httpStatus: Int)
    /// The reply is not valid IPP, or exceeds the limits.
    case unreadable(IPPError)
    /// The reply has the `request-id` of another request.
    case misdirected
    /// The request cannot be encoded as IPP; nothing was sent.
    case unencodable(IPPError)
    /// An IPP status other than success, with the cleaned `status-message` of the server.
    case ipp(IPPStatus, message: String?)
    /// The reply lacks a required attribute.
    case incomplete(attribute: String)
    /// The device URI is neither `ipp` nor `ipps`.
    case unsupportedURI
    /// The document cannot be read, or is shorter than announced.
    case documentUnreadable(errno: Int32)

    /// The IPP status, where the server replied with one.
    package var status: IPPStatus? {
        guard case .ipp(let status, _) = self else { return nil }
        return status
    }

    /// Whether the server may answer a request for fewer attributes.
    package var isOfRequestedAttributes: Bool {
        switch self {
        case .incomplete: true
        case .ipp(.badRequest, _), .ipp(.attributesOrValuesNotSupported, _),
            .ipp(.conflictingAttributes, _), .ipp(.requestEntityTooLarge, _),
            .ipp(.internalError, _):
            true
        default: false
        }
    }

    /// Whether the server may have performed a request that changes something.
    package var isOutcomeUnknown: Bool {
        switch self {
        case .replyLost, .unreadable, .misdirected, .incomplete: true
        // An internal error may come after the work is done.
        case .refused(let httpStatus): httpStatus >= 500
        case .ipp(.internalError, _), .ipp(.deviceError, _), .ipp(.temporaryError, _): true
        default: false
        }
    }
}

extension CupsError: CustomStringConvertible {
    /// Why a web server refuses a request; empty for what says nothing to people.
    private static func words(ofHTTP status: Int) -> String {
        switch status {
        case 401: ": it wants a user name and a password"
        case 403: ": it does not allow this computer"
        case 404, 405, 410: ": there is no printer at this address"
        case 413: ": it is too large"
        case 426: ": it wants an encrypted connection"
        case 500...599: ": it reports an error of its own"
        default: ""
        }
    }

    /// A message for a log, without names of users or files.
    package var description: String {
        switch self {
        case .notConnected: "No connection could be made."
        case .notLocal(let scheduler):
            "CUPS_SERVER or client.conf names the scheduler \(scheduler), which has no domain socket here."
        case .replyLost: "The connection ended before a reply came."
        case .identityChanged: "The printer has another key than before."
        case .authenticationRequired: "Authentication is required."
        case .credentialsRefused: "The printer did not accept the user name and the password."
        case .notEncrypted:
            "The connection is not encrypted, so that a request with a secret was not sent."
        case .refused(let status): "The server refused the request\(Self.words(ofHTTP: status))."
        case .unreadable(let error): "The reply cannot be read. \(error)"
        case .misdirected: "The reply belongs to another request."
        case .unencodable(let error): "The request cannot be encoded. \(error)"
        case .ipp(let status, let message):
            status.detail(message)["detail"].map { "The server refused the request: \($0)" }
                ?? "The server refused the request."
        case .incomplete(let attribute): "The reply lacks the attribute \(attribute)."
        case .unsupportedURI: "The address is neither ipp nor ipps."
        case .documentUnreadable(let errno):
            "The document cannot be read: \(SystemError.words(errno))."
        }
    }
}
