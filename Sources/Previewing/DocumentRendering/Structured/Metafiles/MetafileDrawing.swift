/// Turns the commands of a metafile into SVG, in the units of its drawing.
final class MetafileDrawing {
    var state = MetafileState()
    private var saved: [MetafileState] = []
    private(set) var svg = ""
    private var clips = 0
    private var openClip = 0
    /// The path that is made, in points of the drawing; `nil` outside of one.
    private var open: String?
    /// The path that was made last.
    private var made = ""
    /// The places of all that was drawn.
    private(set) var bounds: (left: Double, top: Double, right: Double, bottom: Double)?

    private static let sizeLimit = 64 << 20
    private static let savedLimit = 1_000

    /// Whether there is no room for more.
    var isFull: Bool {
        guard svg.utf8.count > Self.sizeLimit else { return false }
        ReadingExtent.noteOmission()
        return true
    }

    /// The finished drawing of a part of the plane; `nil` where that is empty.
    func page(_ box: Box, width: Double, height: Double) -> DrawnPage? {
        guard box.width > 0, box.height > 0, width > 0, height > 0, width.isFinite, height.isFinite
        else { return nil }
        let (x, y) = (Self.digits(box.x), Self.digits(box.y))
        let size = "\(Self.digits(box.width)) \(Self.digits(box.height))"
        let whole =
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
            + "width='\(Self.digits(width))pt' height='\(Self.digits(height))pt' "
            + "viewBox='\(x) \(y) \(size)' preserveAspectRatio='none'>"
            + svg + (openClip > 0 ? "</g>" : "") + "</svg>"
        return DrawnPage(drawing: Array(whole.utf8), width: width, height: height)
    }

    // MARK: State

    func save() {
        if saved.count < Self.savedLimit { saved.append(state) }
    }

    /// Goes back to a state: the last one for -1.
    func restore(_ index: Int) {
        let count =
            index < 0 ? -max(index, -saved.count) : saved.count - min(saved.count, index - 1)
        guard count > 0, count <= saved.count else { return }
        saved.removeLast(count - 1)
        if let last = saved.popLast() { state = last }
    }

    func select(_ tool: MetafileTool?) {
        switch tool {
        case .pen(let pen): state.pen = pen
        case .brush(let brush): state.brush = brush
        case .font(let font): state.font = font
        case .other, nil: break
        }
    }

    // MARK: Shapes

    /// What is done with a shape.
    enum Paint { case line, area, lineAndArea }

    /// The commands of lines through points.
    func lines(_ points: [MetafilePoint], closed: Bool) -> String {
        guard let first = points.first else { return "" }
        let rest = points.dropFirst().map { "L" + place($0) }.joined()
        return "M" + place(first) + rest + (closed ? "Z" : "")
    }

    /// The commands of curves: a point, and three for each curve.
    func curves(_ points: [MetafilePoint]) -> String {
        guard let first = points.first else { return "" }
        return "M" + place(first) + curves(after: points.dropFirst())
    }

    private func curves(after points: ArraySlice<MetafilePoint>) -> String {
        var (words, rest) = ("", points)
        while rest.count >= 3 {
            words += "C" + rest.prefix(3).map(place).joined(separator: " ")
            rest = rest.dropFirst(3)
        }
        return words
    }

    /// Draws a shape, or adds it to the path that is made.
    func draw(_ commands: String, _ paint: Paint) {
        guard !commands.isEmpty, !isFull else { return }
        if open != nil {
            open? += commands
        } else {
            emit(commands, paint)
        }
    }

    func move(to point: MetafilePoint) {
        state.position = point
        open? += "M" + place(point)
    }

    /// Draws lines, or curves, from the position on.
    func extend(through points: [MetafilePoint], isCurve: Bool) {
        guard let last = points.last else { return }
        let words =
            isCurve ? curves(after: points[...]) : points.map { "L" + place($0) }.joined()
        if let path = open {
            // A path continues where it is.
            open = (path.isEmpty ? "M" + place(state.position) : path) + words
        } else {
            emit("M" + place(state.position) + words, .line)
        }
        state.position = last
    }

