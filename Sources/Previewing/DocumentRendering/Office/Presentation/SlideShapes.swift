import PreviewModel

/// The shapes of a slide, layout, or master, with their positions (ECMA-376, part 1, 19.3 and 20.1).
final class SlideShapes {
    /// A shape that contains text, a table, or a picture.
    struct Shape {
        /// The placeholder type, such as "title"; empty for other shapes.
        var kind = ""
        var index: String?
        var isPlaceholder = false
        /// The position in file units (EMU); `nil` if inherited from the layout.
        var box: Box?
        var anchor: Frame.Anchor?
        var paragraphs: [Paragraph] = []
        var table: Table?
        /// The relationship id of its picture.
        var picture: String?

        /// Whether it is the title of the slide.
        var isTitle: Bool { kind == "title" || kind == "ctrTitle" }
        /// Whether this is a date, footer, or slide number, which repeats on every slide.
        var isFurniture: Bool { ["dt", "ftr", "sldNum"].contains(kind) }
        var isEmpty: Bool { paragraphs.isEmpty && table == nil && picture == nil }
    }

    /// The maximum number of shapes and paragraphs to read.
    private static var limit: Int { ReadingExtent.limit(400, whole: 10_000) }

    private(set) var shapes: [Shape] = []
    private let sizeFactor: Double
    private var shape = Shape()
    private var groups: [Group] = []
    private var inGroupProperties = false
    private var paragraph = StyledText()
    private var level = 0
    private var look: Look = []
    private var size: Double?
    private var inText = false
    private var hasBullet = true
    private var isCentered = false
    private var hidden = 0
    private var count = 0
    private var cell: Table.Cell?

    /// The coordinate transform of a group.
    private struct Group {
        var place = Box(x: 0, y: 0, width: 1, height: 1)
        var own = Box(x: 0, y: 0, width: 1, height: 1)

        func placed(_ box: Box) -> Box {
            guard own.width > 0, own.height > 0 else { return box }
            let (across, down) = (place.width / own.width, place.height / own.height)
            return Box(
                x: place.x + (box.x - own.x) * across,
                y: place.y + (box.y - own.y) * down,
                width: box.width * across,
                height: box.height * down
            )
        }
    }

    /// Creates a reader that scales font sizes by a factor.
    init(sizeFactor: Double) { self.sizeFactor = sizeFactor }

    /// Handles the next event; returns false to stop parsing.
    func take(_ event: XMLScanner.Event) -> Bool {
        switch event {
        case .begin(let name, let attributes): begin(name, attributes)
        case .text(let words):
            if inText, hidden == 0 {
                paragraph.append(TextDecoding.harmless(words), look: look, size: size)
            }
        case .end(let name): end(name)
        }
        let wantsMore = count < Self.limit && shapes.count < Self.limit
        if !wantsMore { ReadingExtent.noteOmission() }
        return wantsMore
    }

    private func begin(_ name: String, _ attributes: XMLScanner.Attributes) {
        switch name {
        case "sp", "pic", "graphicFrame": shape = Shape()
        case "grpSp": groups.append(Group())
        case "grpSpPr": inGroupProperties = true
        case "ph":
            shape.isPlaceholder = true
            shape.kind = attributes["type"] ?? "body"
            shape.index = attributes["idx"]
        case "off": place { ($0.x, $0.y) = Self.pair(attributes, "x", "y") }
        case "ext" where attributes["cx"] != nil:
            place { ($0.width, $0.height) = Self.pair(attributes, "cx", "cy") }
        case "chOff": groupOwn { ($0.x, $0.y) = Self.pair(attributes, "x", "y") }
        case "chExt": groupOwn { ($0.width, $0.height) = Self.pair(attributes, "cx", "cy") }
        case "bodyPr":
            switch attributes["anchor"] {
            case "ctr": shape.anchor = .middle
            case "b": shape.anchor = .bottom
            case "t": shape.anchor = .top
            default: break
            }
        case "blip": shape.picture = shape.picture ?? attributes.prefixed("embed")
        case "Fallback": hidden += 1
        case "tbl": shape.table = Table(kind: .document)
        case "gridCol":
            guard let count = shape.table?.widths.count, let width = attributes.number("w"),
                (1...100_000_000).contains(width)
            else { return }
            shape.table?.widths[count] = Double(width)
        case "tr": shape.table?.rows.append([])
        case "tc":
            cell = Table.Cell()
            cell?.span = max(1, min(26, attributes.number("gridSpan") ?? 1))
        default: beginText(name, attributes)
        }
    }

