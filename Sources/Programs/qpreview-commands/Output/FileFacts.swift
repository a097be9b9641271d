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

    /// The reason why there is only a card, where the file is at fault, and a note on a misleading name.
    var note: String? { info.note(for: name, in: language) }

    /// The facts on one line.
    var line: String {
        var parts = ["\(path.singleLine): \(info.kind(in: language))", info.type]
        if let title = info.title { parts.append(language.say("\"\(title)\"", "“\(title)”")) }
        if let width = info.width, let height = info.height {
            if info.measuresPixels {
                let pixels = "\(Int(clamping: width)) x \(Int(clamping: height))"
                parts.append(language.say("\(pixels) pixels", "\(pixels) 像素"))
            } else {
                let points = "\(JSON.rounded(width)) x \(JSON.rounded(height))"
                parts.append(language.say("\(points) pt", "\(points) 点"))
            }
        }
        if let pages = info.pages, !info.measuresPixels || pages > 1 {
            parts.append(language.say(pages == 1 ? "1 page" : "\(pages) pages", "\(pages) 页"))
        }
        if info.encrypted { parts.append(language.say("encrypted", "已加密")) }
        if !info.isFolder { parts.append(ByteSize.words(size)) }
        if let note { parts.append(note) }
        return parts.joined(separator: language.say(", ", "，"))
    }

    /// The facts as a JSON object; every key is always present.
    var json: String { JSON.object(pairs) }

    /// The facts as keys and JSON values.
    var pairs: [(String, String?)] {
        [
            ("path", JSON.quoted(path)), ("name", JSON.quoted(name)),
            ("size", info.isFolder ? nil : "\(size)"), ("type", JSON.quoted(info.type)),
            ("kind", JSON.quoted(info.kind(in: language))),
            ("title", info.title.map(JSON.quoted)), ("pages", info.pages.map(String.init)),
            ("width", info.width.map(JSON.rounded)), ("height", info.height.map(JSON.rounded)),
            ("encrypted", info.encrypted ? "true" : "false"),
            ("preview", JSON.quoted(info.preview.rawValue)),
            ("note", note.map(JSON.quoted)),
        ]
    }
}
