import PreviewHelper
import PreviewModel

/// The text of RTF (specification 1.9): paragraphs, bold, italic, sizes, and pictures; no fields.
struct RichText {
    private struct State {
        var look: Look = []
        var size: Double?
        var skipped = false
        var unicodeSkip = 1
        var alignment = TextStyle.Alignment.start
        /// The number of the current font, whose character set applies.
        var font: Int?
        var inFontTable = false
    }

    /// The maximum nesting depth of groups.
    private static let depthLimit = 200
    /// Destinations without text of the document.
    private static let hidden: Set<String> = [
        "fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "header", "headerl",
        "headerr", "headerf", "footer", "footerl", "footerr", "footerf", "listtable",
        "listoverridetable", "rsidtbl", "generator", "themedata", "colorschememapping",
        "datastore", "latentstyles", "fldinst", "footnote", "xmlnstbl", "nonshppict", "pntext",
        "listtext", "shpinst", "bkmkstart", "bkmkend", "filetbl", "revtbl", "annotation",
    ]

    private var state = State()
    private var stack: [State] = []
    private var text = StyledText()
    private var pending: [UInt8] = []
    private var encoding = "WINDOWS-1252"
    /// The encodings of fonts that have one of their own.
    private var fonts: [Int: String] = [:]
    private var usualFont: Int?
    /// The font that the table of fonts speaks of.
    private var describedFont = 0
    private var toSkip = 0
    /// The picture whose data are being read.
    private var picture: RichPicture?
    /// The pictures of the paragraph, which follow it.
    private var pictures: [InlinePicture] = []
    /// The most pictures of a paragraph.
    private static let picturesLimit = 100
    private let sink: (Block) -> Bool
    private var wantsMore = true

    private init(_ sink: @escaping (Block) -> Bool) { self.sink = sink }

    static func read(
        _ bytes: [UInt8],
        into sink: @escaping (Block) -> Bool
    ) throws(DocumentProblemError) {
        guard bytes.starts(with: "{\\rtf".utf8) else {
            throw DocumentProblemError(.damaged(why: .init(.notRTF)))
        }
        var reader = RichText(sink)
        reader.read(bytes)
    }

