import FoundationEssentials
import Glibc
import ProofKit
import Testing

@testable import PrintCenterClient

/// A user's folders for a client, and a program that plays the service.
struct Surroundings {
    let folder: String
    var environment: [String: String]

    var socket: String { folder + "/run/printcenter/socket" }

    /// Has `body` use new folders, and removes them afterwards.
    static func with<R>(_ body: (Surroundings) async throws -> R) async throws -> R {
        let folder =
            "\(TemporaryFolder.usual)/client-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        try FileManager.default.createDirectory(
            atPath: folder + "/run/printcenter",
            withIntermediateDirectories: true
        )
        // What is left in /tmp harms nobody.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try await body(
            Surroundings(
                folder: folder,
                environment: [
                    "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": folder + "/run",
                    "XDG_STATE_HOME": folder + "/state", "PRINTCENTERD": folder + "/service",
                    "PRINTCENTER_PATIENCE": "100",
                ]
            )
        )
    }

    func client() throws -> PrintCenterClient {
        try PrintCenterClient(environment: environment)
    }

    /// Makes the program that is started as the service.
    func service(_ script: String) throws {
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: folder + "/service"))
        #expect(unsafe chmod(folder + "/service", 0o700) == 0)
    }

    /// The error that `body` throws.
    func error(
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: (PrintCenterClient) async throws -> Void
    ) async throws -> ClientError {
        do {
            try await body(try client())
        } catch let error as ClientError {
            return error
        }
        return try #require(nil as ClientError?, "it worked", sourceLocation: sourceLocation)
    }
}
