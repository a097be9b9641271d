extension DocumentFormat {
    /// Videos, of which a frame is shown.
    ///
    /// Some of these containers hold only audio, which is known only after opening them.
    static let video = DocumentFormat(
        name: "Videos (MP4, Matroska, WebM, AVI, MPEG, QuickTime and others)",
        types: [
            "application/mxf", "application/ogg", "application/vnd.ms-asf",
            "application/vnd.rn-realmedia", "application/x-matroska",
        ],
        extensions: [
            "3g2", "3gp", "asf", "avi", "divx", "dv", "f4v", "flv", "m1v", "m2t", "m2ts", "m2v",
            "m4v", "mkv", "mov", "mp4", "mpe", "mpeg", "mpg", "mts", "mxf", "ogm", "ogv", "qt",
            "rm", "rmvb", "vob", "webm", "wmv",
        ],
        reader: .video,
        includes: { type in
            // Playlists and programs are not videos, in spite of their names.
            type.hasPrefix("video/") && !["video/vnd.mpegurl", "video/x-javafx"].contains(type)
        }
    )
}
