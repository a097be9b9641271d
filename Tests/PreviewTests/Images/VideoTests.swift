import Foundation
import PreviewModel
import Testing

@testable import QuickPreview

struct `Videos` {
    @Test(
        arguments: [
            "mp4", "mov", "3gp -c:v h264", "mkv", "webm", "ogv", "flv", "wmv", "ts", "mpg -r 25",
            "avi -c:v mjpeg", "mp4 -c:v libx265 -x265-params log-level=none",
            "mkv -c:v libaom-av1 -cpu-used 8", "mp4 -movflags +faststart",
        ]
    )
    func `show a frame in its colors and size`(form: String) async throws {
        try await withFixtures { fixtures in
            let path = try video(fixtures, form)
            try await withPreviewer { previewer in
                let facts = try await info(previewer, path)
                #expect(facts.problem == nil && facts.pages == nil)
                #expect(facts.width == 160 && facts.height == 80)
                let picture = try await thumbnail(previewer, path, size: 64)
                #expect(picture.size == "64x32" && picture.isOpaque)
                #expect(quarters(picture) == ["red", "green", "blue", "white"])
                // What is smaller than asked for stays as it is.
                #expect(try await thumbnail(previewer, path, size: 256).size == "160x80")
                // Where the contents tell what it is, another name changes nothing.
                let other = try await withFile(path) {
                    try await previewer.thumbnail(of: $0, name: "a.pdf", size: 64)
                }
                #expect(other.pixels == picture.pixels)
            }
        }
    }

    @Test func `are shown upright and with square pixels`() async throws {
        try await withFixtures { fixtures in
            let plain = try video(fixtures, "mp4")
            let turned = fixtures.path("turned.mp4")
            // Display matrices turn counterclockwise.
            try ffmpeg("-i", plain, "-codec", "copy", "-metadata:s:v", "rotate=90", turned)
            let wide = try video(fixtures, "mp4 -vf setsar=2")
            try await withPreviewer { previewer in
                let picture = try await thumbnail(previewer, turned, size: 64)
                #expect(picture.size == "32x64")
                #expect(quarters(picture) == ["green", "white", "red", "blue"])
                let facts = try await info(previewer, turned)
                #expect(facts.width == 80 && facts.height == 160)
                #expect(try await thumbnail(previewer, wide, size: 64).size == "64x16")
            }
        }
    }

    @Test func `show a later frame than a first one that is black`() async throws {
        try await withFixtures { fixtures in
            let path = fixtures.path("fade.mp4")
            let source = "color=red:s=64x64:r=10:d=30,fade=in:d=1"
            // Key frames each second, as a broadcast has.
            try ffmpeg("-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", "-g", "10", path)
            // A stream without an index has no place to begin but the first.
            let stream = fixtures.path("fade.m1v")
            try ffmpeg("-i", path, "-r", "25", stream)
            try await withPreviewer { previewer in
                let later = try await thumbnail(previewer, path)
                #expect(later.colour(0.5, 0.5) == "red")
                #expect(try await thumbnail(previewer, stream).size == "64x64")
            }
        }
    }

    @Test func `that fade in show a later frame, upright`() async throws {
        try await withFixtures { fixtures in
            let path = fixtures.path("fade.mp4")
            let (white, red) = ("color=white:s=160x80:r=10:d=3", "color=red:s=80x40:r=10:d=3")
            let filter = "[0][1]overlay=0:0,fade=in:d=2,setsar=2"
            // One key frame, as in most short videos, and none where others are looked for.
            try ffmpeg(
                "-f",
                "lavfi",
                "-i",
                white,
                "-f",
                "lavfi",
                "-i",
                red,
                "-filter_complex",
                filter,
                "-pix_fmt",
                "yuv420p",
                "-g",
                "1000",
                path
            )
            let turned = fixtures.path("turned.mp4")
            try ffmpeg("-i", path, "-codec", "copy", "-metadata:s:v", "rotate=90", turned)
            try await withPreviewer { previewer in
                let picture = try await thumbnail(previewer, path, size: 320)
                #expect(picture.size == "320x80" && picture.isOpaque)
                #expect(quarters(picture) == ["red", "white", "white", "white"])
                let upright = try await thumbnail(previewer, turned, size: 320)
                #expect(upright.size == "80x320")
                #expect(quarters(upright) == ["white", "white", "red", "white"])
            }
        }
    }

    /// A decoder that waits for later frames gives the only one when the file ends.
    @Test func `of one frame show it`() async throws {
        try await withFixtures { fixtures in
            let path = fixtures.path("one.mp4")
            try ffmpeg(
                "-f",
                "lavfi",
                "-i",
                "color=red:s=160x80:d=1:r=10",
                "-frames:v",
                "1",
                "-c:v",
                "libx264",
                path
            )
            try await withPreviewer { previewer in
                #expect(try await info(previewer, path).width == 160)
                let picture = try await thumbnail(previewer, path, size: 64)
                #expect(picture.size == "64x32" && picture.colour(0.5, 0.5) == "red")
            }
        }
    }