    // MARK: Paths

    func beginPath() { open = "" }

    func endPath() {
        made = open ?? made
        open = nil
    }

    func closeFigure() { if open?.isEmpty == false { open? += "Z" } }

    func abortPath() { (open, made) = (nil, "") }

    func paintPath(_ paint: Paint) {
        if open != nil { endPath() }
        if !made.isEmpty { emit(made, paint) }
        made = ""
    }

    /// Takes the path as the area in which is drawn.
    func clipToPath(combines: Bool) {
        if open != nil { endPath() }
        clip(to: made, combines: combines)
        made = ""
    }

    /// Takes an area in which is drawn; with no commands, all of the plane.
    func clip(to commands: String, combines: Bool) {
        guard !commands.isEmpty else {
            if !combines { state.clip = 0 }
            return
        }
        guard !isFull else { return }
        clips += 1
        let outer = combines && state.clip > 0 ? " clip-path='url(#c\(state.clip))'" : ""
        closeClip()
        let rule = state.fillsAll ? "nonzero" : "evenodd"
        svg +=
            "<clipPath id='c\(clips)'\(outer)><path clip-rule='\(rule)' d='\(commands)'/></clipPath>"
        state.clip = clips
    }

    private func closeClip() {
        if openClip > 0 { svg += "</g>" }
        openClip = 0
    }

    // MARK: Output

    /// Adds an element where the clip holds.
    func add(_ element: String) {
        if state.clip != openClip {
            closeClip()
            if state.clip > 0 { svg += "<g clip-path='url(#c\(state.clip))'>" }
            openClip = state.clip
        }
        svg += element
    }

    private func emit(_ commands: String, _ paint: Paint) {
        let hasArea = paint != .line && !state.brush.isEmpty
        let hasLine = paint != .area && state.pen.style != 5
        guard hasArea || hasLine, !isFull else { return }
        var words = "<path d='\(commands)'"
        if hasArea {
            words += " fill='\(Self.colour(state.areaColour))'"
            if !state.fillsAll { words += " fill-rule='evenodd'" }
        } else {
            words += " fill='none'"
        }
        if hasLine { words += line }
        add(words + "/>")
    }

    private var line: String {
        let pen = state.pen
        let width = max(pen.width * state.transform.scale, 0)
        var words = " stroke='\(Self.colour(pen.colour))'"
        // A line without a width is as thin as can be seen, however small the drawing is.
        words +=
            width > 0
            ? " stroke-width='\(Self.digits(width))'"
            : " stroke-width='1' vector-effect='non-scaling-stroke'"
        words += " stroke-linecap='\(pen.cap)' stroke-linejoin='\(pen.join)'"
        let dashes = [1: [3, 1], 2: [1, 1], 3: [3, 1, 1, 1], 4: [3, 1, 1, 1, 1, 1]][pen.style]
        if let dashes {
            let unit = max(width, 3)
            let lengths = dashes.map { Self.digits(Double($0) * unit) }
            words += " stroke-dasharray='\(lengths.joined(separator: " "))'"
        }
        return words
    }

    /// A point of a command as a place of the drawing.
    func place(_ point: MetafilePoint) -> String {
        let place = state.transform.apply(point)
        take(place)
        return "\(Self.digits(place.x)) \(Self.digits(place.y))"
    }

    private func take(_ place: MetafilePoint) {
        guard place.x.isFinite, place.y.isFinite else { return }
        let old = bounds ?? (place.x, place.y, place.x, place.y)
        bounds = (
            min(old.left, place.x), min(old.top, place.y), max(old.right, place.x),
            max(old.bottom, place.y)
        )
    }

    /// A number with at most three decimals.
    static func digits(_ number: Double) -> String {
        guard number.isFinite else { return "0" }
        let number = min(max(number, -10_000_000), 10_000_000)
        return "\((number * 1_000).rounded() / 1_000)"
    }

    /// A color of Windows, which has blue before green and red, as one of SVG.
    static func colour(_ colour: UInt32) -> String {
        let parts = [colour & 255, colour >> 8 & 255, colour >> 16 & 255]
        return "#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
