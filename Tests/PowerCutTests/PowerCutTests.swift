import FoundationEssentials
import Testing

@testable import powercut

/// The short version of `make powercut`.
@Suite("Power cuts", .serialized)
struct PowerCutTests {
    private static let repository = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }
        .joined()
    /// The folder in which the programs lie that were built with the tests.
    private static let programs: String = {
        // Without /proc no test of this target can run.
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return ([own] + CommandLine.arguments).lazy
            .map { $0.split(separator: "/").dropLast().map { "/\($0)" }.joined() }
            .first { FileManager.default.fileExists(atPath: $0 + "/printcenterd") } ?? "."
    }()

    private func bench() throws -> Bench {
        try Bench(programs: Self.programs, samples: Self.repository + "/samples")
    }

    @Test func `no power cut loses or damages what was answered`() async throws {
        let bench = try bench()
        defer { bench.close() }
        let recording = try bench.record(.mixed, seed: 7)
        #expect(Ledger(recording).count > 10)
        let cuts = Cuts(recording: recording, chances: 2, seed: 7, stride: 3)
        let count = try await cuts.run(workers: 2, in: bench.folder)
        #expect(count.states > 1000)
        #expect(count.isClean, "\(count.examples.joined(separator: "\n"))")
    }

    @Test func `a disk that forgets syncs is found out`() async throws {
        let bench = try bench()
        defer { bench.close() }
        let recording = try bench.record(.mixed, seed: 8)
        let forgetful = Recording(
            steps: recording.steps.filter { step in
                if case .sync = step { false } else { true }
            }
        )
        let cuts = Cuts(recording: forgetful, chances: 0, seed: 8, stride: 40)
        let count = try await cuts.run(workers: 2, in: bench.folder)
        #expect((count.faults[.lost] ?? 0) > 5)
    }
}
