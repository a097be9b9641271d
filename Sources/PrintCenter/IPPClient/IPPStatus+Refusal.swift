internal import IPP

/// The refusal of a job.
extension IPPStatus {
    /// What a status says of the job that was sent, or is to be checked (RFC 8011, appendix B).
    enum Verdict {
        /// The printer does not take it as it is, however often it is sent.
        case refused
        /// The printer takes none now, until somebody changes that.
        case closed
        /// The printer takes it later, without anybody's help.
        case busy
        /// The user may need a name and a password, or is not welcome.
        case forbidden
        /// Nothing: the fault is the printer's own, or a step that it does not know.
        case none
    }

    /// What the status says of a job.
    var verdict: Verdict {
        switch self {
        case .forbidden, .notAuthenticated, .notAuthorized: .forbidden
        case .timeout, .serviceUnavailable, .temporaryError, .busy: .busy
        case .notAcceptingJobs, .deactivated: .closed
        // The request was repeated with IPP/1.1, and each job has one document.
        case .versionNotSupported, .multipleDocumentsNotSupported: .refused
        default: (0x0400...0x04ff).contains(rawValue) ? .refused : .none
        }
    }

    /// The parameters of a reason with the words of the server, or those for the status, which other languages have by the
    /// `cause`; none where there are none.
    func detail(_ message: String?) -> [String: String] {
        if let message, !message.isEmpty { return ["detail": message] }
        if let words = Self.words[rawValue] {
            let digits = String(rawValue, radix: 16)
            return ["detail": words, "cause": "ipp-0\(digits)"]
        }
        guard (0x0400...0x04ff).contains(rawValue) else { return [:] }
        return ["detail": "it does not say why", "cause": "ipp-other"]
    }

    /// Why a server refuses, for those that do not say it themselves (RFC 8011, RFC 3998, PWG 5100.13 and 5100.18).
    static let words: [UInt16: String] = [
        0x0400: "it does not understand the request",
        0x0404: "it cannot do this now",
        0x0405: "it has waited for the document for too long",
        0x0406: "it has no printer at this address",
        0x0407: "it no longer has a printer at this address",
        0x0408: "it is too large",
        0x0409: "the value of an option is too long",
        0x040a: "it cannot read this type of document",
        0x040b: "it does not support one of the options",
        0x040c: "it cannot get the document from there",
        0x040d: "it does not know UTF-8",
        0x040e: "it cannot combine the options",
        0x040f: "it cannot read compressed documents",
        0x0410: "it cannot unpack the document",
        0x0411: "it found an error in the document",
        0x0412: "it cannot get the document",
        0x0413: "it does not let this be changed",
        0x0418: "the document wants a password",
        0x0419: "the document does not allow printing",
        0x041a: "the protection of the document is not supported",
        0x041b: "it cannot print the document",
        0x041c: "it wants an account for the job",
        0x041d: "the account for the job is closed",
        0x041e: "the account for the job has reached its limit",
        0x041f: "the account does not allow the job",
        0x0503: "it speaks another version of IPP",
        0x0509: "it does not take the document in a request of its own",
        0x050a: "it has been taken out of service",
    ]
}
