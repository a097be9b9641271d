import CVips
import DocumentRendering
import Foundation
import PreviewFuzzing
import Testing

@testable import QuickPreview

/// JPEG and PNG by their own libraries, compared with libvips, which draws what these leave to it.
struct `Images without profiles` {
    /// Starts libvips in this process, as it is started in a helper.
    private static let isReady = UnconfinedRenderer() != nil

    @Test(
        arguments: [
            "a.png", "a.png[interlace]", "a.png[bitdepth=16]", "grey.png", "grey.png[bitdepth=1]",
            "grey.png[bitdepth=2]", "grey.png[bitdepth=16,interlace]", "alpha.png",
            "alpha.png[interlace]", "palette.png[palette]",
            "a.jpg[Q=95]", "a.jpg[interlace]", "grey.jpg", "a.jpg[subsample-mode=off]",
        ]
    )
    func `are the same without libvips`(form: String) async throws {
        try await withFixtures { fixtures in
            let path = try image(fixtures, form)
            try await withFile(path) { file in
                for size: UInt32 in [300, 200, 127, 64, 50] {
                    try expectAlike(file, size, tolerance: path.hasSuffix("jpg") ? 8 : 1)
                }
            }
        }
    }

    @Test(arguments: 0...9 as ClosedRange<UInt8>)
    func `stand upright without libvips`(orientation: UInt8) async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.jpeg(orientation: orientation)
            try await withFile(path) { file in
                for size: UInt32 in [100, 40, 16] { try expectAlike(file, size, tolerance: 4) }
            }
        }
    }

    /// At the edges the program of libvips goes on with the last pixels, and we with nothing; and where blocks of its
    /// leave a rest, its picture is a fraction of a pixel off.
    @Test(arguments: ["a.png", "a.png[interlace]", "alpha.png", "grey.png[bitdepth=2]"])
    func `match libvips at small sizes`(form: String) async throws {
        try await withFixtures { fixtures in
            let path = try image(fixtures, form)
            for size: UInt32 in [49, 37, 23, 20] {
                let small = fixtures.path("\(size).png")
                try run("vips", "thumbnail", path, small + "[strip]", "\(size)", "--size", "down")
                let theirs = try await withFile(small) { plain($0, 100) }
                let ours = try #require(try await withFile(path) { plain($0, size) })
                try #require(ours.size == theirs?.size)
                let unlike = try difference(ours.inside(3), #require(theirs).inside(3))
                let limit = size == 20 ? (most: 2, mean: 1.0) : (most: 15, mean: 2.0)
                #expect(unlike.most <= limit.most, "in \(size): \(unlike)")
                #expect(unlike.mean <= limit.mean, "in \(size): \(unlike)")
            }
        }
    }

    @Test(arguments: [[200, 100, 50, 255], [200, 100, 50, 128]] as [[UInt8]])
    func `of one color stay so in every size`(colour: [UInt8]) async throws {
        try await withFixtures { fixtures in
            let pixels = [UInt8]((0..<201 * 149).map { _ in colour }.joined())
            let image = PreviewImage(width: 201, height: 149, pixels: pixels, type: "image/png")
            try await withFile(try fixtures.write(image.png(), as: "one.png")) { file in
                for size: UInt32 in 1...201 {
                    let drawn = try #require(plain(file, size))
                    let count = drawn.pixels.count / 4
                    let same = [UInt8]((0..<count).map { _ in colour }.joined())
                    #expect(drawn.pixels == same, "in \(size)")
                }
            }
        }
    }

    @Test func `are left to libvips if they need it`() async throws {
        try await withFixtures { fixtures in
            let source = try fixtures.png(width: 200, height: 100)
            var paths = [try fixtures.image("a.gif"), try fixtures.write("", as: "empty.png")]
            for (name, space) in [
                ("profile.jpg", "srgb"), ("profile.png", "srgb"), ("inks.jpg", "cmyk"),
            ] {
                let inks = ["icc_export", source, fixtures.path(name), "--output-profile", space]
                try run("vips", inks)
                paths.append(fixtures.path(name))
            }
            let packet: KeyValuePairs = [
                "XML:com.adobe.xmp": "<tiff:Orientation>6</tiff:Orientation>"
            ]
            let quarters = try Fixtures.quarters(width: 8, height: 4).png(texts: packet)
            paths.append(try fixtures.write(quarters, as: "packet.png"))
            let whole = try Data(contentsOf: URL(filePath: source))
            paths.append(try fixtures.write(Array(whole.prefix(60)), as: "cut.png"))
            for path in paths {
                try await withFile(path) { file in
                    #expect(plain(file, 64) == nil, "\(path)")
                }
            }
        }
    }

    @Test func `need no helper with libvips`() async throws {
        try await withFixtures { fixtures in
            let plain = [try fixtures.png(), try fixtures.jpeg(orientation: 6)]
            let profile = fixtures.path("profile.png")
            try run("vips", "icc_export", plain[0], profile, "--output-profile", "srgb")
            try await withPreviewer { previewer in
                for path in plain {
                    #expect(try await info(previewer, path).pages == 1)
                    let picture = try await thumbnail(previewer, path)
                    #expect(picture.size == (path == plain[0] ? "64x32" : "32x64"))
                }
                #expect(previewer.helperProcess(.plain) != nil)
                #expect(previewer.helperProcess(.images) == nil)
                #expect(try await thumbnail(previewer, profile).colour(0.2, 0.2) == "red")
                #expect(previewer.helperProcess(.images) != nil)
            }
        }
    }

    @Test func `are drawn if the plain helper is not installed`() async throws {
        try await withFixtures { fixtures in
            let helper = try program("qpreview-zygote")
            let alone = try fixtures.write("#!/bin/sh\nexec '\(helper)' \"$@\"\n", as: "helper")
            try run("chmod", "+x", alone)
            try await withPreviewer(PreviewerConfiguration(zygote: alone)) { previewer in
                let picture = try await thumbnail(previewer, fixtures.png())
                #expect(picture.size == "64x32")
                #expect(previewer.helperProcess(.images) == nil)
            }
        }
    }

    /// What neither they nor any other helper draws is passed on all the same: it may carry a picture, or have facts.
    @Test func `are not identified by their name alone`() async throws {
        try await withFixtures { fixtures in
            let text = try fixtures.write("Not a picture.\n", as: "text.png")
            let code = fixtures.path("program.jpg")
            try run("cp", "/bin/true", code)
            let empty = try fixtures.write("", as: "empty.png")
            try await withPreviewer { previewer in
                #expect(try await info(previewer, text).type == "text/plain")
                #expect(try await info(previewer, code).type.hasPrefix("application/x-"))
                #expect(previewer.helperProcess(.pdf) != nil)
                let nothing = try await info(previewer, empty)
                #expect(nothing.problem == .empty)
                let error = await #expect(throws: PreviewError.self) {
                    _ = try await thumbnail(previewer, code)
                }
                #expect(error?.code == .noPreview)
            }
        }
    }

    @Test(.enabled(if: CorpusSample.folder != nil, CorpusSample.absent))
    func `of the corpus are the same without libvips`() async throws {
        let folder = try #require(CorpusSample.folder) + "/images"
        let files = try #require(FileManager.default.enumerator(atPath: folder))
        let names = files.compactMap { $0 as? String }.sorted().filter {
            ["jpg", "jpeg", "png"].contains($0.lowercased().split(separator: ".").last)
        }
        var (compared, unlike): (Int, [String]) = (0, [])
        for name in CorpusSample.sampled(names) {
            try await withFile("\(folder)/\(name)") { file in
                guard let ours = plain(file, 128), let theirs = libvips(file, 128) else { return }
                compared += 1
                if ours.size != theirs.size || difference(ours, theirs).mean > 6 {
                    unlike.append("\(name): \(difference(ours, theirs))")
                }
            }
        }
        #expect(compared > 500 / CorpusSample.stride)
        #expect(unlike == [])
    }

    private struct Drawn {
        var size: [UInt32]
        var pixels: [UInt8]

        @unsafe init(_ picture: cimage_picture) {
            unsafe size = [picture.width, picture.height]
            let count = unsafe Int(picture.width * picture.height) * 4
            pixels = unsafe Array(UnsafeBufferPointer(start: picture.pixels, count: count))
            unsafe free(picture.pixels)
        }

        /// What is left without so many pixels at each edge, its colours as far as they can be seen.
        func inside(_ edge: Int) -> Drawn {
            var inner = self
            let (width, height) = (Int(size[0]), Int(size[1]))
            inner.pixels = (edge..<height - edge).flatMap { row in
                (edge..<width - edge).flatMap { column -> [UInt8] in
                    let start = (row * width + column) * 4
                    let alpha = Int(pixels[start + 3])
                    return pixels[start..<start + 3].map { UInt8(Int($0) * alpha / 255) }
                }
            }
            return inner
        }
    }

    private func plain(_ file: Int32, _ size: UInt32) -> Drawn? {
        var picture = unsafe cimage_picture()
        let failure = unsafe cimage_draw(file, size, &picture)
        return failure == 0 ? unsafe Drawn(picture) : nil
    }

    private func libvips(_ file: Int32, _ size: UInt32) -> Drawn? {
        guard Self.isReady else { return nil }
        var picture = unsafe cimage_picture()
        let failure = unsafe cvips_thumbnail(file, 0, size, &picture)
        return failure == 0 ? unsafe Drawn(picture) : nil
    }

    private func expectAlike(_ file: Int32, _ size: UInt32, tolerance: Int) throws {
        let ours = try #require(plain(file, size), "not drawn in \(size)")
        let theirs = try #require(libvips(file, size))
        try #require(ours.size == theirs.size)
        #expect(difference(ours, theirs).most <= tolerance, "in \(size)")
        var (one, other) = (cimage_facts(), cimage_facts())
        #expect(unsafe cimage_read_header(file, &one) == 0)
        #expect(unsafe cvips_read_header(file, 0, &other) == 0)
        #expect(one.width == other.width && one.height == other.height)
        #expect(one.orientation == other.orientation)
    }

    private func difference(_ one: Drawn, _ other: Drawn) -> (most: Int, mean: Double) {
        let differences = zip(one.pixels, other.pixels).map { abs(Int($0) - Int($1)) }
        let sum = differences.reduce(0, +)
        return (differences.max() ?? 0, Double(sum) / Double(max(1, differences.count)))
    }

    /// Colours that run into each other in 200 x 150 pixels, saved as "NAME[OPTIONS]".
    private func image(_ fixtures: Fixtures, _ form: String) throws -> String {
        let bands = form.hasPrefix("grey") ? 1 : form.hasPrefix("alpha") ? 4 : 3
        let names = (0..<bands).map { fixtures.path("\($0).v") }
        for (index, name) in names.enumerated() {
            try run(
                "vips",
                "sines",
                name,
                "200",
                "150",
                "--hfreq",
                "\(index + 1)",
                "--vfreq",
                "1.5",
                "--uchar"
            )
        }
        try run("vips", "bandjoin", names.joined(separator: " "), fixtures.path("all.v"))
        // libvips 8.14 writes 8 bits as 16 by reading past its own buffer, which now and then ends it.
        let isDeep = form.contains("bitdepth=16")
        var source = fixtures.path("all.v")
        if isDeep {
            try run("vips", "cast", source, fixtures.path("deep.v"), "ushort", "--shift")
            source = fixtures.path("deep.v")
        }
        let space =
            bands == 1 ? (isDeep ? "grey16" : "b-w") : (isDeep ? "rgb16" : "srgb")
        try run("vips", "copy", source, fixtures.path("told.v"), "--interpretation", space)
        try run("vips", "copy", fixtures.path("told.v"), fixtures.path(form))
        let name = form.split(separator: "[")[0]
        return fixtures.path(String(name))
    }

    private func run(_ program: String, _ arguments: String...) throws {
        try run(program, arguments)
    }

    private func run(_ program: String, _ arguments: [String]) throws {
        let ended = try execute(program, arguments)
        try #require(ended.code == 0, "\(arguments): \(ended.errors)")
    }
}
