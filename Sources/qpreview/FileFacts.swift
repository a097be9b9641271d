import QuickPreview

/// What `info` tells about a file.
struct FileFacts {
    let path: String
    let name: String
    let size: Int
    let info: DocumentInfo
    let language: PreviewLanguage

    init(_ input: borrowing Input, _ info: DocumentInfo, language: PreviewLanguage = .ofUser) {
        self.path = input.argument
        self.name = input.name
        self.size = input.size
        self.info = info
        self.language = language
    }

    /// Whether its pages can be drawn, or a picture that lies in it; else only a card is shown.
    private var preview: String {
        guard info.problem == nil else { return "card" }
        if info.carriesPicture { return "embedded" }
        let family = FileType(rawValue: info.type).family
        // A container of videos with nothing but sound in it, or one whose helper is not installed.
        if family == .video, info.width == nil { return "card" }
        return isFolder || family != nil ? "rendered" : "card"
    }

    /// Why there is only a card, when the file itself is the reason, and whether its name misleads.
    var note: String? {
        let notes = [
            info.problemNote(in: language), info.nameNote(for: name, in: language),
        ].compactMap { $0 }
        return notes.isEmpty ? nil : notes.joined(separator: language.say(" ", ""))
    }

    private var isOfPixels: Bool {
        switch FileType(rawValue: info.type).family {
        case .images, .codecs, .video, .plain: true
        case .documents, .text, .postscript, nil: false
        }
    }
    private var isFolder: Bool { info.typeReport?.rule == .folder }

    /// The facts on one line.
    var line: String {
        var parts = ["\(path.singleLine): \(info.kind(in: language))", info.type]
        if let title = info.title { parts.append(language.say("\"\(title)\"", "“\(title)”")) }
        if let width = info.width, let height = info.height {
            if isOfPixels {
                let pixels = "\(Int(width)) x \(Int(height))"
                parts.append(language.say("\(pixels) pixels", "\(pixels) 像素"))
            } else {
                let points = "\(JSON.rounded(width)) x \(JSON.rounded(height))"
                parts.append(language.say("\(points) pt", "\(points) 点"))
            }
        }
        if let pages = info.pages, !isOfPixels || pages > 1 {
            parts.append(language.say(pages == 1 ? "1 page" : "\(pages) pages", "\(pages) 页"))
        }
        if info.encrypted { parts.append(language.say("encrypted", "已加密")) }
        if !isFolder { parts.append(ByteSize.words(size)) }
        if let note { parts.append(note) }
        return parts.joined(separator: language.say(", ", "，"))
    }

    /// The facts as a JSON object; every key is always there.
    var json: String { JSON.object(pairs) }

    /// The facts as pairs of JSON.
    var pairs: [(String, String?)] {
        [
            ("path", JSON.quoted(path)), ("name", JSON.quoted(name)),
            ("size", isFolder ? nil : "\(size)"), ("type", JSON.quoted(info.type)),
            ("kind", JSON.quoted(info.kind(in: language))),
            ("title", info.title.map(JSON.quoted)), ("pages", info.pages.map(String.init)),
            ("width", info.width.map(JSON.rounded)), ("height", info.height.map(JSON.rounded)),
            ("encrypted", info.encrypted ? "true" : "false"), ("preview", JSON.quoted(preview)),
            ("note", note.map(JSON.quoted)),
        ]
    }
}
