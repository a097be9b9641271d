extension DocumentFormat {
    /// Archives and compressed files, shown as a list of the names inside.
    static let archive = DocumentFormat(
        name: "Archives (zip, tar, 7z, RAR, ISO 9660, cab and others)",
        types: [
            "application/zip", "application/x-tar", "application/x-compressed-tar",
            "application/x-bzip-compressed-tar", "application/x-bzip2-compressed-tar",
            "application/x-xz-compressed-tar", "application/x-lzma-compressed-tar",
            "application/x-zstd-compressed-tar", "application/x-lz4-compressed-tar",
            "application/x-tarz", "application/x-7z-compressed", "application/vnd.rar",
            "application/x-rar",
            "application/x-cpio", "application/x-archive", "application/x-lha",
            "application/x-lzh", "application/x-iso9660-image", "application/x-cd-image",
            "application/vnd.efi.iso", "application/vnd.ms-cab-compressed",
            "application/x-compress", "application/x-lzip", "application/java-archive",
            "application/x-java-archive", "application/gzip", "application/x-gzip",
            "application/x-bzip", "application/x-bzip2", "application/bzip2", "application/x-xz",
            "application/x-lzma", "application/zstd", "application/x-lz4",
            "application/vnd.android.package-archive", "application/x-cpio-compressed",
            "application/vnd.comicbook-rar", "application/x-cb7", "application/x-cbt",
        ],
        extensions: [
            "zip", "tar", "gz", "tgz", "bz2", "xz", "zst", "7z", "rar", "iso", "cbr",
            "cb7", "cbt", "jar", "apk", "cab",
        ],
        reader: .text(.archive)
    )
}
