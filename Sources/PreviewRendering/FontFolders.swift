import CPoppler
import PreviewModel

/// The folders that a child may read: what documents are drawn with, and nothing of a user.
///
/// Fonts lie where fontconfig's configuration says. Those below a home directory are left out: no child
/// reads there, and the zygote has no `HOME` to find them by.
enum FontFolders {
    /// Beside the fonts: poppler's tables for Chinese, Japanese and Korean, colour profiles, names of file
    /// types, and fontconfig's own configuration and caches, for what loads them late.
    private static let others = [
        "/usr/share/poppler", "/usr/share/color", "/usr/share/mime", "/etc/fonts",
        "/usr/share/fontconfig", "/var/cache/fontconfig",
    ]

    /// Where fonts lie on every system, whatever fontconfig says.
    private static let usual = ["/usr/share/fonts", "/usr/local/share/fonts"]

    /// Ghostscript's programs, and its tables for Chinese, Japanese and Korean.
    private static let ofGhostscript = [
        "/usr/share/ghostscript", "/var/lib/ghostscript", "/etc/ghostscript",
    ]

    private static let homes = ["/home/", "/root/", "/run/user/"]

    /// All of them.
    static func all(for family: RendererFamily) -> [String] {
        var folders = usual + others
        if family == .postscript { folders += Self.ofGhostscript }
        for folder in configured() where !folders.contains(folder) && !isPrivate(folder) {
            folders.append(folder)
        }
        return folders
    }

    private static func isPrivate(_ folder: String) -> Bool {
        !folder.hasPrefix("/") || folder == "/"
            || homes.contains { folder.hasPrefix($0) || folder + "/" == $0 }
    }

    /// The folders of fontconfig's configuration; loads it where nothing has yet.
    private static func configured() -> [String] {
        guard let list = unsafe FcConfigGetFontDirs(nil) else { return [] }
        defer { unsafe FcStrListDone(list) }
        var folders: [String] = []
        while let folder = unsafe FcStrListNext(list) {
            folders.append(unsafe String(cString: UnsafePointer(folder)))
        }
        return folders
    }
}
