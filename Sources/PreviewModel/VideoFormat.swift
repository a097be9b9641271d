/// The containers of videos that have a helper of their own.
enum VideoFormat {
    /// Whether a frame of such a file may be shown.
    ///
    /// Some of these containers carry sound alone, which shows only when they are opened.
    static func contains(_ type: FileType) -> Bool {
        containers.contains(type.rawValue)
            || (type.rawValue.hasPrefix("video/") && !withoutFrames.contains(type.rawValue))
    }

    /// Extensions of names that such files usually have.
    static let extensions: Set<String> = [
        "3g2", "3gp", "asf", "avi", "divx", "dv", "f4v", "flv", "m1v", "m2t", "m2ts", "m2v", "m4v",
        "mkv", "mov", "mp4", "mpe", "mpeg", "mpg", "mts", "mxf", "ogm", "ogv", "qt", "rm", "rmvb",
        "vob",
        "webm", "wmv",
    ]

    private static let containers: Set<String> = [
        "application/mxf", "application/ogg", "application/vnd.ms-asf",
        "application/vnd.rn-realmedia", "application/x-matroska",
    ]

    /// Lists of addresses and programs, which are no videos for all their name.
    private static let withoutFrames: Set<String> = ["video/vnd.mpegurl", "video/x-javafx"]
}
