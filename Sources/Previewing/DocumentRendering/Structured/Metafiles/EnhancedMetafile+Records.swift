import PreviewHelper

// The records of a metafile ([MS-EMF], 2.3), by their codes.
extension EnhancedMetafile {
    /// Plays the record that is read.
    func play() {
        switch code {
        case 2...8, 85...91: playPoints()
        case 56, 92: playMixed()
        case 9...12, 17...25, 31...36: playState()
        case 27: drawing.move(to: point(8))
        case 54: drawing.extend(through: [point(8)], isCurve: false)
        case 37: selectTool()
        case 40: dropTool()
        case 38, 39, 82, 93...95, 99: playTool()
        case 41...47, 55: playShape()
        case 59...68: playPath()
        case 29, 30, 75: playClip()
        case 76...81, 114, 116: playBitmap()
        case 83, 84: playText(isWide: code == 84)
        case 108: playSmallText()
        case 71: playRegion()
        default: break
        }
    }

    // MARK: Lines and curves

    private func playPoints() {
        let isShort = code >= 85
        let kind = isShort ? code - 83 : code
        if kind == 7 || kind == 8 { return playPolygons(isShort: isShort, isArea: kind == 8) }
        let points = points(28, count: word(24), isShort: isShort)
        switch kind {
        case 2: drawing.draw(drawing.curves(points), .line)
        case 3: drawing.draw(drawing.lines(points, closed: true), .lineAndArea)
        case 4: drawing.draw(drawing.lines(points, closed: false), .line)
        default: drawing.extend(through: points, isCurve: kind == 5)
        }
    }

    private func playPolygons(isShort: Bool, isArea: Bool) {
        let count = min(word(24), (end - start) / 4)
        var place = 32 + count * 4
        var commands = ""
        for index in 0..<count {
            let size = word(32 + index * 4)
            let points = points(place, count: size, isShort: isShort)
            commands += drawing.lines(points, closed: isArea)
            place += points.count * (isShort ? 4 : 8)
        }
        drawing.draw(commands, isArea ? .lineAndArea : .line)
    }

    /// Lines and curves in any order, each point with its kind.
    private func playMixed() {
        let count = min(word(24), (end - start) / 4)
        let isShort = code == 92
        let points = points(28, count: count, isShort: isShort)
        let kinds = Array(part(28 + count * (isShort ? 4 : 8), count))
        guard kinds.count == points.count else { return }
        var index = 0
        while index < points.count {
            switch kinds[index] & 6 {
            case 6: drawing.move(to: points[index])
            case 4 where index + 2 < points.count:
                drawing.extend(through: Array(points[index...(index + 2)]), isCurve: true)
                index += 2
            default: drawing.extend(through: [points[index]], isCurve: false)
            }
            if kinds[index] & 1 == 1 { drawing.closeFigure() }
            index += 1
        }
    }

    // MARK: State

    private func playState() {
        switch code {
        case 9: drawing.state.window = point(8)
        case 10: drawing.state.windowOrigin = point(8)
        case 11: drawing.state.viewport = point(8)
        case 12: drawing.state.viewportOrigin = point(8)
        case 17: drawing.state.mapMode = word(8)
        case 19: drawing.state.fillsAll = word(8) == 2
        case 22: drawing.state.textAlignment = word(8)
        case 24: drawing.state.textColour = UInt32(truncatingIfNeeded: word(8))
        case 25: drawing.state.background = UInt32(truncatingIfNeeded: word(8))
        case 31: scale(\.viewport)
        case 32: scale(\.window)
        case 33: drawing.save()
        case 34: drawing.restore(Int(Int32(truncatingIfNeeded: word(8))))
        case 35: drawing.state.world = transform(8)
        case 36: modifyWorld()
        default: break
        }
    }

    private func scale(_ size: WritableKeyPath<MetafileState, MetafilePoint>) {
        let (across, down) = (number(12), number(20))
        guard across != 0, down != 0 else { return }
        drawing.state[keyPath: size].x *= number(8) / across
        drawing.state[keyPath: size].y *= number(16) / down
    }

    private func transform(_ offset: Int) -> MetafileTransform {
        var transform = MetafileTransform()
        (transform.a, transform.b) = (decimal(offset), decimal(offset + 4))
        (transform.c, transform.d) = (decimal(offset + 8), decimal(offset + 12))
        (transform.x, transform.y) = (decimal(offset + 16), decimal(offset + 20))
        return transform
    }

    private func modifyWorld() {
        let (old, new) = (drawing.state.world, transform(8))
        switch word(32) {
        case 1: drawing.state.world = MetafileTransform()
        case 2: drawing.state.world = new.then(old)
        case 3: drawing.state.world = old.then(new)
        case 4: drawing.state.world = new
        default: break
        }
    }

