import Foundation
import Glibc
import ProofKit
import Testing

/// `Examples/many-files.py`, of Docs/a-million-files.md.
struct `Many files` {
    private static let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Examples/many-files.py").standardized.path

    private func draw(
        _ paths: [String],
        _ fixtures: Fixtures,
        program: String
    ) throws -> Ended {
        let list = try fixtures.write(paths.map { $0 + "\n" }.joined(), as: "list")
        return try execute(
            "env",
            [
                "QPREVIEW=\(program)", "HOME=\(fixtures.folder.path)", "sh", "-c",
                "\"$0\" -w 2 -s 64 \"$1\" < \"$2\"", Self.example, fixtures.path("pictures"), list,
            ]
        )
    }

    private func pictures(_ fixtures: Fixtures) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: fixtures.path("pictures"))
            .filter { $0.hasSuffix(".png") }
    }

    @Test func `are drawn by two workers, which go on where they ended`() async throws {
        try await withFixtures { fixtures in
            var paths: [String] = []
            for number in 0..<12 {
                paths.append(try fixtures.write(PDFMaker.report.text, as: "a b%\(number)#é.pdf"))
            }
            let damaged = WindowFixture.sample("damaged.pdf")
            paths += [damaged, fixtures.path("none.pdf")]
            let ended = try draw(paths, fixtures, program: program("qpreview"))
            #expect(ended.code == 0, "\(ended.errors)")
            #expect(ended.errors.contains("14 files, 2 without a thumbnail"))
            #expect(ended.output.contains("\"path\": \"\(damaged)\", \"code\": \"damaged\""))
            let drawn = try pictures(fixtures)
            #expect(drawn.count == 12)
            // Nothing is drawn a second time.
            let again = try draw(paths, fixtures, program: "false")
            #expect(again.errors.contains("14 files, 2 without a thumbnail"))
            #expect(again.output.contains("worker-ended"))
            let same = try pictures(fixtures)
            #expect(same.sorted() == drawn.sorted())
        }
    }

    /// Each worker's first program is killed, while it has a request.
    @Test func `are all drawn where workers are killed`() async throws {
        try await withFixtures { fixtures in
            let real = try program("qpreview")
            let mortal = try fixtures.write(
                """
                #!/bin/sh
                for number in 1 2; do
                    if mkdir "\(fixtures.folder.path)/killed$number" 2>/dev/null; then
                        sed -u 3q | "\(real)" serve
                        read -r request
                        kill -9 $$
                    fi
                done
                exec "\(real)" serve
                """,
                as: "mortal"
            )
            unsafe chmod(mortal, 0o755)
            var paths: [String] = []
            for number in 0..<24 {
                paths.append(try fixtures.write(PDFMaker.report.text, as: "\(number).pdf"))
            }
            let ended = try draw(paths, fixtures, program: mortal)
            #expect(ended.errors.contains("24 files, 0 without a thumbnail"), "\(ended)")
            let drawn = try pictures(fixtures)
            #expect(drawn.count == 24)
            let killed = ["killed1", "killed2"].map { fixtures.path($0) }
            #expect(killed.allSatisfy { FileManager.default.fileExists(atPath: $0) })
        }
    }
}
