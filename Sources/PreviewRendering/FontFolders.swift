import CPoppler
import Glibc
import PreviewModel

/// The folders that a child may read: what documents are drawn with, and nothing else of a user.
///
/// Fonts lie where fontconfig's configuration says. Of those below a home directory, only the two usual folders
/// are read, which the pool names: the zygote has no `HOME` to find them by.
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
        return folders + ofUser + caches
    }

    /// The fonts that the user has installed.
    private static let ofUser = [
        UserFontVariable.fonts, UserFontVariable.oldFonts,
    ].compactMap(folder)

    /// What fontconfig already knows about these fonts: a font that is in a valid cache is not parsed here.
    private static let caches = ofUser.isEmpty ? [] : [UserFontVariable.cache].compactMap(folder)

    /// The folder that a variable names; `nil` where it is missing, or a link, which may lead anywhere.
    private static func folder(_ variable: String) -> String? {
        guard let value = unsafe getenv(variable) else { return nil }
        let path = unsafe String(cString: value)
        var status = stat()
        guard path.hasPrefix("/"), unsafe lstat(path, &status) == 0,
            status.st_mode & S_IFMT == S_IFDIR
        else { return nil }
        return path
    }

    /// Tells fontconfig, before it reads its configuration, where the user's caches lie.
    static func nameCaches() {
        guard let path = caches.first, path.hasSuffix("/fontconfig") else { return }
        unsafe setenv("XDG_CACHE_HOME", String(path.dropLast("/fontconfig".count)), 1)
    }

    /// Has fontconfig read the fonts of the user.
    ///
    /// Behind the zygote's walls: fonts may come from anywhere, and are parsed where no cache knows them.
    static func addOfUser() {
        for folder in ofUser { _ = unsafe FcConfigAppFontAddDir(nil, folder) }
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
