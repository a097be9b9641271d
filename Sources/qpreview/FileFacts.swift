import QuickPreview

/// What `info` tells about a file.
struct FileFacts {
    let path: String
    let name: String
    let size: Int
    let info: DocumentInfo

    init(_ input: borrowing Input, _ info: DocumentInfo) {
        self.path = input.argument
        self.name = input.name
        self.size = input.size
        self.info = info
    }

    /// Whether its pages can be drawn, or only a card be shown.
    private var preview: String {
        info.problem == nil && FileType(rawValue: info.type).family != nil ? "rendered" : "card"
    }

    /// Why there is only a card, when the file itself is the reason.
    var note: String? { info.problem?.message }

    private var isImage: Bool { FileType(rawValue: info.type).family == .images }

    /// The facts on one line.
    var line: String {
        var parts = ["\(path.singleLine): \(info.kind)", info.type]
        if let title = info.title { parts.append("\"\(title)\"") }
        if let width = info.width, let height = info.height {
            if isImage {
                parts.append("\(Int(width)) x \(Int(height)) pixels")
            } else {
                parts.append("\(Self.rounded(width)) x \(Self.rounded(height)) pt")
            }
        }
        if let pages = info.pages, !isImage || pages > 1 {
            parts.append(pages == 1 ? "1 page" : "\(pages) pages")
        }
        parts.append(size == 1 ? "1 byte" : "\(size) bytes")
        if let note { parts.append(note) }
        return parts.joined(separator: ", ")
    }

    /// The facts as a JSON object; every key is always there.
    var json: String {
        let pairs = [
            ("path", Self.quoted(path)), ("name", Self.quoted(name)), ("size", "\(size)"),
            ("type", Self.quoted(info.type)), ("kind", Self.quoted(info.kind)),
            ("title", info.title.map(Self.quoted)), ("pages", info.pages.map(String.init)),
            ("width", info.width.map(Self.rounded)), ("height", info.height.map(Self.rounded)),
            ("encrypted", info.encrypted ? "true" : "false"), ("preview", Self.quoted(preview)),
            ("note", note.map(Self.quoted)),
        ]
        return "{" + pairs.map { "\"\($0.0)\":\($0.1 ?? "null")" }.joined(separator: ",") + "}"
    }

    /// A length with at most one decimal.
    private static func rounded(_ length: Double) -> String {
        let tenths = (length * 10).rounded()
        guard tenths < 1e15 else { return "\(length)" }
        let whole = Int(tenths)
        return whole % 10 == 0 ? "\(whole / 10)" : "\(whole / 10).\(whole % 10)"
    }

    /// A text as a JSON string.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
