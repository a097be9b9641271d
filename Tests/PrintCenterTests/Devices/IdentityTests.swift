import Foundation
import IPP
import PrintFakes
import ProofKit
import Testing

@testable import PrintCenter

/// Whether a printer with TLS is the one that it was.
@Suite(.serialized) struct `The identity of a printer` {
    private static let request = IPPMessage(operation: .getPrinterAttributes, requestID: 4711)
    private let folder: TemporaryFolder
    /// Two keys of one name.
    private let keys: [String]

    init() throws {
        folder = try TemporaryFolder("printcenter-keys")
        keys = try ["rsa:2048", "ec"].map { [folder] kind in
            let key = "\(folder.path)/\(kind.prefix(3))"
            let curve = kind == "ec" ? ["-pkeyopt", "ec_paramgen_curve:P-256"] : []
            _ = try Self.run(
                ["openssl", "req", "-x509", "-newkey", kind] + curve + [
                    "-nodes", "-keyout", key + ".key", "-out", key + ".crt", "-subj",
                    "/CN=localhost", "-days", "2",
                ]
            )
            return key
        }
    }

    /// What a program of the shell prints.
    private static func run(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self)
    }

    /// The SHA-256 of a public key, as another program computes it.
    private func hash(of key: String) throws -> String {
        let command =
            "openssl x509 -in \(key).crt -pubkey -noout | openssl pkey -pubin -outform der | sha256sum"
        return try String(Self.run(["sh", "-c", command]).prefix(64))
    }

    private func connection(
        to peer: TLSPeer,
        publicKey: String? = nil,
        scheme: String = "ipps"
    ) throws -> IPPConnection {
        let uri = try #require(DeviceURI("\(scheme)://printer.example:\(peer.port)/ipp/print"))
        // The name cannot be looked up.
        let address = DeviceAddress(uri, addresses: ["127.0.0.1"], publicKey: publicKey)
        return IPPConnection(to: .device(address))
    }

    @Test(.enabled(if: TLSPeer.isPossible, "openssl or python3 is missing"), arguments: [0, 1])
    func `is the hash of its public key`(index: Int) async throws {
        let hash = try hash(of: keys[index])
        #expect(hash.count == 64 && hash.allSatisfy(\.isHexDigit))
        let peer = try TLSPeer(key: keys[index], in: folder.path)
        let unknown = try connection(to: peer)
        #expect(await unknown.publicKey == nil)
        _ = try await unknown.send(Self.request, effect: .changes, timeout: .patience)
        #expect(await unknown.publicKey == hash)
        await unknown.close()
        let known = try connection(to: peer, publicKey: hash)
        _ = try await known.send(Self.request, effect: .changes, timeout: .patience)
        await known.close()
    }

    @Test(.enabled(if: TLSPeer.isPossible, "openssl or python3 is missing"))
    func `is checked before anything is sent`() async throws {
        let expected = try hash(of: keys[0])
        let other = try hash(of: keys[1])
        let peer = try TLSPeer(key: keys[1], in: folder.path)
        let file = try TemporaryFile(contents: [1, 2, 3])
        let document = DocumentBody(descriptor: file.descriptor, size: 3)
        let connection = try connection(to: peer, publicKey: expected)
        await #expect(throws: CupsError.identityChanged(key: other)) {
            try await connection.send(Self.request, effect: .reads, timeout: .patience)
        }
        await #expect(throws: CupsError.identityChanged(key: other)) {
            try await connection.begin(Self.request, document: document, timeout: .patience)
        }
        #expect(await connection.publicKey == other)
        #expect(!CupsError.identityChanged(key: other).isOutcomeUnknown)
        try await wait(for: "two ends") { peer.lines.count >= 4 }
        #expect(peer.lines.count { $0.hasPrefix("handshake") } == 2)
        #expect(peer.records.isEmpty, "not one byte of HTTP")
    }

    @Test func `cannot be known without TLS`() async throws {
        let peer = try WirePeer()
        let uri = try #require(DeviceURI("ipp://127.0.0.1:\(peer.port)/ipp/print"))
        let hash = String(repeating: "0", count: 64)
        let connection = IPPConnection(to: .device(DeviceAddress(uri, publicKey: hash)))
        await #expect(throws: CupsError.identityChanged(key: nil)) {
            try await connection.send(Self.request, effect: .reads, timeout: .patience)
        }
        #expect(peer.bytes.isEmpty)
    }

    @Test(
        .enabled(if: TLSPeer.isPossible, "openssl or python3 is missing"),
        arguments: [TLSPeer.Manner.regular, .withoutContinue]
    )
    func `lets a document commit with a record of its own`(_ manner: TLSPeer.Manner) async throws {
        let peer = try TLSPeer(key: keys[0], manner: manner, in: folder.path)
        let contents = [UInt8](repeating: 7, count: 100_000)
        let file = try TemporaryFile(contents: contents)
        let document = DocumentBody(descriptor: file.descriptor, size: contents.count)
        let connection = try connection(to: peer)
        try await connection.begin(Self.request, document: document, timeout: .patience)
        let message = try IPPEncoder().encode(Self.request).count
        try await wait(for: "all but the last byte") {
            peer.records.dropFirst().reduce(0, +) >= message + contents.count - 1
        }
        #expect(try await connection.commit(timeout: .patience).status == .ok)
        #expect(peer.records.last == 1)
        await connection.close()
        try await wait(for: "the end") { peer.lines.last == "finished" }
    }

    @Test(.enabled(if: TLSPeer.isPossible, "openssl or python3 is missing"))
    func `does not let a document end regularly before its last byte`() async throws {
        let peer = try TLSPeer(key: keys[0], in: folder.path)
        let file = try TemporaryFile(contents: [UInt8](repeating: 7, count: 100_000))
        let document = DocumentBody(descriptor: file.descriptor, size: 100_000)
        let connection = try connection(to: peer)
        try await connection.begin(Self.request, document: document, timeout: .patience)
        await connection.abandon()
        try await wait(for: "the end") { Int(peer.lines.last ?? "0") == nil }
        #expect(peer.lines.last == "reset", "neither a close_notify nor the end of the file")
    }
}
