/// The status of a reply: `status-code` (RFC 8011, Appendix B).
public struct IPPStatus: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public let rawValue: UInt16

    /// Wraps a status code.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Whether the server performed the request, possibly ignoring attributes.
    public var isSuccessful: Bool { rawValue < 0x0100 }

    /// The server performed the request: `successful-ok`.
    public static let ok = IPPStatus(rawValue: 0x0000)
    /// The server ignored or substituted attributes: `successful-ok-ignored-or-substituted-attributes`.
    public static let okIgnoredOrSubstituted = IPPStatus(rawValue: 0x0001)
    /// The request violates the protocol.
    public static let badRequest = IPPStatus(rawValue: 0x0400)
    /// The operation is not allowed, and authentication would not help.
    public static let forbidden = IPPStatus(rawValue: 0x0401)
    /// The server requires authentication.
    public static let notAuthenticated = IPPStatus(rawValue: 0x0402)
    /// The user is not authorized.
    public static let notAuthorized = IPPStatus(rawValue: 0x0403)
    /// The state of the job or the printer does not allow the operation.
    public static let notPossible = IPPStatus(rawValue: 0x0404)
    /// The server has waited for the request for too long.
    public static let timeout = IPPStatus(rawValue: 0x0405)
    /// There is no such job, printer or queue.
    public static let notFound = IPPStatus(rawValue: 0x0406)
    /// The object existed, but is gone.
    public static let gone = IPPStatus(rawValue: 0x0407)
    /// The document is too large.
    public static let requestEntityTooLarge = IPPStatus(rawValue: 0x0408)
    /// The printer cannot print this format.
    public static let documentFormatNotSupported = IPPStatus(rawValue: 0x040a)
    /// The printer does not support an attribute, or its value.
    public static let attributesOrValuesNotSupported = IPPStatus(rawValue: 0x040b)
    /// Attributes contradict each other.
    public static let conflictingAttributes = IPPStatus(rawValue: 0x040e)
    /// The document is damaged.
    public static let documentFormatError = IPPStatus(rawValue: 0x0411)
    /// An internal error of the printer.
    public static let internalError = IPPStatus(rawValue: 0x0500)
    /// The printer does not support the operation.
    public static let operationNotSupported = IPPStatus(rawValue: 0x0501)
    /// The service is not available now.
    public static let serviceUnavailable = IPPStatus(rawValue: 0x0502)
    /// The printer does not support this version of IPP.
    public static let versionNotSupported = IPPStatus(rawValue: 0x0503)
    /// The device reports an error.
    public static let deviceError = IPPStatus(rawValue: 0x0504)
    /// A temporary error.
    public static let temporaryError = IPPStatus(rawValue: 0x0505)
    /// The printer is not accepting jobs.
    public static let notAcceptingJobs = IPPStatus(rawValue: 0x0506)
    /// The printer is busy.
    public static let busy = IPPStatus(rawValue: 0x0507)
    /// The printer takes one document in a job.
    public static let multipleDocumentsNotSupported = IPPStatus(rawValue: 0x0509)
    /// The printer has been taken out of service (RFC 3998).
    public static let deactivated = IPPStatus(rawValue: 0x050a)
}
