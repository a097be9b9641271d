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

    /// The same, with jobs that go straight to printers.
    private static let direct = Result {
        let testBed = try TestBed(isDirect: true)
        defer { testBed.close() }
        return try testBed.record(.mixed, seed: 7)
    }

    @Test(arguments: [false, true])
    func `no power cut loses or damages what was answered`(isDirect: Bool) async throws {
        let recording = try isDirect ? Self.direct.get() : Self.recording.get()
        let folder = try TemporaryFolder("powercut")
        defer { withExtendedLifetime(folder) {} }
        #expect(Ledger(recording).count > 10)
        let cuts = Cuts(recording: recording, chances: 2, seed: 7, stride: 18)
        let count = try await cuts.run(workers: 2, in: folder.path)
        #expect(count.states > 170)
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
        let cuts = Cuts(recording: forgetful, chances: 0, seed: 8, stride: 80)
        let count = try await cuts.run(workers: 2, in: folder.path)
        #expect((count.faults[.lost] ?? 0) > 5)
    }

    /// As if the service wrote to disk after it has sent the last byte, instead of before.
    @Test func `a write that comes after the last byte is found out`() async throws {
        let recording = try Self.direct.get()
        let folder = try TemporaryFolder("powercut")
        defer { withExtendedLifetime(folder) {} }
        let notes = recording.steps.filter(\.isSent)
        try #require(notes.count > 2)
        let early = Recording(steps: notes + recording.steps.filter { !$0.isSent })
        let cuts = Cuts(recording: early, chances: 0, seed: 9, stride: 40)
        let count = try await cuts.run(workers: 2, in: folder.path)
        #expect((count.faults[.sentAgain] ?? 0) > 5)
    }

    /// Starts the service on states of a recording that may have been changed.
    private func start(
        chances: Int = 0,
        stride: Int = 12,
        _ change: (Recording) -> Recording
    ) async throws -> (started: Int, count: CutCount) {
        let testBed = try TestBed(isDirect: true)
        defer { testBed.close() }
        let recording = change(try testBed.record(.mixed, seed: 7))
        let cuts = Cuts(
            recording: recording,
            chances: chances,
            seed: 10,
            stride: stride,
            sampling: .eachTrait
        )
        let samples = Sample.choose(
            8,
            of: try await cuts.run(workers: 2, in: testBed.folder).samples
        )
        var count = CutCount()
        try await StartedService(testBed: testBed).run(samples, &count)
        return (samples.count, count)
    }

    @Test func `the service goes on after a power cut, and prints each job once`() async throws {
        let (started, count) = try await start(chances: 1) { $0 }
        #expect(started == 8)
        #expect(count.isClean, "\(count.examples.joined(separator: "\n"))")
    }

    @Test func `a service that starts on a disk that forgets syncs is found out`() async throws {
        let (_, count) = try await start(stride: 40) { recording in
            Recording(
                steps: recording.steps.filter { step in
                    if case .sync = step { false } else { true }
                }
            )
        }
        #expect((count.faults[.afterStart] ?? 0) > 0)
    }

    /// As if the service wrote to disk after the printers have the documents, instead of before.
    @Test func `a service that prints again what is on paper is found out`() async throws {
        let (_, count) = try await start { recording in
            let notes = recording.steps.filter { $0.moment != nil }
            return Recording(steps: notes + recording.steps.filter { $0.moment == nil })
        }
        let twice = count.examples.filter { $0.contains("printed 2 times") }
        #expect(!twice.isEmpty, "\(count.examples.joined(separator: "\n"))")
    }
}

extension Recording.Step {
    /// Whether a printer notes that it has a whole document.
    fileprivate var isSent: Bool {
        if case .note(let words) = self { words.hasPrefix("sent ") } else { false }
    }
}
