import PreviewHelper
import PreviewModel

/// A text whose pages are written to a PDF.
extension TextDocument {
    /// The margins of text where the layout leaves them out, in points: three quarters of an inch.
    private static let usualMargin = 54.0
    /// The margins around slides.
    private static let slideMargin = 18.0
    /// The number of columns from which a table is wider than high.
    private static let columnsOfWideTable = 8

    /// Writes all pages that a layout describes, and returns their number.
    func makePages(_ layout: PageLayout, into output: Int32) throws -> Int {
        try ReadingExtent.$current.withValue(.whole) {
            switch format {
            case .font: try writeSample(layout, into: output)
            case .presentation:
                try writeSlides(Presentation.paper(OfficePackage(descriptor)), layout, output)
            case .openDocument where type.rawValue.contains("presentation"):
                try writeSlides(Self.slidePaper, layout, output)
            case .structured(let format) where format.isTabular: try writeTables(layout, output)
            case .structured where try structured?.slidePaper != nil:
                try writeSlides(structured?.slidePaper ?? Self.slidePaper, layout, output)
            case .delimited, .spreadsheet: try writeTables(layout, output)
            case .openDocument where type.rawValue.contains("spreadsheet"):
                try writeTables(layout, output)
            case .plain, .code:
                try write(layout, output, fontSize: nil) { try emitLines(layout, into: $0) }
            default:
                try write(layout, output, fontSize: layout.fontSize, isWide: isWide) {
                    try emitAll(into: $0)
                }
            }
        }
    }

    /// Reports all blocks; a text that is too large is an error.
    private func emitAll(into sink: @escaping (Block) -> Bool) throws(DocumentProblemError) {
        guard try emitBlocks(limit: PageLayout.textLimit, into: sink) else {
            throw DocumentProblemError(
                .tooLarge(why: .init(.textTooLarge, "\(PageLayout.textLimit >> 20)"))
            )
        }
    }

    /// Reports the lines of a text as they are.
    private func emitLines(
        _ layout: PageLayout,
        into sink: @escaping (Block) -> Bool
    ) throws(DocumentProblemError) {
        let (bytes, isWhole) = FilePart.start(of: descriptor, limit: PageLayout.textLimit)
        guard isWhole else {
            throw DocumentProblemError(
                .tooLarge(why: .init(.textTooLarge, "\(PageLayout.textLimit >> 20)"))
            )
        }
        guard let text = TextDecoding.text(bytes, isWhole: true) else {
            throw DocumentProblemError(.damaged(why: .init(.notText)))
        }
        if ANSIText.isOne(text) {
            let colours = ANSIColours(text)
            PlainText.readPages(colours.text, layout: layout, colours: colours, into: sink)
            return
        }
        var clean = TextDecoding.harmless(text, keepsFormFeeds: true)
        if let language = IndentedText.language(type.rawValue) {
            clean = IndentedText.divided(clean, language)
        }
        let colours = LineColouring.colours(of: clean, type, name: name)
        PlainText.readPages(clean, layout: layout, colours: colours, into: sink)
    }

    /// Writes blocks on paper with margins, in letters that are larger in proportion.
    private func write(
        _ layout: PageLayout,
        _ output: Int32,
        fontSize: Double?,
        isWide: Bool = false,
        tell: (@escaping (Block) -> Bool) throws -> Void
    ) throws -> Int {
        let size = layout.textPageSize(isWide: isWide)
        let frame = PageFrame(layout, size, usual: Self.usualMargin, fontSize: fontSize)
        let (paper, place, factor) = (frame.paper, frame.place, frame.factor)
        let lengths = layout.lengths
        return try set(paper, size, layout, output, place, factor, lengths: lengths, tell: tell)
    }

    /// Writes slides, as large as the margins allow.
    private func writeSlides(
        _ slide: Paper,
        _ layout: PageLayout,
        _ output: Int32
    ) throws -> Int {
        let size = layout.pageSize(isWide: slide.width > slide.height)
        let margins = layout.margins(usual: Self.slideMargin, isWide: size.width > size.height)
        let room = (
            width: size.width - margins.left - margins.right,
            height: size.height - margins.top - margins.bottom
        )
        let factor = min(room.width / slide.width, room.height / slide.height)
        let place = (
            x: margins.left + (room.width - slide.width * factor) / 2,
            y: margins.top + (room.height - slide.height * factor) / 2
        )
        var slide = slide
        slide.isPrinted = true
        return try set(slide, size, layout, output, place, factor, tell: emitAll)
    }

