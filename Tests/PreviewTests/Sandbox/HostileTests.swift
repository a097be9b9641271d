import Foundation
import PreviewFuzzing
import ProofKit
import QuickPreview
import Testing

/// The short form of `previewfuzz hostile`.
@Suite(.timeLimit(.patience(10)))
struct `Mutated documents` {
    private static let samples = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "samples")

    @Test(arguments: [
        (["report.pdf", "long.pdf", "letter.pdf"], 150), (["photo.jpg", "photo.png"], 150),
    ])
    func `affect no other document`(names: [String], count: Int) async throws {
        let documents = try names.map { name in
            (name, Array(try Data(contentsOf: Self.samples.appending(path: name))))
        }
        // Time: those that never end meet it; a twentieth needs less on any machine
        let configuration = PreviewerConfiguration(timeLimit: .seconds(20))
        try await withPreviewer(configuration) { previewer in
            let run = DocumentRun(previewer, timeLimit: configuration.timeLimit + .patience)
            for number in 0..<count {
                var dice = SeededGenerator(seed: UInt64(number))
                let (name, bytes) = documents[number % documents.count]
                let other = documents[(number + 1) % documents.count].1
                await run.draw(
                    Mutation.apply(to: bytes, and: other, using: &dice),
                    name: "\(number) of \(name)"
                )
            }
            #expect(run.result.requests == count)
            #expect(run.result.late == [])
            let statistics = previewer.statistics
            #expect(statistics.helperDeaths == 0)
            #expect(statistics.ends.values.reduce(0, +) == count)
            #expect(statistics.classes["forbidden-call"] == nil)
            #expect(statistics.classes["unavailable"] == nil)
            // Some are refused and some are not, else nothing has been tried.
            #expect((statistics.classes["refused"] ?? 0) > count / 20)
            #expect((statistics.classes["shown"] ?? 0) > count / 20)
        }
    }

    @Test func `are the same for the same seed`() {
        let bytes = [UInt8](repeating: 7, count: 1000)
        let changed = [1, 1, 2].map { (seed: UInt64) in
            var dice = SeededGenerator(seed: seed)
            return Mutation.apply(to: bytes, and: [1, 2, 3], using: &dice)
        }
        #expect(changed[0] == changed[1])
        #expect(changed[0] != changed[2])
        #expect(changed[0] != bytes)
    }
}
