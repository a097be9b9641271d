import PreviewHelper

/// A metafile of Windows in 32 bits ([MS-EMF]): records, each with a code and its size.
final class EnhancedMetafile {
    let drawing = MetafileDrawing()
    private let bytes: [UInt8]
    /// The record that is read, and where its bytes begin and end.
    private(set) var code = 0
    private(set) var start = 0
    private(set) var end = 0
    private var tools: [Int: MetafileTool] = [:]

    private static let toolsLimit = 65_536

    /// Whether bytes begin as such a file.
    static func isOne(_ bytes: some Collection<UInt8>) -> Bool {
        let start = Array(bytes.prefix(44))
        return start.count == 44 && start.number32(0) == 1 && start.number32(40) == 0x464D_4520
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Draws the file; `nil` where it has no header or shows nothing.
    func page() -> DrawnPage? {
        guard Self.isOne(bytes), bytes.count >= 88 else { return nil }
        let device = (number(at: 72), number(at: 76))
        let millimeters = (number(at: 80), number(at: 84))
        guard device.0 > 0, device.1 > 0, millimeters.0 > 0, millimeters.1 > 0 else { return nil }
        let units = MetafilePoint(x: device.0 / millimeters.0, y: device.1 / millimeters.1)
        drawing.state.unitsOfMillimeter = units
        var place = 0
        while place + 8 <= bytes.count, !drawing.isFull {
            let size = Int(bytes.number32(place + 4))
            guard size >= 8, size <= bytes.count - place else { break }
            (code, start, end) = (Int(bytes.number32(place)), place, place + size)
            guard code != 14 else { break }
            play()
            place += size
        }
        guard let box = frame(units) else { return nil }
        return drawing.page(
            box,
            width: box.width / units.x * 72 / 25.4,
            height: box.height / units.y * 72 / 25.4
        )
    }

    /// What is shown: the frame in hundredths of a millimeter, else what is drawn.
    private func frame(_ units: MetafilePoint) -> Box? {
        let (left, top) = (number(at: 24) / 100 * units.x, number(at: 28) / 100 * units.y)
        let (right, bottom) = (number(at: 32) / 100 * units.x, number(at: 36) / 100 * units.y)
        if right - left >= 1, bottom - top >= 1 {
            return Box(x: left, y: top, width: right - left, height: bottom - top)
        }
        guard let bounds = drawing.bounds, bounds.right > bounds.left, bounds.bottom > bounds.top
        else { return nil }
        return Box(
            x: bounds.left,
            y: bounds.top,
            width: bounds.right - bounds.left,
            height: bounds.bottom - bounds.top
        )
    }

    // MARK: Fields of the record

    /// A number at a place of the file, 0 behind its end.
    private func number(at place: Int) -> Double {
        place + 4 <= bytes.count ? Double(Int32(bitPattern: bytes.number32(place))) : 0
    }

    /// A number at an offset of the record, 0 behind its end.
    func word(_ offset: Int) -> Int {
        offset >= 0 && offset <= end - start - 4 ? Int(bytes.number32(start + offset)) : 0
    }

    func number(_ offset: Int) -> Double { Double(Int32(truncatingIfNeeded: word(offset))) }

    func decimal(_ offset: Int) -> Double {
        let number = Double(Float(bitPattern: UInt32(truncatingIfNeeded: word(offset))))
        return number.isFinite ? number : 0
    }

    func point(_ offset: Int) -> MetafilePoint {
        MetafilePoint(x: number(offset), y: number(offset + 4))
    }

    /// A rectangle, of which the record has two corners.
    func box(_ offset: Int) -> Box {
        let (first, last) = (point(offset), point(offset + 8))
        return Box(x: first.x, y: first.y, width: last.x - first.x, height: last.y - first.y)
    }

    /// Some bytes of the record; none where they are not in it.
    func part(_ offset: Int, _ count: Int) -> ArraySlice<UInt8> {
        guard offset >= 0, count >= 0, offset <= end - start, count <= end - start - offset else {
            return []
        }
        return bytes[(start + offset)..<(start + offset + count)]
    }

    /// Points in 32 or 16 bits, as many as are in the record.
    func points(_ offset: Int, count: Int, isShort: Bool) -> [MetafilePoint] {
        let size = isShort ? 4 : 8
        let room = max(0, (end - start - offset) / size)
        return (0..<min(count, room)).map { index in
            let place = offset + index * size
            guard isShort else { return point(place) }
            let word = UInt32(truncatingIfNeeded: word(place))
            return MetafilePoint(
                x: Double(Int16(truncatingIfNeeded: word)),
                y: Double(Int16(truncatingIfNeeded: word >> 16))
            )
        }
    }

    // MARK: Tools

    func keep(_ tool: MetafileTool) {
        guard tools.count < Self.toolsLimit else { return }
        tools[word(8)] = tool
    }

    func selectTool() {
        let index = word(8)
        drawing.select(index >> 31 == 1 ? .stock(index & 0xFFFF) : tools[index])
    }

    func dropTool() { tools[word(8)] = nil }
}
