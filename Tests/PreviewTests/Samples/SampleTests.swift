import Foundation
import QuickPreview
import Testing

struct `The samples` {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appendingPathComponent("samples")

    @Test(
        arguments: [
            ("report.pdf", "PDF document", 6, nil), ("letter.pdf", "PDF document", 1, nil),
            ("owner-locked.pdf", "PDF document", 2, nil), ("photo.jpg", "JPEG image", 1, nil),
            ("notes.txt", "plain text document", 1, nil),
            ("locked.pdf", "PDF document", nil, "needs a password"),
            ("damaged.pdf", "PDF document", nil, "damaged"),
            ("empty.pdf", "empty document", nil, "empty"),
            ("data.bin", "unknown binary file", nil, nil),
        ] as [(String, String, Int?, String?)]
    )
    func `are generated as documented`(
        name: String,
        kind: String,
        pages: Int?,
        problem: String?
    ) async throws {
        try await withPreviewer { previewer in
            let facts = try await info(previewer, Self.folder.appendingPathComponent(name).path)
            #expect(facts.kind == kind)
            #expect(facts.pages == pages)
            #expect((facts.problem == nil) == (problem == nil))
            if let problem {
                #expect(facts.problem?.message(in: .english).contains(problem) == true)
            }
        }
    }

    @Test func `show the photo upright, with the sun at the top right`() async throws {
        try await withPreviewer { previewer in
            let path = Self.folder.appendingPathComponent("photo.jpg").path
            let image = try await thumbnail(previewer, path, size: 256)
            #expect(image.size == "192x256")
            #expect(image.pixel(0.68, 0.2).prefix(3).allSatisfy { $0 > 200 })
            #expect(image.pixel(0.2, 0.2)[0] < 200)
        }
    }
}
