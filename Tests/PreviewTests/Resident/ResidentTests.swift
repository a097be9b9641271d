import Foundation
import Glibc
import ProofKit
import Testing

@testable import QuickPreview

@Suite(.serialized) struct `The helper that programs share` {
    /// Runs qpreview; alone, it has no helpers of its own beside it.
    private func run(
        _ arguments: [String],
        _ helper: ResidentHelper,
        program: String,
        resident: String,
        input: String? = nil
    ) throws -> (Ended, Data) {
        let output = helper.runtime + "/output"
        let line = "\"$@\" > '\(output)'"
        let ended = try execute(
            "env",
            helper.variables + ["QPREVIEW_RESIDENT=\(resident)", "sh", "-c", line, "sh", program]
                + arguments,
            input: input
        )
        return (ended, try Data(contentsOf: URL(fileURLWithPath: output)))
    }

    @Test func `gives the same bytes, words, and exit codes as without it`() async throws {
        try await withResident { helper, fixtures in
            let alone = fixtures.path("qpreview-commands")
            try copy(program: "qpreview-commands", to: alone)
            let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../../../samples").standardized.path
            let files = [
                "report.pdf", "damaged.pdf", "locked.pdf", "empty.pdf", "data.bin", "notes.txt",
                "photo.jpg",
            ].map { "\(samples)/\($0)" }
            let odd = try fixtures.write(PDFMaker.report.text, as: "odd.jpg")
            let password = try fixtures.write("open\n", as: "password")
            var requests = (files + [odd, fixtures.folder.path]).flatMap { file in
                [
                    ["info", "--json", file], ["thumbnail", file, "-"],
                    ["thumbnail", "--card", "-s", "200", file, "-"], ["text", file],
                ]
            }
            requests += [
                ["thumbnail", "--page", "99", "\(samples)/report.pdf", "-"],
                [
                    "thumbnail", "--page", "2", "-s", "100", "--scale", "1.5",
                    "\(samples)/report.pdf", "-",
                ],
                ["thumbnail", "-s", "9000", "\(samples)/photo.png", "-"],
                ["thumbnail", "--password-fd", "0", "\(samples)/locked.pdf", "-"],
                ["text", "--json", "--positions", "\(samples)/letter.pdf"],
                ["pages", "\(samples)/notes.txt", "-"],
            ]
            for request in requests {
                let (with, one) = try run(
                    request,
                    helper,
                    program: alone,
                    resident: "yes",
                    input: password
                )
                let (without, other) = try run(
                    request,
                    helper,
                    program: try program("qpreview"),
                    resident: "no",
                    input: password
                )
                // Larger than the helper draws: without a helper of its own, there is no picture.
                if request.contains("9000") {
                    #expect(with.code == 1 && without.code == 0)
                    continue
                }
                #expect(with.code == without.code, "\(request): \(with.errors)")
                #expect(one == other, "\(request)")
                #expect(with.errors == without.errors, "\(request)")
            }
            // Nothing of it was left to the program itself.
            let (ended, _) = try run(["info", odd], helper, program: alone, resident: "no")
            #expect(ended.code == 1 && ended.errors.contains("not installed"))
        }
    }

    @Test func `is replaced by the program's own helpers where it is gone, stopped, or strange`()
        async throws
    {
        try await withFixtures { fixtures in
            let runtime = fixtures.path("run")
            let helper = try await ResidentHelper(in: runtime)
            let png = try fixtures.png()
            helper.signal(SIGKILL)
            _ = try await helper.end()
            #expect(FileManager.default.fileExists(atPath: helper.socket))
            let own = try program("qpreview")
            let (gone, _) = try run(["info", png], helper, program: own, resident: "yes")
            #expect(gone.code == 0)
            // Another program has the socket.
            try FileManager.default.removeItem(atPath: helper.socket)
            let strange = try RunningProgram(
                [
                    "/usr/bin/python3", "-c",
                    """
                    import socket, sys
                    door = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
                    door.bind(sys.argv[1]); door.listen()
                    while True:
                        client, _ = door.accept(); client.recv(4096); client.send(b"nonsense"); client.close()
                    """, helper.socket,
                ],
                environment: [:],
                files: fixtures.path("strange")
            )
            defer { strange.kill() }
            try await wait(for: "the socket") {
                FileManager.default.fileExists(atPath: helper.socket)
            }
            let (odd, _) = try run(["info", png], helper, program: own, resident: "yes")
            #expect(odd.code == 0 && odd.errors.isEmpty)
        }
    }

    @Test func `is the only one, and takes the place of one that was killed`() async throws {
        try await withFixtures { fixtures in
            let helper = try await ResidentHelper(in: fixtures.path("run"))
            #expect(helper.line == "ready\n")
            let second = try await ResidentHelper(in: helper.runtime)
            #expect(second.line == "running\n")
            #expect(try await second.end() == 0)
            helper.signal(SIGKILL)
            _ = try await helper.end()
            let third = try await ResidentHelper(in: helper.runtime)
            #expect(third.line == "ready\n")
            third.signal(SIGTERM)
            #expect(try await third.end() == 0)
        }
    }

    /// It handles signals before it says that it is ready: one that comes with its first word is not lost.
    @Test func `ends by a signal that comes at once`() async throws {
        try await withFixtures { fixtures in
            for number in [SIGTERM, SIGINT, SIGHUP, SIGTERM, SIGINT, SIGHUP] {
                let helper = try await ResidentHelper(in: fixtures.path("run"))
                #expect(helper.line == "ready\n")
                helper.signal(number)
                #expect(try await helper.end() == 0)
            }
        }
    }

    @Test func `leaves when it is idle, and says why it cannot start`() async throws {
        try await withFixtures { fixtures in
            let staying = try await ResidentHelper(in: fixtures.path("staying"))
            #expect(staying.line == "ready\n")
            let folder = try #require(FileFacts(path: staying.runtime + "/qpreview"))
            let socket = try #require(FileFacts(path: staying.socket))
            #expect(folder.mode & 0o777 == 0o700 && socket.mode & 0o777 == 0o600)
            staying.signal(SIGTERM)
            #expect(try await staying.end() == 0)
            let helper = try await ResidentHelper(in: fixtures.path("run"), idle: 1)
            #expect(helper.line == "ready\n")
            #expect(try await helper.end() == 0)
            #expect(!FileManager.default.fileExists(atPath: helper.socket))
            let long = String(repeating: "a", count: 120)
            let lost = try await ResidentHelper(
                in: fixtures.path("run"),
                ["QPREVIEW_SOCKET": "/tmp/\(long)"]
            )
            #expect(lost.line.hasPrefix("error: ") && lost.line.contains("too long"))
            #expect(try await lost.end() == 69)
        }
    }
}
