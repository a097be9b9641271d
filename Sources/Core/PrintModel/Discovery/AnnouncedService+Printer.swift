/// What the TXT record says of the printer (Bonjour Printing Specification 1.2.1, 9; PWG 5100.14, 4.2).
extension AnnouncedService {
    /// Its `printer-uuid` without `urn:uuid:`, in lower case; `nil` where there is none.
    public var uuid: String? { txt["uuid"].flatMap(KnownDevice.normalized) }

    /// The path of its URI, such as `/ipp/print`.
    public var path: String {
        let path = txt["rp"].flatMap { $0.isEmpty ? nil : $0 } ?? "ipp/print"
        return path.hasPrefix("/") ? path : "/" + path
    }

    /// The location, if it has one.
    public var location: String? { txt["note"].flatMap { $0.isEmpty ? nil : $0 } }

    /// Make and model, if known.
    public var makeAndModel: String? {
        (txt["ty"] ?? txt["product"]?.trimmingParentheses).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The document formats, in lower case.
    public var formats: [String] {
        (txt["pdl"] ?? "").split(separator: ",").map { format in
            String(format.filter { !$0.isWhitespace }).lowercased()
        }
    }

    /// Whether `ipp-usb` announces it: a printer on USB, on this computer only.
    public var isUSB: Bool {
        id.instance.hasSuffix(" (USB)") && addresses.allSatisfy(Self.isLoopback)
    }

    /// Whether the service is a queue that another scheduler shares, which has a path of its own.
    public var isSharedQueue: Bool { path.hasPrefix("/printers/") || path.hasPrefix("/classes/") }

    /// Whether the service takes documents in a format that every IPP Everywhere or AirPrint printer
    /// has one of.
    ///
    /// A fax, or a printer for PostScript only, does not; one without a list may.
    public var isPrinter: Bool {
        if path.lowercased().contains("faxout") { return false }
        let formats = formats
        return formats.isEmpty
            || !Set(formats).isDisjoint(with: [
                "application/pdf", "image/pwg-raster", "image/urf", "image/jpeg",
            ])
    }

    /// Its URI, with the name of its host.
    public var uri: String {
        let name = host.contains(":") ? "[\(host)]" : host
        let usual: UInt16 = 631
        return (id.isEncrypted ? "ipps://" : "ipp://") + name
            + (port == usual ? "" : ":\(port)") + path.percentEncoded
    }

    private static func isLoopback(_ address: String) -> Bool {
        address == "::1" || address.hasPrefix("127.")
    }
}

extension String {
    /// `product` stands in parentheses.
    fileprivate var trimmingParentheses: String {
        hasPrefix("(") && hasSuffix(")") ? String(dropFirst().dropLast()) : self
    }

    /// The path with what a URI cannot have as percent escapes; escapes that are there stay.
    fileprivate var percentEncoded: String {
        utf8.map { byte in
            let isPlain =
                (0x21...0x7e).contains(byte)
                && !"\"<>\\^`{|}?#".utf8.contains(byte)
            let hex = String(byte, radix: 16, uppercase: true)
            return isPlain
                ? String(UnicodeScalar(byte)) : "%" + (hex.count == 1 ? "0" : "") + hex
        }.joined()
    }
}
