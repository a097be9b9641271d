import Glibc
import PreviewModel

/// An Excel workbook (ECMA-376, part 1, 18): the cells of its first sheet.
final class Spreadsheet {
    /// The most rows and texts that are read.
    private static let rowsLimit = 1_000
    private static let textsLimit = 20_000
    /// How many sheets are looked at for one that is not empty.
    private static let sheetsLimit = 8

    private enum Format {
        case general
        case percent(decimals: Int)
        case decimals(Int)
        case date
        case time
    }

    private var texts: [String] = []
    private var formats: [Format] = []
    private var table = Table(kind: .sheet)

    /// Tells the first sheet as a table.
    static func read(
        _ package: OfficePackage,
        into sink: @escaping (Block) -> Bool
    ) throws(DocumentProblemError) {
        let book = try package.mainPart("officeDocument") ?? "xl/workbook.xml"
        let targets = try package.relationships(of: book)
        var sheets: [String] = []
        try package.scan(book) { event in
            if case .begin("sheet", let attributes) = event, attributes["state"] ?? "" != "hidden",
                let target = attributes.prefixed("id").flatMap({ targets[$0] })
            {
                sheets.append(target)
            }
            return sheets.count < sheetsLimit
        }
        if sheets.isEmpty { sheets = ["xl/worksheets/sheet1.xml"] }
        guard sheets.contains(where: package.has) else {
            throw DocumentProblemError(.damaged(why: "Its first sheet is missing."))
        }
        let reader = Spreadsheet()
        let folder = book.split(separator: "/").dropLast().joined(separator: "/")
        try reader.readTexts(package, "\(folder)/sharedStrings.xml")
        try reader.readFormats(package, "\(folder)/styles.xml")
        // A first sheet may hold charts alone.
        for sheet in sheets where reader.table.rows.isEmpty {
            try reader.readCells(package, sheet)
        }
        _ = sink(.table(reader.table))
    }

    private func readTexts(_ package: OfficePackage, _ part: String) throws(DocumentProblemError) {
        var (text, inText, phonetic) = ("", false, false)
        try package.scan(part) { [self] event in
            switch event {
            case .begin("si", _): text = ""
            case .begin("rPh", _): phonetic = true
            case .end("rPh"): phonetic = false
            case .begin("t", _): inText = !phonetic
            case .end("t"): inText = false
            case .text(let words): if inText, text.utf8.count < 1_000 { text += words }
            case .end("si"): texts.append(text)
            default: break
            }
            return texts.count < Self.textsLimit
        }
    }

    /// The ways in which numbers are written, by the index that cells name.
    private func readFormats(_ package: OfficePackage, _ part: String) throws(DocumentProblemError)
    {
        var codes: [Int: String] = [:]
        var inCells = false
        try package.scan(part) { [self] event in
            switch event {
            case .begin("numFmt", let attributes):
                if let id = attributes.number("numFmtId"), codes.count < 1_000 {
                    codes[id] = attributes["formatCode"]
                }
            case .begin("cellXfs", _): inCells = true
            case .end("cellXfs"): inCells = false
            case .begin("xf", let attributes):
                guard inCells, formats.count < 10_000 else { break }
                let id = attributes.number("numFmtId") ?? 0
                formats.append(Self.format(id, code: codes[id]))
            default: break
            }
            return true
        }
    }

    private static func format(_ id: Int, code: String?) -> Format {
        switch id {
        case 1, 3: return .decimals(0)
        case 2, 4: return .decimals(2)
        case 9: return .percent(decimals: 0)
        case 10: return .percent(decimals: 2)
        case 14...17, 22: return .date
        case 18...21, 45...47: return .time
        default: break
        }
        guard let code else { return .general }
        // What stands in quotes or brackets is not part of the pattern.
        var pattern = ""
        var closing: Character?
        for letter in code.prefix(200) {
            if let end = closing {
                if letter == end { closing = nil }
            } else if letter == "\"" || letter == "[" {
                closing = letter == "[" ? "]" : "\""
            } else if letter == ";" {
                break
            } else {
                pattern.append(letter)
            }
        }
        let lower = pattern.lowercased()
        if lower.contains("y") || lower.contains("d") { return .date }
        if lower.contains("h") || lower.contains("ss") { return .time }
        let places = lower.drop { $0 != "." }.dropFirst().prefix { $0 == "0" }.count
        if lower.contains("%") { return .percent(decimals: places) }
        return lower.contains("0") ? .decimals(places) : .general
    }

