internal import IPP

/// The refusal of a job.
extension IPPStatus {
    /// Whether a printer that checks a job would not take it as it is.
    ///
    /// Those for a password, another address, and a printer that is busy say nothing of the job.
    var isRefusalOfJob: Bool {
        switch self {
        case .forbidden, .notAuthenticated, .notAuthorized, .notFound, .gone: false
        // RFC 8011, appendix B: client-error-timeout.
        case IPPStatus(rawValue: 0x0405): false
        default: (0x0400...0x04ff).contains(rawValue)
        }
    }

    /// The parameter of a reason with the words of the server, or those for the status; none where there are none.
    func detail(_ message: String?) -> [String: String] {
        guard let words = message.flatMap({ $0.isEmpty ? nil : $0 }) ?? words else { return [:] }
        return ["detail": words]
    }

    private var words: String? {
        switch self {
        case .badRequest: "it does not understand the request"
        case .notPossible: "it cannot do this now"
        case .requestEntityTooLarge: "it is too large"
        case .documentFormatNotSupported: "it cannot read this type of document"
        case .attributesOrValuesNotSupported: "it does not support one of the options"
        case .conflictingAttributes: "it cannot combine the options"
        case .documentFormatError: "it found an error in the document"
        default: nil
        }
    }
}
