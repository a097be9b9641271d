import PreviewModel

/// The definition of a programming language.
enum CodeLanguage {
    /// A file of libt3highlight.
    case file(String)
    /// A text in the format of these files.
    case definition(String)

    /// The language of a document, by its type or else by the extension of its name; `nil` where none is known.
    init?(_ type: FileType, name: String) {
        let type = type.rawValue
        var names: [String] = []
        if let slash = type.lastIndex(of: "/") {
            // Such as "text/x-csrc" and "application/atom+xml".
            var kind = type[type.index(after: slash)...]
            if kind.hasPrefix("x-") { kind = kind.dropFirst(2) }
            names.append(String(kind))
            if let plus = kind.lastIndex(of: "+") {
                names.append(String(kind[kind.index(after: plus)...]))
            }
        }
        if let dot = name.lastIndex(of: ".") {
            names.append(String(name[name.index(after: dot)...]))
        }
        for name in names {
            guard let language = CodeLanguage(named: name) else { continue }
            self = language
            return
        }
        return nil
    }

    /// The language of a name: an extension, the end of a type, or what a block of code in Markdown says.
    init?(named name: String) {
        let name = name.prefix { !$0.isWhitespace && $0 != "{" && $0 != "," }.lowercased()
        if let file = Self.files.first(where: { $0.value.contains(name) })?.key {
            self = .file(file + ".lang")
        } else if let language = WrittenLanguage.all.first(where: { $0.names.contains(name) }) {
            self = .definition(language.definition)
        } else {
            return nil
        }
    }

    /// The files of libt3highlight, and names of their languages.
    static let files: [String: Set<String>] = [
        "c": ["c", "csrc", "chdr", "h"],
        "cxx": ["c++", "cpp", "cc", "cxx", "hpp", "hh", "c++src", "c++hdr"],
        "css": ["css"], "diff": ["diff", "patch"], "html": ["html", "htm", "xhtml"],
        "java": ["java"],
        "javascript": ["javascript", "js", "mjs", "cjs", "jsx", "ecmascript"],
        "make": ["makefile", "make", "mk"], "perl": ["perl", "pl", "pm"], "php": ["php"],
        "python3": ["python", "python3", "py"], "ruby": ["ruby", "rb"],
        "sh": ["shellscript", "sh", "bash", "shell", "zsh", "csh"],
        "xml": ["xml", "svg", "xsl", "xslt", "xsd"],
        "conf": ["ini", "toml", "conf", "cfg", "desktop"],
    ]
}
