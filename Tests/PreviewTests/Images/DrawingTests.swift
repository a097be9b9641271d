import Foundation
import PreviewModel
import Testing

@testable import DocumentRendering
@testable import QuickPreview

/// Drawings (SVG), which one reader draws for facts, thumbnails, and pages.
struct `Drawings` {
    private static func svg(_ root: String, _ body: String, before: String = "") -> String {
        "\(before)<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \(root)>\(body)</svg>"
    }

    /// A red half on the left, a blue one on the right, 200 units wide and 100 high.
    private static let halves =
        "<rect width=\"100\" height=\"100\" fill=\"#f00\"/><rect x=\"100\" width=\"100\" height=\"100\" fill=\"#00f\"/>"

    /// Drawings that look the same, with their sizes in pixels of CSS.
    private static let same: [(name: String, text: String, width: Double, height: Double)] = [
        ("pixels", svg("width=\"200\" height=\"100\"", halves), 200, 100),
        ("box", svg("viewBox=\"0 0 200 100\"", halves), 200, 100),
        ("inches", svg("width=\"2in\" height=\"1in\" viewBox=\"0 0 200 100\"", halves), 192, 96),
        ("points", svg("width=\"144pt\" height=\"72pt\" viewBox=\"0 0 200 100\"", halves), 192, 96),
        (
            "percent", svg("width=\"100%\" height=\"100%\" viewBox=\"0 0 200 100\"", halves), 200,
            100
        ),
        ("one length", svg("width=\"400\" viewBox=\"0 0 200 100\"", halves), 400, 200),
        ("nothing", svg("", halves), 200, 100),
        (
            "content in inches",
            svg(
                "width=\"2in\" height=\"1in\"",
                "<rect width=\"1in\" height=\"1in\" fill=\"#f00\"/><rect x=\"1in\" width=\"1in\" height=\"72pt\" fill=\"#00f\"/>"
            ), 192, 96
        ),
        (
            "comment",
            svg(
                "width=\"200\" height=\"100\"",
                halves,
                before:
                    "<?xml version=\"1.0\"?>\n<!-- \(String(repeating: "licence ", count: 600)) -->\n"
            ), 200, 100
        ),
        (
            "entities",
            svg(
                "width=\"200\" height=\"100\" xmlns:x=\"&ns_x;\"",
                halves,
                before: "<?xml version=\"1.0\"?>\n<!DOCTYPE svg [\n"
                    + (0..<40).map { "<!ENTITY ns_\($0) \"http://ns.adobe.com/\($0)/1.0/\">\n" }
                    .joined()
                    + "<!ENTITY ns_x \"http://ns.adobe.com/x/\">\n]>\n"
            ), 200, 100
        ),
    ]

    @Test func `have one look in facts, thumbnails, and pages`() async throws {
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                for (name, text, width, height) in Self.same {
                    let path = try fixtures.write(text, as: "a.svg")
                    let facts = try await info(previewer, path)
                    #expect(
                        facts.type == "image/svg+xml" && facts.problem == nil,
                        "\(name): \(facts)"
                    )
                    #expect(facts.width == width && facts.height == height, "\(name): \(facts)")
                    #expect(facts.measuresPixels)
                    let picture = try await thumbnail(previewer, path, size: 100)
                    #expect(picture.size == "100x50", "\(name)")
                    #expect(picture.colour(0.25, 0.5) == "red", "\(name)")
                    #expect(picture.colour(0.45, 0.95) == "red", "\(name)")
                    #expect(picture.colour(0.75, 0.5) == "blue", "\(name)")
                    #expect(picture.colour(0.97, 0.05) == "blue", "\(name)")
                    let pdf = try fixtures.write([], as: "pages.pdf")
                    try await withFile(path) { file in
                        try await withFile(pdf, flags: O_RDWR) { output in
                            _ = try await previewer.makePages(
                                of: file,
                                name: "a.svg",
                                layout: .a4,
                                into: output
                            )
                        }
                    }
                    let page = try await thumbnail(previewer, pdf, size: 200)
                    #expect(page.colour(0.3, 0.5) == "red", "\(name)")
                    #expect(page.colour(0.7, 0.5) == "blue", "\(name)")
                }
            }
        }
    }

    @Test func `show the pictures inside them, under whichever name`() async throws {
        let png = Data(try Comics.plain([0, 255, 0])).base64EncodedString()
        // Two pixels, red and blue, as the smallest GIF has them.
        let gif = "R0lGODdhAgABAIEAAP8AAAAA/wAAAAAAACwAAAAAAgABAAAIBQABBAgIADs="
        // A pixel, green, without loss.
        let webP = "UklGRhwAAABXRUJQVlA4TA8AAAAvAAAAAAfQ/4j+ByKi/wEA"
        let pictures: [(name: String, code: String, colour: String)] = [
            ("png", png, "green"), ("jpg", png, "green"), ("x-png", png, "green"),
            ("gif", gif, "red"),
            ("webp", webP, "green"),
        ]
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                for (name, code, colour) in pictures {
                    let image =
                        "<image width=\"200\" height=\"200\" preserveAspectRatio=\"none\" xlink:href='data:image/\(name);base64,\(code)'/>"
                    let path = try fixtures.write(
                        Self.svg("width=\"200\" height=\"200\"", image),
                        as: "a.svg"
                    )
                    let picture = try await thumbnail(previewer, path, size: 100)
                    #expect(picture.colour(0.2, 0.5) == colour, "\(name)")
                    #expect(picture.pixel(0.2, 0.5)[3] == 255, "\(name)")
                }
            }
        }
    }

    @Test func `that cannot be parsed are damaged, and compressed ones are read`() async throws {
        let whole = Self.svg("width=\"200\" height=\"100\"", Self.halves)
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                let path = try fixtures.write(String(whole.dropLast(12)), as: "a.svg")
                let error = await #expect(throws: PreviewError.self) {
                    try await thumbnail(previewer, path)
                }
                #expect(error?.code == .damaged)
                let plain = try fixtures.write(whole, as: "b.svg")
                _ = try run("gzip", "-k", "-S", "z", plain)
                let picture = try await thumbnail(previewer, plain + "z", size: 100)
                #expect(picture.colour(0.25, 0.5) == "red" && picture.size == "100x50")
                #expect(try await info(previewer, plain + "z").width == 200)
            }
        }
    }
}
