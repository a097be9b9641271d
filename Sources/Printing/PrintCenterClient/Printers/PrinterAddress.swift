/// The address of a printer as people type it: a URI, or the name of its host.
public struct PrinterAddress: Sendable, Equatable {
    /// The URI: `ipp://…` or `ipps://…`.
    public let uri: String
    /// A name for its queue, made from the address.
    public let name: String

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
        // The last part of a path names the queue of a server; printers themselves all have /ipp/print.
        let last = rest.dropFirst(host.count).split(separator: "/").last ?? ""
        name = Self.queueName(last.isEmpty || last == "print" || last == "ipp" ? host : last)
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

    private static func queueName(_ text: Substring) -> String {
        var host = text
        // The port, and the domain of a name, mean nothing to most people.
        if let colon = host.lastIndex(of: ":"), !host.hasPrefix("[") { host = host[..<colon] }
        let isNumeric = host.allSatisfy { $0.isNumber || $0 == "." || "[]:%".contains($0) }
        if !isNumeric, !host.hasPrefix("[") { host = host.prefix { $0 != "." } }
        let clean = host.map { character in
            character.isASCII && (character.isLetter || character.isNumber || character == "_")
                ? String(character) : "-"
        }.joined().split(separator: "-").joined(separator: "-")
        let name = isNumeric || host.hasPrefix("[") ? "printer-\(clean)" : clean
        return String((name.isEmpty ? "printer" : name).prefix(127))
    }
}
