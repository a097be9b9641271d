/// A formula of Word (ECMA-376, part 1, 22.1) as a line of text: "(a + b)/2".
struct MathText {
    /// What is being read: the parts of an element by their names, in which others nest.
    private struct Level {
        var name: String
        var text = ""
        var parts: [String: String] = [:]
        var sign: String?
        var opens = "("
        var closes = ")"
    }

    private var levels = [Level(name: "oMath")]
    private var inText = false
    private static let depthLimit = 64

    /// The line.
    var text: String { levels.first?.text ?? "" }

    mutating func begin(_ name: String, _ attributes: XMLScanner.Attributes) {
        inText = name == "t"
        switch name {
        case "f", "sSup", "sSub", "sSubSup", "rad", "nary", "d", "func", "acc", "bar", "limLow",
            "limUpp", "m", "mr", "num", "den", "e", "sup", "sub", "deg", "fName", "lim", "eqArr":
            if levels.count < Self.depthLimit { levels.append(Level(name: name)) }
        case "chr": levels[levels.count - 1].sign = attributes["val"]
        case "begChr": levels[levels.count - 1].opens = attributes["val"] ?? "("
        case "endChr": levels[levels.count - 1].closes = attributes["val"] ?? ")"
        default: break
        }
    }

    mutating func add(_ words: String) {
        guard inText, levels[levels.count - 1].text.utf8.count < 4_000 else { return }
        levels[levels.count - 1].text += words
    }

    mutating func end(_ name: String) {
        inText = false
        guard levels.count > 1, levels[levels.count - 1].name == name else { return }
        let level = levels.removeLast()
        let last = levels.count - 1
        switch name {
        case "num", "den", "sup", "sub", "deg", "fName", "lim":
            levels[last].parts[name] = level.text
        case "e":
            // Several elements stand beside one another, such as those of a vector.
            let before = levels[last].parts["e"].map { $0 + ", " } ?? ""
            levels[last].parts["e"] = before + level.text
        case "mr":
            let before = levels[last].parts["e"].map { $0 + "; " } ?? ""
            levels[last].parts["e"] = before + (level.parts["e"] ?? "")
        default: levels[last].text += Self.line(level)
        }
    }

    private static func line(_ level: Level) -> String {
        func part(_ name: String) -> String { level.parts[name] ?? "" }
        let base = part("e")
        func indices() -> String {
            (part("sub").isEmpty ? "" : "_" + grouped(part("sub")))
                + (part("sup").isEmpty ? "" : raised(part("sup")))
        }
        switch level.name {
        case "f": return grouped(part("num")) + "/" + grouped(part("den"))
        case "sSup", "sSub", "sSubSup": return grouped(base) + indices()
        case "rad": return raisedRoot(part("deg")) + "\u{221A}" + grouped(base)
        case "nary": return (level.sign ?? "\u{222B}") + indices() + " " + base
        case "d": return level.opens + base + level.closes
        case "m": return "(" + base + ")"
        case "func": return part("fName") + " " + base
        case "acc": return base + (level.sign ?? "\u{302}")
        case "limLow", "limUpp": return base + "_" + grouped(part("lim"))
        default: return level.text + base
        }
    }

    /// Parentheses around what is more than a number or a letter.
    private static func grouped(_ text: String) -> String {
        text.count > 1 && !text.allSatisfy { $0.isLetter || $0.isNumber } ? "(\(text))" : text
    }

    private static let figures: [Character: Character] = [
        "0": "\u{2070}", "1": "\u{B9}", "2": "\u{B2}", "3": "\u{B3}", "4": "\u{2074}",
        "5": "\u{2075}",
        "6": "\u{2076}", "7": "\u{2077}", "8": "\u{2078}", "9": "\u{2079}", "-": "\u{207B}",
        "n": "\u{207F}",
    ]

    private static func raised(_ text: String) -> String {
        let letters = text.compactMap { figures[$0] }
        return letters.count == text.count ? String(letters) : "^" + grouped(text)
    }

    private static func raisedRoot(_ degree: String) -> String {
        String(degree.compactMap { figures[$0] })
    }
}
