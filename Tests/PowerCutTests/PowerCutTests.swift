import ProofKit
import Testing

@testable import powercut

/// The short version of `make powercut`.
@Suite("Power cuts", .serialized)
struct PowerCutTests {
    /// What the service did to its disk during one workload, which both tests look at.
    private static let recording = Result {
        let testBed = try TestBed()
        defer { testBed.close() }
        return try testBed.record(.mixed, seed: 7)
    }

    @Test func `no power cut loses or damages what was answered`() async throws {
        let recording = try Self.recording.get()
        let folder = try TemporaryFolder("powercut")
        defer { withExtendedLifetime(folder) {} }
        #expect(Ledger(recording).count > 10)
        let cuts = Cuts(recording: recording, chances: 2, seed: 7, stride: 6)
        let count = try await cuts.run(workers: 2, in: folder.path)
        #expect(count.states > 500)
        #expect(count.isClean, "\(count.examples.joined(separator: "\n"))")
    }

    @Test func `a disk that forgets syncs is found out`() async throws {
        let recording = try Self.recording.get()
        let folder = try TemporaryFolder("powercut")
        defer { withExtendedLifetime(folder) {} }
        let forgetful = Recording(
            steps: recording.steps.filter { step in
                if case .sync = step { false } else { true }
            }
        )
        let cuts = Cuts(recording: forgetful, chances: 0, seed: 8, stride: 40)
        let count = try await cuts.run(workers: 2, in: folder.path)
        #expect((count.faults[.lost] ?? 0) > 5)
    }
}
