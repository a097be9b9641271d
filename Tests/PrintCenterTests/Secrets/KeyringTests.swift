import IPP
import PrintModel
import ProofKit
import Testing

@testable import PrintCenter

@Suite struct `The keyring` {
    private static let offer = #"Digest realm="a", nonce="1", qop="auth""#

    private static func printer(_ uuid: String, key: String = "k") throws -> PrinterIdentity {
        let uri = try #require(DeviceURI("ipps://127.0.0.1:631/ipp/print"))
        return PrinterIdentity(DeviceAddress(uri, uuid: uuid), publicKey: key)
    }

    private func challenge(
        _ keyring: Keyring,
        _ printer: PrinterIdentity,
        _ header: String = offer,
        sent: String? = nil,
        isRetry: Bool = false
    ) throws(CupsError) {
        try keyring.challenged(by: header, from: printer, sent: sent, isRetry: isRetry)
    }

    @Test func `gives a password to the printer that it was entered for, and to no other`() throws {
        let keyring = Keyring()
        let printer = try Self.printer("one")
        #expect(throws: CupsError.authenticationRequired) { try challenge(keyring, printer) }
        keyring.keep(Credentials(user: "ann", password: "secret"), for: printer, label: "")
        // Nothing is sent before the printer asks.
        #expect(keyring.authorization(for: printer, resource: "/") == nil)
        try challenge(keyring, printer)
        let first = try #require(keyring.authorization(for: printer, resource: "/"))
        #expect(first.contains(#"username="ann""#) && !first.contains("secret"))
        #expect(keyring.authorization(for: printer, resource: "/")?.contains("nc=00000002") == true)
        for other in [try Self.printer("two"), try Self.printer("one", key: "other")] {
            #expect(throws: CupsError.authenticationRequired) { try challenge(keyring, other) }
            #expect(keyring.authorization(for: other, resource: "/") == nil)
        }
    }

    @Test func `follows a printer from its address to its UUID, and to no other key`() throws {
        let keyring = Keyring()
        let uri = try #require(DeviceURI("ipps://127.0.0.1:631/ipp/print"))
        let old = PrinterIdentity(DeviceAddress(uri), publicKey: "k")
        let new = try Self.printer("one")
        keyring.keep(Credentials(user: "ann", password: "secret"), for: old, label: "")
        try challenge(keyring, old)
        keyring.rebind(from: old, to: new, label: "")
        let next = keyring.authorization(for: new, resource: "/")
        #expect(next?.contains("nc=00000001") == true, "it is not asked again")
        #expect(keyring.authorization(for: old, resource: "/") == nil)
        let other = try Self.printer("one", key: "other")
        #expect(throws: CupsError.authenticationRequired) { try challenge(keyring, other) }

        // What was entered for the UUID meanwhile stays.
        keyring.keep(Credentials(user: "bob", password: "secret"), for: old, label: "")
        keyring.rebind(from: old, to: new, label: "")
        #expect(keyring.authorization(for: new, resource: "/")?.contains(#""ann""#) == true)
    }