    /// Writes tables, on wide paper where they have many columns.
    private func writeTables(_ layout: PageLayout, _ output: Int32) throws -> Int {
        var blocks: [Block] = []
        try emitAll { block in
            blocks.append(block)
            return true
        }
        let isWide = Self.areWide(blocks)
        return try write(layout, output, fontSize: layout.fontSize, isWide: isWide) { sink in
            for block in blocks { guard sink(block) else { return } }
        }
    }

    private static func areWide(_ blocks: [Block]) -> Bool {
        let columns = blocks.map { block in
            if case .table(let table) = block { table.rows.map(\.count).max() ?? 0 } else { 0 }
        }
        return columns.max() ?? 0 >= columnsOfWideTable
    }

    /// Whether it consists of tables, whose pages are set as they print: columns continue on pages of their own.
    var hasTables: Bool {
        switch format {
        case .delimited, .spreadsheet: true
        case .openDocument: type.rawValue.contains("spreadsheet")
        case .structured(let format): format.isTabular
        default: false
        }
    }

    /// The tables as they print on A4: their blocks, and the paper; `nil` where they are longer than a limit.
    private func printedTables(
        limit: Int
    ) throws(DocumentProblemError) -> (blocks: [Block], paper: Paper)? {
        var blocks: [Block] = []
        let omissions = Omissions()
        let isWhole = try ReadingExtent.reading(.whole, noting: omissions) {
            () throws(DocumentProblemError) in
            try emitBlocks(limit: limit) { block in
                blocks.append(block)
                return true
            }
        }
        guard isWhole else { return nil }
        let size = PageLayout.a4.textPageSize(isWide: Self.areWide(blocks))
        let frame = PageFrame(.a4, size, usual: Self.usualMargin, fontSize: nil)
        return (blocks, frame.paper)
    }

    /// The number of pages that the tables print on; `nil` where they are more than are counted.
    func countTables() throws(DocumentProblemError) -> Int? {
        guard let (blocks, paper) = try printedTables(limit: Self.countedLimit) else { return nil }
        let pages = try TextPicture.count(paper: paper) { sink throws(DocumentProblemError) in
            for block in blocks { guard sink(block) else { return } }
        }
        guard let pages, !(mustShow && pages.isBlank) else { return nil }
        return pages.count
    }

    /// Draws a page of the tables as it prints.
    func drawTables(page: Int, pixels: Int) throws -> Picture {
        guard let (blocks, paper) = try printedTables(limit: Self.laterLimit) else {
            throw DocumentProblemError(
                .tooLarge(why: .init(.textTooLarge, "\(Self.laterLimit >> 20)"))
            )
        }
        return try TextPicture.draw(page: page, pixels: pixels, paper: paper) { sink in
            for block in blocks { guard sink(block) else { return } }
        }
    }

    /// Writes the sample of a font on one page.
    private func writeSample(_ layout: PageLayout, into output: Int32) throws -> Int {
        let sample = try FontSample(descriptor)
        let size = layout.pageSize(isWide: false)
        let margins = layout.margins(usual: Self.usualMargin, isWide: size.width > size.height)
        let room = (
            width: size.width - margins.left - margins.right,
            height: size.height - margins.top - margins.bottom
        )
        let factor = min(room.width, room.height) / FontSample.side
        let canvas = try Canvas(
            pagesFor: output,
            size: (size.width, size.height),
            title: sample.name ?? ""
        )
        try canvas.placed(x: margins.left, y: margins.top, factor: factor) {
            () throws(DrawingFailure) in
            try sample.draw(on: canvas)
        }
        try canvas.endPage()
        try canvas.finishPages()
        return 1
    }

    private func set(
        _ paper: Paper,
        _ size: PageSize,
        _ layout: PageLayout,
        _ output: Int32,
        _ place: (x: Double, y: Double),
        _ factor: Double,
        lengths: ClosedRange<Double>? = nil,
        tell: (@escaping (Block) -> Bool) throws -> Void
    ) throws -> Int {
        let title = try title() ?? ""
        let pages = PageFile(output: output, size: size, title: title, lengths: lengths)
        return try pages.write(
            paper,
            limit: layout.pagesLimit,
            at: place,
            factor: factor,
            mustShow: mustShow,
            tell: tell
        )
    }
}
