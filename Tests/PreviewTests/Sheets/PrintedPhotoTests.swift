import Foundation
import PreviewFuzzing
import PreviewModel
import ProofKit
import Testing

@testable import QuickPreview

/// What libqpdf and libjpeg alone do for a JPEG file that is printed, and what they leave to the helper with libvips.
@Suite struct `A photo that is printed` {
    private typealias Answer = (
        family: RendererFamily, outcome: AnswerMessage.Outcome, info: DocumentInfo
    )

    /// The facts of a picture, by the helper that is asked first for a name.
    private func facts(
        _ previewer: Previewer,
        _ path: String,
        name: String
    ) async throws -> Answer {
        try await withFile(path) { file in
            let reply = try await previewer.perform(
                .decode,
                of: file,
                name: name,
                family: .images
            )
            var info = reply.answer.info
            info.typeReport = nil
            return (reply.family, reply.answer.outcome, info)
        }
    }

    /// The finished PDF with the page as it is, in its own size.
    private func written(
        _ previewer: Previewer,
        _ path: String,
        name: String
    ) async throws -> (family: RendererFamily, bytes: Data) {
        let fixtures = try Fixtures()
        defer { try? FileManager.default.removeItem(at: fixtures.folder) }
        let result = fixtures.path("out.pdf")
        var layout = SheetLayout(faces: [[1]], sheet: SheetLayout.Sheet(width: 595, length: 842))
        layout.scaling = .none
        let payload = layout.encoded()
        let family = try await withFile(path) { file in
            try await withFile(result, flags: O_RDWR | O_CREAT) { output in
                try await previewer.perform(
                    .prepareSheets,
                    of: file,
                    name: name,
                    payload: payload,
                    output: output,
                    family: .images
                ).family
            }
        }
        return (family, try Data(contentsOf: URL(filePath: result)))
    }

    /// Another format's name has the helper with libvips read it, which reads what the bytes say.
    private static let forLibvips = "photo.webp"

    /// Expects the same facts and the same finished PDF from both helpers; returns whether libvips was not needed.
    private func isSame(_ previewer: Previewer, _ path: String) async throws -> Bool {
        // The helper with libvips refuses a damaged file.
        guard let ours = try? await facts(previewer, path, name: "photo.jpg"),
            ours.family == .sheets
        else { return false }
        let theirs = try await facts(previewer, path, name: Self.forLibvips)
        #expect(theirs.family == .images && theirs.outcome == .done, "\(path)")
        #expect(ours.outcome == .done && ours.info == theirs.info, "\(path)")
        let (family, bytes) = try await written(previewer, path, name: "photo.jpg")
        let (other, wanted) = try await written(previewer, path, name: Self.forLibvips)
        #expect(family == .sheets && other == .images, "\(path)")
        #expect(bytes == wanted && bytes.count > 500, "\(path)")
        return true
    }

    // MARK: Made files

