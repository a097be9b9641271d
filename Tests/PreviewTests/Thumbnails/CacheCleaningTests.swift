import Foundation
import Testing

@testable import QuickPreview

struct `Cleaning the thumbnail cache` {
    @Test func `removes thumbnails of files that are gone or have changed, and nothing else`()
        async throws
    {
        try await withCache { lab in
            let (same, changed, gone) = (
                try lab.subject(lab.fixtures.png(as: "same.png")),
                try lab.subject(lab.fixtures.png(as: "changed.png")),
                try lab.subject(lab.fixtures.png(as: "gone.png"))
            )
            for subject in [same, changed, gone] {
                _ = try lab.write(lab.texts(subject), of: subject.uri)
                try lab.cache.keep(failure: .damaged, of: subject)
            }
            try run("touch", changed.path.text)
            try run("rm", gone.path.text)
            let folder = lab.cache.folder + "/normal/"
            let hexadecimal = String(repeating: "0123456789abcdef", count: 2)
            // What is not a thumbnail.
            let others = [
                "notes.txt", hexadecimal + ".txt", hexadecimal + ".png",
                ThumbnailCache.name(of: "other"),
            ]
            try Data("notes".utf8).write(to: URL(fileURLWithPath: folder + others[0]))
            try Data("notes".utf8).write(to: URL(fileURLWithPath: folder + others[1]))
            try Data("notes".utf8).write(to: URL(fileURLWithPath: folder + others[2]))
            // A thumbnail under another name.
            _ = try lab.write(lab.texts(gone), of: "other")
            // Begun, and not finished; damaged.
            let old = [".qpreview.x", ThumbnailCache.name(of: "damaged")]
            for name in old {
                try Data(PNGTexts.signature).write(to: URL(fileURLWithPath: folder + name))
                try run("touch", "-d", "2 days ago", folder + name)
            }
            let away = "file:///media/ann/stick/a.png"
            _ = try lab.write([("Thumb::URI", away), ("Thumb::MTime", "5")], of: away)
            let remote = "sftp://host/a.png"
            let last = try lab.write([("Thumb::URI", remote), ("Thumb::MTime", "5")], of: remote)

            var cleaning = ThumbnailCache.Cleaning()
            let cleaned = lab.cache.clean(cleaning)
            #expect(cleaned.gone == 2 && cleaned.changed == 2 && cleaned.damaged == 2)
            #expect(cleaned.unused == 0 && cleaned.refused == 0)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            let expected = others + [same.uri, away, remote].map(ThumbnailCache.name)
            #expect(Set(left) == Set(expected))
            #expect(lab.cache.thumbnail(of: same, .normal) != nil)
            #expect(lab.cache.failure(of: same) == .damaged)

            // A month later, those of other places go.
            try run("touch", "-d", "31 days ago", last)
            #expect(lab.cache.clean(cleaning).unused == 1)
            cleaning.bases = ["file:///nowhere/"]
            cleaning.age = 0
            cleaning.now += 10
            #expect(lab.cache.clean(cleaning).unused == 0)
        }
    }

    @Test func `removes the least recently used ones by age and size`() async throws {
        try await withCache { lab in
            var paths: [String] = []
            for number in 0..<6 {
                let subject = try lab.subject(lab.fixtures.png(as: "\(number).png"))
                let path = try lab.write(lab.texts(subject), of: subject.uri)
                try run("touch", "-d", "\(number * 10 + 1) days ago", path)
                paths.append(path)
            }
            var cleaning = ThumbnailCache.Cleaning()
            cleaning.age = 45 * 24 * 3600
            var cleaned = lab.cache.clean(cleaning)
            #expect(cleaned.unused == 1 && cleaned.kept == 5)
            cleaning.age = nil
            cleaning.size = cleaned.keptBytes / 5 * 2 + 4
            cleaned = lab.cache.clean(cleaning)
            #expect(cleaned.unused == 3 && cleaned.kept == 2)
            let left = paths.map { FileManager.default.fileExists(atPath: $0) }
            #expect(left == [true, true, false, false, false, false])
            #expect(lab.cache.status.map(\.count) == [2])
        }
    }

    @Test func `is a command of the program`() async throws {
        try await withCache { lab in
            let pdf = try lab.fixtures.write(PDFMaker.report.text, as: "report.pdf")
            try lab.age(pdf, by: 100)
            let (one, other) = (lab.fixtures.path("1.png"), lab.fixtures.path("2.png"))
            let first = try lab.qpreview("thumbnail", "--cache", "-s", "128", pdf, one)
            #expect(first.code == 0, "\(first.errors)")
            let kept = try Data(
                contentsOf: URL(
                    fileURLWithPath: lab.cache.path(
                        of: FilePath(pdf).uri,
                        .normal
                    )
                )
            )
            #expect(try lab.qpreview("thumbnail", "--cache", "-s", "128", pdf, other).code == 0)
            // The second one has the bytes of the cache.
            #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == kept)
            // Another page is not in the cache.
            let page = ["thumbnail", "--cache", "-s", "128", "--page", "2"]
            #expect(
                try lab.qpreview(page[0], page[1], page[2], page[3], page[4], page[5], pdf, other)
                    .code == 0
            )
            #expect(try Data(contentsOf: URL(fileURLWithPath: other)) != kept)

            // A file manager that has the program write into the cache gets a thumbnail of the standard.
            let place = lab.cache.path(of: FilePath(pdf).uri, .large)
            try run("mkdir", "-p", "-m", "700", lab.cache.folder + "/large")
            #expect(try lab.qpreview("thumbnail", "-s", "256", FilePath(pdf).uri, place).code == 0)
            #expect(try lab.check("--ours").output == "2 thumbnails, 0 faults\n")
            try run("rm", place)

            let refreshed = try lab.qpreview("cache", "refresh", "--json", pdf)
            #expect(refreshed.output.contains("\"size\":\"normal\""))
            let large = try lab.qpreview(
                "cache",
                "refresh",
                "--size",
                "large",
                lab.fixtures.folder.path
            )
            #expect(large.code == 0 && large.output.contains("/large/"))
            let status = try JSONSerialization.jsonObject(
                with: Data(lab.qpreview("cache", "status", "--json").output.utf8)
            )
            let folders = try #require((status as? [String: Any])?["folders"] as? [[String: Any]])
            let names = folders.compactMap { $0["name"] as? String }
            #expect(names == ["normal", "large"])
            try run("rm", pdf)
            let cleaned = try lab.qpreview("cache", "clean")
            #expect(cleaned.output.hasPrefix("removed: 2 thumbnails of files that are gone\n"))
            #expect(try lab.qpreview("cache", "clean", "--max-size", "x").code == 64)
            #expect(try lab.qpreview("cache", "refresh", "--size", "huge", pdf).code == 64)
            #expect(try lab.qpreview("cache", "refresh", pdf).code == 66)
        }
    }
}
