import Foundation
import PreviewModel
import Testing

@testable import QuickPreview

/// Scanned pages in DjVu, which programs of DjVuLibre make here.
struct `DjVu documents` {
    /// A document of a picture of four colors, and of a page of two.
    private func document(_ fixtures: Fixtures) throws -> String {
        let (first, second) = (fixtures.path("a.djvu"), fixtures.path("b.djvu"))
        try run("c44", fixtures.image("quarters.ppm"), first)
        let bits = [UInt8](repeating: 0xF0, count: 10 * 100)
        try run("cjb2", fixtures.write(Array("P4 80 100\n".utf8) + bits, as: "b.pbm"), second)
        let path = fixtures.path("two.djvu")
        try run("djvm", "-c", path, first, second)
        return path
    }

    @Test func `are counted, drawn, and printed`() async throws {
        try await withFixtures { fixtures in
            let path = try document(fixtures)
            try await withPreviewer { previewer in
                let facts = try await info(previewer, path)
                #expect(facts.type == "image/vnd.djvu+multipage")
                #expect(facts.pages == 2)
                let first = try await thumbnail(previewer, path, size: 64)
                #expect((first.width, first.height) == (64, 32))
                #expect(first.pixels[0] > 200 && first.pixels[1] < 60 && first.pixels[2] < 60)
                let second = try await thumbnail(previewer, path, page: 2, size: 100)
                #expect((second.width, second.height) == (80, 100))
                let error = await #expect(throws: PreviewError.self) {
                    _ = try await thumbnail(previewer, path, page: 3)
                }
                #expect(error?.code == .pageOutOfRange)
            }
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            try await withPages(of: bytes, as: "two.djvu") { _, pages in
                #expect(pages.info.pages == 2)
            }
        }
    }

    @Test func `are refused when they are damaged`() async throws {
        try await withFixtures { fixtures in
            let bytes = try Data(contentsOf: URL(fileURLWithPath: document(fixtures)))
            try await withPreviewer { previewer in
                for count in [30, 200, bytes.count * 2 / 3] {
                    let path = try fixtures.write(Array(bytes.prefix(count)), as: "cut.djvu")
                    do {
                        _ = try await thumbnail(previewer, path)
                    } catch let error as PreviewError {
                        #expect(error.code == .damaged || error.code == .noPreview)
                    }
                }
            }
        }
    }

    @Test func `name the package that is missing`() {
        var info = DocumentInfo(type: FileType(rawValue: "image/vnd.djvu"))
        info.problem = .missingPackage(why: .init(.packageNeeded, "libdjvulibre21"))
        let error = PreviewError(problemOf: info)
        #expect(error?.code == .noPreview)
        #expect(error?.missingPackage == "libdjvulibre21")
        #expect(error?.message == "To see it, install the package libdjvulibre21.")
        #expect(error?.message(in: .simplifiedChinese).contains("libdjvulibre21") == true)
        let answer = AnswerMessage(.problem, info: info)
        #expect(AnswerMessage(decoding: answer.encoded()) == answer)
    }
}
