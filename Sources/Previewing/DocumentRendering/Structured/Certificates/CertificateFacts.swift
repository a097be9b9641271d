import Hashing
import PreviewHelper

/// What a certificate, a request for one, or a public key says (RFC 5280, RFC 2986).
enum CertificateFacts {
    /// The facts of a certificate; `nil` where it is not one.
    static func certificate(_ der: ArraySlice<UInt8>) -> FactSheet? {
        guard let outer = DERValue(der), outer.tag == 0x30,
            let inner = outer.children.first, inner.tag == 0x30, outer.children.count == 3
        else { return nil }
        var fields = inner.children[...]
        if fields.first?.tag == 0xA0 { fields.removeFirst() }
        guard fields.count >= 6 else { return nil }
        let all = Array(fields)
        let (serial, issuer, validity, subject, key) = (all[0], all[2], all[3], all[4], all[5])
        let times = validity.children
        guard serial.tag == 0x02, times.count == 2, let begin = times[0].time,
            let end = times[1].time
        else { return nil }
        let isOwn = subject.body.elementsEqual(issuer.body)
        let name = commonName(subject) ?? names(subject)
        var facts = FactSheet(name.isEmpty ? "Certificate" : name, "X.509 certificate")
        facts.add("Subject", names(subject))
        facts.add("Issuer", isOwn ? "itself" : names(issuer))
        facts.add("Valid from", begin)
        facts.add("Valid until", end)
        let extensions =
            all.first { $0.tag == 0xA3 }.map { $0.children.first?.children ?? [] } ?? []
        addExtensions(extensions, to: &facts)
        facts.add("Public key", publicKey(key))
        facts.add("Signature", algorithm(outer.children[1]))
        facts.add("Serial number", hex(serial.body.drop { $0 == 0 }))
        facts.add("SHA-256 fingerprint", fingerprint(outer.whole))
        return facts
    }

    /// The facts of a request for a certificate; `nil` where it is not one.
    static func request(_ der: ArraySlice<UInt8>) -> FactSheet? {
        guard let inner = DERValue(der)?.children.first?.children, inner.count >= 3,
            inner[0].tag == 0x02, inner[2].tag == 0x30
        else { return nil }
        let name = commonName(inner[1]) ?? names(inner[1])
        var facts = FactSheet(name.isEmpty ? "Certificate request" : name, "Certificate request")
        facts.add("Subject", names(inner[1]))
        let attributes: [DERValue] = inner.first { $0.tag == 0xA0 }.map(\.children) ?? []
        for attribute in attributes
        where attribute.children.first?.identifier == "1.2.840.113549.1.9.14" {
            addExtensions(attribute.children.last?.children.first?.children ?? [], to: &facts)
        }
        facts.add("Public key", publicKey(inner[2]))
        return facts
    }

    /// The facts of a public key; `nil` where it is not one.
    static func key(_ der: ArraySlice<UInt8>) -> FactSheet? {
        guard let value = DERValue(der), let words = publicKey(value) else { return nil }
        var facts = FactSheet("Public key")
        facts.add("Kind", words)
        facts.add("SHA-256 fingerprint", fingerprint(value.whole))
        return facts
    }

    /// The certificates in a bundle (PKCS #7).
    static func bundle(_ der: ArraySlice<UInt8>) -> [FactSheet] {
        guard let content = DERValue(der)?.children,
            content.first?.identifier == "1.2.840.113549.1.7.2",
            let signed = content.last?.children.first?.children
        else { return [] }
        return signed.filter { $0.tag == 0xA0 }.flatMap(\.children).prefix(100)
            .compactMap { certificate($0.whole) }
    }

    // MARK: Parts

    private static func addExtensions(_ values: [DERValue], to facts: inout FactSheet) {
        for value in values {
            let parts = value.children
            guard let id = parts.first?.identifier, let octets = parts.last, octets.tag == 0x04,
                let content = DERValue(octets.body)
            else { continue }
            switch id {
            case "2.5.29.17":
                facts.add("Names", content.children.compactMap(alternative).joined(separator: ", "))
            case "2.5.29.19":
                let isAuthority = content.children.first.map {
                    $0.tag == 0x01 && $0.body.first != 0
                }
                facts.add("May sign others", isAuthority == true ? "yes" : nil)
            case "2.5.29.37":
                facts.add(
                    "Purpose",
                    content.children.map { purposes[$0.identifier] ?? $0.identifier }
                        .joined(separator: ", ")
                )
            default: break
            }
        }
    }

