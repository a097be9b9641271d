import PreviewModel

/// The libmagic names of types that have another name at freedesktop.org, where the shared MIME
/// database has no alias.
enum LibmagicNames {
    /// The freedesktop.org names by libmagic name, including the aliases of all formats.
    static let freedesktop = DocumentFormat.all.reduce(into: others) { names, format in
        names.merge(format.aliases) { own, _ in own }
    }

    /// The names of types that belong to no format, or to one with many types.
    private static let others: [String: String] = [
        "application/cdfv2": "application/x-ole-storage",
        "application/csv": "text/csv",
        "application/encrypted": "application/x-ole-storage",
        "application/java-archive": "application/x-java-archive",
        "application/javascript": "text/javascript",
        "application/vnd.ms-office": "application/x-ole-storage",
        "application/vnd.microsoft.portable-executable": "application/x-ms-dos-executable",
        "application/vnd.oasis.opendocument.base": "application/vnd.oasis.opendocument.database",
        "application/winhelp": "application/x-winhelp",
        "application/x-bytecode.python": "application/x-python-bytecode",
        "application/x-bzip2": "application/x-bzip",
        "application/x-debian-package": "application/vnd.debian.binary-package",
        "application/x-dosexec": "application/x-ms-dos-executable",
        "application/x-elc": "text/x-emacs-lisp",
        "application/x-gzip": "application/gzip",
        "application/x-ia-arc": "application/x-internet-archive",
        "application/x-java-applet": "application/x-java",
        "application/x-mif": "application/vnd.framemaker",
        "application/x-pie-executable": "application/x-sharedlib",
        "application/x-rar": "application/vnd.rar",
        "application/x-zip": "application/zip",
        "application/x-zip-compressed": "application/zip",
        "application/x-zstd": "application/zstd",
        "audio/x-hx-aac-adts": "audio/aac",
        "audio/x-mp4a-latm": "audio/aac",
        "font/sfnt": "font/ttf",
        "image/bpg": "image/x-bpg",
        "inode/x-empty": "application/x-zerosize",
        "text/pgp": "application/pgp-encrypted",
        "text/rtf": "application/rtf",
        "text/x-algol68": "text/plain",
        "text/x-awk": "application/x-awk",
        "text/x-bytecode.python": "application/x-python-bytecode",
        "text/x-c": "text/x-csrc",
        "text/x-c++": "text/x-c++src",
        "text/x-gawk": "application/x-awk",
        "text/x-msdos-batch": "application/x-bat",
        "text/x-perl": "application/x-perl",
        "text/x-php": "application/x-php",
        "text/x-po": "text/x-gettext-translation",
        "text/x-ruby": "application/x-ruby",
        "text/x-script.python": "text/x-python",
        "text/x-shellscript": "application/x-shellscript",
        "text/xml": "application/xml",
        "video/x-flc": "video/x-flic",
        "video/x-fli": "video/x-flic",
        "video/x-ms-asf": "application/vnd.ms-asf",
    ]

    /// The types that libmagic infers from a few words or a short pattern, often wrongly.
    static let guesses: Set<String> = [
        "application/x-compress-ttcomp", "application/x-java", "application/x-sharedlib",
        "image/x-tga", "text/x-asm",
        "text/x-c++src", "text/x-csrc", "text/x-fortran", "text/x-java", "text/x-pascal",
        "text/x-lisp",
    ]
}
