import FoundationEssentials
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `Documents that would not print as they are` {
    private static let shared = Result {
        try RunningLab(printers: "office", program: Programs.lab)
    }

    /// The bytes in gzip.
    private func packed(_ bytes: [UInt8]) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.path + "/rework-\(UUID().uuidString)"
        try Data(bytes).write(to: URL(filePath: file))
        defer { try? FileManager.default.removeItem(atPath: file + ".gz") }
        _ = try Self.shared.get().run("gzip", file)
        return [UInt8](try Data(contentsOf: URL(filePath: file + ".gz")))
    }

    @Test func `are kept in the form in which they print`() throws {
        try withService(in: Self.shared.get()) { service in
            func spooled(_ facts: DocumentFacts) throws -> [UInt8] {
                let path = "\(service.state)/spool/\(try #require(facts.id))"
                return [UInt8](try Data(contentsOf: URL(filePath: path)))
            }
            let pdf = Papers.pdf(pages: 3)
            let unpacked = try service.document(try packed(pdf), name: "paper.pdf.gz")
            #expect(unpacked.type == "application/pdf" && unpacked.pages == 3)
            #expect(unpacked.name == "paper.pdf.gz" && unpacked.size == pdf.count)
            #expect(try spooled(unpacked) == pdf)

            let text = Array("Prüfgebühr für größere Bücher\n".utf8)
            let both = try service.document(try packed(text), name: "notes.txt.gz")
            #expect(both.type == "text/plain" && both.layout == .lines)
            #expect(try spooled(both) == text)

            let drawing = """
                %!PS-Adobe-3.0 EPSF-3.0
                %%BoundingBox: 0 0 99 99
                %%EndComments
                0 0 50 50 rectfill

                """
            let picture = try service.document(Array(drawing.utf8), name: "picture.eps")
            #expect(picture.type == "application/pdf" && picture.problem == nil)
            #expect(picture.pages == 1)

            // What is in an archive is no document.
            let archive = try packed([UInt8](repeating: 0, count: 4096))
            let kept = try service.document(archive, name: "data.gz")
            #expect(try spooled(kept) == archive)
            #expect(try service.spooled().count == 4, "something was left behind")
        }
    }

    @Test func `are refused before anything is queued where they cannot be prepared`() throws {
        try withService(in: Self.shared.get()) { service in
            // 600 megapixels, which nobody decodes.
            let png: [UInt8] =
                [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
                + Array("IHDR".utf8)
                + [0, 0, 0x75, 0x30, 0, 0, 0x4E, 0x20, 8, 0, 0, 0, 0]
                + [0xEA, 0xFE, 0x54, 0x55]
                + [
                    0x00, 0x00, 0x00, 0x0B, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x60, 0x80,
                    0x01, 0x00, 0x00, 0x0A, 0x00, 0x01, 0x7F, 0x80, 0x74, 0x5E,
                ]
            let image = try service.document(png, name: "huge.png")
            #expect(image.problem == .tooLarge)
            let noise = (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) } + [0, 0, 1]
            let text = try service.document(noise, name: "noise.txt")
            let answer = try service.submission(text, "office", "{}", name: "noise")
            #expect(answer.status == 409, "\(answer.text)")
        }
    }
}