    @Test(arguments: ["mkv", "webm", "flv"])
    func `that are truncated show their first frame`(name: String) async throws {
        try await withFixtures { fixtures in
            let path = fixtures.path("long.\(name)")
            let source = "testsrc=s=160x80:r=10:d=30"
            try ffmpeg("-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", "-g", "10", path)
            let whole = try Data(contentsOf: URL(filePath: path))
            // A tenth of its time, where a frame is looked for, is not there yet.
            let part = Array(whole.prefix(whole.count * 8 / 100))
            let cut = try fixtures.write(part, as: "part.\(name)")
            try await withPreviewer { previewer in
                let picture = try await thumbnail(previewer, cut)
                #expect(picture.size == "64x32")
                // The bars of the test picture.
                #expect(
                    picture.colour(0.35, 0.3) == "magenta" && picture.colour(0.45, 0.3) == "blue"
                )
                #expect(try await info(previewer, cut).width == 160)
            }
        }
    }

    @Test func `without pictures, or damaged, are reported as such`() async throws {
        try await withFixtures { fixtures in
            let sound = fixtures.path("sound.mp4")
            try ffmpeg("-f", "lavfi", "-i", "sine=d=1", "-metadata", "title=A tone", sound)
            let whole = try Data(contentsOf: URL(filePath: video(fixtures, "mp4")))
            let cut = try fixtures.write(Array(whole.prefix(whole.count / 2)), as: "cut.mp4")
            let broken = "RIFF\u{10}\0\0\0AVI LIST\u{FF}\u{1}\0\0hdrl"
            let avi = try fixtures.write(broken, as: "broken.avi")
            try await withPreviewer { previewer in
                let facts = try await info(previewer, sound)
                #expect(facts.width == nil && facts.problem == nil && facts.title == "A tone")
                await #expect { try await thumbnail(previewer, sound) } throws: {
                    ($0 as? PreviewError)?.code == .noPreview
                }
                for path in [cut, avi] {
                    await #expect { try await thumbnail(previewer, path) } throws: {
                        ($0 as? PreviewError)?.code == .damaged
                    }
                    #expect(try await info(previewer, path).problem != nil)
                }
                let path = try video(fixtures, "mkv")
                await #expect { try await thumbnail(previewer, path, page: 2) } throws: {
                    ($0 as? PreviewError)?.code == .pageOutOfRange
                }
            }
        }
    }

    @Test func `without the library are identified by name, and name the missing package`()
        async throws
    {
        try await withFixtures { fixtures in
            let path = try video(fixtures, "mp4")
            // The loader takes this for the library, and finds that it is none.
            _ = try fixtures.write("", as: "libffmpegthumbnailer.so.4")
            var configuration = PreviewerConfiguration()
            configuration.helperEnvironment = ["LD_LIBRARY_PATH=\(fixtures.folder.path)"]
            try await withPreviewer(configuration) { previewer in
                await #expect { try await thumbnail(previewer, path) } throws: {
                    ($0 as? PreviewError)?.reason(in: .english)
                        == "Needs package libffmpegthumbnailer4v5"
                }
                // Another helper is asked about each: by its name, or instead of the one that is missing.
                for name in ["a.pdf", "a.mp4"] {
                    let facts = try await info(previewer, path, name: name)
                    #expect(facts.type == "video/mp4" && facts.width == nil && facts.problem == nil)
                }
                let misnamed = try fixtures.png(as: "picture.mp4")
                #expect(try await thumbnail(previewer, misnamed).size == "64x32")
            }
        }
    }

    /// A video of two seconds, of which each frame is a picture of quarters: "mp4 -c:v libx265".
    private func video(_ fixtures: Fixtures, _ form: String) throws -> String {
        let words = form.split(separator: " ").map(String.init)
        let path = fixtures.path("quarters.\(words[0])")
        let picture = try fixtures.png(width: 160, height: 80)
        try ffmpeg(
            ["-loop", "1", "-framerate", "10", "-t", "2", "-i", picture, "-pix_fmt", "yuv420p"]
                + words.dropFirst() + [path]
        )
        return path
    }

    private func ffmpeg(_ arguments: String...) throws { try ffmpeg(arguments) }

    private func ffmpeg(_ arguments: [String]) throws {
        let ended = try execute("ffmpeg", ["-nostdin", "-v", "error", "-y"] + arguments)
        try #require(ended.code == 0, "\(arguments): \(ended.errors)")
    }

    private func quarters(_ picture: PreviewImage) -> [String] {
        [(0.2, 0.2), (0.8, 0.2), (0.2, 0.8), (0.8, 0.8)].map { picture.colour($0.0, $0.1) }
    }
}
