import CPango
import PreviewHelper
import PreviewModel

/// A specimen of a font: its name, its letters, and a sentence at several sizes.
@safe final class FontSample {
    /// The largest font that is opened, in bytes.
    static let sizeLimit = 64 << 20

    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let font: OpaquePointer

    init(_ descriptor: Int32) throws(DocumentProblemError) {
        let (contents, isWhole) = FilePart.start(of: descriptor, limit: Self.sizeLimit)
        guard isWhole else {
            throw DocumentProblemError(.tooLarge(why: .init(.fontTooLarge)))
        }
        // FreeType reads the bytes in place as long as the font lives, and cairo keeps it longer;
        // so they are freed only when the process exits.
        unsafe bytes = .allocate(capacity: max(1, contents.count))
        unsafe _ = bytes.initialize(from: contents)
        guard let font = unsafe cpango_font_open(bytes.baseAddress, contents.count) else {
            throw DocumentProblemError(.damaged(why: .init(.notFont)))
        }
        unsafe self.font = font
    }

    deinit { unsafe cpango_font_free(font) }

    /// The family name of the font.
    var name: String? {
        let family = unsafe cpango_font_family(font).map { unsafe String(cString: $0) }
        let style = unsafe cpango_font_style(font).map { unsafe String(cString: $0) }
        let name = [family, style].compactMap { $0 }.joined(separator: " ").singleLine
        return name.isEmpty ? nil : name
    }

    private static let sentences = [
        "The quick brown fox jumps over the lazy dog.", "敏捷的棕色狐狸跳过了那只懒狗。",
        "Съешь ещё этих мягких французских булок.", "نص حكيم له سر قاطع وذو شأن عظيم",
        "דג סקרן שט בים מאוכזב ולפתע מצא חברה", "いろはにほへと ちりぬるを",
        "키스의 고유조건은 입술끼리 만나야 한다", "ऋषियों को सताने वाले दुष्ट राक्षसों",
        "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία",
    ]

    /// The edge of the sample, in points.
    static let side = 400.0

    /// Draws the sample on a white square.
    func draw(pixels: Int) throws(DrawingFailure) -> Picture {
        let side = Self.side
        let canvas = try Canvas(width: pixels, height: pixels, scale: Double(pixels) / side)
        canvas.fill(Box(x: 0, y: 0, width: side, height: side), colour: 0xFFFF_FFFF)
        if pixels > 96 {
            try draw(on: canvas)
        } else {
            // At icon size, two letters are clearer than many.
            let letters =
                ["Ag", "永", "あ", "한", "ع", "א", "अ"].first(where: covers) ?? ownLetters(2)
            line(letters, size: 210, top: 60, height: 280, canvas: canvas, isCentred: true)
        }
        return try canvas.picture()
    }

    /// Draws the sample into the square at the origin.
    func draw(on canvas: Canvas) throws(DrawingFailure) {
        let side = Self.side
        let sentences = Self.sentences.filter(covers)
        var label = TextStyle.body
        label.size = 13
        label.colour = 0x80_8086
        label.cut = .middle
        label.alignment = .center
        let caption = try SetText(StyledText(name ?? ""), label, width: side - 40)
        canvas.draw(caption, x: 20, y: 16)
        let isLatin = covers("AaBbGgQq")
        var rows: [(String, Double)] =
            isLatin
            ? [
                ("ABCDEFGHIJKLM", 38), ("NOPQRSTUVWXYZ", 38), ("abcdefghijklm", 38),
                ("nopqrstuvwxyz", 38), ("1234567890", 38),
            ]
            : ownRows().map { ($0, 38) }
        if !isLatin, covers("天地玄黄") {
            // The first characters of a Chinese font are not typical of it.
            rows = ["天地玄黄宇宙洪荒", "日月盈昃辰宿列张", "寒来暑往秋收冬藏"]
                .filter(covers).map { ($0, 46) }
        }
        var top = 48.0
        for (words, height) in rows {
            line(words, size: 30, top: top, height: height, canvas: canvas, isCentred: true)
            top += height
        }
        top += 8
        var size = 20.0
        for sentence in sentences.prefix(6) where top < 380 {
            line(sentence, size: size, top: top, height: size * 1.5, canvas: canvas)
            top += size * 1.5
            size = max(10, size - 3)
        }
        if isLatin, let sentence = sentences.first, sentences.count < 4 {
            for size in [13.0, 10, 8] where top < 385 {
                line(sentence, size: size, top: top, height: size * 1.5, canvas: canvas)
                top += size * 1.5
            }
        }
    }

    /// Draws a line, downscaled if it is too long.
    private func line(
        _ words: String,
        size: Double,
        top: Double,
        height: Double,
        canvas: Canvas,
        isCentred: Bool = false
    ) {
        let room = 360.0
        let natural = width(words, size: size)
        guard natural > 0 else { return }
        let size = natural > room ? size * room / natural : size
        let width = min(natural, room)
        let x = isCentred ? 200 - width / 2 : 20
        var words = words
        unsafe canvas.withHandle { handle in
            words.withUTF8 { bytes in
                unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                    _ = unsafe cpango_font_draw(
                        handle,
                        font,
                        bytes.baseAddress,
                        bytes.count,
                        size,
                        x,
                        top + height * 0.75,
                        0xFF1D_1D1F
                    )
                }
            }
        }
    }

    private func width(_ words: String, size: Double) -> Double {
        var words = words
        return words.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                unsafe cpango_font_draw(nil, font, bytes.baseAddress, bytes.count, size, 0, 0, 0)
            }
        }
    }

    /// Whether the font has all letters of some words.
    private func covers(_ words: String) -> Bool {
        words.unicodeScalars.allSatisfy { scalar in
            unsafe scalar == " " || cpango_font_has(font, scalar.value) != 0
        }
    }

    /// Returns characters of the font, for a font without any of the sample alphabets.
    private func ownLetters(_ count: Int) -> String {
        var letters = ""
        var character: UInt32 = 0x20
        for _ in 0..<4_000 where letters.unicodeScalars.count < count {
            character = unsafe cpango_font_next(font, character)
            guard character != 0 else { break }
            guard let scalar = Unicode.Scalar(character) else { continue }
            switch scalar.properties.generalCategory {
            case .control, .format, .nonspacingMark, .enclosingMark, .spaceSeparator, .surrogate:
                continue
            default: letters.unicodeScalars.append(scalar)
            }
        }
        return letters
    }

    private func ownRows() -> [String] {
        let letters = Array(ownLetters(50).unicodeScalars)
        return stride(from: 0, to: letters.count, by: 10).map { start in
            var row = String.UnicodeScalarView()
            row.append(contentsOf: letters[start..<min(start + 10, letters.count)])
            return String(row)
        }
    }
}
