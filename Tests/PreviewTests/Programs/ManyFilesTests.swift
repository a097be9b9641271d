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

    /// At Ctrl-C, each process of the terminal gets the signal.
    @Test func `end at Ctrl-C, and are all drawn by the next run`() async throws {
        try await withFixtures { fixtures in
            var paths: [String] = []
            for number in 0..<300 {
                paths.append(try fixtures.write(PDFMaker.report.text, as: "\(number).pdf"))
            }
            let list = try fixtures.write(paths.map { $0 + "\n" }.joined(), as: "list")
            let script = """
                import os, pty, signal, sys
                child, terminal = pty.fork()
                if child == 0:
                    # As a shell starts it, and not as the test runs.
                    signal.pthread_sigmask(signal.SIG_SETMASK, [])
                    signal.signal(signal.SIGINT, signal.SIG_DFL)
                    os.dup2(os.open(sys.argv[3], os.O_RDONLY), 0)
                    os.execv(sys.argv[1], [sys.argv[1], "-w", "2", "-s", "64", sys.argv[2]])
                while not os.path.isdir(sys.argv[2]): os.sched_yield()
                os.write(terminal, b"\\x03")
                text = b""
                while True:
                    try: part = os.read(terminal, 65536)
                    except OSError: break
                    if not part: break
                    text += part
                print(text.decode())
                sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
                """
            let ended = try execute(
                "env",
                [
                    "QPREVIEW=\(program("qpreview"))", "HOME=\(fixtures.folder.path)", "python3",
                    "-c", script, Self.example, fixtures.path("pictures"), list,
                ]
            )
            #expect(ended.code == 130, "\(ended)")
            #expect(ended.output.contains("Interrupted."), "\(ended)")
            #expect(!ended.output.contains("Traceback") && !ended.output.contains("worker-ended"))
            let again = try draw(paths, fixtures, program: program("qpreview"))
            #expect(again.errors.contains("300 files, 0 without a thumbnail"), "\(again)")
            let drawn = try pictures(fixtures)
            #expect(drawn.count == 300)
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
