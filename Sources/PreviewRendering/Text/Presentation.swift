import PreviewModel

/// A PowerPoint presentation (ECMA-376, part 1, 19): title and texts of its slides, one to a page.
final class Presentation {
    private let sink: (Block) -> Bool
    private var title: [Paragraph] = []
    private var rest: [Paragraph] = []
    private var paragraph = StyledText()
    private var level = 0
    private var kind = ""
    private var look: Look = []
    private var inText = false
    private var hasBullet = true
    private var hidden = 0
    private var isMain = false

    private init(_ sink: @escaping (Block) -> Bool) { self.sink = sink }

    /// The size of the slides in points, or that of a page of 4 to 3.
    static func paper(_ package: OfficePackage) -> Paper {
        var (width, height) = (720.0, 540.0)
        // Without a size in it, the usual one holds.
        try? package.scan("ppt/presentation.xml") { event in
            guard case .begin("sldSz", let attributes) = event else { return true }
            if let across = attributes.number("cx"), let down = attributes.number("cy"),
                (100_000...100_000_000).contains(across), (100_000...100_000_000).contains(down),
                across < 5 * down, down < 5 * across
            {
                // To letters that are as large on every slide.
                let scale = 720 / Double(max(across, down))
                (width, height) = (Double(across) * scale, Double(down) * scale)
            }
            return false
        }
        return Paper(width: width, height: height, margin: 48)
    }

    /// Tells the slides until nobody wants more.
    static func read(
        _ package: OfficePackage,
        into sink: @escaping (Block) -> Bool
    ) throws(DocumentProblemError) {
        let main = try package.mainPart("officeDocument") ?? "ppt/presentation.xml"
        let targets = try package.relationships(of: main)
        var slides: [String] = []
        try package.scan(main) { event in
            if case .begin("sldId", let attributes) = event, let id = attributes.prefixed("id"),
                let target = targets[id]
            {
                slides.append(target)
            }
            return slides.count < PageSetter.pagesLimit
        }
        if slides.isEmpty { slides = ["ppt/slides/slide1.xml"].filter(package.has) }
        guard !slides.isEmpty else {
            throw DocumentProblemError(.damaged(why: "It has no slides."))
        }
        for (number, slide) in slides.enumerated() {
            if number > 0, !sink(.pageBreak) { return }
            let reader = Presentation(sink)
            try package.scan(slide) { reader.take($0) }
            guard reader.tell() else { return }
        }
    }

    private func take(_ event: XMLScanner.Event) -> Bool {
        switch event {
        case .begin("sp", _): (kind, isMain) = ("", false)
        case .begin("ph", let attributes):
            kind = attributes["type"] ?? "body"
            isMain = kind == "title" || kind == "ctrTitle"
        case .begin("Fallback", _): hidden += 1
        case .end("Fallback"): hidden = max(0, hidden - 1)
        case .begin("p", _): (paragraph, level, hasBullet) = (StyledText(), 0, true)
        case .begin("pPr", let attributes): level = max(0, min(6, attributes.number("lvl") ?? 0))
        case .begin("buNone", _): hasBullet = false
        case .begin("rPr", let attributes):
            look = []
            if attributes["b"] == "1" { look.insert(.bold) }
            if attributes["i"] == "1" { look.insert(.italic) }
        case .begin("t", _): inText = true
        case .end("t"): inText = false
        case .begin("br", _): paragraph.append("\n")
        case .text(let words):
            if inText, hidden == 0 { paragraph.append(TextDecoding.harmless(words), look: look) }
        case .end("p"): endParagraph()
        default: break
        }
        return rest.count < 200
    }

    private func endParagraph() {
        // What stands on every slide is not what this one is about.
        guard hidden == 0, !["dt", "ftr", "sldNum"].contains(kind),
            paragraph.string.contains(where: { !$0.isWhitespace })
        else { return }
        var style = TextStyle()
        if isMain {
            style.size = 34
            style.look = .bold
            style.after = 6
            style.spacing = 1
            if kind == "ctrTitle" { style.alignment = .center }
            title.append(Paragraph(paragraph, style))
            return
        }
        style.size = max(13, 21 - 2.5 * Double(level))
        style.after = 7
        style.spacing = 1.1
        if kind == "subTitle" {
            style.alignment = .center
            style.colour = 0x60_6066
        }
        var block = Paragraph(paragraph, style)
        if hasBullet, kind == "body" || kind == "obj" {
            block.style.indent = 24 * Double(level + 1)
            block.marker = level % 2 == 0 ? "\u{2022}" : "\u{2013}"
        } else {
            block.style.indent = 24 * Double(level)
        }
        rest.append(block)
    }

    private func tell() -> Bool {
        for (number, block) in (title + rest).enumerated() {
            var block = block
            if number == title.count, !title.isEmpty { block.style.before = 14 }
            // A title alone stands in the middle, as on a first slide.
            if number == 0, !title.isEmpty, rest.count < 2, title[0].style.alignment == .center {
                guard sink(.text(Self.gap)) else { return false }
            }
            guard sink(.text(block)) else { return false }
        }
        return true
    }

    /// Room above a title that stands in the middle.
    private static let gap: Paragraph = {
        var style = TextStyle()
        style.size = 100
        return Paragraph(StyledText(" "), style)
    }()
}
