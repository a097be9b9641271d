/// The address of a printer as people type it: a URI, or the name of its host.
public struct PrinterAddress: Sendable, Equatable {
    /// The URI: `ipp://…` or `ipps://…`.
    public let uri: String

    /// Parses an address; `nil` if it is not that of an IPP printer.
    ///
    /// A host alone means the path that IPP Everywhere printers have: `ipp://HOST/ipp/print`.
    ///
    /// - Parameter text: The text as typed.
    public init?(_ text: String) {
        let rest: Substring
        if let scheme = text.firstRange(of: "://") {
            guard ["ipp", "ipps"].contains(text[..<scheme.lowerBound].lowercased()) else {
                return nil
            }
            rest = text[scheme.upperBound...]
            uri = text
        } else {
            rest = text[...]
            guard !text.contains("/") else { return nil }
            uri = "ipp://\(text)/ipp/print"
        }
        let host = rest.prefix { $0 != "/" }
        let isHost = host.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "-._:[]%".contains($0))
        }
        guard isHost, host.contains(where: { $0.isLetter || $0.isNumber }),
            uri.utf8.count <= 1000, uri.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
    }

    /// Whether a text can be the name of a queue (lpadmin(8)).
    ///
    /// - Parameter name: The text.
    /// - Returns: Whether the scheduler accepts it.
    public static func isQueueName(_ name: String) -> Bool {
        (1...127).contains(name.utf8.count) && !name.hasPrefix("-")
            && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            && !name.contains { "/#?\\'\"".contains($0) }
    }
}
