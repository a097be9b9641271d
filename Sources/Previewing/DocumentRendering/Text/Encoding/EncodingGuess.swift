/// Chooses the encoding in which the bytes of a text make the most sense.
///
/// Letter statistics need long texts and mistake a short one in Latin-1 for Thai, Chinese, or DOS
/// box drawing. So each candidate encoding is tried, and sequences that do not occur in words count
/// against it: symbols between letters, two scripts in a word, uppercase after lowercase letters,
/// letters that no single language combines.
struct EncodingGuess {
    /// The sampled bytes: lines with non-ASCII letters.
    private let sample: [UInt8]
    private let high: Int

    /// The most bytes that are read.
    private static let limit = 3_072

    init(_ bytes: [UInt8]) {
        var sample: [UInt8] = []
        for line in bytes.prefix(65_536).split(separator: 0x0A) where sample.count < Self.limit {
            guard let first = line.firstIndex(where: { $0 >= 0x80 }) else { continue }
            // Sample a very long line from its first word with non-ASCII letters.
            let start = line[..<first].lastIndex(of: 0x20) ?? max(line.startIndex, first - 64)
            sample += line[start...].prefix(Self.limit)
            sample.append(0x0A)
        }
        self.sample = sample
        self.high = sample.count { $0 >= 0x80 }
    }

    /// The candidate encodings, each with a cost for how unusual it is.
    private static let usual: [(name: String, cost: Double)] = [
        ("WINDOWS-1252", 0), ("WINDOWS-1251", 0.02), ("GB18030", 0.02), ("CP932", 0.02),
        ("CP949", 0.02), ("CP950", 0.03), ("WINDOWS-1250", 0.03), ("ISO-8859-2", 0.04),
        ("EUC-JP", 0.04), ("KOI8-R", 0.04), ("WINDOWS-1253", 0.06), ("WINDOWS-1254", 0.06),
        ("WINDOWS-1255", 0.04), ("WINDOWS-1257", 0.08), ("WINDOWS-1256", 0.1), ("IBM866", 0.1),
        ("CP850", 0.15), ("CP874", 0.15),
    ]
    /// The Windows extensions of standard encodings, in which most such files are written.
    private static let extended = [
        "SHIFT_JIS": "CP932", "EUC-KR": "CP949", "UHC": "CP949", "BIG5": "CP950",
        "GB2312": "GB18030", "GBK": "GB18030", "ISO-8859-1": "WINDOWS-1252",
        "ISO-8859-9": "WINDOWS-1254", "TIS-620": "CP874",
    ]

    /// Returns the best encoding; `hint` is the result of letter statistics.
    func best(hint: String?) -> String {
        guard high > 0 else { return "WINDOWS-1252" }
        var best = ("WINDOWS-1252", Double.infinity)
        var order = Self.usual
        let hint = hint.map { Self.extended[$0] ?? $0 }
        if let hint, hint != "ASCII", hint != "UTF-8", !order.contains(where: { $0.name == hint }) {
            order.append((hint, 0.12))
        }
        for (name, prior) in order {
            guard let text = TextDecoding.convert(sample[...], from: name) else { continue }
            // Statistics are reliable for many letters; for few, prefer the simplest decoding.
            let trust = name == hint && high > 5 ? min(0.14, Double(high) / 300) : 0
            let cost = cost(of: text, in: name) + prior - trust
            if cost < best.1 { best = (name, cost) }
        }
        return best.0
    }

    /// Returns the cost of a decoding per non-ASCII byte.
    private func cost(of text: String, in encoding: String) -> Double {
        var words = WordCost()
        for scalar in text.unicodeScalars { words.take(scalar) }
        words.endWord()
        var cost = words.cost + words.languageCost
        if let common = Self.commonLeadBytes(encoding) { cost += rareCost(common) }
        return cost / Double(high)
    }

    /// The first bytes of the signs that are in daily use.
    private static func commonLeadBytes(_ encoding: String) -> [ClosedRange<UInt8>]? {
        switch encoding {
        case "GB18030": [0xA1...0xA3, 0xB0...0xD7]
        case "CP950": [0xA1...0xA3, 0xA4...0xC6]
        case "CP932": [0x81...0x83, 0x88...0x97]
        case "EUC-JP": [0xA1...0xA1, 0xA4...0xA5, 0xB0...0xCF, 0x8E...0x8E]
        case "CP949": [0xA1...0xA3, 0xB0...0xC8]
        default: nil
        }
    }

