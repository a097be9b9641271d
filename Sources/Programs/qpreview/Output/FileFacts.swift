import QuickPreview

/// The output of `info` for a file.
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

    /// The kind of preview: its pages ("rendered"), a picture inside ("embedded"), or only a "card".
    private var preview: String {
        guard info.problem == nil else { return "card" }
        if info.carriesPicture { return "embedded" }
        let family = FileType(rawValue: info.type).family
        // A video file with nothing but sound, or one whose helper is not installed.
        if family == .video, info.width == nil { return "card" }
        return isFolder || family != nil ? "rendered" : "card"
    }

    /// The reason why there is only a card, where the file is at fault, and a note on a misleading name.
    var note: String? {
        let notes = [
            info.problemNote(in: language), info.nameNote(for: name, in: language),
        ].compactMap { $0 }
        return notes.isEmpty ? nil : notes.joined(separator: language.say(" ", ""))
    }

    private var isOfPixels: Bool {
        FileType(rawValue: info.type).family?.traits.measuresPixels == true
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

    /// The facts as a JSON object; every key is always present.
    var json: String { JSON.object(pairs) }

    /// The facts as keys and JSON values.
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
