internal import Hashing
package import IPP

/// The PIN of a job as it is sent to a printer, which no description shows.
///
/// The IPP attributes are `job-password` and `job-password-encryption` (PWG 5100.11).
package struct JobPassword: Sendable {
    private let pin: String
    private let encryption: String

    /// Describes how a PIN is sent.
    ///
    /// - Parameters:
    ///   - pin: The PIN.
    ///   - encryption: `none`, or `sha2-256`.
    package init(pin: String, encryption: String) {
        self.pin = pin
        self.encryption = encryption
    }

    /// The operation attributes.
    package var attributes: [IPPAttribute] {
        let bytes = encryption == "sha2-256" ? hash : Array(pin.utf8)
        return [
            IPPAttribute(Self.attribute, .octets(bytes)),
            IPPAttribute(Self.attribute + "-encryption", .keyword(encryption)),
        ]
    }

    /// The attribute that no printer gets without encryption, and no scheduler at all.
    static let attribute = "job-password"

    /// A text of a printer, unless it contains the PIN.
    func cleaned(_ text: String?) -> String? { text?.contains(pin) == true ? nil : text }

    private var hash: [UInt8] {
        var hash = SHA256()
        hash.update(Array(pin.utf8))
        let digits = Array(hash.finish())
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
    }
}

extension JobPassword: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The same text for all.
    package var description: String { "a PIN" }
    /// The same text for all.
    package var debugDescription: String { description }
    /// Nothing: a dump would show the PIN.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
