import Foundation
import Testing

@testable import QuickPreview

struct `Pictures of documents` {
    @Test func `each page of a PDF is drawn as it is displayed`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            try await withPreviewer { previewer in
                let expected = [
                    ("red", 43, 64), ("green", 64, 43), ("blue", 64, 43), ("yellow", 64, 64),
                    ("cyan", 43, 64), ("magenta", 43, 64),
                ]
                for (index, (colour, width, height)) in expected.enumerated() {
                    let image = try await thumbnail(previewer, path, page: index + 1)
                    #expect(image.colour(0.9, 0.1) == colour, "page \(index + 1)")
                    #expect(image.size == "\(width)x\(height)", "page \(index + 1)")
                    #expect(image.pixel(0.5, 0.5)[3] == 255)
                }
            }
        }
    }

    /// Its words need fonts, which children of images see only where the bytes are those of a drawing.
    @Test(arguments: ["drawing.svg", "drawing.png"])
    func `a drawing has the requested size, and opens no files`(name: String) async throws {
        try await withFixtures { fixtures in
            let other = try fixtures.png()
            let path = try fixtures.write(
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">
                <rect width="20" height="10" fill="#00f"/><text x="1" y="5">words</text>
                <image href="file://\(other)" x="10" width="10" height="10"/></svg>
                """,
                as: name
            )
            try await withPreviewer { previewer in
                let image = try await thumbnail(previewer, path)
                #expect(image.size == "64x32")
                #expect(image.colour(0.95, 0.9) == "blue")
                #expect(previewer.statistics.ends == [.shown: 1])
            }
        }
    }

    @Test func `the scale multiplies the pixels`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            try await withPreviewer { previewer in
                try await withFile(path) { file in
                    let image = try await previewer.thumbnail(
                        of: file,
                        name: "",
                        size: 100,
                        scale: 3
                    )
                    #expect(image.size == "200x300")
                }
            }
        }
    }

    @Test func `a picture for paper omits what is not printed`() async throws {
        try await withFixtures { fixtures in
            let appearance = "1 0 0 rg 0 0 200 300 re f"
            let path = try fixtures.write(
                PDFMaker(
                    pages: [.init(colour: "0 0 1", extra: "/Annots[100 0 R]")],
                    objects: [
                        // Flags 0: shown on the screen, not printed.
                        (
                            100,
                            "<</Type/Annot/Subtype/Stamp/Rect[0 0 200 300]/F 0/AP<</N 101 0 R>>>>"
                        ),
                        (
                            101,
                            "<</Type/XObject/Subtype/Form/BBox[0 0 200 300]/Length "
                                + "\(appearance.utf8.count)>>\nstream\n\(appearance)\nendstream"
                        ),
                    ]
                ).text,
                as: "stamp.pdf"
            )
            try await withPreviewer { previewer in
                try await withFile(path) { file in
                    let screen = try await previewer.thumbnail(of: file, name: "", size: 64)
                    let paper = try await previewer.thumbnail(
                        of: file,
                        name: "",
                        size: 64,
                        medium: .paper
                    )
                    #expect(screen.colour(0.9, 0.1) == "red")
                    #expect(paper.colour(0.9, 0.1) == "blue")
                }
            }
        }
    }

    @Test(arguments: ["a.jpg", "a.png", "a.webp", "a.tif", "a.gif"])
    func `an image is scaled down without a change of color`(name: String) async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.image(name, width: 640, height: 320)
            try await withPreviewer { previewer in
                let image = try await thumbnail(previewer, path)
                #expect(image.size == "64x32")
                #expect(image.colour(0.2, 0.2) == "red")
                #expect(image.colour(0.8, 0.2) == "green")
                #expect(image.colour(0.2, 0.8) == "blue")
                #expect(image.colour(0.8, 0.8) == "white")
            }
        }
    }

    @Test func `a small image is not enlarged`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.png(width: 20, height: 10)
            try await withPreviewer { previewer in
                let image = try await thumbnail(previewer, path)
                #expect(image.size == "20x10")
            }
        }
    }

    // What the four corners of the stored image become, from the top left, by EXIF orientation.
    @Test(arguments: [
        (1, ["red", "green", "blue", "white"]), (3, ["white", "blue", "green", "red"]),
        (6, ["blue", "red", "white", "green"]), (8, ["green", "white", "red", "blue"]),
    ])
    func `a photo is shown upright`(orientation: Int, corners: [String]) async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.jpeg(orientation: UInt8(orientation))
            try await withPreviewer { previewer in
                let image = try await thumbnail(previewer, path)
                let places = [(0.2, 0.2), (0.8, 0.2), (0.2, 0.8), (0.8, 0.8)]
                #expect(places.map { image.colour($0.0, $0.1) } == corners)
            }
        }
    }

    @Test func `transparency is preserved in PNG`() async throws {
        try await withFixtures { fixtures in
            let glass = PreviewImage(
                width: 2,
                height: 1,
                pixels: [200, 100, 0, 128, 0, 0, 0, 0],
                type: "image/png"
            )
            let path = try fixtures.write(glass.png(), as: "glass.png")
            try await withPreviewer { previewer in
                let image = try await thumbnail(previewer, path)
                #expect(image.pixels == glass.pixels)
                let reread = try fixtures.write(image.png(), as: "reread.png")
                let again = try await thumbnail(previewer, reread)
                #expect(again.pixels == image.pixels)
            }
        }
    }

    @Test func `too many pixels are refused before they are decoded`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.png(width: 200, height: 200)
            try await withPreviewer(PreviewerConfiguration(pixelLimit: 39_999)) { previewer in
                let error = await #expect(throws: PreviewError.self) {
                    _ = try await thumbnail(previewer, path)
                }
                #expect(error?.code == .pixelLimit)
            }
            try await withPreviewer(PreviewerConfiguration(pixelLimit: 40_000)) { previewer in
                let image = try await thumbnail(previewer, path)
                #expect(image.width == 64)
            }
        }
    }

    @Test func `a document that cannot be drawn causes a distinct error`() async throws {
        try await withFixtures { fixtures in
            let pdf = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            let secret = fixtures.path("secret.pdf")
            try encrypt(pdf, user: "user", into: secret)
            let expected: [(String, Int, PreviewError.Code)] = try [
                (fixtures.write([0, 1, 2, 250, 251, 252], as: "junk"), 1, .noPreview),
                (fixtures.write("words\n", as: "words.txt"), 0, .pageOutOfRange),
                (fixtures.write("words\n", as: "words.txt"), 2, .pageOutOfRange),
                (fixtures.write("", as: "empty.pdf"), 1, .empty),
                (fixtures.write("%PDF-1.4\nrubbish", as: "damaged.pdf"), 1, .damaged),
                (secret, 1, .encrypted), (pdf, 7, .pageOutOfRange), (pdf, 0, .pageOutOfRange),
                (pdf, -1, .pageOutOfRange), (fixtures.png(), 2, .pageOutOfRange),
            ]
            try await withPreviewer { previewer in
                for (path, page, code) in expected {
                    let error = await #expect(throws: PreviewError.self) {
                        _ = try await thumbnail(previewer, path, page: page)
                    }
                    #expect(
                        error?.code == code,
                        "\(path) page \(page): \(String(describing: error))"
                    )
                    #expect(error?.message.hasSuffix(".") == true)
                }
                let error = await #expect(throws: PreviewError.self) {
                    _ = try await thumbnail(previewer, pdf, size: 0)
                }
                #expect(error?.code == .invalidRequest)
            }
        }
    }
}
