import Foundation
import Testing

@testable import DocumentRendering
@testable import PreviewModel
@testable import QuickPreview

/// Secret keys, of which no picture shows a byte.
struct `Secret keys` {
    private func words(_ text: String, type: String) throws -> String {
        try PreviewTests.words(in: Array(text.utf8), type: type).joined(separator: "\n")
    }

    @Test(arguments: [
        "application/x-pem-file", "application/pgp-keys", "text/plain", "text/x-log",
        "text/markdown", "application/x-yaml",
    ])
    func `are not shown, whatever the file is called`(type: String) throws {
        let isKey = type.contains("pem") || type.contains("pgp")
        for text in [
            CertificateSample.key, "notes\n" + CertificateSample.key + "more",
            CertificateSample.certificate + CertificateSample.key,
            // Cut off in its midst.
            String(CertificateSample.key.dropLast(60)),
            CertificateSample.key.replacing("\n", with: "\\n"),
        ] {
            let found = (try? words(text, type: type)) ?? ""
            for line in CertificateSample.secretLines {
                #expect(!found.contains(line.prefix(12)), "\(found)")
            }
            if text.hasPrefix("notes"), !isKey { #expect(found.contains("more")) }
        }
    }

    @Test func `of PuTTY are not shown`() {
        let text = "PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 2\nAAAA\nBBBB\nPrivate-MAC: cc"
        let clean = PEMText.withoutSecrets(text)
        #expect(!clean.contains("AAAA") && !clean.contains("BBBB") && clean.contains("MAC"))
    }

    @Test func `in DER are told by their kind alone`() throws {
        // PKCS #8 for Ed25519, with a key of zeros.
        let bytes: [UInt8] =
            [0x30, 0x2E, 2, 1, 0, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 4, 0x22, 4, 0x20]
            + [UInt8](repeating: 0x5A, count: 32)
        let found = try PreviewTests.words(in: bytes, type: "application/pkcs8")
        #expect(found.contains("Private key") && found.contains("Ed25519"))
        #expect(!found.contains { $0.contains("5A") })
    }

    @Test func `leave other texts as they are`() {
        for text in ["", "no PRIVATE KEY here", CertificateSample.certificate] {
            #expect(PEMText.withoutSecrets(text) == text)
        }
    }
}
