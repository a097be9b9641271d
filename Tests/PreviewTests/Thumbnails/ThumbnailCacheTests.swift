import Foundation
import Testing

@testable import QuickPreview

struct `The thumbnail cache` {
    @Test func `has what the standard asks for, and what other programs look for`() async throws {
        try await withCache { lab in
            let names = ["a b;ü#.pdf", "%41'~(1).pdf", "nur\u{301}.pdf", "日本.pdf"]
            let files =
                try names.map { try lab.fixtures.write(PDFMaker.report.text, as: $0) }
                + [lab.fixtures.image("photo.jpg", width: 300, height: 200)]
            try await withPreviewer { previewer in
                for file in files {
                    let subject = try lab.subject(file)
                    for size in ThumbnailSize.allCases {
                        let picture = try await previewer.picture(of: subject, size, in: lab.cache)
                        #expect(!picture.isFound && picture.isKept)
                        let again = try await previewer.picture(of: subject, size, in: lab.cache)
                        #expect(again.isFound)
                    }
                }
                let bad = try lab.subject(lab.fixtures.write([0, 1, 2, 255, 0], as: "bad.bin"))
                await #expect(throws: PreviewError.self) {
                    try await previewer.picture(of: bad, .large, in: lab.cache)
                }
                #expect(lab.cache.failure(of: bad) == .noPreview)
            }
            let checked = try lab.check("--ours")
            #expect(checked.code == 0, "\(checked.output)\(checked.errors)")
            #expect(checked.output == "21 thumbnails, 0 faults\n")
            let photo = try #require(ThumbnailSubject(FilePath(files[4])))
            let found = try #require(lab.cache.thumbnail(of: photo, .normal))
            #expect(found.texts["Thumb::Image::Width"] == "300")
            #expect(found.texts["Thumb::Image::Height"] == "200")
            #expect(found.texts["Thumb::Mimetype"] == "image/jpeg")
            let pdf = try #require(ThumbnailSubject(FilePath(files[0])))
            let page = try #require(lab.cache.thumbnail(of: pdf, .xxLarge))
            #expect(page.texts["Thumb::Document::Pages"] == "6")
            // GIO, which file managers ask.
            let environment = "XDG_CACHE_HOME=\(lab.fixtures.path("cache"))"
            for file in files {
                let said = try run("env", environment, "gio", "info", "-a", "thumbnail::*", file)
                #expect(said.contains("thumbnail::is-valid: TRUE"), "\(said)")
            }
        }
    }

    @Test func `the checker finds what is wrong`() async throws {
        try await withCache { lab in
            let file = try lab.fixtures.png()
            let subject = try lab.subject(file)
            let path = try lab.write(lab.texts(subject), of: subject.uri)
            #expect(try lab.check().output.contains("mode 644"))
            try run("chmod", "600", path)
            #expect(try lab.check().code == 0)
            #expect(try lab.check("--ours").output.contains("no Thumb::Mimetype"))
            try lab.age(file, by: 60)
            #expect(try lab.check().output.contains("of another time"))
            var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
            bytes[40] ^= 1
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            #expect(try lab.check().output.contains("wrong checksum"))
        }
    }

    @Test(arguments: [
        ("", true), (".000000", true), (".5", false), ("1", false), (".999999", false),
    ])
    func `a thumbnail has the time of its file`(_ suffix: String, _ isFresh: Bool) async throws {
        try await withCache { lab in
            let file = try lab.fixtures.png()
            let time = timespec(tv_sec: 1_700_000_000, tv_nsec: 123_456_000)
            let times = [time, time]
            try #require(unsafe utimensat(AT_FDCWD, file, times, 0) == 0)
            let subject = try #require(ThumbnailSubject(FilePath(file)))
            let texts = [("Thumb::URI", subject.uri), ("Thumb::MTime", "1700000000" + suffix)]
            _ = try lab.write(texts, of: subject.uri)
            #expect((lab.cache.thumbnail(of: subject, .normal) != nil) == isFresh)
            // Tumbler's microseconds.
            let fine = [("Thumb::URI", subject.uri), ("Thumb::MTime", "1700000000.123456")]
            _ = try lab.write(fine, of: subject.uri)
            #expect(lab.cache.thumbnail(of: subject, .normal) != nil)
            // A size, where it is there.
            _ = try lab.write(fine + [("Thumb::Size", "\(subject.size)")], of: subject.uri)
            #expect(lab.cache.thumbnail(of: subject, .normal) != nil)
            _ = try lab.write(fine + [("Thumb::Size", "\(subject.size + 1)")], of: subject.uri)
            #expect(lab.cache.thumbnail(of: subject, .normal) == nil)
            // Larger than its folder.
            _ = try lab.write(fine, of: subject.uri, width: 300)
            #expect(lab.cache.thumbnail(of: subject, .normal) == nil)
        }
    }

    @Test func `a damaged thumbnail is drawn anew`() async throws {
        try await withCache { lab in
            let subject = try lab.subject(lab.fixtures.png())
            let path = try lab.write(lab.texts(subject), of: subject.uri)
            let good = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
            var generator = SystemRandomNumberGenerator()
            try await withPreviewer { previewer in
                for cut in 0..<40 {
                    var bytes = good
                    if cut % 2 == 0 {
                        bytes.removeSubrange((good.count * cut / 40)...)
                    } else {
                        bytes[Int.random(in: 0..<good.count, using: &generator)] ^= 0x10
                    }
                    try Data(bytes).write(to: URL(fileURLWithPath: path))
                    let picture = try await previewer.picture(of: subject, .normal, in: lab.cache)
                    #expect(!picture.isFound && picture.isKept, "\(cut)")
                }
                // What is no file, or leads elsewhere.
                for make in ["mkfifo", "mkdir", "ln"] {
                    try run("rm", "-rf", path)
                    let arguments = make == "ln" ? ["-s", "/dev/zero", path] : [path]
                    #expect(try execute(make, arguments).code == 0)
                    #expect(lab.cache.thumbnail(of: subject, .normal) == nil)
                }
            }
        }
    }

    @Test func `a failure that may pass is not kept`() async throws {
        let lasting: [PreviewError.Code] = [.noPreview, .damaged, .encrypted, .empty, .pixelLimit]
        let passing: [PreviewError.Code] = [
            .wrongPassword, .pageOutOfRange, .timeLimit, .processorLimit, .memoryLimit, .crashed,
            .forbiddenCall, .crashedBefore, .unconfined, .unreadable, .outputFailed,
            .outputTooLarge, .invalidRequest, .unavailable, .interrupted, .canceled,
        ]
        for code in lasting { #expect(PreviewError(code, "").isLasting, "\(code)") }
        for code in passing { #expect(!PreviewError(code, "").isLasting, "\(code)") }
        var missing = PreviewError(.noPreview, "")
        missing.missingPackage = "libheif1"
        #expect(!missing.isLasting)

        try await withCache { lab in
            let path = try lab.fixtures.write("%PDF-1.4 and no more", as: "a.pdf")
            try await withPreviewer { previewer in
                // A program may be writing it.
                let new = try #require(ThumbnailSubject(FilePath(path)))
                await #expect(throws: PreviewError.self) {
                    try await previewer.picture(of: new, .large, in: lab.cache)
                }
                #expect(lab.cache.failure(of: new) == nil)
                let old = try lab.subject(path)
                for _ in 0..<2 {
                    let error = await #expect(throws: PreviewError.self) {
                        try await previewer.picture(of: old, .large, in: lab.cache)
                    }
                    #expect(error?.code == .damaged)
                }
                #expect(lab.cache.failure(of: old) == .damaged)
                #expect(previewer.statistics.ends == [.refused: 2])
                // Another version tries again, and so does this one with another version of the file.
                let newer = ThumbnailCache(cache: lab.fixtures.path("cache"), version: "2")
                #expect(newer.failure(of: old) == nil)
                try run("touch", path)
                let changed = try #require(ThumbnailSubject(FilePath(path)))
                #expect(lab.cache.failure(of: changed) == nil)
            }
            var configuration = PreviewerConfiguration()
            configuration.zygote = "/nonexistent/zygote"
            try await withPreviewer(configuration) { previewer in
                let file = try lab.subject(lab.fixtures.png())
                await #expect(throws: PreviewError.self) {
                    try await previewer.picture(of: file, .large, in: lab.cache)
                }
                #expect(lab.cache.failure(of: file) == nil)
            }
        }
    }

    @Test func `a repository beside the file is read, through a child`() async throws {
        for uri in ["./picture%20%C3%BC.png", "picture%20%C3%BC.png"] {
            try await withCache { lab in
                let subject = try lab.subject(lab.fixtures.png(as: "picture ü.png"))
                let folder = lab.fixtures.path(".sh_thumbnails/normal")
                let texts = [("Thumb::URI", uri), ("Thumb::MTime", "\(subject.modified)")]
                _ = try lab.write(texts, of: uri, in: folder)
                let found = try #require(lab.cache.thumbnail(of: subject, .normal))
                #expect(found.isShared)
                try await withPreviewer { previewer in
                    let picture = try await previewer.picture(of: subject, .normal, in: lab.cache)
                    #expect(!picture.isFound && picture.isKept)
                    #expect(previewer.statistics.ends == [.shown: 1])
                    // Written anew, in the user's cache.
                    let own = try #require(lab.cache.thumbnail(of: subject, .normal))
                    #expect(!own.isShared && own.texts["Thumb::URI"] == subject.uri)
                }
            }
        }
        #expect(ThumbnailCache.name(of: "./picture.png") == "7fd0e41c1612f860427a76c4100745a3.png")
    }

    @Test func `a cache that cannot be written is no obstacle`() async throws {
        try await withCache { lab in
            let subject = try lab.subject(lab.fixtures.png())
            _ = try lab.fixtures.write("a file", as: "cache")
            try await withPreviewer { previewer in
                let picture = try await previewer.picture(of: subject, .normal, in: lab.cache)
                #expect(!picture.isFound && !picture.isKept && picture.writing == ENOTDIR)
                // Of another user, where this one may give files away.
                guard geteuid() == 0 else { return }
                try run("rm", lab.fixtures.path("cache"))
                try run("mkdir", "-p", lab.cache.folder + "/normal")
                try run("chown", "-R", "nobody", lab.cache.folder)
                let other = try await previewer.picture(of: subject, .normal, in: lab.cache)
                #expect(other.writing == EACCES)
            }
        }
    }

    @Test func `a file that changes while it is drawn has no thumbnail`() async throws {
        try await withCache { lab in
            let path = try lab.fixtures.png()
            let before = try lab.subject(path)
            try run("touch", path)
            try await withPreviewer { previewer in
                let picture = try await previewer.picture(of: before, .normal, in: lab.cache)
                #expect(!picture.isKept && picture.writing == nil)
                // Where the path leads to another file by now, that is not drawn.
                try run("mv", try lab.fixtures.png(as: "other.png"), path)
                let error = await #expect(throws: PreviewError.self) {
                    try await previewer.picture(of: before, .normal, in: lab.cache)
                }
                #expect(error?.code == .unreadable)
            }
        }
    }
}
