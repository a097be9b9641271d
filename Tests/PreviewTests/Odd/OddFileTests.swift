import Foundation
import PreviewFuzzing
import ProofKit
import QuickPreview
import Testing

/// Files that are valid or nearly so, with values that no program writes: no reader ends on one of them.
///
/// ODD_FILES is the number of files, ODD_FIRST the first one's number; `make odd` runs 200,000. With ODD_FOLDER they are
/// written there instead.
@Suite(.timeLimit(.patience(600)))
struct `Odd files` {
    private static func variable(_ name: String, _ usual: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
    }

    @Test func `end no reader`() async throws {
        let count = Self.variable("ODD_FILES", 1_000)
        let first = Self.variable("ODD_FIRST", 0)
        if let folder = ProcessInfo.processInfo.environment["ODD_FOLDER"] {
            for number in first..<first + count {
                let file = OddFile(number)
                try Data(file.bytes).write(to: URL(filePath: folder).appending(path: file.name))
            }
            return
        }
        var configuration = PreviewerConfiguration.withOwnPages
        configuration.timeLimit = .neverMet
        try await withPreviewer(configuration) { previewer in
            let run = DocumentRun(previewer, timeLimit: configuration.timeLimit)
            await withTaskGroup(of: Void.self) { group in
                for number in first..<first + count {
                    if number - first >= 4 { await group.next() }
                    group.addTask {
                        let file = OddFile(number)
                        // Pages take longer than pictures, and go through the same readers and further.
                        if number / OddFile.kindCount % 4 == 3 {
                            await run.layOut(file.bytes, name: file.name)
                        } else {
                            await run.draw(file.bytes, name: file.name)
                        }
                    }
                }
            }
            let ends = ["crashed", "forbidden", "unavailable"]
            let ended = run.result.killed.filter { line in ends.contains { line.contains($0) } }
            #expect(ended == [])
            #expect(previewer.statistics.helperDeaths == 0)
            // Some are shown and some are refused, else nothing has been tried.
            let classes = previewer.statistics.classes
            #expect((classes["shown"] ?? 0) > count / 20, "\(classes)")
            #expect((classes["refused"] ?? 0) > count / 20, "\(classes)")
        }
    }

    @Test func `are the same for the same number`() {
        #expect(OddFile(7).bytes == OddFile(7).bytes)
        #expect(OddFile(0).bytes != OddFile(OddFile.kindCount).bytes)
    }
}
