import Glibc
import PreviewModel

// Words and pictures.
extension MetafileDrawing {
    /// A line of words.
    struct Words {
        var text: String
        var place: MetafilePoint
        /// How far each letter advances; empty where the font says it.
        var advances: [Double] = []
    }

    private enum Alignment {
        static let updatesPosition = 1
        static let right = 2
        static let centre = 6
        static let bottom = 8
        static let baseline = 24
    }

    /// How high a letter is of a line with its room above and below.
    private static let letterOfLine = 0.85
    /// How much of a letter is above its line.
    private static let ascent = 0.9

    func draw(_ words: Words) {
        guard !words.text.isEmpty, !isFull else { return }
        let font = state.font
        let transform = state.transform
        let across = (transform.a * transform.a + transform.b * transform.b).squareRoot()
        let down = (transform.c * transform.c + transform.d * transform.d).squareRoot()
        let height = font.height == 0 ? 12 / max(down, 1e-6) : font.height
        let size = (height < 0 ? -height : height * Self.letterOfLine) * down
        guard size > 0, size.isFinite else { return }
        let isMoved = state.textAlignment & Alignment.updatesPosition != 0
        let place = transform.apply(isMoved ? state.position : words.place)
        let advances = words.advances.map { $0 * across }
        let length = advances.reduce(0, +)
        var (x, y) = (place.x, place.y)
        switch state.textAlignment & Alignment.baseline {
        case Alignment.baseline: break
        case Alignment.bottom: y -= size * (1 - Self.ascent)
        default: y += size * Self.ascent
        }
        var anchor = "start"
        switch state.textAlignment & Alignment.centre {
        case Alignment.centre: if length > 0 { x -= length / 2 } else { anchor = "middle" }
        case Alignment.right: if length > 0 { x -= length } else { anchor = "end" }
        default: break
        }
        let turn = atan2(transform.b, transform.a) * 180 / .pi - font.escapement / 10
        var element = "<text xml:space='preserve' x='\(Self.digits(x))'"
        element += " y='\(Self.digits(y))' text-anchor='\(anchor)'" + look(font, size)
        if turn.magnitude > 0.01, transform.a > 0 || font.escapement != 0 {
            let centre = "\(Self.digits(place.x)) \(Self.digits(place.y))"
            element += " transform='rotate(\(Self.digits(turn)) \(centre))'"
        }
        add(element + ">" + Self.placed(words.text, from: x, advances) + "</text>")
        if isMoved { state.position.x += words.advances.reduce(0, +) }
        _ = self.place(words.place)
    }

    /// The letters, each at its place where the metafile says it; librsvg takes only the first place of a list.
    ///
    /// Letters that join or change places with their neighbors stay together.
    private static func placed(_ text: String, from x: Double, _ advances: [Double]) -> String {
        let letters = text.unicodeScalars
        guard advances.count == letters.count, letters.count > 1,
            !letters.contains(where: { (0x300...0x1DFF).contains($0.value) && !isSimple($0.value) })
        else { return escaped(text) }
        var (words, x) = ("", x)
        for (letter, advance) in zip(letters, advances) {
            let place = words.isEmpty ? "" : " x='\(digits(x))'"
            words += "<tspan\(place)>\(escaped(String(letter)))</tspan>"
            x += advance
        }
        return words
    }

    /// Whether letters of a script stand side by side: Greek, Cyrillic, Armenian, Georgian, Hangul.
    private static func isSimple(_ letter: UInt32) -> Bool {
        (0x370...0x58F).contains(letter) || (0x10A0...0x11FF).contains(letter)
    }

    private func look(_ font: MetafileState.Font, _ size: Double) -> String {
        var words = " font-size='\(Self.digits(size))' fill='\(Self.colour(state.textColour))'"
        if !font.family.isEmpty { words += " font-family='\(Self.escaped(font.family))'" }
        if font.isBold { words += " font-weight='bold'" }
        if font.isItalic { words += " font-style='italic'" }
        let lines =
            (font.isUnderlined ? ["underline"] : []) + (font.isStruck ? ["line-through"] : [])
        if !lines.isEmpty { words += " text-decoration='\(lines.joined(separator: " "))'" }
        return words
    }

    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in TextDecoding.harmless(text).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "'": result += "&apos;"
            case "\"": result += "&quot;"
            case _ where scalar.value < 0x20: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A text of bytes in the set of characters of the font.
    func text(_ bytes: ArraySlice<UInt8>) -> String {
        if state.font.family.lowercased().contains("symbol") {
            return SymbolLetters.text(bytes)
        }
        if RichText.encoding(ofSet: state.font.charset) == nil, state.font.charset == 1,
            let text = TextDecoding.text(Array(bytes), isWhole: true)
        {
            // The set of the computer on which the file was made.
            return text
        }
        let encoding = RichText.encoding(ofSet: state.font.charset) ?? "WINDOWS-1252"
        return TextDecoding.convert(bytes, from: encoding) ?? String(decoding: bytes, as: UTF8.self)
    }

