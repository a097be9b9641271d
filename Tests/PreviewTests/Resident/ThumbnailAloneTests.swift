import Foundation
import Glibc
import ProofKit
import Testing

/// `qpreview thumbnail` where no helper runs: a small program draws the page of a PDF, or a picture.
struct `A thumbnail without a running helper` {
    /// A copy of qpreview with the programs that draw single documents, and without that of all commands.
    private func alone(_ fixtures: Fixtures) throws -> String {
        for name in [
            "qpreview", "qpreview-zygote-page", "qpreview-zygote-plain", "qpreview-zygote-pdfium",
        ] {
            try copy(program: name, to: fixtures.path(name))
        }
        return fixtures.path("qpreview")
    }

    private func draw(
        _ program: String,
        _ fixtures: Fixtures,
        _ arguments: [String],
        limit: String = neverMetLimit.value
    ) throws -> Ended {
        let variables = [
            "QPREVIEW_RESIDENT=no", "HOME=\(fixtures.path("home"))", "LC_ALL=C",
            "\(neverMetLimit.name)=\(limit)",
        ]
        return try execute(
            "env",
            ["-u", "XDG_STATE_HOME"] + variables + [program, "thumbnail"] + arguments
        )
    }

    @Test func `has the bytes that the program of all commands writes`() async throws {
        try await withFixtures { fixtures in
            let small = try alone(fixtures)
            let (one, other) = (fixtures.path("one.png"), fixtures.path("other.png"))
            let names = ["report.pdf", "letter.pdf", "owner-locked.pdf", "photo.jpg", "photo.png"]
            var requests = names.map { [WindowFixture.sample($0)] }
            requests += ["64", "1000"].map { ["-s", $0, WindowFixture.sample("report.pdf")] }
            requests.append(["-s", "32", try fixtures.write(PDFMaker.report.text, as: "A.PDF")])
            for request in requests {
                let ended = try draw(small, fixtures, request + [one])
                try #require(ended.code == 0, "\(request): \(ended.errors)")
                let whole = try draw(try program("qpreview-commands"), fixtures, request + [other])
                try #require(whole.code == 0, "\(request): \(whole.errors)")
                #expect(
                    try Data(contentsOf: URL(fileURLWithPath: one))
                        == Data(contentsOf: URL(fileURLWithPath: other)),
                    "\(request)"
                )
            }
        }
    }

    @Test func `is left to the program of all commands where anything is unusual`() async throws {
        try await withFixtures { fixtures in
            let small = try alone(fixtures)
            let new = fixtures.path("new.png")
            let left = [
                WindowFixture.sample("damaged.pdf"), WindowFixture.sample("locked.pdf"),
                WindowFixture.sample("notes.txt"), try fixtures.write("text", as: "text.pdf"),
                try fixtures.write(PDFMaker.report.text, as: "report.png"),
                try fixtures.write(PDFMaker.report.text, as: "report"),
                try fixtures.write("", as: "empty.pdf"),
            ]
            for path in left {
                let ended = try draw(small, fixtures, [path, new])
                #expect(ended.code == 71, "\(path): \(ended)")
                #expect(!FileManager.default.fileExists(atPath: new), "\(path)")
            }
            // A document that may have crashed its library is one of these, too: the other program decides.
            let report = WindowFixture.sample("report.pdf")
            #expect(try draw(small, fixtures, [report, new]).code == 0)
            let size = try FileManager.default.attributesOfItem(atPath: report)[.size] as? Int
            let folder = fixtures.path("home/.local/state/printcenter")
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
            try "crashed documents 2\n1 a \(size ?? 0) 3 0 crashed:11 a\n".write(
                toFile: "\(folder)/crashed-documents",
                atomically: false,
                encoding: .utf8
            )
            #expect(try draw(small, fixtures, [report, new]).code == 71)
        }
    }

    /// Programs that do not answer, or answer nonsense, and do not end by themselves.
    // Time: longer than any test
    // Time: a helper that never answers
    @Test(arguments: ["exit 0", "exec sleep 99999", "echo hello >&3; exec sleep 99999"])
    func `waits for no program that hangs`(script: String) async throws {
        try await withFixtures { fixtures in
            let small = try alone(fixtures)
            for name in ["qpreview-zygote-page", "qpreview-zygote-pdfium"] {
                try FileManager.default.removeItem(atPath: fixtures.path(name))
                _ = try fixtures.write("#!/bin/sh\n\(script)\n", as: name)
                unsafe chmod(fixtures.path(name), 0o755)
            }
            let new = fixtures.path("new.png")
            let report = WindowFixture.sample("report.pdf")
            let ended = try draw(small, fixtures, [report, new], limit: "1")
            #expect(ended.code == 71, "\(ended)")
            #expect(!FileManager.default.fileExists(atPath: new))
        }
    }
}