    private func readCells(_ package: OfficePackage, _ part: String) throws(DocumentProblemError) {
        var (column, row) = (0, -1)
        var (kind, value, style) = ("", "", 0)
        var inValue = false
        try package.scan(part) { [self] event in
            switch event {
            case .begin("row", let attributes):
                row = (attributes.number("r") ?? row + 2) - 1
                column = -1
            case .begin("c", let attributes):
                let named = attributes["r"].flatMap(Self.column)
                column = named ?? column + 1
                kind = attributes["t"] ?? "n"
                style = attributes.number("s") ?? 0
                value = ""
            case .begin("v", _), .begin("t", _): inValue = true
            case .end("v"), .end("t"): inValue = false
            case .text(let words): if inValue, value.utf8.count < 1_000 { value += words }
            case .end("c"): put(value, kind: kind, style: style, row: row, column: column)
            default: break
            }
            return row < Self.rowsLimit
        }
    }

    /// The column of a cell's name: "AB12" is in the 28th.
    private static func column(_ name: String) -> Int? {
        var number = 0
        for byte in name.utf8.prefix(4) {
            guard (0x41...0x5A).contains(byte) else { break }
            number = number * 26 + Int(byte) - 0x40
        }
        return number > 0 ? number - 1 : nil
    }

    private func put(_ value: String, kind: String, style: Int, row: Int, column: Int) {
        guard (0..<Self.rowsLimit).contains(row), (0..<TableSetter.columnsLimit).contains(column),
            !value.isEmpty
        else { return }
        var cell = Table.Cell()
        switch kind {
        case "s":
            if let index = Int(value), texts.indices.contains(index) {
                cell.text = StyledText(Self.line(texts[index]))
            }
        case "b":
            cell.text = StyledText(value == "1" ? "TRUE" : "FALSE")
            cell.alignment = .center
        case "str", "inlineStr", "e", "d": cell.text = StyledText(Self.line(value))
        default:
            let format = formats.indices.contains(style) ? formats[style] : .general
            cell.text = StyledText(Self.written(value, format))
            cell.alignment = .end
        }
        while table.rows.count <= row { table.rows.append([]) }
        while table.rows[row].count <= column { table.rows[row].append(Table.Cell()) }
        table.rows[row][column] = cell
    }

    private static func line(_ text: String) -> String {
        TextDecoding.harmless(text).split(separator: "\n").joined(separator: " ")
    }

    private static func written(_ value: String, _ format: Format) -> String {
        guard let number = Double(value), number.isFinite, abs(number) < 1e15 else { return value }
        switch format {
        case .general: return general(number)
        case .decimals(let places): return decimals(number, places)
        case .percent(let places): return decimals(number * 100, places) + "%"
        case .date: return number < 1 ? time(number) : date(number)
        case .time: return time(number)
        }
    }

    private static func general(_ number: Double) -> String {
        if number == number.rounded() { return String(Int(number)) }
        // As many digits as a cell shows; the rest is how binary numbers are.
        let magnitude = max(0, 9 - Int(log10(max(1, abs(number)))))
        var text = decimals(number, magnitude)
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text == "0" || text == "-0" ? "\(number)" : text
    }

    private static func decimals(_ number: Double, _ places: Int) -> String {
        let places = min(places, 10)
        let factor = pow(10, Double(places))
        let scaled = (abs(number) * factor).rounded()
        guard scaled < 9e17 else { return "\(number)" }
        let whole = Int(scaled / factor)
        let sign = number < 0 && scaled > 0 ? "-" : ""
        guard places > 0 else { return sign + String(whole) }
        let rest = String(Int(scaled - Double(whole) * factor))
        return sign + "\(whole)." + String(repeating: "0", count: max(0, places - rest.count))
            + rest
    }

    /// Days since the last one of 1899, as spreadsheets count.
    private static func date(_ number: Double) -> String {
        guard number < 2_958_466 else { return general(number) }
        var days = Int(number) - 25_569
        // Civil from days, after Howard Hinnant.
        days += 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * part + 2) / 5 + 1
        let month = part < 10 ? part + 3 : part - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return "\(year)-\(two(month))-\(two(day))"
    }

    private static func time(_ number: Double) -> String {
        let seconds = Int(((number - number.rounded(.down)) * 86_400).rounded())
        return "\(two(seconds / 3_600 % 24)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