    /// A segment with a marker.
    private static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((data.count + 2) >> 8), UInt8((data.count + 2) & 0xFF)] + data
    }

    private static func jfif(_ unit: UInt8, _ across: UInt8, _ down: UInt8) -> [UInt8] {
        segment(0xE0, Array("JFIF\0".utf8) + [1, 2, unit, 0, across, 0, down, 0, 0])
    }

    /// Exif with a directory of entries: a tag, a type, and a number; a fraction has it as numerator over 2.
    private static func exif(
        isBig: Bool = false,
        _ entries: [(tag: Int, type: Int, value: Int)]
    ) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) }
            return isBig ? bytes.reversed() : bytes
        }
        var directory = number(entries.count, 2)
        var fractions: [UInt8] = []
        for (tag, type, value) in entries {
            directory += number(tag, 2) + number(type, 2) + number(1, 4)
            if type == 5 {
                directory += number(8 + 2 + 12 * entries.count + 4 + fractions.count, 4)
                fractions += number(value, 4) + number(2, 4)
            } else {
                directory += type == 3 ? number(value, 2) + [0, 0] : number(value, 4)
            }
        }
        let start = isBig ? [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8] : [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]
        return segment(
            0xE1,
            Array("Exif\0\0".utf8) + start.map { UInt8($0) } + directory + [0, 0, 0, 0] + fractions
        )
    }

    private static func profile(_ parts: [(number: UInt8, of: UInt8)]) -> [UInt8] {
        let bytes =
            Array(repeating: 0 as UInt8, count: 16) + Array("RGB ".utf8)
            + Array(repeating: 7 as UInt8, count: 200)
        return parts.flatMap { part in
            segment(0xE2, Array("ICC_PROFILE\0".utf8) + [part.number, part.of] + bytes)
        }
    }

    /// A small picture with these application markers and no others.
    private func photo(
        _ fixtures: Fixtures,
        _ markers: [UInt8],
        name: String = "grey.jpg"
    ) throws -> String {
        let whole = try [UInt8](Data(contentsOf: URL(filePath: fixtures.image(name))))
        var place = 2
        while (0xE0...0xEF).contains(whole[place + 1]) {
            place += 2 + Int(whole[place + 2]) << 8 + Int(whole[place + 3])
        }
        return try fixtures.write(whole[..<2] + markers + whole[place...], as: "photo.jpg")
    }

    static let certain: [(name: String, markers: [UInt8])] = [
        ("nothing", []),
        ("a density in inches", jfif(1, 200, 100)),
        ("a density in centimeters", jfif(2, 80, 40)),
        ("no density", jfif(0, 1, 1)),
        ("a density that is too low", jfif(1, 2, 2)),
        ("an orientation", jfif(1, 200, 100) + exif([(0x112, 3, 6)])),
        ("a resolution in inches", exif([(0x11A, 5, 600), (0x11B, 5, 300), (0x128, 3, 2)])),
        (
            "a resolution in centimeters, and a density",
            jfif(1, 99, 99)
                + exif(
                    isBig: true,
                    [
                        (0x112, 3, 8), (0x11A, 5, 301), (0x11B, 5, 151), (0x128, 3, 3),
                    ]
                )
        ),
        ("a unit alone", jfif(1, 99, 99) + exif([(0x128, 3, 2)])),
        ("a profile in two parts", profile([(1, 2), (2, 2)])),
    ]

    @Test(arguments: certain.map(\.name), ["a.jpg", "grey.jpg"])
    func `has the facts and the page that libvips makes`(
        _ name: String,
        _ form: String
    ) async throws {
        let markers = try #require(Self.certain.first { $0.name == name }?.markers)
        try await withFixtures { fixtures in
            let path = try photo(fixtures, markers, name: form)
            try await withPreviewer { previewer in
                let isSame = try await isSame(previewer, path)
                #expect(isSame)
            }
        }
    }

    @Test func `needs no libvips`() async throws {
        try await withPreviewer { previewer in
            let path = WindowFixture.sample("photo.jpg")
            let facts = try await facts(previewer, path, name: "photo")
            let written = try await written(previewer, path, name: "photo")
            #expect(facts.family == .sheets && written.family == .sheets)
            #expect(previewer.readiness(.sheets) != nil && previewer.readiness(.images) == nil)
        }
    }

    static let uncertain: [(name: String, markers: [UInt8])] = [
        ("pixels that are no squares", jfif(0, 2, 1)),
        ("a density of one", jfif(1, 1, 90)),
        ("two densities", jfif(1, 90, 90) + jfif(1, 80, 80)),
        ("an unknown unit", jfif(3, 90, 90)),
        ("an orientation of nine", exif([(0x112, 3, 9)])),
        ("an orientation of 32 bits", exif([(0x112, 4, 6)])),
        ("two orientations", exif([(0x112, 3, 6), (0x112, 3, 8)])),
        ("a resolution in one direction", exif([(0x11A, 5, 600), (0x128, 3, 2)])),
        ("a resolution without a unit", exif([(0x11A, 5, 600), (0x11B, 5, 600)])),
        ("two blocks of Exif", exif([(0x112, 3, 6)]) + exif([(0x112, 3, 8)])),
        (
            "a directory that is not there",
            segment(0xE1, Array("Exif\0\0II*\0".utf8) + [99, 0, 0, 0] + [0, 0, 0, 0, 0, 0])
        ),
        ("proportions of a pixel, equal", jfif(0, 7, 7)),
        (
            "a marker without a length, and Exif in what follows",
            [0xFF, 0xD0, 0, 40] + exif([(0x112, 3, 6)]) + Array(repeating: 0, count: 2)
        ),
        (
            "a bad entry before the others",
            exif([(0x8769, 4, 99_999), (0x112, 3, 6)])
        ),
        ("a profile by another name", segment(0xE2, Array("ICC_PROFILEx".utf8) + [1, 1, 7])),
        ("a profile without data", segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1])),
        ("a profile that ends early", profile([(1, 2)])),
        ("a profile in another order", profile([(2, 2), (1, 2)])),
    ]

    @Test(arguments: uncertain.map(\.name))
    func `is left to libvips where readers may differ`(_ name: String) async throws {
        let markers = try #require(Self.uncertain.first { $0.name == name }?.markers)
        try await withFixtures { fixtures in
            let path = try photo(fixtures, markers)
            try await withPreviewer { previewer in
                let family = try await facts(previewer, path, name: "photo.jpg").family
                #expect(family == .images)
            }
        }
    }

    /// Where a byte of the header is another one: a file may be left to libvips, and is not read in two ways.
    @Test(.timeLimit(.patience(5)))
    func `is read alike where its header is damaged`() async throws {
        var chance = SeededGenerator(seed: 7)
        var same = 0
        try await withFixtures { fixtures in
            let exif = Self.exif([(0x112, 3, 8), (0x11A, 5, 301), (0x11B, 5, 151), (0x128, 3, 3)])
            let path = try photo(fixtures, Self.jfif(1, 200, 100) + exif)
            let whole = try [UInt8](Data(contentsOf: URL(filePath: path)))
            try await withPreviewer { previewer in
                for _ in 0..<200 {
                    var bytes = whole
                    bytes[2 + chance.next(below: 160)] = UInt8(chance.next(below: 256))
                    let path = try fixtures.write(bytes, as: "damaged.jpg")
                    if try await isSame(previewer, path) { same += 1 }
                }
            }
        }
        #expect(same > 40)
    }

    @Test(.enabled(if: CorpusSample.folder != nil, CorpusSample.absent), .timeLimit(.patience(10)))
    func `of other programs has the facts and the page that libvips makes`() async throws {
        let rows = try Corpus(folder: CorpusSample.folder ?? "").rows("images")
            .filter { $0.columns["expected"] == "render" && $0.columns["mime"] == "image/jpeg" }
        var same = 0
        try await withPreviewer { previewer in
            for row in rows where (try? await isSame(previewer, row.path)) == true {
                same += 1
            }
        }
        print("corpus: \(same) of \(rows.count) JPEG files need no libvips to be printed")
        #expect(same > rows.count / 2)
    }
}
