import Foundation
import QuickPreview
import Testing

@Suite struct `Gray pages` {
    private static let sheet = SheetLayout.Sheet(
        width: 200,
        length: 300,
        top: 0,
        right: 0,
        bottom: 0,
        left: 0
    )

    /// Prepares the pages of a document in gray, and looks at each side.
    private func sides(
        _ maker: PDFMaker,
        faces: [[Int]],
        numberUp: Int = 1
    ) async throws -> [PreviewImage] {
        var sides: [PreviewImage] = []
        try await withFixtures { fixtures in
            let source = try fixtures.write(maker.text, as: "page.pdf")
            var layout = SheetLayout(faces: faces, sheet: Self.sheet, numberUp: numberUp)
            layout.isGray = true
            let result = try await prepare(layout, of: source, fixtures)
            for page in 1...faces.count {
                try await withPreviewer { previewer in
                    sides.append(try await thumbnail(previewer, result, page: page, size: 300))
                }
            }
        }
        return sides
    }

    /// A document whose content is this, of the resources of its page.
    private func document(_ content: String, resources: String = "", extra: String = "") -> PDFMaker
    {
        var maker = PDFMaker(pages: [
            PDFMaker.Page(extra: "/Resources<<\(resources)/Font<</F 3 0 R>>>>\(extra)")
        ])
        maker.pages[0].colour = content + " 0 0 0 0 re W n 1 1 1"
        return maker
    }

    /// The lightness at a place, where all three colors are as light.
    private func lightness(_ side: PreviewImage, _ x: Double, _ y: Double) -> Int? {
        let start = Int(y * Double(side.height)) * side.stride + Int(x * Double(side.width)) * 4
        let pixel = side.pixels[start..<start + 3].map { Int($0) }
        return pixel.max() == pixel.min() ? pixel[0] : nil
    }

    @Test(arguments: [[[1], [2]], [[2], [2]], [[1, 2], [2, 1]]])
    func `show what the pages show`(faces: [[Int]]) async throws {
        let colors = PDFMaker(pages: [.init(colour: "1 0 0"), .init(colour: "0 1 0")])
        let perFace = faces[0].count
        for (side, pages) in zip(
            try await sides(colors, faces: faces, numberUp: perFace),
            faces
        ) {
            for (index, page) in pages.enumerated() {
                // Two pages of a side lie one above the other on the sheet as it is fed.
                let y = perFace == 1 ? 0.3 : index == 0 ? 0.75 : 0.25
                let found = try #require(lightness(side, 0.5, y), "no gray")
                #expect(
                    (page == 1 ? 60...95 : 130...190).contains(found),
                    "\(found) of page \(page)"
                )
            }
            #expect(side.ink() > 0.1)
        }
    }

    @Test func `have black where the page names no color`() async throws {
        // What the page begins with is drawn in the color with which each page begins.
        let maker = document("20 150 160 100 re f")
        let side = try #require(try await sides(maker, faces: [[1]]).first)
        #expect(lightness(side, 0.5, 0.3).map { $0 < 10 } == true)
    }

    @Test func `have what is lighter than nothing below it`() async throws {
        let maker = document(
            "/S gs 0 g 20 150 160 100 re f",
            resources: "/ExtGState<</S<</BM/Screen>>>>"
        )
        let side = try #require(try await sides(maker, faces: [[1]]).first)
        #expect(lightness(side, 0.5, 0.3).map { $0 < 10 } == true)
    }

    @Test func `leave out the annotations of layers that are not printed`() async throws {
        var maker = document("0 g 20 20 20 20 re f", extra: "/Annots[100 0 R 101 0 R]")
        maker.catalog =
            "/OCProperties<</OCGs[103 0 R 104 0 R]/D<</OFF[103 0 R]>>>>"
            + "/AcroForm<</NeedAppearances true/Fields[101 0 R]>>"
        let box = "0 0 1 rg 0 0 100 50 re f"
        maker.objects = [
            (
                100,
                "<</Type/Annot/Subtype/Stamp/F 4/Rect[50 200 150 250]/OC 103 0 R/AP<</N 102 0 R>>>>"
            ),
            (
                101,
                "<</Type/Annot/Subtype/Widget/FT/Btn/T(b)/F 4/Rect[50 100 150 150]/OC 104 0 R"
                    + "/AP<</N 102 0 R>>>>"
            ),
            (
                102,
                "<</Type/XObject/Subtype/Form/BBox[0 0 100 50]/Length \(box.utf8.count)>>\n"
                    + "stream\n\(box)\nendstream"
            ),
            (103, "<</Type/OCG/Name(hidden)>>"),
            (104, "<</Type/OCG/Name(seen)>>"),
        ]
        let side = try #require(try await sides(maker, faces: [[1]]).first)
        #expect(lightness(side, 0.5, 0.25) == 255)
        // Readers draw the buttons of such a form anew, in their own colors.
        #expect(lightness(side, 0.5, 0.58).map { (10...50).contains($0) } == true)
    }
}