    /// What rare signs cost: two letters of Latin-1 side by side are mostly one of them.
    private func rareCost(_ common: [ClosedRange<UInt8>]) -> Double {
        var (rare, place) = (0, 0)
        while place < sample.count {
            let byte = sample[place]
            guard byte >= 0x80 else {
                place += 1
                continue
            }
            if !common.contains(where: { $0.contains(byte) }) { rare += 1 }
            place += 2
        }
        return Double(rare) * 0.9
    }
}

/// Accumulates the cost of sequences that do not occur in words.
private struct WordCost {
    private(set) var cost = 0.0
    /// How often each letter beyond ASCII occurs, of scripts with many languages.
    private var letters: [Unicode.Scalar: Int] = [:]

    private var scripts: Set<Script> = []
    private var length = 0
    private var marked = 0
    private var turns = 0
    private var capitals = 0
    private var last: Kind = .other

    private enum Script {
        case latin, cyrillic, greek, hebrew, arabic, thai, eastern
    }

    private enum Kind {
        case small, capital, letter, ideograph, symbol, frame, other
    }

    mutating func take(_ scalar: Unicode.Scalar) {
        let kind = kind(of: scalar)
        switch kind {
        case .other:
            // Quotes are opened before words.
            if Self.openers.contains(scalar), last != .other { cost += 0.7 }
            endWord()
        case .symbol:
            // A symbol within a word is suspicious.
            if last == .small || last == .letter { pending = true }
            if Self.isRare(scalar) { cost += 0.6 }
        case .frame:
            if last != .frame && last != .other { cost += 1 }
            endWord()
        case .small, .capital, .letter, .ideograph:
            if pending { cost += 1 }
            pending = false
            if last == .frame { cost += 1 }
            takeLetter(scalar, kind)
        }
        if kind == .other || kind == .frame { pending = false }
        last = kind
    }

    /// Whether a symbol follows a letter directly.
    private var pending = false

    private mutating func takeLetter(_ scalar: Unicode.Scalar, _ kind: Kind) {
        length += 1
        let script = script(of: scalar)
        scripts.insert(script)
        if kind == .capital {
            capitals += 1
            if last == .small { turns += 1 }
        }
        guard scalar.value >= 0x80 else { return }
        marked += 1
        if script == .latin || script == .cyrillic { letters[scalar, default: 0] += 1 }
        if script == .eastern, !Self.frequentSigns.contains(scalar),
            !(0x3040...0x30FF).contains(scalar.value)
        {
            cost += 0.2
        }
        let isPlain = script == .cyrillic || script == .greek || script == .hebrew
        if isPlain, !Self.frequentLetters.contains(scalar) { cost += 0.12 }
    }

    mutating func endWord() {
        defer { (scripts, length, marked, turns, capitals) = ([], 0, 0, 0, 0) }
        guard marked > 0 else { return }
        cost += Double(turns)
        if scripts.count > 1 {
            // Chinese and Japanese sentences contain Latin words without spaces around them.
            let isMixed = !scripts.isSubset(of: [.latin, .eastern])
            cost += isMixed ? Double(marked) : Double(min(marked, 2)) * 0.5
        }
        if scripts == [.latin] {
            // In every language with Latin script, unaccented letters prevail.
            if length >= 4, marked * 2 > length { cost += Double(marked) * 0.2 }
            if length >= 4, marked == length { cost += Double(marked) * 0.5 }
        }
        if capitals > 1, capitals < length { cost += 0.3 }
        // Whole words in capitals are rarer than in small letters.
        if capitals == length, length > 1 { cost += Double(marked) * 0.05 }
    }

    private static let openers: Set<Unicode.Scalar> = [
        "\u{201C}", "\u{201E}", "\u{2039}", "\u{AB}",
    ]

