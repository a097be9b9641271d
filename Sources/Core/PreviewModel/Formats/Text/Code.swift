extension DocumentFormat {
    /// Text in which columns matter: source code, data, and logs.
    static let code = DocumentFormat(
        name: "Source code, JSON, XML and other text",
        types: [
            "application/json", "application/xml", "application/javascript",
            "application/ecmascript", "application/x-shellscript", "application/x-yaml",
            "application/yaml", "application/toml", "application/x-ndjson", "application/sql",
            "application/x-perl", "application/x-ruby", "application/x-php", "application/x-awk",
            "application/x-m4", "application/x-csh", "application/x-bat", "application/hcl",
            "application/x-troff", "application/pgp-signature",
            "application/x-tcl", "application/x-lua",
            "application/geo+json", "application/schema+json",
            "application/x-gettext-translation-source", "application/typescript",
            "application/x-wine-extension-ini",
            "application/xml-dtd", "application/xml-external-parsed-entity", "application/x-bibtex",
            "application/x-troff-man", "application/x-mswinurl", "application/x-java-jnlp-file",
            // Lists and programs that the shared MIME database derives from text.
            "application/mathematica", "application/raml+yaml",
            "application/relax-ng-compact-syntax", "application/sdp", "application/sieve",
            "application/trig", "application/vnd.apple.mpegurl", "application/vnd.chess-pgn",
            "application/vnd.coffeescript", "application/x-asp", "application/x-cue",
            "application/x-fluid", "application/x-gdscript", "application/x-gedcom",
            "application/x-gnuplot", "application/x-godot-project", "application/x-godot-shader",
            "application/x-go-sgf", "application/x-lyx", "application/x-shared-library-la",
            "audio/x-mpegurl", "model/iges", "model/mtl", "model/vrml", "video/vnd.mpegurl",
        ],
        extensions: [
            "json", "xml", "yaml", "yml", "toml", "ini", "conf", "cfg", "c", "h", "cc",
            "cpp", "hpp", "m", "swift", "py", "rb", "rs", "go", "java", "kt", "js", "ts", "css",
            "sh", "pl", "php", "lua", "sql", "tex", "bib",
        ],
        reader: .text(.code),
        includes: { type in
            // Nearly all other text types are some kind of code or data.
            if type.hasPrefix("text/") { return true }
            let parents = SupplementaryTypes.shared[type]?.parents ?? []
            if parents.contains("text/plain") { return true }
            guard type.hasSuffix("+xml") || type.hasSuffix("+json") else { return false }
            // Visio types are named after a part of their packages; the packages are not XML.
            return !type.hasPrefix("image/") && !type.hasPrefix("application/vnd.ms-visio.")
        }
    )
}
