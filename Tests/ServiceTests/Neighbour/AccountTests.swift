import FoundationEssentials
import Glibc
import ProofKit
import Testing

/// Accounts that no desktop has prepared.
@Suite(.enabled(if: Neighbour.isAvailable, "\(Neighbour.whySkipped)"), .explained)
struct `The service of an account` {
    /// Starts the service as another user, and returns what it says first.
    private func start(_ environment: [String: String]) throws -> String {
        let folder = try TemporaryFolder("account")
        try #require(unsafe chmod(folder.path, 0o755) == 0)
        // The folder of the build may be closed to others.
        let program = folder.path + "/printcenterd"
        try FileManager.default.copyItem(atPath: Programs.service, toPath: program)
        let process = try NeighbourProcess(
            [program],
            environment: environment.merging(["CUPS_SERVER": "/nonexistent/socket"]) { $1 }
        )
        try waitBlocking(for: "a line of the service") { process.outputSoFar.hasSuffix("\n") }
        return process.outputSoFar
    }

    @Test(arguments: [(61_234, true), (0, false)] as [(UInt32, Bool)])
    func `does not use the runtime folder of another one`(_ owner: UInt32, _ isUsed: Bool) throws {
        let (runtime, own) = (try TemporaryFolder("runtime"), try TemporaryFolder("own"))
        try #require(unsafe chown(runtime.path, owner, owner) == 0)
        try #require(unsafe chown(own.path, Neighbour.user, Neighbour.user) == 0)
        let line = try start([
            "XDG_RUNTIME_DIR": runtime.path, "XDG_STATE_HOME": own.path, "HOME": "/nonexistent",
        ])
        #expect(line.hasPrefix("ready"), "\(line)")
        let names = try FileManager.default.contentsOfDirectory(atPath: runtime.path)
        #expect(names == (isUsed ? ["printcenter"] : []))
    }

    @Test(arguments: ["/nonexistent", "/usr/share"])
    func `without a home says what to set`(_ home: String) throws {
        let line = try start(["HOME": home]).split(separator: "\n").first ?? ""
        #expect(
            line.hasPrefix("error: The home folder of this account, \(home), cannot be written")
        )
        #expect(line.hasSuffix("Set XDG_STATE_HOME to a folder that this account can write."))
    }
}
