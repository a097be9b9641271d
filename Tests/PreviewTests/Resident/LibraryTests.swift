import Foundation
import Glibc
import ProofKit
import Testing

@testable import QuickPreview

@Suite(.serialized) struct `The C library` {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../..").standardized.path

    /// A folder with the library, and a runtime folder for a helper that it starts.
    private struct Scene {
        let fixtures: Fixtures
        var library: String { fixtures.path("lib") }

        init(_ fixtures: Fixtures) throws {
            self.fixtures = fixtures
            try FileManager.default.createDirectory(
                atPath: fixtures.path("run"),
                withIntermediateDirectories: true
            )
            try run("\(root)/Scripts/make-library", library)
        }

        /// Compiles a program against the library.
        func compile(_ source: String, _ flags: [String] = []) throws -> String {
            let output = fixtures.path("program")
            let include = "\(root)/Sources/Previewing/CQPreview/include"
            let ended = try PreviewTests.execute(
                "cc",
                [
                    "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-I", include,
                    "\(root)/\(source)", "-L", library, "-lqpreview", "-lpthread", "-o", output,
                ] + flags
            )
            try #require(ended.code == 0, "\(ended.errors)")
            return output
        }

        /// Runs a program with the library, which may start a helper.
        func execute(_ arguments: String..., variables: [String] = []) throws -> Ended {
            try PreviewTests.execute(
                "env",
                [
                    "LD_LIBRARY_PATH=\(library)", "XDG_RUNTIME_DIR=\(fixtures.path("run"))",
                    "HOME=\(fixtures.path("run"))", "LC_ALL=C.UTF-8", "QPREVIEW_IDLE=2",
                    "QPREVIEWD=\(program("qpreviewd"))",
                ] + variables + arguments
            )
        }

        /// Waits until the helper has left.
        func end() async throws {
            let socket = fixtures.path("run/qpreview/socket")
            try await wait(for: "the helper to leave") {
                !FileManager.default.fileExists(atPath: socket)
            }
        }
    }

    private func withScene(_ body: (Scene) async throws -> Void) async throws {
        try await withFixtures { fixtures in
            let scene = try Scene(fixtures)
            try await body(scene)
            try await scene.end()
        }
    }

    private static let report = "\(root)/samples/report.pdf"

    @Test func `exports its functions alone, and needs nothing but the C library`() async throws {
        try await withFixtures { fixtures in
            let library = try Scene(fixtures).library + "/libqpreview.so.0"
            let header = try String(
                contentsOfFile: "\(Self.root)/Sources/Previewing/CQPreview/include/qpreview.h",
                encoding: .utf8
            )
            let exported = try run("nm", "-D", "--defined-only", library).split(separator: "\n")
                .compactMap { $0.split(separator: " ").last.map(String.init) }
                .filter { $0 != "QPREVIEW_0.1" }
            #expect(exported.count == 30)
            for name in exported {
                #expect(name.hasSuffix("@@QPREVIEW_0.1"))
                let function = name.prefix { $0 != "@" }
                #expect(header.contains("\(function)("), "\(function)")
            }
            let dynamic = try run("readelf", "-d", library)
            #expect(dynamic.contains("Library soname: [libqpreview.so.0]"))
            let needed = dynamic.split(separator: "\n").filter { $0.contains("(NEEDED)") }
            #expect(needed.count == 1 && needed[0].contains("libc.so.6"))
            let configuration = try String(
                contentsOfFile: fixtures.path("lib/qpreview.pc"),
                encoding: .utf8
            )
            #expect(!configuration.contains("@"))
        }
    }

    @Test func `draws as qpreview does, for a program in C`() async throws {
        try await withScene { scene in
            let example = try scene.compile("Examples/thumbnail.c")
            let drawn = scene.fixtures.path("drawn.ppm")
            let ended = try scene.execute(
                "sh",
                "-c",
                "'\(example)' '\(Self.report)' 200 > '\(drawn)'"
            )
            #expect(ended.code == 0)
            #expect(ended.errors.contains("PDF document, application/pdf, 6 pages"))
            #expect(ended.errors.contains("quality 3: 141 x 200"))
            let png = scene.fixtures.path("own.png")
            let own = scene.fixtures.path("own.ppm")
            try run(program("qpreview"), "thumbnail", "-s", "200", Self.report, png)
            try run("vips", "copy", png, own)
            let pixels = try [drawn, own].map {
                try Data(contentsOf: URL(fileURLWithPath: $0)).suffix(141 * 200 * 3)
            }
            #expect(pixels[0] == pixels[1])
            let damaged = try scene.execute(example, "\(Self.root)/samples/damaged.pdf")
            #expect(damaged.code == 1 && damaged.errors.contains("The file is damaged."))
        }
    }

    @Test func `tells facts and text to a program in Python`() async throws {
        try await withScene { scene in
            let ended = try scene.execute("python3", "\(Self.root)/Examples/facts.py", Self.report)
            #expect(ended.code == 0, "\(ended.errors)")
            #expect(ended.output.contains("PDF document, application/pdf, 6 pages"))
            #expect(ended.output.contains("Paper use fell by eleven per cent"))
        }
    }

    @Test func `shows a picture in a window of GTK 4`() async throws {
        try await withScene { scene in
            let flags = try run("pkg-config", "--cflags", "--libs", "gtk4")
                .split(whereSeparator: \.isWhitespace).map(String.init)
            let example = try scene.compile("Examples/picture-gtk4.c", flags)
            let ended = try scene.execute(
                "timeout",
                patienceSeconds,
                "xvfb-run",
                "-a",
                example,
                Self.report,
                // No bus, which would be started, and would stay.
                variables: [
                    "PICTURE_CLOSES=1", "GSK_RENDERER=cairo", "GDK_BACKEND=x11", "GTK_A11Y=none",
                    "GSETTINGS_BACKEND=memory", "DBUS_SESSION_BUS_ADDRESS=unix:path=/dev/null",
                ]
            )
            #expect(ended.code == 0, "\(ended.errors)")
            #expect(ended.output.contains("quality 3: 362 x 512"), "\(ended.output)")
        }
    }

    @Test(arguments: ["values", "password", "threads", "busy", "cancel", "lost", "none"])
    func `keeps its promises`(way: String) async throws {
        try await withScene { scene in
            let trials = try scene.compile("Proofs/Library/trials.c")
            let slow = try scene.fixtures.write(
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f" x="0" y="0" \
                width="1" height="1"><feTurbulence baseFrequency="0.5" numOctaves="9"/></filter>\
                \(String(repeating: "<rect width=\"4000\" height=\"4000\" filter=\"url(#f)\"/>", count: 50))\
                </svg>
                """,
                as: "slow.svg"
            )
            let file =
                switch way {
                case "cancel", "lost": slow
                case "password": "\(Self.root)/samples/locked.pdf"
                default: Self.report
                }
            let ended = try scene.execute("timeout", neverMetLimit.value, trials, way, file)
            #expect(ended.code == 0, "\(ended.output)\(ended.errors)")
            // A helper that was killed leaves its socket behind.
            if way == "lost" { unsafe unlink(scene.fixtures.path("run/qpreview/socket")) }
        }
    }
}
