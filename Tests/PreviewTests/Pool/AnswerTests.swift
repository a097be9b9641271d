import Foundation
import Glibc
import PreviewModel
import ProofKit
import SandboxTrials
import Synchronization
import Testing

@testable import DocumentRendering
@testable import QuickPreview

struct `Progressive answers` {
    /// Reads all answers; what they ended with is the second value.
    private static func all(
        _ answers: PreviewAnswers
    ) async -> ([PreviewAnswer], PreviewError?) {
        var found: [PreviewAnswer] = []
        do throws(PreviewError) {
            for try await answer in answers { found.append(answer) }
            return (found, nil)
        } catch {
            return (found, error)
        }
    }

    /// A PNG as desktops keep it.
    private static func kept(_ uri: String, _ modified: Int, _ colour: [UInt8]) throws -> [UInt8] {
        let pixels = Array(repeating: colour + [255], count: 64 * 32).flatMap { $0 }
        return try PreviewImage(width: 64, height: 32, pixels: pixels, type: "").png(
            texts: ["Thumb::URI": uri, "Thumb::MTime": "\(modified)"]
        )
    }

    @Test func `arrive in order of quality, and end`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.image("photo.jpg", width: 300, height: 200)
            try await withPreviewer { previewer in
                for _ in 0..<10 {
                    let (found, error) = await withOpenFile(path) {
                        await Self.all(previewer.answers(of: $0, name: path, size: 128))
                    }
                    #expect(error == nil)
                    let ranks = found.map(\.quality)
                    #expect(ranks == Array(Set(ranks)).sorted(), "\(ranks)")
                    #expect(ranks.last == .best)
                    #expect(found.last?.image.size == "128x85")
                }
            }
        }
    }

    @Test func `include a cached icon`() async throws {
        try await withPreviewer { previewer in
            let type = FileType(rawValue: "image/jpeg")
            let icon = try await previewer.icon(of: type, size: 64, scale: 2)
            #expect(icon.size == "128x128" && icon.type == "image/jpeg")
            #expect(icon.pixel(0, 0)[3] == 0 && icon.pixel(0.5, 0.5)[3] > 0)
            let again = try await previewer.icon(of: type, size: 128)
            #expect(again == icon)
            #expect(previewer.statistics.ends == [.shown: 1])
            let other = try await previewer.icon(of: .pdf, size: 128)
            #expect(other != icon)
            #expect(previewer.statistics.ends == [.shown: 2])
        }
    }

    @Test func `include the desktop's thumbnail if it is up to date`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.image("a b;ü#.jpg", width: 300, height: 200)
            var status = stat()
            try #require(unsafe stat(path, &status) == 0)
            let uri = FilePath(path).uri
            #expect(uri.hasSuffix("/a%20b%3B%C3%BC%23.jpg"))
            let folder = fixtures.folder.appendingPathComponent("cache/thumbnails/normal")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appendingPathComponent(ThumbnailCache.name(of: uri))
            var configuration = PreviewerConfiguration()
            configuration.pictureCache = fixtures.path("cache")
            let now = Int(status.st_mtim.tv_sec)
            try await withPreviewer(configuration) { previewer in
                let cases = [
                    (try Self.kept(uri, now, [255, 0, 0]), true),
                    (try Self.kept(uri, now - 1, [255, 0, 0]), false),
                    (try Self.kept(uri + "x", now, [255, 0, 0]), false),
                    (Array("no picture".utf8), false),
                ]
                for (bytes, isShown) in cases {
                    try Data(bytes).write(to: file)
                    // The best one waits until the quick one has been there.
                    let image = await quick(previewer, path)
                    #expect((image != nil) == isShown)
                    if let image {
                        #expect(image.colour(0.5, 0.5) == "red" && image.size == "64x32")
                    }
                }
                // The path names another file than the open one.
                try Data(cases[0].0).write(to: file)
                let other = try fixtures.image("other.jpg")
                let image = await withOpenFile(other) {
                    await previewer.pictureAtHand(of: $0, name: other, path: path, size: 64)
                }
                #expect(image == nil)
            }
        }
    }

    private func quick(_ previewer: Previewer, _ path: String) async -> PreviewImage? {
        await withOpenFile(path) {
            await previewer.pictureAtHand(of: $0, name: path, path: path, size: 64)
        }
    }

    @Test func `include a photo's embedded thumbnail if it has the same proportions`() async throws
    {
        try await withFixtures { fixtures in
            let photo = try Photos.jpeg(fixtures, [0, 255, 0], width: 600, height: 400)
            let same = try Photos.jpeg(fixtures, [255, 0, 0], width: 160, height: 107)
            let barred = try Photos.jpeg(fixtures, [255, 0, 0], width: 160, height: 120)
            try await withPreviewer { previewer in
                for (thumbnail, orientation, size) in [
                    (same, UInt16(1), "128x86"), (same, 8, "86x128"), (barred, 1, nil),
                ] {
                    let exif = Photos.exif(thumbnail, orientation: orientation)
                    let path = try fixtures.write(PhotoMaker.photo(photo, exif: exif), as: "p.jpg")
                    let image = await withOpenFile(path) {
                        await previewer.pictureAtHand(of: $0, name: path, path: nil, size: 128)
                    }
                    #expect(image?.size == size)
                    if let image { #expect(image.colour(0.5, 0.5) == "red" && image.isEmbedded) }
                    // The best is the photo itself.
                    let (found, _) = await withOpenFile(path) {
                        await Self.all(previewer.answers(of: $0, name: path, size: 128))
                    }
                    #expect(found.last?.image.colour(0.5, 0.5) == "green")
                }
                let plain = try fixtures.write(photo, as: "plain.jpg")
                #expect(await quick(previewer, plain) == nil)
            }
        }
    }

    @Test func `end with the error, after the icon`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write("%PDF-1.4 and no more", as: "a.pdf")
            try await withPreviewer { previewer in
                let (found, error) = await withOpenFile(path) {
                    await Self.all(previewer.answers(of: $0, name: path, size: 64))
                }
                #expect(found.map(\.quality) == [.icon])
                #expect(error?.code == .damaged)
                #expect(error?.reason(in: .english) == "Damaged")
            }
        }
    }

    @Test func `leave no child if the loop is left early`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.png()
            try await withTrials { previewer in
                _ = try await thumbnail(previewer, path)
                let zygote = try #require(previewer.helperProcess(.plain))
                // The child of the first request may still be ending.
                try await wait(for: "no child") { children(of: zygote).isEmpty }
                // A request that never ends by itself, as the best of three answers.
                let answers = PreviewAnswers { relay in
                    await withTaskGroup(of: Void.self) { group in
                        group.addTask {
                            _ = try? await withFile(path) {
                                try await previewer.perform(
                                    .hang,
                                    of: $0,
                                    name: path,
                                    family: .plain
                                )
                            }
                            relay.finish()
                        }
                        group.addTask {
                            let image = Fixtures.quarters(width: 2, height: 2)
                            // Only when the child is at work.
                            try? await wait(for: "a child") { children(of: zygote).count == 1 }
                            relay.pass(image, .icon)
                        }
                    }
                }
                for try await answer in answers {
                    #expect(answer.quality == .icon)
                    #expect(children(of: zygote).count == 1)
                    break
                }
                // Its time is not over then.
                try await wait(for: "the end of the child") {
                    children(of: zygote).isEmpty
                }
            }
        }
    }

    @Test func `of many concurrent files arrive, and leave no child if left early`()
        async throws
    {
        try await withFixtures { fixtures in
            let paths = try [
                fixtures.image("a.jpg", width: 900, height: 600),
                fixtures.write(PDFMaker.report.text, as: "b.pdf"),
                fixtures.write("Dear reader", as: "c.txt"), fixtures.write("%PDF-1.4", as: "d.pdf"),
            ]
            try await withPreviewer { previewer in
                let shown = await withTaskGroup(of: Int.self) { group in
                    for index in 0..<60 {
                        group.addTask {
                            let path = paths[index % paths.count]
                            return await withOpenFile(path) { file in
                                var last: PreviewAnswer.Quality?
                                let answers = previewer.answers(of: file, name: path, size: 64)
                                do throws(PreviewError) {
                                    for try await answer in answers {
                                        if let last { #expect(answer.quality > last) }
                                        last = answer.quality
                                        if index % 2 == 1 { break }
                                    }
                                } catch {
                                    #expect(error.code == .damaged)
                                }
                                return last == .best ? 1 : 0
                            }
                        }
                    }
                    return await group.reduce(0, +)
                }
                // Every even one is of a good file, and read to its end.
                #expect(shown >= 30)
                for family in RendererFamily.allCases {
                    guard let zygote = previewer.helperProcess(family) else { continue }
                    try await wait(for: "the end of all children") {
                        children(of: zygote).isEmpty
                    }
                }
                #expect(previewer.statistics.helperDeaths == 0)
            }
        }
    }

    @Test func `omit lower quality, and answers that were not read in time`() async throws {
        let isDone = Flag()
        let answers = PreviewAnswers { relay in
            let qualities: [PreviewAnswer.Quality] = [.icon, .best, .icon, .quick]
            for quality in qualities {
                relay.pass(Fixtures.quarters(width: 2, height: 2), quality)
            }
            relay.finish()
            isDone.raise()
        }
        var iterator = answers.makeAsyncIterator()
        try await wait(for: "the end of the work") { isDone.isRaised }
        #expect(try await iterator.next()?.quality == .best)
        #expect(try await iterator.next() == nil)
    }

    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        (
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "57edf4a22be3c955ac49da2e2107b67a"
        ), ("file:///home/jens/photos/me.png", "c6ee772d9e49320e97ec29a7eb5b1697"),
    ])
    func `find the desktop's thumbnails by the hash of the URI`(
        _ text: String,
        _ hash: String
    ) {
        #expect(ThumbnailCache.name(of: text) == hash + ".png")
    }

    @Test func `choose the icon by the name alone`() throws {
        let types = NamedTypes.ofSystem
        for (name, type) in [
            ("a.PDF", "application/pdf"), ("b.tar.gz", "application/x-compressed-tar"),
            ("Makefile", "text/x-makefile"), ("x.docx", nil), ("noname", nil),
        ] as [(String, String?)] {
            let found = types.type(of: name)?.rawValue
            if let type {
                #expect(found == type)
            } else if name == "noname" {
                #expect(found == nil)
            } else {
                #expect(found?.contains("wordprocessingml") == true)
            }
        }
    }
}

/// An open file for the length of a closure that does not throw.
func withOpenFile<Result>(_ path: String, _ body: (Int32) async -> Result) async -> Result {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    return await body(descriptor)
}

/// Something that has happened.
final class Flag: Sendable {
    private let state = Mutex(false)

    var isRaised: Bool { state.withLock { $0 } }

    func raise() { state.withLock { $0 = true } }
}
