import Foundation
import PreviewFuzzing
import ProofKit
import Testing

@testable import DocumentRendering
@testable import PreviewModel
@testable import QuickPreview

/// Formats of which readers of this project report the contents.
struct `Structured documents` {
    @Test(arguments: StructuredSample.all)
    func `have their words`(sample: StructuredSample) throws {
        let found = try words(in: sample.bytes, type: sample.type)
        for word in sample.words {
            #expect(found.contains { $0.contains(word) }, "\(word) in \(found)")
        }
    }

    @Test(arguments: StructuredSample.all)
    func `are recognized, drawn, and printed`(sample: StructuredSample) async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(sample.bytes, as: sample.name)
            try await withPreviewer { previewer in
                let facts = try await info(previewer, path)
                #expect(facts.type == sample.type)
                #expect(facts.problem == nil)
                let picture = try await thumbnail(previewer, path, size: 200)
                let first = picture.pixels.prefix(4)
                let isPlain = stride(from: 0, to: picture.pixels.count, by: 4).allSatisfy {
                    picture.pixels[$0..<($0 + 4)].elementsEqual(first)
                }
                #expect(!isPlain)
            }
        }
        try await withPages(of: sample.bytes, as: sample.name) { pdf, pages in
            #expect(pages.info.pages ?? 0 >= 1)
            // The blanks of a PDF are where its letters are apart.
            let text = try writtenWords(pdf).joined()
            for word in sample.words {
                #expect(text.contains(word.filter { !$0.isWhitespace }), "\(word) in \(text)")
            }
        }
    }

    /// What damage and malice make of them ends in an error, or in blocks.
    @Test(arguments: StructuredSample.all)
    func `are read when they are changed or cut`(sample: StructuredSample) throws {
        var dice = SeededGenerator(seed: 34)
        let count = sample.bytes.count
        var variants = (1...8).map { Array(sample.bytes.prefix(count * $0 / 9)) }
        for _ in 0..<40 {
            variants.append(Mutation.apply(to: sample.bytes, and: [], using: &dice))
        }
        for bytes in variants { _ = try? words(in: bytes, type: sample.type) }
    }

    @Test(arguments: [
        ("a.doc", OldOfficeMaker.word("Dear Ann\r", "x", isEncrypted: true)),
        ("a.xls", OldOfficeMaker.sheet("Quantity", 1, isEncrypted: true)),
        ("a.ppt", OldOfficeMaker.slides("Welcome", isEncrypted: true)),
    ])
    func `say that they need a password`(name: String, bytes: [UInt8]) async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(bytes, as: name)
            try await withPreviewer { previewer in
                let error = await #expect(throws: PreviewError.self) {
                    _ = try await thumbnail(previewer, path, size: 64)
                }
                #expect(error?.code == .encrypted)
            }
        }
    }

    @Test(arguments: [
        (#"{"a": [1, -2.5e3, "\u00e9\ud83d\ude00\n", true, null]}"#, true), ("[1,]", false),
        ("{\"a\" 1}", false), ("\"open", false), ("", false),
        (String(repeating: "[", count: 100), false), (#""\ud83dx""#, true),
    ])
    func `that are JSON are read within limits`(text: String, isJSON: Bool) {
        #expect((JSONValue(Array(text.utf8)) != nil) == isJSON)
    }
}
