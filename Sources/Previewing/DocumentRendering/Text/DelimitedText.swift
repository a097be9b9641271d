/// Values between separators, as RFC 4180 describes them and as programs write them.
enum DelimitedText {
    /// The most rows that are read.
    private static var rowsLimit: Int { ReadingExtent.limit(4_000, whole: 1_000_000) }
    /// The most characters of a value that are shown.
    private static var valueLimit: Int { ReadingExtent.limit(200, whole: StyledText.settingLimit) }

    /// The separator that makes the first lines most alike.
    static func separator(of text: String, isTabbed: Bool) -> Unicode.Scalar {
        if isTabbed { return "\t" }
        var best: (separator: Unicode.Scalar, score: Int) = (",", 0)
        for separator in [",", ";", "\t", "|"] as [Unicode.Scalar] {
            let widths = rows(of: text, separator: separator, limit: 12).map(\.count)
            guard let first = widths.first, first > 1 else { continue }
            // How many rows are as wide as the first one counts more than how wide that is.
            let score = widths.count { $0 == first } * 100 + min(first, 50)
            if score > best.score { best = (separator, score) }
        }
        return best.separator
    }

    /// The values row by row.
    ///
    /// A quoted value may hold separators, line ends and doubled quotes; a quote within a value that does not
    /// begin with one is a letter; what follows a closing quote belongs to the value; an open quote ends with
    /// the text.
    static func rows(
        of text: String,
        separator: Unicode.Scalar,
        limit: Int = rowsLimit
    ) -> [[String]] {
        let (columnsLimit, valueLimit) = (TableSetter.columnsLimit, valueLimit)
        var rows: [[String]] = []
        var row: [String] = []
        var value = String.UnicodeScalarView()
        var (quoted, begun, length) = (false, false, 0)
        var scalars = text.unicodeScalars.makeIterator()
        var pending: Unicode.Scalar?
        func next() -> Unicode.Scalar? {
            if let scalar = pending {
                pending = nil
                return scalar
            }
            return scalars.next()
        }
        func endValue() {
            if row.count < columnsLimit {
                row.append(String(value))
            } else if !value.isEmpty {
                ReadingExtent.noteOmission()
            }
            if length > valueLimit { ReadingExtent.noteOmission() }
            value = String.UnicodeScalarView()
            (begun, length) = (false, 0)
        }
        while rows.count < limit, let scalar = next() {
            if quoted {
                if scalar == "\"" {
                    let following = next()
                    if following != "\"" {
                        quoted = false
                        pending = following
                        continue
                    }
                }
            } else if scalar == "\"", !begun {
                (quoted, begun) = (true, true)
                continue
            } else if scalar == separator {
                endValue()
                continue
            } else if scalar == "\n" {
                // An empty line is no row.
                if begun || !row.isEmpty {
                    endValue()
                    rows.append(row)
                    row = []
                }
                continue
            }
            begun = true
            length += 1
            if length <= valueLimit { value.append(scalar == "\n" ? " " : scalar) }
        }
        if rows.count < limit, begun || !row.isEmpty {
            endValue()
            rows.append(row)
        }
        if limit == rowsLimit, pending != nil || scalars.next() != nil {
            ReadingExtent.noteOmission()
        }
        return rows
    }

    /// Reports the text as one sheet.
    static func read(_ text: String, isTabbed: Bool, into sink: (Block) -> Bool) {
        let (declared, text) = declaration(in: text)
        let separator = declared ?? separator(of: text, isTabbed: isTabbed)
        var table = Table(kind: .sheet)
        let rows = rows(of: text, separator: separator)
        for values in rows {
            table.rows.append(
                values.map { value in
                    var cell = Table.Cell(text: StyledText(value))
                    if isNumber(value) { cell.alignment = .end }
                    return cell
                }
            )
        }
        table.hasHeader = rows.count > 1 && rows[0].allSatisfy { !isNumber($0) }
        _ = sink(.table(table))
    }

    /// The separator that the first line declares, as Excel reads it ("sep=;"), and the text without that line.
    private static func declaration(in text: String) -> (Unicode.Scalar?, String) {
        let line = text.unicodeScalars.prefix { $0 != "\n" }
        let words = String(line).filter { $0 != "\"" && $0 != "\u{FEFF}" }
        guard words.lowercased().hasPrefix("sep="), words.unicodeScalars.count == 5,
            let separator = words.unicodeScalars.last
        else { return (nil, text) }
        return (separator, String(text.unicodeScalars[line.endIndex...].dropFirst()))
    }

    /// Whether a value is a number in any usual way of writing.
    static func isNumber(_ value: String) -> Bool {
        var digits = 0
        for byte in value.utf8 {
            switch byte {
            case 0x30...0x39: digits += 1
            case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "-"), UInt8(ascii: "+"),
                UInt8(ascii: "%"), UInt8(ascii: " "), UInt8(ascii: "e"), UInt8(ascii: "E"),
                UInt8(ascii: "$"):
                break
            default: return false
            }
        }
        return digits > 0
    }
}