    private static func alternative(_ value: DERValue) -> String? {
        let text = String(decoding: value.body, as: UTF8.self)
        switch value.tag {
        case 0x81, 0x82, 0x86: return text
        case 0x87:
            let bytes = Array(value.body)
            if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
            guard bytes.count == 16 else { return nil }
            return (0..<8).map { String(bytes.big16($0 * 2), radix: 16) }.joined(separator: ":")
        default: return nil
        }
    }

    private static func commonName(_ name: DERValue) -> String? {
        name.children.flatMap(\.children).last { $0.children.first?.identifier == "2.5.4.3" }?
            .children.last?.text
    }

    private static func names(_ name: DERValue) -> String {
        name.children.flatMap(\.children).compactMap { part in
            guard let id = part.children.first?.identifier, let text = part.children.last?.text
            else { return nil }
            return "\(attributes[id] ?? id)=\(text)"
        }.joined(separator: ", ")
    }

    private static func algorithm(_ value: DERValue) -> String? {
        guard let id = value.children.first?.identifier else { return nil }
        return algorithms[id] ?? id
    }

    /// The kind and size of a public key (SubjectPublicKeyInfo).
    private static func publicKey(_ value: DERValue) -> String? {
        let parts = value.children
        guard parts.count == 2, parts[0].tag == 0x30, parts[1].tag == 0x03,
            let id = parts[0].children.first?.identifier
        else { return nil }
        switch id {
        case "1.2.840.113549.1.1.1":
            let modulus = DERValue(parts[1].body.dropFirst())?.children.first?.body.drop { $0 == 0 }
            guard let modulus, let first = modulus.first else { return "RSA" }
            return "RSA, \(modulus.count * 8 - first.leadingZeroBitCount) bits"
        case "1.2.840.10045.2.1":
            let curve = parts[0].children.last?.identifier ?? ""
            return "elliptic curve \(curves[curve] ?? curve)"
        default: return algorithms[id] ?? id
        }
    }

    private static func hex(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.prefix(64).map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
            .joined(separator: ":")
    }

    /// The SHA-256 of bytes, in pairs of digits.
    static func fingerprint(_ bytes: ArraySlice<UInt8>) -> String {
        var hash = SHA256()
        hash.update(bytes)
        let digits = Array(hash.finish().uppercased())
        return stride(from: 0, to: digits.count, by: 2).map { String(digits[$0..<($0 + 2)]) }
            .joined(separator: ":")
    }

    private static let attributes = [
        "2.5.4.3": "CN", "2.5.4.4": "SN", "2.5.4.5": "serialNumber", "2.5.4.6": "C",
        "2.5.4.7": "L", "2.5.4.8": "ST", "2.5.4.9": "street", "2.5.4.10": "O", "2.5.4.11": "OU",
        "2.5.4.42": "GN", "1.2.840.113549.1.9.1": "email", "0.9.2342.19200300.100.1.25": "DC",
        "0.9.2342.19200300.100.1.1": "UID",
    ]
    private static let algorithms = [
        "1.2.840.113549.1.1.1": "RSA", "1.2.840.113549.1.1.4": "MD5 with RSA",
        "1.2.840.113549.1.1.5": "SHA-1 with RSA", "1.2.840.113549.1.1.10": "RSA-PSS",
        "1.2.840.113549.1.1.11": "SHA-256 with RSA", "1.2.840.113549.1.1.12": "SHA-384 with RSA",
        "1.2.840.113549.1.1.13": "SHA-512 with RSA", "1.2.840.10045.4.3.2": "ECDSA with SHA-256",
        "1.2.840.10045.4.3.3": "ECDSA with SHA-384", "1.2.840.10045.4.3.4": "ECDSA with SHA-512",
        "1.2.840.10040.4.1": "DSA", "1.2.840.113549.1.3.1": "Diffie-Hellman",
        "1.3.101.110": "X25519", "1.3.101.111": "X448", "1.3.101.112": "Ed25519",
        "1.3.101.113": "Ed448",
    ]
    private static let curves = [
        "1.2.840.10045.3.1.7": "P-256", "1.3.132.0.34": "P-384", "1.3.132.0.35": "P-521",
        "1.3.132.0.10": "secp256k1", "1.3.36.3.3.2.8.1.1.7": "brainpoolP256r1",
    ]
    private static let purposes = [
        "1.3.6.1.5.5.7.3.1": "servers", "1.3.6.1.5.5.7.3.2": "clients",
        "1.3.6.1.5.5.7.3.3": "code", "1.3.6.1.5.5.7.3.4": "mail", "1.3.6.1.5.5.7.3.8": "time",
        "1.3.6.1.5.5.7.3.9": "OCSP",
    ]
}
