import PrintModel
import Testing

@testable import PrintDaemon

/// Each face of a preview is shown as a reader holds it.
@Suite struct `How the sheets of a preview are held` {
    private static let upright = DocumentFacts.PageSizes(count: 1, width: 595, height: 842)
    private static let across = DocumentFacts.PageSizes(count: 1, width: 842, height: 595)

    private func turned(
        _ type: String,
        _ sizes: [DocumentFacts.PageSizes],
        layout: DocumentFacts.Layout? = nil,
        numberUp: Int = 1,
        orientation: PageOrientation? = nil
    ) throws -> [Int] {
        var document = DocumentFacts(name: "a", type: type, kind: "a", size: 1)
        let count = sizes.reduce(0) { $0 + $1.count }
        (document.pages, document.pageSizes, document.layout) = (count, sizes, layout)
        var plan = PrintPlan(
            pages: Array(1...count),
            copies: 1,
            sides: .oneSided,
            media: .a4,
            sheet: SheetSize(size: MediaSize(width: 21_000, length: 29_700))
        )
        plan.numberUp = numberUp
        plan.orientation = orientation
        let check = PrintCheck(printer: nil, document: document, plan: plan, obstacles: [])
        let preview = try #require(SheetPreview(id: "a", check: check, printsColor: true))
        return (1...preview.faces).map { preview.quarterTurns($0) }
    }

    @Test func `a picture, a slide, and two pages of a text beside each other lie across`() throws {
        let wide = DocumentFacts.PageSizes(count: 1, width: 4000, height: 3000)
        #expect(try turned("image/jpeg", [wide]) == [1])
        #expect(try turned("image/jpeg", [.init(count: 1, width: 3000, height: 4000)]) == [0])
        #expect(try turned("image/jpeg", [wide], orientation: .portrait) == [0])
        #expect(try turned("text/plain", [Self.upright], layout: .text) == [0])
        let texts = try turned(
            "text/plain",
            [.init(count: 4, width: 595, height: 842)],
            layout: .text,
            numberUp: 2
        )
        #expect(texts == [1, 1])
        let slides = DocumentFacts.PageSizes(count: 2, width: 792, height: 446)
        let type = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
        #expect(try turned(type, [slides], layout: .figures) == [1, 1])
    }

    @Test func `a reversed orientation is shown as it is read`() throws {
        let type = "application/pdf"
        #expect(try turned(type, [Self.upright], orientation: .reversePortrait) == [2])
        #expect(try turned(type, [Self.across], orientation: .reverseLandscape) == [3])
    }

    @Test func `each face of a mixed document is shown as it is read`() throws {
        let sizes = [Self.upright, Self.across, Self.upright]
        #expect(try turned("application/pdf", sizes) == [0, 1, 0])
    }

    @Test func `pages of an unknown size, and a face that is not there, are shown as they are fed`()
        throws
    {
        #expect(try turned("application/pdf", [Self.across, Self.upright]) == [1, 0])
        var document = DocumentFacts(name: "a", type: "application/pdf", kind: "a", size: 1)
        document.pages = 1
        let plan = PrintPlan(pages: [1], copies: 1, sides: .oneSided, media: .a4)
        let check = PrintCheck(printer: nil, document: document, plan: plan, obstacles: [])
        let preview = try #require(SheetPreview(id: "a", check: check, printsColor: true))
        #expect(preview.quarterTurns(1) == 0 && preview.quarterTurns(9) == 0)
    }
}