    private func beginText(_ name: String, _ attributes: XMLScanner.Attributes) {
        switch name {
        case "p": (paragraph, level, hasBullet, isCentered) = (StyledText(), 0, true, false)
        case "pPr":
            level = max(0, min(6, attributes.number("lvl") ?? 0))
            isCentered = attributes["algn"] == "ctr"
        case "buNone": hasBullet = false
        case "rPr":
            look = []
            if attributes["b"] == "1" { look.insert(.bold) }
            if attributes["i"] == "1" { look.insert(.italic) }
            size = attributes.number("sz").map { max(6, min(96, Double($0) / 100)) * sizeFactor }
        case "r", "fld": (look, size) = ([], nil)
        case "t": inText = true
        case "br": paragraph.append("\n")
        default: break
        }
    }

    private func end(_ name: String) {
        switch name {
        case "t": inText = false
        case "p": endParagraph()
        case "Fallback": hidden = max(0, hidden - 1)
        case "grpSpPr": inGroupProperties = false
        case "grpSp": _ = groups.popLast()
        case "tc":
            if let cell, let row = shape.table?.rows.indices.last {
                shape.table?.rows[row].append(cell)
            }
            cell = nil
        case "sp", "pic", "graphicFrame":
            guard hidden == 0 else { return }
            shape.box = shape.box.map { box in
                groups.reversed().reduce(box) { $1.placed($0) }
            }
            shapes.append(shape)
            shape = Shape()
        default: break
        }
    }

    private static func pair(
        _ attributes: XMLScanner.Attributes,
        _ first: String,
        _ second: String
    ) -> (Double, Double) {
        func length(_ name: String) -> Double {
            Double(max(-1_000_000_000, min(1_000_000_000, attributes.number(name) ?? 0)))
        }
        return (length(first), length(second))
    }

    private func place(_ change: (inout Box) -> Void) {
        if inGroupProperties {
            guard let last = groups.indices.last else { return }
            change(&groups[last].place)
        } else {
            var box = shape.box ?? Box(x: 0, y: 0, width: 0, height: 0)
            change(&box)
            shape.box = box
        }
    }

    private func groupOwn(_ change: (inout Box) -> Void) {
        guard inGroupProperties, let last = groups.indices.last else { return }
        change(&groups[last].own)
    }

    private func endParagraph() {
        count += 1
        guard hidden == 0, !shape.isFurniture, paragraph.isVisible else { return }
        if cell != nil {
            if cell?.text.isEmpty == false { cell?.text.append("\n") }
            cell?.text.append(paragraph)
            return
        }
        shape.paragraphs.append(styled(paragraph))
    }

    private func styled(_ paragraph: StyledText) -> Paragraph {
        var style = TextStyle()
        if shape.isTitle {
            style.size = 34
            style.look = .bold
            style.after = 6
            style.spacing = 1
            if shape.kind == "ctrTitle" || isCentered { style.alignment = .center }
            return Paragraph(paragraph, style)
        }
        // Text boxes use smaller text than outline placeholders.
        style.size = shape.isPlaceholder ? max(13, 21 - 2.5 * Double(level)) : 18 * sizeFactor
        style.after = 7
        style.spacing = 1.1
        if isCentered { style.alignment = .center }
        if shape.kind == "subTitle" {
            style.alignment = .center
            style.colour = 0x60_6066
        }
        var block = Paragraph(paragraph, style)
        if hasBullet, shape.kind == "body" || shape.kind == "obj" {
            block.style.indent = 24 * Double(level + 1)
            block.marker = level % 2 == 0 ? "\u{2022}" : "\u{2013}"
        } else {
            block.style.indent = 24 * Double(level)
        }
        return block
    }
}
