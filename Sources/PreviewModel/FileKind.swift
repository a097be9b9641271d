/// What a file is, in words for people.
public enum FileKind {
    /// The kind of files of a type, such as "PDF document".
    ///
    /// A type without an entry is described by its family: "image", "text document", "document".
    public static func words(for type: FileType) -> String {
        if let words = english[type.rawValue] { return words }
        let family = type.rawValue.prefix { $0 != "/" }
        return switch family {
        case "image": "image"
        case "text": "text document"
        case "audio": "audio"
        case "video": "video"
        case "font": "font"
        case "inode": "special file"
        default: "document"
        }
    }

    /// The words follow the comments of shared-mime-info's database.
    private static let english: [String: String] = [
        "application/epub+zip": "e-book document",
        "application/gzip": "Gzip archive",
        "application/json": "JSON document",
        "application/msword": "Word document",
        "application/octet-stream": "unknown binary file",
        "application/pdf": "PDF document",
        "application/postscript": "PostScript document",
        "application/rtf": "RTF document",
        "application/toml": "TOML document",
        "application/vnd.debian.binary-package": "Debian package",
        "application/vnd.ms-excel": "Excel spreadsheet",
        "application/vnd.ms-powerpoint": "PowerPoint presentation",
        "application/vnd.oasis.opendocument.graphics": "OpenDocument drawing",
        "application/vnd.oasis.opendocument.presentation": "OpenDocument presentation",
        "application/vnd.oasis.opendocument.spreadsheet": "OpenDocument spreadsheet",
        "application/vnd.oasis.opendocument.text": "OpenDocument text document",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation":
            "PowerPoint presentation",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "Excel spreadsheet",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document":
            "Word document",
        "application/vnd.rar": "RAR archive",
        "application/vnd.sqlite3": "SQLite database",
        "application/x-7z-compressed": "7-zip archive",
        "application/x-bzip": "Bzip archive",
        "application/x-executable": "program",
        "application/x-ole-storage": "OLE2 compound document",
        "application/x-pie-executable": "program",
        "application/x-sharedlib": "shared library",
        "application/x-shellscript": "shell script",
        "application/x-tar": "Tar archive",
        "application/x-yaml": "YAML document",
        "application/x-xz": "XZ archive",
        "application/x-zerosize": "empty document",
        "application/xml": "XML document",
        "application/zip": "Zip archive",
        "application/zstd": "Zstandard archive",
        "image/avif": "AVIF image",
        "image/bmp": "Windows BMP image",
        "image/gif": "GIF image",
        "image/heif": "HEIF image",
        "image/jp2": "JPEG-2000 image",
        "image/jpeg": "JPEG image",
        "image/jxl": "JPEG XL image",
        "image/png": "PNG image",
        "image/svg+xml": "SVG image",
        "image/tiff": "TIFF image",
        "image/vnd.adobe.photoshop": "Photoshop image",
        "image/vnd.microsoft.icon": "Windows icon",
        "image/webp": "WebP image",
        "image/x-xcf": "GIMP image",
        "text/calendar": "calendar file",
        "text/css": "CSS stylesheet",
        "text/csv": "CSV document",
        "text/html": "HTML document",
        "text/javascript": "JavaScript program",
        "text/markdown": "Markdown document",
        "text/plain": "plain text document",
        "text/tab-separated-values": "TSV document",
        "text/x-c++src": "C++ source code",
        "text/x-chdr": "C header",
        "text/x-csrc": "C source code",
        "text/x-diff": "differences between files",
        "text/x-log": "application log",
        "text/x-makefile": "Makefile build file",
        "text/x-python": "Python script",
        "text/x-swift": "Swift source code",
        "text/x-tex": "TeX document",
        "video/mp4": "MPEG-4 video",
        "video/quicktime": "QuickTime video",
    ]
}