    /// Returns whether a character is rare: unassigned, or a spacing diacritic from legacy
    /// encodings.
    private static func isRare(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x80..<0xA0, 0xAD, 0xFFFD, 0x2B0...0x2FF, 0xE000...0xF8FF, 0xFF61...0xFF9F: true
        case 0x591...0x5CF, 0xA4, 0xA6, 0xA8, 0xAC, 0xAF, 0xB8, 0x2020...0x2023, 0x2030,
            0x2200...0x22FF:
            true
        default: false
        }
    }

    private func kind(of scalar: Unicode.Scalar) -> Kind {
        switch scalar.value {
        case 0x41...0x5A: return .capital
        case 0x61...0x7A: return .small
        case 0x27, 0x2D: return .other
        case 0..<0x80: return .other
        case 0x80..<0xA0, 0xFFFD: return .symbol
        case 0x2500...0x259F: return .frame
        case 0xAA, 0xBA: return .symbol
        case 0x2018, 0x2019, 0x2013, 0x2014, 0x2026, 0xAB, 0xBB, 0x201C...0x201E, 0xA0, 0xB7:
            return .other
        case 0x3000...0x303F, 0xFF00...0xFF20: return .other
        case 0xFF61...0xFF9F: return .symbol
        case 0x0E00...0x0E7F, 0x0590...0x06FF: return .letter
        case 0x1100...0x11FF, 0x3040...0xD7FF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            return .ideograph
        case 0xE000...0xF8FF: return .symbol
        default: break
        }
        let properties = scalar.properties
        if properties.isLowercase { return .small }
        if properties.isUppercase { return .capital }
        return properties.isAlphabetic ? .letter : .symbol
    }

    private func script(of scalar: Unicode.Scalar) -> Script {
        switch scalar.value {
        case 0x0370...0x03FF: .greek
        case 0x0400...0x04FF: .cyrillic
        case 0x0590...0x05FF: .hebrew
        case 0x0600...0x06FF: .arabic
        case 0x0E00...0x0E7F: .thai
        case 0x1100...: .eastern
        default: .latin
        }
    }

    /// The cost of letters that the best matching language does not have.
    var languageCost: Double {
        let all = letters.values.reduce(0, +)
        guard all > 0 else { return 0 }
        let known =
            Self.alphabets.map { alphabet in
                letters.reduce(0) { $0 + (alphabet.contains($1.key) ? $1.value : 0) }
            }.max() ?? 0
        return Double(all - known) * 0.8
    }

    private static let frequentLetters = Set(
        "оеаинтсрвлкмОЕАИНТСРВЛКМαοιετσνηυρπκλςάίόέΑΟΙΕΤΣΝΗΡΚיוהלאמרבתשנםע".unicodeScalars
    )

    /// The signs that most texts in Chinese, Japanese and Korean have many of.
    private static let frequentSigns = Set(
        ("的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事"
            + "成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心本前开但因只从想实日者意无力它与长把机十民第公此"
            + "已工使情明性知全三又关点正业外将两高间由问很最重并物手应向头文体政美相见被利什二等产或新己制身加西月话合回特代内"
            + "信表化老给世位次度门任常先海通教原东声提立及比员解水名真论处走义各入几口认条平系气题活更别打女变四总何电数安少报"
            + "才结反受目太量再建务做接必场件计管期市直资命山金指统区保至形社空科司五基书非界达式色路记南品住告类求据程北边该交"
            + "规万取格术领共确清语言编写测试价请字图网页码行版权选项称限京广州华包含夹"
            + "這個們來為國說時會對發後過種經學現當沒動還進樣開從實無與長機關點業將兩間問應頭體見產話東聲員論處義幾認條"
            + "題變總電數報結務場計統區書達記類據邊該規萬術領確傳臺台灣繁測試檔案語編寫網頁碼權選項"
            + "本語東京都日本時間年月日分者用場合変更検索設定画面表示機能説明図書館駅車気楽"
            + "이다에는의을를가고하지기로서사리어나대한인도자시아그해수일보부장정전구제여오들스주상비우은지만안녕요세입니습국"
            + "것과와라면게으마유조성공동간생원년원화신문경영방위소방학교중회울트텍어연")
            .unicodeScalars
    )

    /// The letters beyond ASCII of languages, and those that each borrows.
    private static let alphabets: [Set<Unicode.Scalar>] = [
        "àâæçéèêëîïôœùûüÿ", "äöüßé", "áéíñóúü", "áâãàçéêíóôõúü", "àèéìíîòóùú", "åäöéü", "æøåéòôü",
        "áðéíóúýþæö", "àçèéíïòóúü", "éëïóöüèáêûô", "õäöüšž",
        "ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíľĺňóôŕšťúýž", "áéíóöőúüű", "čćđšž", "ăâîșțşţ",
        "çğıöşüâîİ", "ąčęėįšųūž", "āčēģīķļņšūž", "ċġħżàèìòù",
        "абвгдежзийклмнопрстуфхцчшщъыьэюяё", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
        "абвгдежзіийклмнопрстуўфхцчшыьэюяё", "абвгдђежзијклљмнњопрстћуфхцчџш",
        "абвгдѓежзѕијклљмнњопрстќуфхцчџш",
    ].map { letters in
        Set((letters + letters.uppercased()).unicodeScalars)
    }
}
