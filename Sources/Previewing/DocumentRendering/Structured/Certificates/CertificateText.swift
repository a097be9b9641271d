import PreviewHelper
import PreviewModel

/// Certificates and keys: what is public of them.
///
/// Of a secret key, only its kind is told.
enum CertificateText {
    private static let sizeLimit = 4 << 20

    /// Reports the certificates and keys of a file until the sink returns false.
    static func read(
        _ descriptor: Int32,
        type: FileType,
        into sink: (Block) -> Bool
    ) throws(DocumentProblemError) {
        let (bytes, _) = FilePart.start(of: descriptor, limit: sizeLimit)
        let sheets =
            bytes.first == 0x30
            ? sheets(der: bytes[...], type)
            : type.rawValue == "application/pgp-keys" && (bytes.first ?? 0) & 0x80 != 0
                ? [OpenPGPFacts.sheet(bytes)] : sheets(text: String(decoding: bytes, as: UTF8.self))
        guard !sheets.isEmpty else {
            throw DocumentProblemError(.damaged(why: .init(.notCertificate)))
        }
        for (number, sheet) in sheets.enumerated() {
            if number > 0 { guard sink(.rule) else { return } }
            guard sheet.emit(into: sink) else { return }
        }
    }

    // MARK: Binary files

    private static func sheets(der: ArraySlice<UInt8>, _ type: FileType) -> [FactSheet] {
        if let found = CertificateFacts.certificate(der) { return [found] }
        let bundle = CertificateFacts.bundle(der)
        if !bundle.isEmpty { return bundle }
        // Secret keys before anything that could show a number of theirs.
        if let kind = secretKind(der) { return [secret(kind)] }
        if let found = CertificateFacts.request(der) ?? CertificateFacts.key(der) { return [found] }
        if let value = DERValue(der), isStore(value) {
            var facts = FactSheet("Keys and certificates", "PKCS #12, encrypted with a password")
            facts.add("Size", ByteSize.words(value.whole.count))
            return [facts]
        }
        return []
    }

    /// A store of keys (PKCS #12): a version, contents, and a check of their integrity.
    private static func isStore(_ value: DERValue) -> Bool {
        let parts = value.children
        return parts.count >= 2 && parts[0].tag == 0x02 && parts[0].body.elementsEqual([3])
            && parts[1].children.first?.identifier.hasPrefix("1.2.840.113549.1.7.") == true
    }

    /// The kind of a secret key in PKCS #8, PKCS #1, or SEC 1; `nil` for other data.
    private static func secretKind(_ der: ArraySlice<UInt8>) -> String? {
        guard let parts = DERValue(der)?.children, let first = parts.first else { return nil }
        if parts.count == 2, first.tag == 0x30, parts[1].tag == 0x04 { return "encrypted" }
        guard first.tag == 0x02, parts.count >= 3 else { return nil }
        if parts[1].tag == 0x30, parts[2].tag == 0x04 {
            let id = parts[1].children.first?.identifier ?? ""
            return secretKinds[id] ?? "PKCS #8"
        }
        if parts[1].tag == 0x04 { return "elliptic curve" }
        let areNumbers = parts.allSatisfy { $0.tag == 0x02 }
        if areNumbers, parts.count >= 8 { return "RSA" }
        return areNumbers && parts.count >= 5 ? "DSA" : nil
    }

    private static let secretKinds = [
        "1.2.840.113549.1.1.1": "RSA", "1.2.840.10045.2.1": "elliptic curve",
        "1.2.840.10040.4.1": "DSA", "1.3.101.110": "X25519", "1.3.101.112": "Ed25519",
        "1.3.101.111": "X448", "1.3.101.113": "Ed448",
    ]

    private static func secret(_ kind: String) -> FactSheet {
        var facts = FactSheet("Private key", "Its contents are secret, and not shown.")
        facts.add("Kind", kind)
        return facts
    }

    // MARK: Texts

    private static func sheets(text: String) -> [FactSheet] {
        var sheets: [FactSheet] = []
        for part in PEMText.parts(of: text) {
            if part.isSecret {
                var kind = part.label.replacing("PRIVATE KEY", with: "").replacing(
                    "BLOCK",
                    with: ""
                )
                .split(separator: " ").joined(separator: " ").lowercased()
                kind =
                    ["rsa": "RSA", "ec": "elliptic curve", "dsa": "DSA", "pgp": "OpenPGP"][kind]
                    ?? kind
                if kind == "openssh" { kind = "OpenSSH" }
                if kind.isEmpty { kind = "PKCS #8" }
                if part.isEncrypted, kind != "encrypted" { kind += ", encrypted" }
                sheets.append(secret(kind))
                continue
            }
            let der = part.bytes[...]
            switch part.label {
            case "CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE":
                if let found = CertificateFacts.certificate(der) { sheets.append(found) }
            case "CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST":
                if let found = CertificateFacts.request(der) { sheets.append(found) }
            case "PUBLIC KEY": if let found = CertificateFacts.key(der) { sheets.append(found) }
            case "PKCS7", "CMS": sheets += CertificateFacts.bundle(der)
            case "PGP PUBLIC KEY BLOCK": sheets.append(OpenPGPFacts.sheet(part.bytes))
            default:
                var facts = FactSheet(part.label.lowercased().firstUppercased)
                facts.add("Size", ByteSize.words(part.bytes.count))
                sheets.append(facts)
            }
        }
        if sheets.isEmpty {
            sheets = text.split(whereSeparator: \.isNewline).prefix(1_000).compactMap(opened)
        }
        return sheets
    }

    /// A line of a public key of OpenSSH: a kind, letters, and a comment.
    private static func opened(_ line: Substring) -> FactSheet? {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count >= 2,
            words[0].hasPrefix("ssh-") || words[0].hasPrefix("ecdsa-") || words[0].hasPrefix("sk-")
        else { return nil }
        let bytes = EncodedWords.base64(Array(words[1].utf8)[...])
        guard bytes.count > 8 else { return nil }
        var facts = FactSheet(
            words.count > 2 ? String(words[2]) : "Public key",
            "Public key of OpenSSH"
        )
        facts.add("Kind", String(words[0]))
        facts.add("SHA-256 fingerprint", CertificateFacts.fingerprint(bytes[...]))
        return facts
    }
}

extension String {
    /// The text with a capital at its beginning.
    fileprivate var firstUppercased: String { prefix(1).uppercased() + dropFirst() }
}
