import PlainRendering

/// Renders the contacts of a vCard file (RFC 6350 and earlier versions), each as a card.
struct ContactText {
    private struct Contact {
        var name = ""
        var parts = ""
        var isBold = false
        var work: [String] = []
        var lines: [(label: String, value: String)] = []
        var photo: [UInt8]?
    }

    /// The maximum number of contacts to emit, and of lines in each.
    private static var limit: Int { ReadingExtent.limit(2_000, whole: 100_000) }
    private static var linesLimit: Int { ReadingExtent.limit(24, whole: 200) }
    /// The largest photo, in bytes of its Base64 encoding.
    private static let photoLimit = 1 << 20

    /// Emits the contacts; returns false if the text has none.
    static func read(_ text: String, into sink: (Block) -> Bool) -> Bool {
        var (open, hasAny, count): (Contact?, Bool, Int) = (nil, false, 0)
        for line in ContentLine.read(text) {
            switch (line.name, line.value.uppercased()) {
            case ("BEGIN", "VCARD"): open = Contact()
            case ("END", "VCARD"):
                guard let contact = open else { break }
                (open, hasAny, count) = (nil, true, count + 1)
                if count > limit { ReadingExtent.noteOmission() }
                guard count <= limit, sink(.table(table(contact))) else { return true }
            default: if open != nil { take(line, into: &open) }
            }
        }
        return hasAny
    }

    private static func take(_ line: ContentLine, into contact: inout Contact?) {
        func add(_ label: String, _ value: String) {
            let value = value.split(separator: "\n").joined(separator: ", ")
            guard value.contains(where: { !$0.isWhitespace }) else { return }
            guard contact?.lines.count ?? 0 < linesLimit else {
                return ReadingExtent.noteOmission()
            }
            contact?.lines.append((label, value))
        }
        let fields = line.fields.filter { !$0.isEmpty }
        switch line.name {
        case "FN": contact?.name = line.text
        case "N":
            // The fields are family name, given name, other names, prefixes, and suffixes.
            let all = line.fields + ["", "", "", "", ""]
            contact?.parts = [all[3], all[1], all[2], all[0], all[4]].filter { !$0.isEmpty }
                .joined(separator: " ")
        case "ORG": contact?.work.append(fields.joined(separator: ", "))
        case "TITLE", "ROLE": contact?.work.append(line.text)
        case "TEL": add("Phone" + kind(of: line), line.text.replacing("tel:", with: ""))
        case "EMAIL": add("Email" + kind(of: line), line.text)
        case "ADR": add("Address" + kind(of: line), fields.joined(separator: ", "))
        case "URL": add("Web", line.text)
        case "BDAY": add("Birthday", birthday(line.value))
        case "NOTE": add("Note", ReadingExtent.beginning(of: line.text, 400, whole: 131_072))
        case "IMPP": add("Chat", line.text)
        case "NICKNAME": add("Nickname", line.text)
        case "PHOTO" where contact?.photo == nil: contact?.photo = photo(line.value)
        default: break
        }
    }

    /// The familiar values of TYPE as a suffix, such as " (work)"; empty without one.
    private static func kind(of line: ContentLine) -> String {
        let kinds = (line.parameters["TYPE"] ?? "").lowercased().split(separator: ",")
        let known = ["work", "home", "cell", "mobile", "fax", "pager", "main"]
        let words = kinds.filter { known.contains(String($0)) }
            .map { $0 == "cell" ? "mobile" : String($0) }
        return words.isEmpty ? "" : " (\(words.joined(separator: ", ")))"
    }

    private static func birthday(_ value: String) -> String {
        CalendarText.Moment(value, zone: "").map {
            "\($0.day) \(SheetDate.months[$0.month - 1]) \($0.year)"
        } ?? value
    }

    /// The photo embedded in the card; `nil` for a URL, which is never fetched.
    private static func photo(_ value: String) -> [UInt8]? {
        guard value.utf8.count <= photoLimit, !value.hasPrefix("http") else { return nil }
        let code = value.hasPrefix("data:") ? value.drop { $0 != "," }.dropFirst() : value[...]
        let bytes = EncodedWords.base64(Array(code.utf8)[...])
        return PictureSize(bytes) == nil ? nil : bytes
    }

    private static func table(_ contact: Contact) -> Table {
        var cell = Table.Cell()
        let name = contact.name.isEmpty ? contact.parts : contact.name
        cell.text.append(name.isEmpty ? "Contact" : name, look: .bold, size: 13)
        if !contact.work.isEmpty {
            cell.text.append("\n" + contact.work.joined(separator: ", "), colour: 0x60_6066)
        }
        for (label, value) in contact.lines {
            cell.text.append("\n\(label): ", colour: 0x60_6066)
            cell.text.append(value)
        }
        var table = Table(kind: .document)
        table.rows = [[cell]]
        guard let photo = contact.photo, let size = PictureSize(photo) else { return table }
        let picture = InlinePicture(width: size.width, height: size.height) { photo }
        let (width, height) = picture.size(width: 72, height: 96)
        var left = Table.Cell()
        left.picture = InlinePicture(width: width, height: height) { photo }
        table.rows = [[left, cell]]
        return table
    }
}

/// The size of a JPEG or PNG image, from its header.
struct PictureSize {
    let width: Double
    let height: Double

    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), bytes.count > 24 {
            func number(_ start: Int) -> Double {
                bytes[start..<start + 4].reduce(0) { $0 * 256 + Double($1) }
            }
            (width, height) = (number(16), number(20))
        } else if let header = unsafe bytes.withUnsafeBytes({ unsafe JPEGHeader($0) }) {
            (width, height) = (Double(header.width), Double(header.height))
        } else {
            return nil
        }
        guard width > 0, height > 0 else { return nil }
    }
}
