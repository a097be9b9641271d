import Foundation
import Glibc
import PreviewModel
import ProofKit
import Testing

@testable import QuickPreview

@Suite struct `Fonts that are installed` {
    @Test func `are noticed in every folder, also in a new one`() async throws {
        try await withFixtures { fixtures in
            let folder = fixtures.folder.appending(path: "fonts/deep/deeper")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let missing = fixtures.path("missing")
            let changes = FontChanges(in: [fixtures.path("fonts"), missing])
            var seen = changes.number
            #expect(changes.number == seen)
            func isNoticed() -> Bool {
                let last = seen
                seen = changes.number
                return seen != last && changes.number == seen
            }
            try Data().write(to: folder.appending(path: "a.ttf"))
            #expect(isNoticed())
            try FileManager.default.createDirectory(
                atPath: missing,
                withIntermediateDirectories: false
            )
            #expect(isNoticed())
            try Data().write(to: URL(filePath: missing).appending(path: "b.ttf"))
            #expect(isNoticed())
            try FileManager.default.removeItem(at: folder)
            #expect(isNoticed())
            // fontconfig follows links to folders.
            let shared = fixtures.folder.appending(path: "shared/family")
            try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: fixtures.path("fonts/shared"),
                withDestinationPath: fixtures.path("shared")
            )
            #expect(isNoticed())
            try Data().write(to: shared.appending(path: "c.ttf"))
            #expect(isNoticed())
            // A link that leads back.
            try FileManager.default.createSymbolicLink(
                atPath: fixtures.path("fonts/link"),
                withDestinationPath: fixtures.path("fonts")
            )
            #expect(isNoticed())
        }
    }

    @Test func `are used by a new helper, beside the old one's last requests`() async throws {
        try await withFixtures { fixtures in
            let fonts = fixtures.path("fonts")
            try FileManager.default.createDirectory(
                atPath: fonts,
                withIntermediateDirectories: false
            )
            let pool = HelperPool(
                path: PreviewerConfiguration().zygote,
                fonts: FontChanges(in: [fonts])
            )
            defer { pool.close() }
            let plain = try pool.helper(.plain)
            let process = try {
                let old = try pool.helper(.text)
                #expect(try pool.helper(.text) === old)
                try Data().write(to: URL(filePath: fonts).appending(path: "a.ttf"))
                let new = try pool.helper(.text)
                #expect(new !== old && kill(old.process, 0) == 0)
                #expect(try pool.helper(.text) === new)
                return old.process
            }()
            // It ends with what has used it, and is no death.
            #expect(kill(process, 0) != 0)
            var statistics = PreviewStatistics()
            pool.describe(&statistics)
            #expect(statistics.helperDeaths == 0)
            // What reads no fonts stays.
            #expect(try pool.helper(.plain) === plain)
        }
    }
}
