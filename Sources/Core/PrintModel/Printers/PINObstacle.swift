/// Why no PIN can get to a printer that holds jobs for one.
public struct PINObstacle: RawRepresentable, Hashable, Sendable, Codable {
    /// The keyword, as in JSON.
    public let rawValue: String

    /// Wraps a keyword.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Jobs go through the scheduler, which drops the PIN; straight to the printer it would get there.
    public static let queue = Self(rawValue: "queue")
    /// The printer has no encrypted connection.
    public static let unencrypted = Self(rawValue: "unencrypted")
    /// The printer wants the PIN encrypted in a way that the service does not support.
    public static let encryption = Self(rawValue: "encryption")
}

extension PrinterCapabilities {
    /// The ways to send a PIN that the service supports, the preferred one first.
    ///
    /// The connection is encrypted, so that the PIN itself needs no more.
    private static let encryptions = ["none", "sha2-256"]

    /// How a PIN is sent, as a keyword of `job-password-encryption-supported` (PWG 5100.11); `nil` if the
    /// printer supports none of the service's ways.
    public var pinEncryption: String? {
        if pinEncryptions.isEmpty { return Self.encryptions[0] }
        return Self.encryptions.first(where: pinEncryptions.contains)
    }

    /// Removes a PIN that cannot get to the printer, and keeps the reason.
    ///
    /// - Parameters:
    ///   - isQueued: Whether jobs go through the scheduler.
    ///   - isEncrypted: Whether the connection to the printer itself is, or would be, encrypted.
    public mutating func limitPIN(isQueued: Bool, isEncrypted: Bool) {
        guard pinLength != nil else { return }
        if !isEncrypted {
            pinObstacle = .unencrypted
        } else if isQueued {
            pinObstacle = .queue
        } else if pinEncryption == nil {
            pinObstacle = .encryption
        }
        if pinObstacle != nil { pinLength = nil }
    }

    /// The lengths that a PIN may have, in bytes; `nil` if the printer takes none.
    var pinLengths: ClosedRange<Int>? {
        guard let pinLength, pinLength > 0 else { return nil }
        return min(max(pinLengthMin ?? 1, 1), pinLength)...pinLength
    }

    /// Whether each character of a PIN is one that the printer takes.
    ///
    /// The keywords are those of PWG 5100.11, `iana_us-ascii_digits` and others.
    func takesCharacters(ofPIN pin: String) -> Bool {
        let isText = pin.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard isText, let kind = pinCharacters else { return isText }
        guard kind.hasPrefix("iana_utf-8") || pin.utf8.allSatisfy({ $0 < 0x80 }) else {
            return false
        }
        if kind.hasSuffix("_digits") { return pin.allSatisfy(\.isNumber) }
        return !kind.hasSuffix("_letters") || pin.allSatisfy(\.isLetter)
    }
}