    @Test func `forgets a password that the printer refuses`() throws {
        let keyring = Keyring()
        let printer = try Self.printer("one")
        keyring.keep(Credentials(user: "ann", password: "wrong"), for: printer, label: "")
        try challenge(keyring, printer)
        let sent = keyring.authorization(for: printer, resource: "/")
        // An old nonce is no refusal.
        let newer = #"Digest realm="a", nonce="2", qop="auth""#
        try challenge(keyring, printer, newer, sent: sent)
        #expect(throws: CupsError.credentialsRefused) {
            try challenge(keyring, printer, newer, sent: sent, isRetry: true)
        }
        #expect(keyring.authorization(for: printer, resource: "/") == nil)
        #expect(throws: CupsError.credentialsRefused) { try challenge(keyring, printer) }
        keyring.keep(Credentials(user: "ann", password: "right"), for: printer, label: "")
        try challenge(keyring, printer)
    }

    @Test func `takes two refusals of whole documents in a row for one of the password`() throws {
        let keyring = Keyring()
        let printer = try Self.printer("one")
        keyring.keep(Credentials(user: "ann", password: "wrong"), for: printer, label: "")
        var number = 0
        func refuseAtEnd() throws {
            number += 1
            // Other requests before it use the nonce, too.
            _ = keyring.authorization(for: printer, resource: "/")
            try keyring.challenged(
                by: #"Digest realm="a", nonce="\#(number)", qop="auth""#,
                from: printer,
                sent: keyring.authorization(for: printer, resource: "/"),
                isRetry: false,
                isAtEnd: true
            )
        }
        try refuseAtEnd()
        try refuseAtEnd()
        keyring.accepted(by: printer)
        try refuseAtEnd()
        #expect(throws: CupsError.credentialsRefused) { try refuseAtEnd() }
        #expect(keyring.authorization(for: printer, resource: "/") == nil)
    }

    @Test func `shows no password in any description`() {
        let credentials = Credentials(user: "ann", password: "secret")
        let pin = JobPassword(pin: "secret", encryption: "none")
        for text in [
            "\(credentials)", "\(pin)", String(reflecting: credentials), String(reflecting: pin),
        ] {
            #expect(!text.contains("secret"))
        }
        var dumped = ""
        dump([credentials], to: &dumped)
        dump([pin], to: &dumped)
        #expect(!dumped.contains("secret"))
    }
}

@Suite struct `A PIN` {
    @Test func `is sent as it is, or as its hash`() {
        func octets(_ encryption: String) -> [UInt8]? {
            guard
                case .octets(let bytes)? = JobPassword(pin: "1234", encryption: encryption)
                    .attributes.first?.values.first
            else { return nil }
            return bytes
        }
        #expect(octets("none") == Array("1234".utf8))
        let hash = octets("sha2-256") ?? []
        #expect(hash.count == 32 && hash.prefix(4) == [0x03, 0xac, 0x67, 0x42])
    }

    @Test func `never leaves over a connection without TLS`() async throws {
        var request = IPPMessage(operation: .createJob, requestID: 1)
        for attribute in JobPassword(pin: "1234", encryption: "none").attributes {
            request.append(attribute)
        }
        let peer = try WirePeer()
        let uri = try #require(DeviceURI("ipp://127.0.0.1:\(peer.port)/ipp/print"))
        let connection = IPPConnection(to: .device(DeviceAddress(uri)))
        await #expect(throws: CupsError.notEncrypted) {
            _ = try await connection.send(request, effect: .changes, timeout: .patience)
        }
        let file = try TemporaryFile(contents: [1, 2, 3])
        await #expect(throws: CupsError.notEncrypted) {
            try await connection.begin(
                request,
                document: DocumentBody(descriptor: file.descriptor, size: 3),
                timeout: .patience
            )
        }
        await connection.close()
        #expect(peer.bytes.isEmpty)
    }

    @Test func `is forgotten with its job, and in the store`() async {
        let store = MemorySecrets()
        let pins = JobPINs(store: store, patience: .patience)
        let job = SubmissionID.random()
        #expect(await pins.pin(of: job) == nil)
        await pins.keep("1234", of: job)
        #expect(await pins.pin(of: job) == "1234")
        // Another service finds it in the store.
        try? await wait(for: "the store") { await store.secrets.isEmpty == false }
        #expect(await JobPINs(store: store, patience: .patience).pin(of: job) == "1234")
        await pins.forget(job)
        #expect(await pins.pin(of: job) == nil)
        try? await wait(for: "the store") { await store.secrets.isEmpty }
        #expect(await store.secrets.isEmpty)
    }
}

/// A secret store in memory.
private actor MemorySecrets: SecretStore {
    private(set) var secrets: [String: String] = [:]

    func keep(_ secret: String, _ kind: SecretKind, of id: String, label: String) {
        secrets["\(kind) \(id)"] = secret
    }

    func find(_ kind: SecretKind, of id: String) -> String? { secrets["\(kind) \(id)"] }
    func forget(_ kind: SecretKind, of id: String) { secrets["\(kind) \(id)"] = nil }
}