    private func playTool() {
        switch code {
        case 38:
            let pen = MetafileState.Pen(
                colour: UInt32(truncatingIfNeeded: word(24)),
                width: number(16).magnitude,
                style: word(12) & 15
            )
            keep(.pen(pen))
        case 95: keep(.pen(extendedPen()))
        case 39:
            let brush = MetafileState.Brush(
                colour: UInt32(truncatingIfNeeded: word(16)),
                isEmpty: word(12) == 1
            )
            keep(.brush(brush))
        case 93, 94: playPattern()
        case 82: keep(.font(font(12)))
        default: keep(.other)
        }
    }

    private func extendedPen() -> MetafileState.Pen {
        let style = word(28)
        var pen = MetafileState.Pen()
        // Of a cosmetic pen, the width is a pixel.
        pen.width = style & 0x1_0000 != 0 ? number(32).magnitude : 0
        pen.style = style & 15
        // Dashes of one's own.
        if pen.style == 7 { pen.style = 1 }
        pen.cap = [0: "round", 0x100: "square"][style & 0xF00] ?? "butt"
        pen.join = [0: "round", 0x1000: "bevel"][style & 0xF000] ?? "miter"
        pen.colour = UInt32(truncatingIfNeeded: word(40))
        if word(36) == 1 { pen.style = 5 }
        return pen
    }

    private func font(_ offset: Int) -> MetafileState.Font {
        var font = MetafileState.Font()
        font.height = number(offset)
        font.escapement = number(offset + 8)
        font.isBold = word(offset + 16) >= 600
        let flags = Array(part(offset + 20, 4))
        if flags.count == 4 {
            (font.isItalic, font.isUnderlined) = (flags[0] != 0, flags[1] != 0)
            (font.isStruck, font.charset) = (flags[2] != 0, Int(flags[3]))
        }
        let name = Array(part(offset + 28, min(64, end - start - offset - 28)))
        let units = (0..<(name.count / 2)).map { name.number16($0 * 2) }.prefix { $0 != 0 }
        font.family = String(decoding: units, as: UTF16.self)
        return font
    }

    // MARK: Shapes and paths

    private func playShape() {
        let box = box(8)
        switch code {
        case 41: playAngle()
        case 42: drawing.draw(drawing.ellipse(box), .lineAndArea)
        case 43: drawing.draw(drawing.rectangle(box), .lineAndArea)
        case 44:
            let shape = drawing.roundRectangle(box, width: number(24), height: number(28))
            drawing.draw(shape, .lineAndArea)
        case 45: drawing.draw(drawing.arc(box, point(24), point(32), .open), .line)
        case 46: drawing.draw(drawing.arc(box, point(24), point(32), .chord), .lineAndArea)
        case 47: drawing.draw(drawing.arc(box, point(24), point(32), .pie), .lineAndArea)
        default: extend(MetafileDrawing.arc(box, between: point(24), point(32)))
        }
    }

    /// A part of a circle, which a line joins to the position.
    private func playAngle() {
        let (centre, radius) = (point(8), number(16))
        let box = Box(
            x: centre.x - radius,
            y: centre.y - radius,
            width: radius * 2,
            height: radius * 2
        )
        let turn = Double.pi / 180
        extend(MetafileDrawing.arc(box, from: -decimal(20) * turn, by: -decimal(24) * turn))
    }

    private func extend(_ arc: [MetafilePoint]) {
        guard let first = arc.first else { return }
        drawing.extend(through: [first], isCurve: false)
        drawing.extend(through: Array(arc.dropFirst()), isCurve: true)
    }

    private func playPath() {
        switch code {
        case 59: drawing.beginPath()
        case 60: drawing.endPath()
        case 61: drawing.closeFigure()
        case 62: drawing.paintPath(.area)
        case 63: drawing.paintPath(.lineAndArea)
        case 64: drawing.paintPath(.line)
        case 67: drawing.clipToPath(combines: word(8) == 1)
        case 68: drawing.abortPath()
        default: break
        }
    }

    private func playClip() {
        switch code {
        case 30: drawing.clip(to: drawing.rectangle(box(8)), combines: true)
        case 75:
            // Regions are in units of the device, whatever the transform is.
            let mode = word(12)
            guard mode == 1 || mode == 5 else { return }
            drawing.clip(to: region(16), combines: mode == 1)
        default: break
        }
    }

    /// The rectangles of a region.
    private func region(_ offset: Int) -> String {
        let count = min(word(offset + 8), (end - start) / 16)
        let state = drawing.state
        defer { drawing.state = state }
        drawing.state.world = MetafileTransform()
        drawing.state.mapMode = 1
        (drawing.state.windowOrigin, drawing.state.viewportOrigin) = (
            MetafilePoint(x: 0, y: 0), MetafilePoint(x: 0, y: 0)
        )
        return (0..<count).map { drawing.rectangle(box(offset + 32 + $0 * 16)) }.joined()
    }

    private func playRegion() {
        let pen = drawing.state.pen
        drawing.state.pen = .none
        drawing.draw(region(32), .area)
        drawing.state.pen = pen
    }
}
