import Foundation
import Glibc
import ProofKit
import Testing

@testable import QuickPreview

@Suite(.serialized) struct `The usual thumbnail` {
    /// A copy of qpreview that cannot become the program with all commands.
    private func alone(_ fixtures: Fixtures) throws -> String {
        let path = fixtures.path("qpreview")
        try copy(program: "qpreview", to: path)
        return path
    }

    private func run(
        _ program: String,
        _ helper: ResidentHelper,
        resident: String = "yes",
        _ arguments: [String]
    ) throws -> Ended {
        try execute(
            "env",
            helper.variables + ["QPREVIEW_RESIDENT=\(resident)", program, "thumbnail"] + arguments
        )
    }

    @Test func `is drawn without the program of all commands, to the same bytes`() async throws {
        try await withResident { helper, fixtures in
            let small = try alone(fixtures)
            let odd = try fixtures.write(PDFMaker.report.text, as: "a b%41#?.pdf")
            let uri =
                "file://"
                + odd.replacing("%", with: "%25").replacing(" ", with: "%20")
                .replacing("#", with: "%23").replacing("?", with: "%3F")
            let names = ["report.pdf", "photo.jpg", "photo.png", "notes.txt", "letter.pdf"]
            var requests = names.map { WindowFixture.sample($0) }.flatMap {
                [[$0], ["-s", "128", $0], ["--size", "700", $0]]
            }
            requests += [[odd], [uri], ["-s", "64", try fixtures.png()]]
            let (one, other) = (fixtures.path("one.png"), fixtures.path("other.png"))
            for request in requests {
                let ended = try run(small, helper, request + [one])
                try #require(ended.code == 0, "\(request): \(ended.errors)")
                let whole = try run(
                    try program("qpreview"),
                    helper,
                    resident: "no",
                    request + [other]
                )
                try #require(whole.code == 0, "\(request): \(whole.errors)")
                #expect(try contents(one) == contents(other), "\(request)")
                try FileManager.default.removeItem(atPath: other)
            }
            // The first one was new, with the usual mode, and the others were written in place.
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: fixtures.folder.path)
                    .allSatisfy { !$0.contains(".output.") }
            )
        }
    }

    @Test func `keeps what an existing file is, and leaves what is no file alone`() async throws {
        try await withResident { helper, fixtures in
            let small = try alone(fixtures)
            let report = WindowFixture.sample("report.pdf")
            let kept = try fixtures.write(
                String(repeating: "long ", count: 100_000),
                as: "kept.png"
            )
            let link = fixtures.path("link.png")
            unsafe chmod(kept, 0o640)
            unsafe symlink("kept.png", link)
            #expect(try run(small, helper, [report, link]).code == 0)
            let facts = try FileManager.default.attributesOfItem(atPath: kept)
            #expect(facts[.posixPermissions] as? Int == 0o640)
            let picture = try contents(kept)
            #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]) && picture.count < 100_000)
            // Each of these is for the program of all commands, which is not there.
            let folder = fixtures.path("folder")
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: false
            )
            let pipe = fixtures.path("pipe")
            unsafe mkfifo(pipe, 0o600)
            let new = fixtures.path("new.png")
            let left = [
                [report, "-"], ["-", new], [folder, new], [pipe, new], [report, folder],
                [report, pipe], ["--page", "2", report, new], ["--card", report, new],
                ["--cache", report, new], ["-s", "0", report, new], ["-s", "9000", report, new],
                ["-s", "1x", report, new], ["https://example.org/a.pdf", new], ["-x", new],
                [report, "/dev/stdout"], [report, fixtures.path("none/new.png")],
                [WindowFixture.sample("damaged.pdf"), new],
                [WindowFixture.sample("locked.pdf"), new],
                [fixtures.path("missing.pdf"), new], [report], [],
            ]
            for arguments in left {
                let ended = try run(small, helper, arguments)
                #expect(ended.code == 71, "\(arguments): \(ended)")
                #expect(ended.errors.contains("Install qpreview again"), "\(arguments)")
                #expect(!FileManager.default.fileExists(atPath: new), "\(arguments)")
            }
            #expect(try run(small, helper, resident: "no", [report, new]).code == 71)
        }
    }

    @Test func `is left to all commands where no helper runs, and no problem is hidden`()
        async throws
    {
        try await withFixtures { fixtures in
            let new = fixtures.path("new.png")
            let whole = try program("qpreview")
            let variables = ["XDG_RUNTIME_DIR=\(fixtures.folder.path)", "LC_ALL=C"]
            func thumbnail(_ arguments: String...) throws -> Ended {
                try execute("env", variables + [whole, "thumbnail"] + arguments)
            }
            #expect(try thumbnail(WindowFixture.sample("report.pdf"), new).code == 0)
            #expect(try contents(new).starts(with: [0x89, 0x50, 0x4E, 0x47]))
            #expect(try thumbnail(WindowFixture.sample("damaged.pdf"), new).code == 4)
            let full = try thumbnail(WindowFixture.sample("report.pdf"), "/dev/full")
            #expect(full.code == 1 && full.errors.contains("/dev/full"))
        }
    }

    /// A helper that waits for the processor has its time.
    @Test func `has as much time on a busy computer`() async throws {
        try await withFixtures { fixtures in
            let small = try alone(fixtures)
            let real = try program("qpreview-zygote-plain")
            // Time: longer than the limit of one second
            let helper = try fixtures.write(
                "#!/bin/sh\nsleep 2\nexec '\(real)' \"$@\"\n",
                as: "qpreview-zygote-plain"
            )
            unsafe chmod(helper, 0o755)
            let new = fixtures.path("new.png")
            let variables = ["QPREVIEW_RESIDENT=no", "QPREVIEW_TIME_LIMIT=1"]
            let ended = try execute(
                "env",
                variables + [small, "thumbnail", fixtures.png(), new]
            )
            #expect(ended.code == 0, "\(ended)")
            #expect(try contents(new).starts(with: [0x89, 0x50, 0x4E, 0x47]))
        }
    }

    private func contents(_ path: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path))
    }
}
