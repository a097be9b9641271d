import PreviewHelper
import PreviewModel

/// Draws the card of a file that has no picture: an icon, a badge, and text.
struct CardPicture {
    private static let side = 256.0
    private static let grey: UInt32 = 0x6E_6E73

    let card: CardMessage
    /// The PNG or SVG file of the type's icon, or nothing.
    let icon: [UInt8]

    /// The card on a transparent square; the smallest is the icon alone.
    func draw(pixels: Int) throws(DrawingFailure) -> Picture {
        let canvas = try Canvas(
            width: pixels,
            height: pixels,
            scale: Double(pixels) / Self.side
        )
        if pixels < 96 || card.isIconAlone {
            try drawIcon(on: canvas, x: 8, y: 8, size: 240)
            try drawBadge(on: canvas, x: 148, y: 148, size: 100)
            return try canvas.picture()
        }
        // Draw a sheet behind the card, for dark and light backgrounds.
        let sheet = Box(x: 6, y: 6, width: Self.side - 12, height: Self.side - 12)
        canvas.fill(sheet, radius: 18, colour: 0xFFFA_FAFB)
        canvas.frame(sheet, radius: 18, line: 1, colour: 0xFFD6_D6DB)
        let texts = try words()
        let height = texts.reduce(0) { $0 + $1.height + 3 }
        let size = min(116, Self.side - 48 - height)
        let top = (Self.side - size - height - 10) / 2
        let left = (Self.side - size) / 2
        try drawIcon(on: canvas, x: left, y: top, size: size)
        try drawBadge(on: canvas, x: left + size * 0.62, y: top + size * 0.62, size: size * 0.42)
        var y = top + size + 10
        for text in texts {
            canvas.draw(text, x: 20, y: y)
            y += text.height + 3
        }
        return try canvas.picture()
    }

    private func words() throws(DrawingFailure) -> [SetText] {
        var name = TextStyle()
        name.size = 15
        name.look = .bold
        name.cut = .middle
        name.alignment = .center
        name.spacing = 0
        var kind = name
        kind.size = 12.5
        kind.look = []
        kind.colour = Self.grey
        kind.cut = .end
        var reason = kind
        reason.colour = card.badge == .warning ? 0xB0_3A00 : 0x3A_3A3C
        reason.lines = 2
        let facts = [card.kind, card.size].filter { !$0.isEmpty }.joined(separator: " \u{00B7} ")
        var texts: [SetText] = []
        for (words, style) in [(card.name, name), (facts, kind), (card.reason, reason)]
        where !words.isEmpty {
            texts.append(try SetText(StyledText(words), style, width: Self.side - 40))
        }
        return texts
    }

    private func drawIcon(
        on canvas: Canvas,
        x: Double,
        y: Double,
        size: Double
    ) throws(DrawingFailure) {
        if !icon.isEmpty, canvas.icon(icon, x: x, y: y, size: size) { return }
        // Without an icon in any theme, draw a sheet with a folded corner and the extension on it.
        let (width, fold) = (size * 0.74, size * 0.2)
        let (left, right) = (x + (size - width) / 2, x + (size + width) / 2)
        let corners = [
            (left, y), (right - fold, y), (right, y + fold), (right, y + size), (left, y + size),
        ]
        let edge = size * 0.012 + 0.6
        let outer = corners.map { point in
            (
                point.0 + (point.0 < x + size / 2 ? -edge : edge),
                point.1 + (point.1 < y + size / 2 ? -edge : edge)
            )
        }
        canvas.polygon(outer, colour: 0xFFC4_C4CA)
        canvas.polygon(corners, colour: 0xFFFF_FFFF)
        canvas.polygon(
            [(right - fold, y), (right, y + fold), (right - fold, y + fold)],
            colour: 0xFFDD_DDE2
        )
        let suffix = RequestMessage.nameExtension(of: card.name).prefix(5).uppercased()
        guard !suffix.isEmpty else { return }
        var style = TextStyle()
        style.size = size * 0.17
        style.look = .bold
        style.colour = Self.grey
        style.alignment = .center
        style.cut = .end
        let text = try SetText(StyledText(suffix), style, width: width * 0.92)
        canvas.draw(text, x: left + width * 0.04, y: y + size * 0.62)
    }

    private func drawBadge(
        on canvas: Canvas,
        x: Double,
        y: Double,
        size: Double
    ) throws(DrawingFailure) {
        let (centre, middle) = (x + size / 2, y + size / 2)
        switch card.badge {
        case .none: break
        case .lock:
            disc(on: canvas, x: x, y: y, size: size, colour: 0xFF5B_5B60)
            let width = size * 0.4
            let shackle = Box(
                x: centre - width * 0.32,
                y: middle - size * 0.25,
                width: width * 0.64,
                height: size * 0.36
            )
            canvas.frame(shackle, radius: width * 0.31, line: size * 0.065, colour: 0xFFFF_FFFF)
            let body = Box(
                x: centre - width / 2,
                y: middle - size * 0.04,
                width: width,
                height: size * 0.28
            )
            canvas.fill(body, radius: size * 0.04, colour: 0xFFFF_FFFF)
        case .warning:
            let points = [
                (centre, y + size * 0.06), (x + size * 0.98, y + size * 0.92),
                (x + size * 0.02, y + size * 0.92),
            ]
            canvas.polygon(
                [
                    (centre, y - size * 0.05), (x + size * 1.07, y + size * 0.97),
                    (x - size * 0.07, y + size * 0.97),
                ],
                colour: 0xFFFF_FFFF
            )
            canvas.polygon(points, colour: 0xFFF5_A300)
            let bar = Box(
                x: centre - size * 0.05,
                y: y + size * 0.36,
                width: size * 0.1,
                height: size * 0.28
            )
            canvas.fill(bar, radius: size * 0.04, colour: 0xFF3A_2A00)
            let dot = Box(
                x: centre - size * 0.055,
                y: y + size * 0.71,
                width: size * 0.11,
                height: size * 0.11
            )
            canvas.fill(dot, radius: size * 0.055, colour: 0xFF3A_2A00)
        case .clock:
            disc(on: canvas, x: x, y: y, size: size, colour: 0xFF5B_5B60)
            let hand = size * 0.07
            let minutes = Box(
                x: centre - hand / 2,
                y: middle - size * 0.3,
                width: hand,
                height: size * 0.33
            )
            let hours = Box(
                x: centre - hand / 2,
                y: middle - hand / 2,
                width: size * 0.25,
                height: hand
            )
            canvas.fill(minutes, radius: hand / 2, colour: 0xFFFF_FFFF)
            canvas.fill(hours, radius: hand / 2, colour: 0xFFFF_FFFF)
        }
    }

    private func disc(on canvas: Canvas, x: Double, y: Double, size: Double, colour: UInt32) {
        let rim = size * 0.06
        let outer = Box(x: x - rim, y: y - rim, width: size + 2 * rim, height: size + 2 * rim)
        canvas.fill(outer, radius: size / 2 + rim, colour: 0xFFFF_FFFF)
        canvas.fill(Box(x: x, y: y, width: size, height: size), radius: size / 2, colour: colour)
    }
}
