import PreviewHelper

// The records of a metafile ([MS-WMF], 2.3), by their codes.
extension WindowsMetafile {
    /// Plays the record that is read.
    func play() {
        switch code {
        case 0x0201, 0x0103, 0x0106, 0x0209, 0x012E, 0x020B...0x020F, 0x0410, 0x0412, 0x001E,
            0x0127:
            playState()
        case 0x02FA, 0x02FB, 0x02FC, 0x0142, 0x01F9, 0x00F7, 0x06FF: playTool()
        case 0x012D: selectTool()
        case 0x01F0: dropTool()
        case 0x0213: drawing.extend(through: [point(0)], isCurve: false)
        case 0x0214: drawing.move(to: point(0))
        case 0x0416: drawing.clip(to: drawing.rectangle(box(0)), combines: true)
        case 0x0324, 0x0325, 0x0538, 0x0418, 0x041B, 0x061C, 0x0817, 0x081A, 0x0830: playShape()
        case 0x0521, 0x0A32: playText()
        case 0x061D, 0x0940, 0x0B41, 0x0F43, 0x0D33: playBitmap()
        default: break
        }
    }

    private func playState() {
        switch code {
        case 0x0201: drawing.state.background = long(0)
        case 0x0106: drawing.state.fillsAll = word(0) == 2
        case 0x0209: drawing.state.textColour = long(0)
        case 0x012E: drawing.state.textAlignment = word(0)
        case 0x020B: drawing.state.windowOrigin = point(0)
        case 0x020C: setWindow(point(0))
        case 0x020F:
            let offset = point(0)
            drawing.state.windowOrigin.x += offset.x
            drawing.state.windowOrigin.y += offset.y
        case 0x0410: scaleWindow()
        case 0x001E: drawing.save()
        case 0x0127: drawing.restore(Int(Int16(truncatingIfNeeded: word(0))))
        // The viewport and the mode are those of the device on which the file was made.
        default: break
        }
    }

    private func scaleWindow() {
        let (down, across) = (number(0), number(2))
        guard down != 0, across != 0 else { return }
        let window = drawing.state.window
        setWindow(
            MetafilePoint(x: window.x * number(3) / across, y: window.y * number(1) / down)
        )
    }

    private func playTool() {
        switch code {
        case 0x02FA:
            let pen = MetafileState.Pen(
                colour: long(3),
                width: number(1).magnitude,
                style: word(0) & 15
            )
            keep(.pen(pen))
        case 0x02FC: keep(.brush(.init(colour: long(1), isEmpty: word(0) == 1)))
        // A pattern is shown as the color that it looks like from afar.
        case 0x0142: keep(.brush(.init(colour: MetafileBitmap.average(rest(2)) ?? 0x80_8080)))
        case 0x01F9: keep(.brush(.init(colour: 0x80_8080)))
        case 0x02FB: keep(.font(font))
        default: keep(.other)
        }
    }

    private var font: MetafileState.Font {
        var font = MetafileState.Font()
        font.height = number(0)
        font.escapement = number(2)
        font.isBold = word(4) >= 600
        (font.isItalic, font.isUnderlined) = (word(5) & 255 != 0, word(5) >> 8 != 0)
        (font.isStruck, font.charset) = (word(6) & 255 != 0, word(6) >> 8)
        let name = rest(9).prefix { $0 != 0 }
        font.family = TextDecoding.text(Array(name), isWhole: true) ?? ""
        return font
    }

    private func playShape() {
        switch code {
        case 0x0324: drawing.draw(polygon(closed: true), .lineAndArea)
        case 0x0325: drawing.draw(polygon(closed: false), .line)
        case 0x0538: playPolygons()
        case 0x0418: drawing.draw(drawing.ellipse(box(0)), .lineAndArea)
        case 0x041B: drawing.draw(drawing.rectangle(box(0)), .lineAndArea)
        case 0x061C:
            let shape = drawing.roundRectangle(box(2), width: number(1), height: number(0))
            drawing.draw(shape, .lineAndArea)
        case 0x0817: drawing.draw(drawing.arc(box(4), point(2), point(0), .open), .line)
        case 0x081A: drawing.draw(drawing.arc(box(4), point(2), point(0), .pie), .lineAndArea)
        default: drawing.draw(drawing.arc(box(4), point(2), point(0), .chord), .lineAndArea)
        }
    }

    private func polygon(closed: Bool) -> String {
        drawing.lines(points(1, count: word(0)), closed: closed)
    }

    private func playPolygons() {
        let shapes = min(word(0), count)
        var (commands, place) = ("", 1 + shapes)
        for index in 0..<shapes {
            let points = points(place, count: word(1 + index))
            commands += drawing.lines(points, closed: true)
            place += points.count * 2
        }
        drawing.draw(commands, .lineAndArea)
    }

    private func playText() {
        guard code == 0x0A32 else {
            let length = word(0)
            let place = 1 + (length + 1) / 2
            let words = drawing.text(part(1, bytes: length))
            return drawing.draw(.init(text: words, place: point(place)))
        }
        let (length, options) = (word(2), word(3))
        let hasBox = options & 6 != 0
        let place = hasBox ? 8 : 4
        let bytes = part(place, bytes: length)
        if options & 2 != 0, hasBox {
            let (first, last) = (
                MetafilePoint(x: number(4), y: number(5)), MetafilePoint(x: number(6), y: number(7))
            )
            drawing.fillBackground(
                Box(x: first.x, y: first.y, width: last.x - first.x, height: last.y - first.y)
            )
        }
        let text = drawing.text(bytes)
        let begin = place + (length + 1) / 2
        var advances: [Double] = []
        if length > 0, count - begin >= length {
            let bytes = (0..<length).map { number(begin + $0) }
            advances = MetafileDrawing.advances(of: text, bytes: bytes)
        }
        drawing.draw(.init(text: text, place: point(0), advances: advances))
    }

    private func playBitmap() {
        let operation = code == 0x0D33 ? 0x00CC_0020 : long(0)
        // Where the size of the rectangle is said, and the bitmap begins.
        let (size, header): (Int, Int?)
        switch code {
        case 0x061D: (size, header) = (2, nil)
        case 0x0940: (size, header) = count == 9 ? (5, nil) : (4, 8)
        case 0x0B41: (size, header) = count == 11 ? (7, nil) : (6, 10)
        case 0x0F43: (size, header) = (7, 11)
        default: (size, header) = (5, 9)
        }
        let (extent, corner) = (point(size), point(size + 2))
        let target = Box(x: corner.x, y: corner.y, width: extent.x, height: extent.y)
        guard let header else { return drawing.draw(nil, in: target, operation: operation) }
        guard let bitmap = MetafileBitmap(rest(header)) else { return }
        drawing.draw(bitmap, in: target, operation: operation)
    }
}
