import CQPDF
package import PreviewModel

/// The finished PDF of a layout, written by libqpdf.
package struct SheetWriter {
    let layout: SheetLayout
    let output: Int32

    /// Creates a writer into a file that is open for writing.
    package init(layout: SheetLayout, output: Int32) {
        self.layout = layout
        self.output = output
    }

    /// Opens the texts of the layout, of which another child has written a page for each.
    private func openTexts(of source: SheetSource) throws(SheetFailure) -> SheetTexts {
        let texts = SheetTexts(layout)
        guard !texts.all.isEmpty else { return texts }
        try source.addTexts(layout.textPages)
        guard source.textCount == texts.all.count else { throw .outcome(.pageOutOfRange) }
        return texts
    }

    /// Writes the faces.
    package func write(_ source: SheetSource, isPicture: Bool) throws(SheetFailure) {
        let count = source.pageCount
        let least = layout.hasBlankPages ? 0 : 1
        guard count > 0,
            layout.faces.allSatisfy({ $0.allSatisfy { (least...count).contains($0) } })
        else { throw .outcome(.pageOutOfRange) }
        guard let first = layout.faces.joined().first(where: { $0 > 0 }) else {
            throw .outcome(.pageOutOfRange)
        }
        let imposition = Imposition(layout, first: source.size(first), isPicture: isPicture)
        let texts = try openTexts(of: source)
        var faces: [cqpdf_face] = []
        var placements: [cqpdf_placement] = []
        let inFile = layout.facesInFile
        // A white back is drawn as one more side of the same sheet.
        let drawn = layout.faces + (inFile.contains(nil) ? [[]] : [])
        for (index, pages) in drawn.enumerated() {
            switch imposition.face(pages, at: index, size: { source.size($0) }) {
            case .page(let page, let quarterTurns):
                faces.append(
                    cqpdf_face(
                        is_whole: 1,
                        // The turn of a page in a PDF is clockwise.
                        turn: (4 - Int32(clamping: quarterTurns)) % 4 * 90,
                        width: 0,
                        height: 0,
                        first: placements.count,
                        count: 1
                    )
                )
                placements.append(cqpdf_placement(page))
            case .sheet(let width, let height, let placed):
                let written = imposition.texts(
                    pages,
                    at: index,
                    of: texts,
                    size: source.size,
                    textSize: source.textSize
                )
                faces.append(
                    cqpdf_face(
                        is_whole: 0,
                        turn: 0,
                        width: width,
                        height: height,
                        first: placements.count,
                        count: placed.count + written.count
                    )
                )
                placements += placed.map { cqpdf_placement($0, layout.border) }
                placements += written.map { cqpdf_placement($0, .none, isText: true) }
            }
        }
        let all = inFile.map { faces[$0 ?? faces.count - 1] }
        let outcome = unsafe cqpdf_write(
            source.source,
            output,
            all,
            all.count,
            placements,
            layout.isGray ? 1 : 0
        )
        if let failure = SheetFailure(outcome, damaged: .init(.pagesNotCopied)) {
            throw failure
        }
    }
}

extension cqpdf_placement {
    /// Creates a placement of an unchanged page.
    fileprivate init(_ page: Int) {
        self.init(
            page: UInt32(clamping: page - 1),
            is_text: 0,
            opacity: 1,
            matrix: (1, 0, 0, 1, 0, 0),
            clip: (0, 0, 0, 0),
            line_count: 0,
            line_width: 0,
            lines: (0, 0, 0, 0, 0, 0, 0, 0),
            mark_length: 0,
            cut: (0, 0, 0, 0)
        )
    }

    fileprivate init(
        _ placement: Imposition.Placement,
        _ border: SheetLayout.Border,
        isText: Bool = false
    ) {
        let m = placement.matrix
        let clip = placement.clip
        let none = Imposition.Area(x: 0, y: 0, width: 0, height: 0)
        let lines = placement.lines + [none, none]
        let cut = placement.cut ?? none
        self.init(
            page: UInt32(clamping: placement.page - 1),
            is_text: isText ? 1 : 0,
            opacity: placement.isPale ? 0.25 : 1,
            matrix: (m[0], m[1], m[2], m[3], m[4], m[5]),
            clip: (clip.x, clip.y, clip.width, clip.height),
            line_count: placement.lines.count,
            line_width: border.width,
            lines: (
                lines[0].x, lines[0].y, lines[0].width, lines[0].height,
                lines[1].x, lines[1].y, lines[1].width, lines[1].height
            ),
            mark_length: placement.cut == nil ? 0 : SheetLayout.Poster.bleed,
            cut: (cut.x, cut.y, cut.width, cut.height)
        )
    }
}
