import PreviewHelper
import PreviewModel

/// A PowerPoint presentation (ECMA-376, part 1, 19): the text, tables, and pictures of its slides, one per page.
final class Presentation {
    private let package: OfficePackage
    private let paper: Paper
    /// Points on the page per unit of the file (EMU), of which an unscaled point has 12,700.
    private let scale: Double
    /// The positions of placeholders in layouts and masters, by their parts.
    private var layouts: [String: [SlideShapes.Shape]] = [:]

    private init(_ package: OfficePackage) {
        self.package = package
        (paper, scale) = Self.size(package)
    }

    /// The page size for the slides: the longer side has 720 points; 4:3 by default.
    static func paper(_ package: OfficePackage) -> Paper { size(package).paper }

    private static func size(_ package: OfficePackage) -> (paper: Paper, scale: Double) {
        var (width, height, scale) = (720.0, 540.0, 720.0 / 9_144_000)
        // Without a size, the default applies.
        try? package.scan("ppt/presentation.xml") { event in
            guard case .begin("sldSz", let attributes) = event else { return true }
            if let across = attributes.number("cx"), let down = attributes.number("cy"),
                (100_000...100_000_000).contains(across), (100_000...100_000_000).contains(down),
                across < 5 * down, down < 5 * across
            {
                // Scale so that text has the same size on every slide.
                scale = 720 / Double(max(across, down))
                (width, height) = (Double(across) * scale, Double(down) * scale)
            }
            return false
        }
        return (Paper(width: width, height: height, margin: 48), scale)
    }

    /// The parts of the slides, in order.
    private static func slides(_ package: OfficePackage) throws(DocumentProblemError) -> [String] {
        let main = try package.mainPart("officeDocument") ?? "ppt/presentation.xml"
        let targets = try package.relationships(of: main)
        var slides: [String] = []
        var hasSlides = false
        try package.scan(main) { event in
            if case .begin("sldId", let attributes) = event {
                hasSlides = true
                if let target = attributes.prefixed("id").flatMap({ targets[$0] }) {
                    slides.append(target)
                }
            }
            return slides.count < ReadingExtent.limit(PageSetter.pagesLimit, whole: 10_001)
        }
        if slides.isEmpty { slides = ["ppt/slides/slide1.xml"].filter(package.has) }
        guard !slides.isEmpty else {
            let why = DocumentReason(.noSlides)
            throw DocumentProblemError(
                !hasSlides && package.has(main) ? .nothingInside(why: why) : .damaged(why: why)
            )
        }
        return slides
    }

    /// The number of slides.
    static func count(_ package: OfficePackage) throws(DocumentProblemError) -> Int {
        try slides(package).count
    }

    /// Emits the slides until the sink returns false.
    static func read(
        _ package: OfficePackage,
        into sink: @escaping (Block) -> Bool
    ) throws(DocumentProblemError) {
        let presentation = Presentation(package)
        for slide in try slides(package) {
            guard sink(.slide(try presentation.frames(of: slide))) else { return }
        }
    }

    /// Returns the shapes of a slide, layout, or master part.
    private func shapes(of part: String) throws(DocumentProblemError) -> [SlideShapes.Shape] {
        let reader = SlideShapes(sizeFactor: scale * 12_700)
        try package.scan(part) { reader.take($0) }
        return reader.shapes
    }

    private func frames(of slide: String) throws(DocumentProblemError) -> [Frame] {
        let targets = try package.relationships(of: slide)
        var shapes = try shapes(of: slide).filter { !$0.isEmpty && !$0.isFurniture }
        for index in shapes.indices where shapes[index].isPlaceholder {
            inherit(&shapes[index], targets)
        }
        // If the position of one shape is unknown, shapes could overlap.
        guard shapes.allSatisfy({ ($0.box?.width ?? 0) > 0 && ($0.box?.height ?? 0) > 0 }) else {
            return [flow(shapes, targets)]
        }
        return shapes.map { frame($0, targets) }
    }

