import Foundation
import PreviewModel
import Testing

@testable import QuickPreview

struct `Pictures in PostScript` {
    /// Red below on the left, blue above on the right, of a box that begins at 100, 200 and measures 80 x 40.
    private static let drawing =
        "1 0 0 setrgbcolor 100 200 40 20 rectfill 0 0 1 setrgbcolor 140 220 40 20 rectfill\n"

    private static func file(_ comments: String, _ program: String = drawing) -> String {
        "%!PS-Adobe-3.0 EPSF-3.0\n\(comments)\n%%EndComments\n\(program)"
    }

    private static let box = "%%BoundingBox: 100 200 180 240"

    private func expectDrawing(_ picture: PreviewImage, _ what: String) {
        #expect(picture.size == "64x32", "\(what)")
        #expect(picture.colour(0.2, 0.8) == "red", "\(what)")
        #expect(picture.colour(0.8, 0.2) == "blue", "\(what)")
        #expect(picture.colour(0.2, 0.2) == "white", "\(what)")
        #expect(picture.isOpaque)
    }

    @Test(arguments: [
        ("without showpage", file(box)),
        ("with showpage", file(box, drawing + "showpage\n")),
        ("with two pages", file(box, drawing + "showpage 0 0 999 999 rectfill showpage\n")),
        ("with the box in the trailer", file("%%BoundingBox: (atend)", drawing + box)),
        ("with lines of old Macs", file(box).replacing("\n", with: "\r")),
        ("with an empty line in the header", file("\n  \n" + box)),
        ("with a finer box", file(box + "\n%%HiResBoundingBox: 100.0 200.0 180 240.0")),
        ("with a finer box that is wrong", file(box + "\n%%HiResBoundingBox: 0 0 1 1")),
        ("asking for a page device", file(box, "<</PageSize [9 9]>> setpagedevice a4 " + drawing)),
        ("asking for another matrix", file(box, "99 99 scale initgraphics " + drawing)),
        ("leaving by quit", file(box, drawing + "quit\n")),
        ("leaving things on its stacks", file(box, "1 2 (a) 10 dict begin gsave " + drawing)),
    ])
    func `show the contents of their bounding box`(what: String, text: String) async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(text, as: "a.eps")
            try await withPreviewer { previewer in
                let facts = try await info(previewer, path)
                #expect(facts.type == "image/x-eps")
                #expect(facts.width == 80 && facts.height == 40)
                expectDrawing(try await thumbnail(previewer, path), what)
            }
        }
    }

    @Test func `of a thin bounding box are at least one pixel wide`() async throws {
        try await withFixtures { fixtures in
            let text = Self.file("%%BoundingBox: 0 0 10000 1", "0 0 10000 1 rectfill\n")
            let path = try fixtures.write(text, as: "a.eps")
            try await withPreviewer { previewer in
                let picture = try await thumbnail(previewer, path)
                #expect(picture.size == "64x1")
            }
        }
    }

    @Test func `have one page`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(Self.file(Self.box), as: "a.eps")
            try await withPreviewer { previewer in
                await #expect {
                    try await thumbnail(previewer, path, page: 2)
                } throws: {
                    guard let error = $0 as? PreviewError else { return false }
                    return error.code == .pageOutOfRange && error.message.contains("1 page.")
                }
            }
        }
    }

    /// The binary form: a header, the program, a TIFF picture of four quarters.
    private func binary(_ program: String, _ fixtures: Fixtures) throws -> [UInt8] {
        func number(_ value: Int) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let preview = try [UInt8](
            Data(
                contentsOf: URL(
                    fileURLWithPath: fixtures.image("preview.tif", width: 64, height: 32)
                )
            )
        )
        let text = Array(program.utf8)
        return [0xC5, 0xD0, 0xD3, 0xC6] + number(30) + number(text.count) + number(0) + number(0)
            + number(30 + text.count) + number(preview.count) + [0xFF, 0xFF] + text + preview
    }

    @Test func `in the DOS binary form show what their program draws`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(binary(Self.file(Self.box), fixtures), as: "a.eps")
            try await withPreviewer { previewer in
                let facts = try await info(previewer, path)
                #expect(facts.type == "image/x-eps")
                #expect(facts.width == 80 && facts.height == 40)
                expectDrawing(try await thumbnail(previewer, path), "binary")
                // The name is a hint, and no more.
                let other = try await withFile(path) {
                    try await previewer.thumbnail(of: $0, name: "a.png", size: 64)
                }
                expectDrawing(other, "named .png")
            }
        }
    }

    @Test func `whose program fails show their embedded preview`() async throws {
        try await withFixtures { fixtures in
            let broken = Self.file(Self.box, "nonsense\n")
            let path = try fixtures.write(binary(broken, fixtures), as: "a.eps")
            try await withPreviewer { previewer in
                let picture = try await thumbnail(previewer, path)
                #expect(picture.size == "64x32")
                #expect(picture.colour(0.2, 0.2) == "red")
                #expect(picture.colour(0.8, 0.2) == "green")
                #expect(picture.isEmbedded)
                // Without one, what is wrong with the program is told.
                let plain = try fixtures.write(broken, as: "b.eps")
                let error = await #expect(throws: PreviewError.self) {
                    try await thumbnail(previewer, plain)
                }
                #expect(error?.code == .damaged)
                #expect(error?.message.contains("(undefined)") == true)
            }
        }
    }

    @Test func `show their embedded preview without Ghostscript, too`() async throws {
        try await withFixtures { fixtures in
            // In its place stands a library that has none of its functions.
            try run("cp", Self.otherLibrary(), fixtures.path("libgs.so.10"))
            var configuration = PreviewerConfiguration()
            configuration.helperEnvironment = ["LD_LIBRARY_PATH=\(fixtures.folder.path)"]
            let path = try fixtures.write(binary(Self.file(Self.box), fixtures), as: "a.eps")
            let plain = try fixtures.write(Self.file(Self.box), as: "b.eps")
            let pages = try fixtures.write("%!PS\nshowpage\n", as: "c.ps")
            try await withPreviewer(configuration) { previewer in
                let picture = try await thumbnail(previewer, path)
                #expect(picture.colour(0.8, 0.2) == "green")
                for file in [plain, pages] {
                    let error = await #expect(throws: PreviewError.self) {
                        try await thumbnail(previewer, file)
                    }
                    #expect(error?.code == .unavailable)
                    #expect(error?.reason(in: .english) == "Needs package libgs10")
                    // Facts need no Ghostscript.
                    let facts = try await info(previewer, file)
                    #expect(facts.problem == nil)
                }
            }
        }
    }

    private static func otherLibrary() throws -> String {
        let found = try run("/sbin/ldconfig", "-p").split(separator: "\n")
            .first { $0.contains("libutil.so.1 ") }
        return try #require(found?.split(separator: " ").last.map(String.init))
    }

    /// Those of the corpus, beside the pictures that Pillow's authors made of them.
    @Test(
        .enabled(if: CorpusSample.folder != nil, CorpusSample.absent),
        arguments: [
            ("non_zero_bb", "non_zero_bb_scale2"), ("zero_bb", "zero_bb_scale2"),
            ("zero_bb_trailer", "zero_bb_scale2"), ("zero_bb_emptyline", "zero_bb_scale2"),
            ("reqd_showpage", "reqd_showpage"),
        ]
    )
    func `look as in other renderers`(name: String, reference: String) async throws {
        let folder = CorpusSample.folder ?? ""
        try await withPreviewer { previewer in
            let path = "\(folder)/images/pillow/eps"
            let own = try await thumbnail(previewer, "\(path)/\(name).eps", size: 128)
            let other = try await thumbnail(previewer, "\(path)/\(reference).png", size: 128)
            #expect(own.size == other.size)
            #expect(own.meanDifference(from: other) < 12, "\(own.meanDifference(from: other))")
        }
    }
}

extension PreviewImage {
    /// The mean difference of channels, of 255.
    fileprivate func meanDifference(from other: PreviewImage) -> Double {
        let differences = zip(pixels, other.pixels).map { abs(Int($0) - Int($1)) }
        return Double(differences.reduce(0, +)) / Double(max(1, differences.count))
    }
}
