import PreviewModel
import PrintModel

/// IPP uses hundredths of a millimeter, PDF points.
private func points(_ hundredths: Int) -> Double { Double(hundredths) * 72 / 2540 }

extension PageLayout {
    /// The pages that a page setup describes.
    init(_ setup: PageSetup) {
        self.init(width: setup.sheet.width, length: setup.sheet.length)
        leastMargins = Margins(setup.sheet.margins)
        margins = setup.margins.map { Margins($0) }
        orientation = SheetLayout.Orientation(setup.orientation?.withoutHalfTurn)
        fontSize = setup.fontSize
        numbersLines = setup.lineNumbers
        fitsWidth = setup.fitWidth
        hasGridLines = setup.gridLines
        hasHeadings = setup.headings
        worksheets = setup.worksheets?.names ?? []
        lengths = setup.lengths.map { points($0.least)...points($0.most) }
        hasHeader = setup.header
        hasFooter = setup.footer
    }
}

extension PageLayout.Margins {
    fileprivate init(_ margins: MediaMargins) {
        self.init(
            top: points(margins.top),
            right: points(margins.right),
            bottom: points(margins.bottom),
            left: points(margins.left)
        )
    }
}

extension SheetLayout.Orientation {
    fileprivate init?(_ orientation: PageOrientation?) {
        switch orientation {
        case .portrait: self = .portrait
        case .landscape: self = .landscape
        case .reversePortrait: self = .reversePortrait
        case .reverseLandscape: self = .reverseLandscape
        case .auto, nil: return nil
        }
    }
}

extension SheetLayout {
    /// The finished PDF that a plan describes.
    init(_ plan: PrintPlan, of document: DocumentFacts? = nil) {
        let sheet = plan.sheet.map { sheet in
            Sheet(
                width: points(sheet.size.width),
                length: points(sheet.size.length),
                top: points(sheet.margins.top),
                right: points(sheet.margins.right),
                bottom: points(sheet.margins.bottom),
                left: points(sheet.margins.left)
            )
        }
        let scaling: Scaling =
            switch plan.scaling {
            case .auto: .auto
            case .fit: .fit
            case .fill: .fill
            case .none: .none
            }
        self.init(
            faces: plan.faces ?? [],
            sheet: sheet,
            numberUp: plan.numberUp,
            scaling: scaling,
            orientation: Orientation(plan.orientation)
        )
        percent = plan.percent ?? 100
        resolution = plan.ppi
        mirror = plan.mirror
        isGray = plan.gray == true
        position = Position(plan.position)
        border = Border(plan.border)
        order = Order(plan.numberUpLayout)
        if plan.booklet { fold = plan.sides == .twoSidedLongEdge ? .longEdge : .shortEdge }
        creep = points(plan.creep)
        sheetsInSignature = plan.signature.map { $0 / 4 }
        isReversed = plan.booklet && plan.reverse
        poster = plan.poster.map { grid in
            Poster(columns: grid.columns, rows: grid.rows, isReversed: plan.reverse)
        }
        contactSheet = plan.contactSheet.map { contact in
            ContactSheet(
                columns: contact.columns,
                rows: contact.rows,
                names: contact.names.map { .init(page: $0.page, count: $0.count, text: $0.name) }
            )
        }
        copies = plan.copiesInFile ?? 1
        isCollated = plan.collate
        isTwoSided = plan.sides.isTwoSided
        let pages = document?.pages ?? plan.pages?.max() ?? 0
        header = plan.header.map { Label($0, pages: pages) }
        footer = plan.footer.map { Label($0, pages: pages) }
        stamp = plan.stamp
        let setup = document?.layout == nil ? nil : document?.pageSetup
        pagesHaveRoom = setup?.header == true || setup?.footer == true
    }
}

extension SheetLayout.Label {
    fileprivate init(_ label: PageLabel, pages: Int) {
        let parts = label.segments(pages: pages)
        self.init(left: parts[0], center: parts[1], right: parts[2])
    }
}

extension SheetLayout.Position {
    fileprivate init(_ position: PagePosition) {
        self =
            switch position {
            case .center: .center
            case .top: .top
            case .bottom: .bottom
            case .left: .left
            case .right: .right
            case .topLeft: .topLeft
            case .topRight: .topRight
            case .bottomLeft: .bottomLeft
            case .bottomRight: .bottomRight
            }
    }
}

extension SheetLayout.Border {
    fileprivate init(_ border: PageBorder) {
        self =
            switch border {
            case .none: .none
            case .single: .single
            case .singleThick: .singleThick
            case .double: .double
            case .doubleThick: .doubleThick
            }
    }
}

extension SheetLayout.Order {
    fileprivate init(_ layout: NumberUpLayout) {
        self =
            switch layout {
            case .lrtb: .lrtb
            case .lrbt: .lrbt
            case .rltb: .rltb
            case .rlbt: .rlbt
            case .tblr: .tblr
            case .tbrl: .tbrl
            case .btlr: .btlr
            case .btrl: .btrl
            }
    }
}