    /// Adds the position and anchor that a placeholder inherits from its layout, or the master of the layout.
    private func inherit(_ shape: inout SlideShapes.Shape, _ targets: [String: String]) {
        guard shape.box == nil || shape.anchor == nil else { return }
        var part = targets.values.first { $0.contains("slideLayout") }
        for _ in 0..<2 {
            guard let name = part else { return }
            let known = layout(name)
            let kind = Self.plainKind(shape.kind)
            let found =
                known.first { $0.isPlaceholder && shape.index != nil && $0.index == shape.index }
                ?? known.first { $0.isPlaceholder && $0.kind == shape.kind }
                ?? known.first { $0.isPlaceholder && Self.plainKind($0.kind) == kind }
            shape.box = shape.box ?? found?.box
            shape.anchor = shape.anchor ?? found?.anchor
            // A layout without relationships has no master.
            let relations = (try? package.relationships(of: name)) ?? [:]
            part = relations.values.first { $0.contains("slideMaster") }
        }
    }

    private func layout(_ part: String) -> [SlideShapes.Shape] {
        if let known = layouts[part] { return known }
        guard layouts.count < 64 else { return [] }
        // An unreadable layout provides no positions.
        let shapes = (try? shapes(of: part)) ?? []
        layouts[part] = shapes
        return shapes
    }

    /// Returns the placeholder kind that a master defines.
    private static func plainKind(_ kind: String) -> String {
        switch kind {
        case "ctrTitle": "title"
        case "subTitle", "obj": "body"
        default: kind
        }
    }

    private func frame(_ shape: SlideShapes.Shape, _ targets: [String: String]) -> Frame {
        let box = shape.box ?? Box(x: 0, y: 0, width: 1, height: 1)
        var place = Box(
            x: box.x * scale,
            y: box.y * scale,
            width: box.width * scale,
            height: box.height * scale
        )
        if let picture = picture(shape, targets, width: place.width, height: place.height) {
            return Frame(box: place, blocks: [.picture(picture)])
        }
        // PowerPoint's text insets, limited to the available space.
        let (across, down) = (min(5, place.width / 4), min(2.5, place.height / 8))
        place.x += across
        place.y += down
        place.width -= 2 * across
        place.height -= 2 * down
        var blocks = shape.paragraphs.map(Block.text)
        if var table = shape.table {
            table.widths = table.widths.mapValues { $0 * scale }
            blocks.append(.table(table))
        }
        return Frame(box: place, blocks: blocks, anchor: shape.anchor ?? .top)
    }

    private func picture(
        _ shape: SlideShapes.Shape,
        _ targets: [String: String],
        width: Double,
        height: Double
    ) -> InlinePicture? {
        guard shape.paragraphs.isEmpty, shape.table == nil,
            let part = shape.picture.flatMap({ targets[$0] }), width > 0, height > 0
        else { return nil }
        return package.picture(part, width: width, height: height)
    }

    /// Stacks the shapes vertically, the title first.
    private func flow(_ shapes: [SlideShapes.Shape], _ targets: [String: String]) -> Frame {
        let title = shapes.filter(\.isTitle).flatMap(\.paragraphs)
        let rest = shapes.filter { !$0.isTitle }.flatMap(\.paragraphs)
        var blocks: [Block] = []
        for (number, paragraph) in (title + rest).enumerated() {
            var paragraph = paragraph
            if number == title.count, !title.isEmpty { paragraph.style.before = 14 }
            // Center a title without other text, as on a title slide.
            if number == 0, !title.isEmpty, rest.count < 2, title[0].style.alignment == .center {
                blocks.append(.text(Self.gap))
            }
            blocks.append(.text(paragraph))
        }
        for shape in shapes {
            if var table = shape.table {
                table.widths = [:]
                blocks.append(.table(table))
            }
            let (width, height) = (
                (shape.box?.width ?? 0) * scale, (shape.box?.height ?? 0) * scale
            )
            if let picture = picture(shape, targets, width: width, height: height) {
                blocks.append(.picture(picture))
            }
        }
        let box = Box(
            x: paper.margin,
            y: paper.margin,
            width: paper.width - 2 * paper.margin,
            height: paper.height - 2 * paper.margin
        )
        return Frame(box: box, blocks: blocks)
    }

    /// The space above a centered title.
    private static let gap: Paragraph = {
        var style = TextStyle()
        style.size = 100
        return Paragraph(StyledText(" "), style)
    }()
}
