import CText
import Foundation
import PreviewHelper
import Testing

@testable import DocumentRendering
@testable import PreviewModel
@testable import QuickPreview

/// Documents of Visio and Publisher, which libraries of the Document Liberation Project draw.
struct `Documents that are drawn by other projects` {
    @Test(
        .enabled(if: CorpusSample.folder != nil, CorpusSample.absent),
        arguments: [
            ("testVISIO.vsd", "random"), ("testVISIO_60489.vsdx", "Applicants"),
            ("testPUBLISHER.pub", "0123456789"),
        ]
    )
    func `have their words and pictures`(name: String, word: String) async throws {
        let folder = (CorpusSample.folder ?? "") + "/office/tika/"
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + name))
        try await withPages(of: bytes, as: name) { pdf, pages in
            #expect(pages.info.pages == 1)
            let text = try writtenWords(pdf).joined()
            #expect(text.contains(word))
        }
        try await withFixtures { fixtures in
            let path = try fixtures.write(Array(bytes), as: name)
            try await withPreviewer { previewer in
                let picture = try await thumbnail(previewer, path, size: 400)
                #expect(picture.pixels.contains { $0 < 128 })
                // What is cut off is refused, or shown in part; nothing else ends.
                for part in [1, 2, 3] {
                    let cut = Array(bytes.prefix(bytes.count * part / 4))
                    let path = try fixtures.write(cut, as: "cut-\(part)-\(name)")
                    do {
                        _ = try await thumbnail(previewer, path)
                    } catch let error as PreviewError {
                        let expected: [PreviewError.Code] = [.damaged, .noPreview]
                        #expect(expected.contains(error.code), "\(error)")
                    }
                }
            }
        }
    }

    @Test(arguments: [
        ("a.cdr", "application/vnd.corel-draw", "RIFF\u{10}\0\0\0CDR9vrsn"),
        ("a.pub", "application/vnd.ms-publisher", "no publication"),
        ("a.vsd", "application/vnd.visio", "no drawing"),
    ])
    func `are refused when they are none`(name: String, type: String, text: String) throws {
        #expect(throws: DocumentProblemError.self) {
            _ = try words(in: Array(text.utf8), type: type)
        }
    }
}
