import PreviewModel

extension FileType {
    /// The type that libmagic names, under its freedesktop.org name.
    init(canonicalFrom name: String) {
        self.init(rawValue: Self.freedesktopNames[name] ?? name)
    }

    /// Text of no special kind, and data with no rule of their own, by the extension of the name.
    ///
    /// Contents win: only types that libmagic cannot tell from plain text are refined.
    func refined(byExtension nameExtension: String) -> FileType {
        guard self == .plainText, let refined = Self.textTypes[nameExtension] else { return self }
        return FileType(rawValue: refined)
    }

    private static let freedesktopNames: [String: String] = [
        "application/csv": "text/csv",
        "application/javascript": "text/javascript",
        "application/vnd.rar": "application/vnd.rar",
        "application/x-bzip2": "application/x-bzip",
        "application/x-gzip": "application/gzip",
        "application/x-rar": "application/vnd.rar",
        "application/x-zip-compressed": "application/zip",
        "application/x-debian-package": "application/vnd.debian.binary-package",
        "application/CDFV2": "application/x-ole-storage",
        "application/vnd.ms-office": "application/x-ole-storage",
        "application/x-ndjson": "application/x-ndjson",
        "application/x-zstd": "application/zstd",
        "image/heic": "image/heif",
        "image/x-icon": "image/vnd.microsoft.icon",
        "image/x-ms-bmp": "image/bmp",
        "inode/x-empty": "application/x-zerosize",
        "text/rtf": "application/rtf",
        "text/x-c": "text/x-csrc",
        "text/x-c++": "text/x-c++src",
        "text/x-script.python": "text/x-python",
        "text/x-shellscript": "application/x-shellscript",
        "text/xml": "application/xml",
    ]

    private static let textTypes: [String: String] = [
        "c": "text/x-csrc",
        "cpp": "text/x-c++src",
        "css": "text/css",
        "csv": "text/csv",
        "diff": "text/x-diff",
        "h": "text/x-chdr",
        "htm": "text/html",
        "html": "text/html",
        "ics": "text/calendar",
        "js": "text/javascript",
        "json": "application/json",
        "log": "text/x-log",
        "markdown": "text/markdown",
        "md": "text/markdown",
        "patch": "text/x-diff",
        "py": "text/x-python",
        "sh": "application/x-shellscript",
        "svg": "image/svg+xml",
        "swift": "text/x-swift",
        "tex": "text/x-tex",
        "toml": "application/toml",
        "tsv": "text/tab-separated-values",
        "xml": "application/xml",
        "yaml": "application/x-yaml",
        "yml": "application/x-yaml",
    ]
}
