import Foundation
import Testing

@testable import DocumentRendering
@testable import QuickPreview

struct `PDF pages that need a second renderer` {
    @Test func `are drawn by the second renderer if Cairo leaves them blank`() async throws {
        try await withFixtures { fixtures in
            // Cairo draws no picture of more than 32,767 pixels.
            let grey = fixtures.path("wide.jpg")
            try run("vips", "black", fixtures.path("black.v"), "40000", "64")
            try run("vips", "jpegsave", fixtures.path("black.v"), grey)
            let jpeg = try Data(contentsOf: URL(fileURLWithPath: grey))
            let head = """
                %PDF-1.4
                1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
                2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
                3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Rotate 90/Contents 4 0 R
                /Resources<</XObject<</I 5 0 R>>>>>> endobj
                4 0 obj <</Length 24>> stream
                400 0 0 100 0 0 cm /I Do
                endstream endobj
                5 0 obj <</Type/XObject/Subtype/Image/Width 40000/Height 64/ColorSpace/DeviceGray
                /BitsPerComponent 8/Filter/DCTDecode/Length \(jpeg.count)>> stream

                """
            let tail = "\nendstream endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n"
            let path = try fixtures.write(
                Array(head.utf8) + jpeg + Array(tail.utf8),
                as: "wide.pdf"
            )
            try await withPreviewer { previewer in
                let image = try await thumbnail(previewer, path, size: 100)
                #expect(image.size == "50x100")
                // The lower half of the page is the left one of a page that is turned by 90 degrees.
                #expect(image.colour(0.25, 0.5) == "black")
                #expect(image.colour(0.75, 0.5) == "white")
            }
        }
    }

    @Test func `stay white if they are empty`() async throws {
        try await withFixtures { fixtures in
            let text = PDFMaker(pages: [.init(colour: "1 1 1")]).text
                .replacingOccurrences(of: "Tj", with: "")
            let path = try fixtures.write(text, as: "white.pdf")
            try await withPreviewer { previewer in
                let image = try await thumbnail(previewer, path)
                #expect(image.colour(0.5, 0.5) == "white")
            }
        }
    }

    @Test func `of an encrypted document are shown with its password`() async throws {
        try await withFixtures { fixtures in
            let plain = try fixtures.write(PDFMaker.report.text, as: "plain.pdf")
            // With 40 and 128 bits the bytes are those of Latin-1, with 256 those of UTF-8.
            for bits in ["40", "128", "256"] {
                let locked = fixtures.path("locked-\(bits).pdf")
                let weak = bits == "256" ? [] : ["--allow-weak-crypto"]
                _ = try execute(
                    "qpdf",
                    weak + ["--encrypt", "pässwört", "ownér", bits, "--", plain, locked]
                )
                try await withPreviewer { previewer in
                    try await withFile(locked) { file in
                        for word in ["pässwört", "ownér"] {
                            let image = try await previewer.thumbnail(
                                of: file,
                                name: "",
                                size: 64,
                                password: word
                            )
                            #expect(image.colour(0.9, 0.1) == "red", "\(bits) \(word)")
                        }
                        for word in ["", "passwort", "pÄsswört"] {
                            do {
                                _ = try await previewer.thumbnail(
                                    of: file,
                                    name: "",
                                    size: 64,
                                    password: word
                                )
                                Issue.record("\(bits) opens with '\(word)'")
                            } catch let error as PreviewError {
                                #expect(error.code == (word.isEmpty ? .encrypted : .wrongPassword))
                            }
                        }
                    }
                }
            }
        }
    }
}
