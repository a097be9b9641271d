import PreviewHelper

// The words and pictures of a metafile.
extension EnhancedMetafile {
    private static let opaque = 2
    private static let clipped = 4
    private static let byGlyphs = 0x10

    /// Words with the place of each letter ([MS-EMF], 2.3.5.8, 2.2.5).
    func playText(isWide: Bool) {
        let count = word(44)
        let options = word(52)
        // The numbers of glyphs have no letters without their font.
        guard options & Self.byGlyphs == 0, count <= (end - start) else { return }
        if options & Self.opaque != 0 { drawing.fillBackground(box(56)) }
        let bytes = Array(part(word(48), isWide ? count * 2 : count))
        let text: String
        if isWide {
            let units = (0..<(bytes.count / 2)).map { bytes.number16($0 * 2) }
            text = String(decoding: units, as: UTF16.self)
        } else {
            text = drawing.text(bytes[...])
        }
        var advances: [Double] = []
        let place = word(72)
        if place > 0, part(place, count * 4).count == count * 4 {
            advances = (0..<count).map { number(place + $0 * 4) }
        }
        if !advances.contains(where: { $0 != 0 }) { advances = [] }
        if !advances.isEmpty {
            advances =
                isWide
                ? MetafileDrawing.advances(of: text, units: advances)
                : MetafileDrawing.advances(of: text, bytes: advances)
        }
        let clip = drawing.state.clip
        if options & Self.clipped != 0 {
            drawing.clip(to: drawing.rectangle(box(56)), combines: true)
        }
        drawing.draw(.init(text: text, place: point(36), advances: advances))
        drawing.state.clip = clip
    }

    /// A brush with a pattern, which is shown as the color that it looks like from afar.
    func playPattern() {
        let header = Array(part(word(16), word(20)))
        let pixels = part(word(24), word(28))
        if code == 93 {
            let ones = pixels.reduce(0) { $0 + $1.nonzeroBitCount }
            let share = pixels.isEmpty ? 0.5 : Double(ones) / Double(pixels.count * 8)
            return keep(.brush(.init(share: share)))
        }
        let colour = MetafileBitmap.average(header: header, pixels: pixels)
        keep(.brush(.init(colour: colour ?? 0x80_8080)))
    }

    /// Words without the places of letters ([MS-EMF], 2.3.5.37).
    func playSmallText() {
        let (count, options) = (word(16), word(20))
        let (isNarrow, hasBox) = (options & 0x200 != 0, options & 0x100 == 0)
        guard count <= end - start, options & Self.byGlyphs == 0 else { return }
        let place = 36 + (hasBox ? 16 : 0)
        let bytes = Array(part(place, isNarrow ? count : count * 2))
        let units =
            isNarrow
            ? bytes.map(UInt16.init) : (0..<(bytes.count / 2)).map { bytes.number16($0 * 2) }
        let text = String(decoding: units, as: UTF16.self)
        drawing.draw(.init(text: text, place: point(8)))
    }

    /// A picture, or a rectangle without one.
    func playBitmap() {
        // Where the rectangle, the operation, and the header and pixels of the bitmap are said.
        let (target, operation, header): (Box, Int, Int)
        switch code {
        case 80:
            (target, operation, header) = (box(24, size: 40), 0x00CC_0020, 48)
        case 81:
            (target, operation, header) = (box(24, size: 72), word(68), 48)
        case 114, 116:
            (target, operation, header) = (box(24, size: 32), 0x00CC_0020, 84)
        default:
            (target, operation, header) = (box(24, size: 32), word(40), 84)
        }
        let size = word(header + 4)
        guard size > 0 else {
            return drawing.draw(nil, in: target, operation: UInt32(truncatingIfNeeded: operation))
        }
        let bitmap = MetafileBitmap(
            header: Array(part(word(header), size)),
            pixels: part(word(header + 8), word(header + 12)),
            hasAlpha: code == 114
        )
        guard let bitmap else { return }
        drawing.draw(bitmap, in: target, operation: UInt32(truncatingIfNeeded: operation))
    }

    /// A rectangle whose corner and size are at two places.
    private func box(_ corner: Int, size: Int) -> Box {
        let (corner, size) = (point(corner), point(size))
        return Box(x: corner.x, y: corner.y, width: size.x, height: size.y)
    }
}