    /// The advances of letters of which some have two bytes, each with an advance; none where they do not fit.
    static func advances(of text: String, bytes: [Double]) -> [Double] {
        let letters = text.unicodeScalars
        let extra = bytes.count - letters.count
        let wide = letters.count { $0.value >= 0x100 }
        guard extra == 0 || extra == wide else { return [] }
        var place = 0
        return letters.map { letter in
            let count = extra > 0 && letter.value >= 0x100 ? 2 : 1
            defer { place += count }
            return bytes[min(place, bytes.count)..<min(place + count, bytes.count)].reduce(0, +)
        }
    }

    /// The advances of letters of which some have two UTF-16 units, each with an advance.
    static func advances(of text: String, units: [Double]) -> [Double] {
        var place = 0
        return text.unicodeScalars.map { letter in
            let count = letter.value > 0xFFFF ? 2 : 1
            defer { place += count }
            return units[min(place, units.count)..<min(place + count, units.count)].reduce(0, +)
        }
    }

    /// Draws a picture into a rectangle, and combines it with what is below as a command says.
    func draw(_ picture: MetafileBitmap?, in box: Box, operation: UInt32) {
        let corners = rectangle(box)
        guard let picture else { return fill(corners, operation) }
        guard !isFull else { return }
        let transform = state.transform
        let start = transform.apply(MetafilePoint(x: box.x, y: box.y))
        let end = transform.apply(MetafilePoint(x: box.x + box.width, y: box.y + box.height))
        let (width, height) = ((end.x - start.x).magnitude, (end.y - start.y).magnitude)
        guard width > 0, height > 0 else { return }
        let blend =
            switch operation {
            case 0x0088_00C6: "multiply"
            case 0x00EE_0086: "screen"
            case 0x0066_0046: "difference"
            default: ""
            }
        let place =
            "x='\(Self.digits(min(start.x, end.x)))' y='\(Self.digits(min(start.y, end.y)))'"
        let style = blend.isEmpty ? "" : " style='mix-blend-mode:\(blend)'"
        add(
            "<image \(place) width='\(Self.digits(width))' height='\(Self.digits(height))'\(style) "
                + "preserveAspectRatio='none' xlink:href='data:image/\(picture.kind);base64,"
                + XPSDrawing.base64(picture.file) + "'/>"
        )
    }

    /// Fills a rectangle as a command without a picture says.
    private func fill(_ corners: String, _ operation: UInt32) {
        let (brush, pen) = (state.brush, state.pen)
        defer { (state.brush, state.pen) = (brush, pen) }
        state.pen = .none
        switch operation {
        case 0x0000_0042: state.brush = .init(colour: 0)
        case 0x00FF_0062: state.brush = .init(colour: 0xFF_FFFF)
        case 0x00F0_0021: break
        default: return
        }
        draw(corners, .area)
    }

    /// Fills a rectangle with the color behind words.
    func fillBackground(_ box: Box) {
        let (brush, pen) = (state.brush, state.pen)
        defer { (state.brush, state.pen) = (brush, pen) }
        (state.brush, state.pen) = (.init(colour: state.background), .none)
        draw(rectangle(box), .area)
    }
}

/// The letters of the font Symbol, which formulas have, in Unicode.
enum SymbolLetters {
    /// From the blank on, and from 0xA0 on.
    private static let lower = Array(
        (" !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾"
            + "αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼").unicodeScalars
    )
    private static let upper = Array(
        ("€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓"
            + "◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭").unicodeScalars
    )

    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(letter(Int(byte))) }
        return String(text)
    }

    private static func letter(_ code: Int) -> Unicode.Scalar {
        if code >= 0x20, code - 0x20 < lower.count { return lower[code - 0x20] }
        if code >= 0xA0, code - 0xA0 < upper.count { return upper[code - 0xA0] }
        return " "
    }
}