    private mutating func read(_ bytes: [UInt8]) {
        var place = 0
        while place < bytes.count, wantsMore {
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "{"):
                flushBytes()
                guard stack.count < Self.depthLimit else { return ReadingExtent.noteOmission() }
                stack.append(state)
            case UInt8(ascii: "}"):
                flushBytes()
                endPicture()
                guard let outer = stack.popLast() else { return }
                state = outer
            case UInt8(ascii: "\\"): place = control(bytes, place)
            case 0x0A, 0x0D: break
            case _ where isPicture: picture?.take(byte)
            default:
                if toSkip > 0 { toSkip -= 1 } else { pending.append(byte) }
                if pending.count > 4_096 { flushBytes() }
            }
        }
        flushBytes()
        if !text.isEmpty || !pictures.isEmpty { endParagraph() }
    }

    /// Whether what is read now is the data of a picture.
    private var isPicture: Bool { picture?.depth == stack.count }

    private mutating func endPicture() {
        guard isPicture, let done = picture else { return }
        picture = nil
        guard let shown = done.result else { return }
        guard pictures.count < Self.picturesLimit else { return ReadingExtent.noteOmission() }
        pictures.append(shown)
    }

    /// Reads a control word or symbol after a backslash, and returns the position after it.
    private mutating func control(_ bytes: [UInt8], _ start: Int) -> Int {
        var place = start
        guard place < bytes.count else { return place }
        let first = bytes[place]
        guard (0x61...0x7A).contains(first | 0x20), first != UInt8(ascii: "'") else {
            place += 1
            return symbol(first, bytes, place)
        }
        var word = ""
        while place < bytes.count, (0x61...0x7A).contains(bytes[place] | 0x20), word.count < 32 {
            word.append(Character(UnicodeScalar(bytes[place])))
            place += 1
        }
        var digits = ""
        while place < bytes.count, digits.count < 11,
            (0x30...0x39).contains(bytes[place]) || (digits.isEmpty && bytes[place] == 0x2D)
        {
            digits.append(Character(UnicodeScalar(bytes[place])))
            place += 1
        }
        if place < bytes.count, bytes[place] == 0x20 { place += 1 }
        let number = Int(digits)
        if word == "bin" {
            let end = min(bytes.count, place + max(0, number ?? 0))
            if isPicture { picture?.take(bytes[place..<end]) }
            return end
        }
        if word != "u" || toSkip == 0 { flushBytes() }
        take(word, number)
        return place
    }

    private mutating func symbol(_ symbol: UInt8, _ bytes: [UInt8], _ place: Int) -> Int {
        switch symbol {
        case UInt8(ascii: "'"):
            let digits = String(decoding: bytes[place..<min(place + 2, bytes.count)], as: UTF8.self)
            if toSkip > 0 {
                toSkip -= 1
            } else if let byte = UInt8(digits, radix: 16) {
                pending.append(byte)
            }
            return min(place + 2, bytes.count)
        case UInt8(ascii: "*"): state.skipped = true
        case UInt8(ascii: "~"): append("\u{A0}")
        case UInt8(ascii: "_"): append("\u{2011}")
        case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"): pending.append(symbol)
        case 0x0A, 0x0D: endParagraph()
        default: break
        }
        return place
    }

    private mutating func take(_ word: String, _ number: Int?) {
        if isPicture { picture?.take(word, number) }
        if word == "pict", picture == nil {
            picture = RichPicture(depth: stack.count, isShown: !state.skipped)
        }
        // Programs that know no pictures but those of Windows skip this group, as they skip any with an asterisk.
        if word == "shppict" { state.skipped = stack.last?.skipped ?? false }
        if Self.hidden.contains(word) { state.skipped = true }
        let isOn = number != 0
        switch word {
        case "par", "sect", "row": endParagraph()
        case "line": append("\n")
        case "tab", "cell": append("\t")
        case "page":
            endParagraph()
            wantsMore = sink(.pageBreak) && wantsMore
        case "b": change(.bold, isOn)
        case "i": change(.italic, isOn)
        case "ul": change(.underline, isOn)
        case "ulnone": change(.underline, false)
        case "strike": change(.strike, isOn)
        case "plain": (state.look, state.size, state.font) = ([], nil, usualFont)
        case "pard": state.alignment = .start
        case "qc": state.alignment = .center
        case "qr": state.alignment = .end
        case "qj": state.alignment = .justify
        case "fs": state.size = number.map { min(72, max(5, Double($0) / 2)) }
        case "ansicpg": if let number { encoding = Self.encoding(ofCodePage: number) }
        case "mac": encoding = "MACINTOSH"
        case "pc": encoding = "CP437"
        case "pca": encoding = "CP850"
        case "fonttbl": state.inFontTable = true
        case "deff": (usualFont, state.font) = (number, number)
        case "f": if state.inFontTable { describedFont = number ?? 0 } else { state.font = number }
        case "fcharset" where state.inFontTable:
            if let set = number, fonts.count < 1_000 { fonts[describedFont] = Self.sets[set] }
        case "cpg" where state.inFontTable:
            if let page = number, page > 0, fonts.count < 1_000 {
                fonts[describedFont] = Self.encoding(ofCodePage: page)
            }
        case "uc": state.unicodeSkip = max(0, min(8, number ?? 1))
        case "u": takeUnicode(number ?? 0)
        case "emdash": append("\u{2014}")
        case "endash": append("\u{2013}")
        case "bullet": append("\u{2022}")
        case "lquote": append("\u{2018}")
        case "rquote": append("\u{2019}")
        case "ldblquote": append("\u{201C}")
        case "rdblquote": append("\u{201D}")
        default: break
        }
    }

    /// The encodings of the sets of characters that fonts name (specification 1.9, "Font Family"); those that
    /// are missing have that of the document.
    private static let sets: [Int: String] = [
        77: "MACINTOSH", 128: "CP932", 129: "CP949", 130: "JOHAB", 134: "GB18030", 136: "CP950",
        161: "WINDOWS-1253", 162: "WINDOWS-1254", 163: "WINDOWS-1258", 177: "WINDOWS-1255",
        178: "WINDOWS-1256", 186: "WINDOWS-1257", 204: "WINDOWS-1251", 222: "CP874",
        238: "WINDOWS-1250", 254: "CP437", 255: "CP850",
    ]

    /// The encoding of a set of characters that a font names; `nil` for that of Western Europe.
    static func encoding(ofSet set: Int) -> String? { sets[set] }

    /// The name that iconv has for a code page of Windows.
    static func encoding(ofCodePage page: Int) -> String {
        switch page {
        case 65001: "UTF-8"
        case 936, 54936: "GB18030"
        case 852: "IBM852"
        case 855: "IBM855"
        case 866: "IBM866"
        case 1250...1258: "WINDOWS-\(page)"
        case 1361: "JOHAB"
        case 10000: "MACINTOSH"
        case 10007: "MAC-CYRILLIC"
        default: "CP\(page)"
        }
    }

    private mutating func change(_ look: Look, _ isOn: Bool) {
        if isOn { state.look.formUnion(look) } else { state.look.subtract(look) }
    }

    /// UTF-16 units that wait for their second half.
    private var units: [UInt16] = []

    private mutating func takeUnicode(_ number: Int) {
        let unit = UInt16(truncatingIfNeeded: number)
        units.append(unit)
        if !(0xD800...0xDBFF).contains(unit) {
            append(TextDecoding.harmless(String(decoding: units, as: UTF16.self)))
            units = []
        }
        toSkip = state.unicodeSkip
    }

    private mutating func flushBytes() {
        guard !pending.isEmpty else { return }
        let encoding = state.font.flatMap { fonts[$0] } ?? encoding
        let words =
            TextDecoding.convert(pending[...], from: encoding)
            ?? String(decoding: pending, as: UTF8.self)
        pending = []
        append(TextDecoding.harmless(words))
    }

    private mutating func append(_ words: String) {
        guard !state.skipped else { return }
        text.append(words, look: state.look, size: state.size)
    }

    private mutating func endParagraph() {
        guard !state.skipped else { return }
        flushBytes()
        var style = TextStyle.body
        style.after = 4
        style.alignment = state.alignment
        let shown = pictures
        pictures = []
        if !text.isEmpty || shown.isEmpty {
            wantsMore = sink(.text(Paragraph(text, style))) && wantsMore
        }
        text = StyledText()
        for var picture in shown where wantsMore {
            picture.alignment = state.alignment
            wantsMore = sink(.picture(picture))
        }
    }
}
