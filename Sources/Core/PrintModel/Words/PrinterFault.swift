/// Why a printer that replies cannot be used, from the keyword in its reason.
enum PrinterFault: Equatable {
    case identityChanged, otherPrinter, passwordNeeded, noReply, notEncrypted
    /// The printer, or its web server, refuses this computer.
    case notAllowed
    /// The device replies, and there is no printer at the path of the address.
    case noPrinterThere
    case unknownVersion
    /// The printer reports an error of its own.
    case ownError
    /// The printer refuses to tell what it can do.
    case refused
    /// Nothing that can be made here is a type of document that the printer reads.
    case noFormat
    /// A reply lacks an attribute that each printer has to tell.
    case incomplete(attribute: String)
    /// A reply does not follow the protocol.
    case unreadable

    /// Reads a keyword.
    ///
    /// - Parameter keyword: Such as `identity-changed`, `http-status-404`, or `without-printer-state`.
    init(_ keyword: String) {
        switch keyword {
        case "identity-changed": self = .identityChanged
        case "other-printer": self = .otherPrinter
        case "authentication-needed": self = .passwordNeeded
        case "no-reply": self = .noReply
        case "not-encrypted": self = .notEncrypted
        case "no-format": self = .noFormat
        default:
            if let status = Self.number(in: keyword, after: "http-status-") {
                self = Self.ofHTTP(status)
            } else if let status = Self.number(in: keyword, after: "ipp-status-") {
                self = Self.ofIPP(status)
            } else if keyword.hasPrefix("without-") {
                self = .incomplete(attribute: String(keyword.dropFirst("without-".count)))
            } else {
                self = .unreadable
            }
        }
    }

    private static func number(in keyword: String, after prefix: String) -> Int? {
        keyword.hasPrefix(prefix) ? Int(keyword.dropFirst(prefix.count)) : nil
    }

    private static func ofHTTP(_ status: Int) -> Self {
        switch status {
        case 403: .notAllowed
        case 404, 405, 410: .noPrinterThere
        case 500...599: .ownError
        default: .refused
        }
    }

    /// RFC 8011, Appendix B.
    private static func ofIPP(_ status: Int) -> Self {
        switch status {
        case 0x0401, 0x0403: .notAllowed
        case 0x0406, 0x0407: .noPrinterThere
        case 0x0503: .unknownVersion
        case 0x0500, 0x0502, 0x0504, 0x0505, 0x0506, 0x0507: .ownError
        default: .refused
        }
    }
}

extension Reason {
    /// The keyword of ``PrinterFault`` in the reason of an unusable printer.
    var fault: String? {
        switch code {
        case .printerIdentityChanged: "identity-changed"
        case .printerUnusable: parameters["detail"]
        default: code.rawValue
        }
    }
}
