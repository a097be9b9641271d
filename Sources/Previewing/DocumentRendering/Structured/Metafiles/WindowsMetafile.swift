import PreviewHelper

/// A metafile of Windows in 16 bits ([MS-WMF]).
final class WindowsMetafile {
    let drawing = MetafileDrawing()
    private let bytes: [UInt8]
    private(set) var code = 0
    /// Where the parameters of the record begin, and its end.
    private(set) var start = 0
    private(set) var end = 0
    private var tools: [MetafileTool?] = []
    /// The part of the plane that a header in front names, and its units of an inch.
    private var frame: Box?
    private var unitsOfInch = 0.0
    /// The size of the window that is set first: the units of the drawing.
    private var window: MetafilePoint?

    private static let toolsLimit = 65_536
    private static let mark: [UInt8] = [0xD7, 0xCD, 0xC6, 0x9A]
    /// The longer side of a drawing that says no size, in points.
    private static let usualSide = 360.0

    /// Whether bytes begin as such a file.
    static func isOne(_ bytes: some Collection<UInt8>) -> Bool {
        let start = Array(bytes.prefix(24))
        guard start.count == 24 else { return false }
        let isVersion = start.number16(4) == 0x300 || start.number16(4) == 0x100
        return start.starts(with: mark)
            || ((start.number16(0) == 1 || start.number16(0) == 2) && start.number16(2) == 9
                && isVersion)
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Draws the file; `nil` where it has no header or shows nothing.
    func page() -> DrawnPage? {
        guard Self.isOne(bytes) else { return nil }
        var place = 0
        if bytes.starts(with: Self.mark) {
            readFrame()
            place = 22
        }
        guard place + 18 <= bytes.count else { return nil }
        drawing.state.mapMode = 8
        place += 18
        while place + 6 <= bytes.count, !drawing.isFull {
            let size = Int(bytes.number32(place)) * 2
            guard size >= 6, size <= bytes.count - place else { break }
            (code, start, end) = (Int(bytes.number16(place + 4)), place + 6, place + size)
            guard code != 0 else { break }
            play()
            place += size
        }
        return finished
    }

    private func readFrame() {
        func edge(_ place: Int) -> Double { Double(Int16(bitPattern: bytes.number16(place))) }
        let (left, top, right, bottom) = (edge(6), edge(8), edge(10), edge(12))
        unitsOfInch = Double(bytes.number16(14))
        guard right != left, bottom != top else { return }
        frame = Box(
            x: min(left, right),
            y: min(top, bottom),
            width: (right - left).magnitude,
            height: (bottom - top).magnitude
        )
        setWindow(MetafilePoint(x: (right - left).magnitude, y: (bottom - top).magnitude))
        drawing.state.windowOrigin = MetafilePoint(x: min(left, right), y: min(top, bottom))
    }

    /// Sets the size of the window, which the first time becomes that of the drawing.
    func setWindow(_ size: MetafilePoint) {
        guard size.x != 0, size.y != 0 else { return }
        drawing.state.window = size
        guard window == nil else { return }
        window = size
        drawing.state.viewport = MetafilePoint(x: size.x.magnitude, y: size.y.magnitude)
    }

    private var finished: DrawnPage? {
        let box: Box
        if let window {
            box = Box(x: 0, y: 0, width: window.x.magnitude, height: window.y.magnitude)
        } else if let bounds = drawing.bounds {
            box = Box(
                x: bounds.left,
                y: bounds.top,
                width: bounds.right - bounds.left,
                height: bounds.bottom - bounds.top
            )
        } else {
            return nil
        }
        let side = max(box.width, box.height)
        let factor = frame != nil && unitsOfInch > 0 ? 72 / unitsOfInch : Self.usualSide / side
        return drawing.page(box, width: box.width * factor, height: box.height * factor)
    }

    // MARK: Parameters of the record

    /// How many parameters the record has.
    var count: Int { (end - start) / 2 }

    /// A parameter, 0 behind the end of the record.
    func word(_ index: Int) -> Int {
        index >= 0 && index < count ? Int(bytes.number16(start + index * 2)) : 0
    }

    func number(_ index: Int) -> Double { Double(Int16(truncatingIfNeeded: word(index))) }

    /// A parameter of two words.
    func long(_ index: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: word(index)) | UInt32(truncatingIfNeeded: word(index + 1)) << 16
    }

    /// A point whose vertical coordinate comes first.
    func point(_ index: Int) -> MetafilePoint {
        MetafilePoint(x: number(index + 1), y: number(index))
    }

    /// A rectangle from its last edge to its first one.
    func box(_ index: Int) -> Box {
        let (last, first) = (point(index), point(index + 2))
        return Box(x: first.x, y: first.y, width: last.x - first.x, height: last.y - first.y)
    }

    func points(_ index: Int, count: Int) -> [MetafilePoint] {
        (0..<min(count, max(0, (self.count - index) / 2))).map {
            MetafilePoint(x: number(index + $0 * 2), y: number(index + $0 * 2 + 1))
        }
    }

    /// Some bytes from a parameter on; none where they are not in the record.
    func part(_ index: Int, bytes count: Int) -> ArraySlice<UInt8> {
        let place = start + index * 2
        guard index >= 0, count >= 0, place <= end, count <= end - place else { return [] }
        return bytes[place..<(place + count)]
    }

    /// All bytes from a parameter on.
    func rest(_ index: Int) -> ArraySlice<UInt8> {
        part(index, bytes: max(0, end - start - index * 2))
    }

    // MARK: Tools

    /// Keeps a tool in the first place that is free.
    func keep(_ tool: MetafileTool) {
        if let free = tools.firstIndex(where: { $0 == nil }) {
            tools[free] = tool
        } else if tools.count < Self.toolsLimit {
            tools.append(tool)
        }
    }

    func selectTool() {
        guard tools.indices.contains(word(0)) else { return }
        drawing.select(tools[word(0)])
    }

    func dropTool() {
        guard tools.indices.contains(word(0)) else { return }
        tools[word(0)] = nil
    }
}
