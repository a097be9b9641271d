public import FoundationEssentials

/// A printer that the service remembers: one that was added by its address, or was seen before.
public struct KnownDevice: Codable, Sendable, Equatable, Identifiable {
    /// The id, which stays the same as long as the printer is remembered.
    public var id: PrinterID
    /// The `printer-uuid` without `urn:uuid:`, in lower case; `nil` for a printer that has none.
    public var uuid: String?
    /// The name.
    public var name: String
    /// The last known address: `ipp://…` or `ipps://…`.
    public var uri: String
    /// Whether the user has added the printer by its address.
    public var isAdded: Bool
    /// Whether the user wants it printed on directly although it has a queue.
    public var isDirect: Bool
    /// Whether a job, or a default, needs the printer; a row stays as long as that is so.
    public var isWanted: Bool
    /// The SHA-256 of the public key of its certificate, in hexadecimal; `nil` until it was seen.
    public var publicKey: String?
    /// When the printer was last seen.
    public var seen: Date

    /// Creates a remembered printer.
    public init(
        id: PrinterID,
        uuid: String? = nil,
        name: String,
        uri: String,
        isAdded: Bool = false,
        isDirect: Bool = false,
        isWanted: Bool = false,
        publicKey: String? = nil,
        seen: Date = Date(timeIntervalSince1970: 0)
    ) {
        self.id = id
        self.uuid = uuid.flatMap(Self.normalized)
        self.name = name
        self.uri = uri
        self.isAdded = isAdded
        self.isDirect = isDirect
        self.isWanted = isWanted
        self.publicKey = publicKey
        self.seen = seen
    }

    /// Returns a UUID without `urn:uuid:`, in lower case.
    ///
    /// - Parameter text: A UUID in any usual form.
    /// - Returns: The 36 characters; `nil` for anything else, and for one of zeros only, which some
    ///   printers have.
    public static func normalized(_ text: String) -> String? {
        var text = text.lowercased()[...]
        if text.hasPrefix("urn:uuid:") { text = text.dropFirst(9) }
        let digits = text.filter { $0 != "-" }
        guard text.utf8.count == 36, digits.utf8.count == 32,
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
            digits.contains(where: { $0 != "0" })
        else { return nil }
        return String(text)
    }
}
