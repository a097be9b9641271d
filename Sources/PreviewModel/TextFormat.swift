/// How a file of the text family is read.
public enum TextFormat: Sendable, Hashable {
    /// Text without structure.
    case plain
    /// Text in which columns matter: source code, data, logs.
    case code
    case markdown
    case html
    /// Values between separators.
    case delimited
    case richText
    case email
    /// Events and tasks (RFC 5545).
    case calendar
    /// Contacts (RFC 6350).
    case contacts
    case wordDocument
    case spreadsheet
    case presentation
    /// OpenDocument: texts, sheets and slides.
    case openDocument
    case archive
    case font

    /// The format of a type, or `nil` where it has no text to show.
    public init?(_ type: FileType) {
        let name = type.rawValue
        if let format = Self.formats[name] {
            self = format
        } else if name.hasPrefix("text/") {
            // Nearly all kinds of text are code or data of a kind.
            self = .code
        } else if name.hasPrefix("font/") || name.hasPrefix("application/x-font-") {
            self = .font
        } else if name.hasPrefix("application/vnd.oasis.opendocument."),
            ["text", "spreadsheet", "presentation"].contains(where: {
                name.dropFirst("application/vnd.oasis.opendocument.".count).hasPrefix($0)
            }), !name.hasSuffix("-flat-xml")
        {
            self = .openDocument
        } else if name.hasSuffix("+xml") || name.hasSuffix("+json") {
            // Visio's types are named after a part of their packages, which are none of XML themselves.
            guard !name.hasPrefix("image/"), !name.hasPrefix("application/vnd.ms-visio.") else {
                return nil
            }
            self = .code
        } else {
            return nil
        }
    }

    /// Extensions of names that files of these formats usually have.
    static let extensions: Set<String> = [
        "txt", "text", "log", "md", "markdown", "html", "htm", "xhtml", "csv", "tsv", "rtf", "eml",
        "mbox", "docx", "dotx", "docm", "dotm", "xlsx", "xltx", "xlsm", "xltm", "pptx", "ppsx",
        "potx", "pptm", "ppsm", "potm", "odt", "ott", "ods", "ots", "odp", "otp", "json", "xml",
        "yaml", "yml", "toml", "ini", "conf", "cfg", "c", "h", "cc", "cpp", "hpp", "m", "swift",
        "py", "rb", "rs", "go", "java", "kt", "js", "ts", "css", "sh", "pl", "php", "lua", "sql",
        "diff", "patch", "ics", "vcf", "tex", "bib", "zip", "tar", "gz", "tgz", "bz2", "xz", "zst",
        "7z", "rar",
        "deb", "rpm", "iso", "cbr", "cb7", "cbt", "jar", "apk", "cab", "ttf", "otf", "ttc", "woff",
        "woff2", "srt",
    ]

    private static let formats: [String: TextFormat] = {
        var formats: [String: TextFormat] = [
            "text/plain": .plain, "text/x-readme": .plain, "text/x-log": .code,
            "text/markdown": .markdown, "text/html": .html, "application/xhtml+xml": .html,
            "text/csv": .delimited, "text/tab-separated-values": .delimited,
            "text/rtf": .richText, "application/rtf": .richText,
            "text/calendar": .calendar, "text/vcard": .contacts, "text/x-vcard": .contacts,
            "text/directory": .contacts, "message/rfc822": .email, "message/news": .email,
            "application/x-mimearchive": .email, "application/mbox": .email,
        ]
        let office = "application/vnd.openxmlformats-officedocument."
        for kind in ["document", "template"] {
            formats["\(office)wordprocessingml.\(kind)"] = .wordDocument
        }
        for kind in ["sheet", "template"] {
            formats["\(office)spreadsheetml.\(kind)"] = .spreadsheet
        }
        for kind in ["presentation", "slideshow", "template"] {
            formats["\(office)presentationml.\(kind)"] = .presentation
        }
        for kind in ["document", "template"] {
            formats["application/vnd.ms-word.\(kind).macroEnabled.12"] = .wordDocument
            formats["application/vnd.ms-word.\(kind).macroenabled.12"] = .wordDocument
        }
        for kind in ["sheet", "template"] {
            formats["application/vnd.ms-excel.\(kind).macroEnabled.12"] = .spreadsheet
            formats["application/vnd.ms-excel.\(kind).macroenabled.12"] = .spreadsheet
        }
        for kind in ["presentation", "slideshow", "template"] {
            formats["application/vnd.ms-powerpoint.\(kind).macroEnabled.12"] = .presentation
            formats["application/vnd.ms-powerpoint.\(kind).macroenabled.12"] = .presentation
        }
        for type in [
            "json", "xml", "javascript", "ecmascript", "x-shellscript", "x-yaml", "yaml", "toml",
            "x-ndjson", "sql", "x-perl", "x-ruby", "x-php", "x-awk", "x-m4", "x-csh", "x-desktop",
            "x-subrip", "x-troff", "pgp-signature", "pgp-keys", "x-tcl", "x-lua", "geo+json",
            "schema+json", "x-gettext-translation-source", "typescript", "x-wine-extension-ini",
            "x-ipynb+json", "x-pem-key", "xml-dtd",
            "xml-external-parsed-entity", "x-bibtex", "x-troff-man",
            "x-mswinurl", "x-java-jnlp-file",
        ] {
            formats["application/\(type)"] = .code
        }
        for type in [
            "zip", "x-tar", "x-compressed-tar", "x-bzip-compressed-tar", "x-bzip2-compressed-tar",
            "x-xz-compressed-tar", "x-lzma-compressed-tar", "x-zstd-compressed-tar",
            "x-lz4-compressed-tar", "x-tarz", "x-7z-compressed", "vnd.rar", "x-rar",
            "vnd.debian.binary-package", "x-deb", "x-rpm", "x-cpio", "x-archive", "x-lha", "x-lzh",
            "x-iso9660-image", "x-cd-image", "vnd.efi.iso", "vnd.ms-cab-compressed", "x-compress",
            "x-lzip",
            "java-archive", "x-java-archive", "gzip", "x-gzip", "x-bzip", "x-bzip2", "bzip2",
            "x-xz", "x-lzma", "zstd", "x-lz4", "vnd.android.package-archive",
            "x-cpio-compressed", "vnd.comicbook-rar", "x-cb7", "x-cbt",
        ] {
            formats["application/\(type)"] = .archive
        }
        for type in ["vnd.ms-opentype", "font-woff", "font-sfnt"] {
            formats["application/\(type)"] = .font
        }
        return formats
    }()
}
