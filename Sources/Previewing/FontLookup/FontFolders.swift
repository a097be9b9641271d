import CFontconfig
import Glibc
package import PreviewModel

/// The folders that a child may read: the data needed to draw documents, and nothing else of a
/// user.
///
/// Fonts lie where fontconfig's configuration says. Of those below a home directory, only the two
/// usual folders are read, which the pool names: the zygote has no `HOME` to find them by.
package enum FontFolders {
    /// Beside the fonts: poppler's tables for Chinese, Japanese and Korean, color profiles, names
    /// of file types, and fontconfig's own configuration and caches, for libraries that load them
    /// late.
    private static let others = [
        "/usr/share/poppler", "/usr/share/color", "/usr/share/mime", "/etc/fonts",
        "/usr/share/fontconfig", "/var/cache/fontconfig",
    ]

    /// The standard font folders, regardless of fontconfig's configuration.
    private static let usual = ["/usr/share/fonts", "/usr/local/share/fonts"]

    private static let homes = ["/home/", "/root/", "/run/user/"]

    /// Returns all folders that a family of helpers may read.
    package static func all(for family: RendererFamily) -> [String] {
        var folders = usual + others + family.traits.folders
        for folder in configured() where !folders.contains(folder) && !isPrivate(folder) {
            folders.append(folder)
        }
        return folders + ofUser + caches
    }

    /// The folders that a process for one document may read.
    ///
    /// Where the configuration names no others, fontconfig is not started: the process starts it when it needs a font.
    package static func allOfPage() -> [String] {
        areUsual ? usual + others : all(for: .pdf)
    }

    /// Whether all fonts are in the usual folders.
    package static let areUsual = ofUser.isEmpty && FontConfiguration.isUsual()

    /// The fonts that the user has installed.
    private static let ofUser = [
        UserFontVariable.fonts, UserFontVariable.oldFonts,
    ].compactMap(folder)

    /// fontconfig's cache of these fonts: fonts in a valid cache are not parsed again.
    private static let caches = ofUser.isEmpty ? [] : [UserFontVariable.cache].compactMap(folder)

    /// The folder that a variable names; `nil` if it is missing, or a symbolic link, which may
    /// point anywhere.
    private static func folder(_ variable: String) -> String? {
        guard let value = unsafe getenv(variable) else { return nil }
        let path = unsafe String(cString: value)
        var status = stat()
        guard path.hasPrefix("/"), unsafe lstat(path, &status) == 0,
            status.st_mode & S_IFMT == S_IFDIR
        else { return nil }
        return path
    }

    /// Sets the folder of the user's caches before fontconfig reads its configuration.
    package static func nameCaches() {
        guard let path = caches.first, path.hasSuffix("/fontconfig") else { return }
        unsafe setenv("XDG_CACHE_HOME", String(path.dropLast("/fontconfig".count)), 1)
    }

    /// Has fontconfig read the fonts of the user.
    ///
    /// Runs in the zygote's sandbox: fonts may come from anywhere, and are parsed unless they are
    /// cached.
    package static func addOfUser() {
        for folder in ofUser { _ = unsafe FcConfigAppFontAddDir(nil, folder) }
    }

    private static func isPrivate(_ folder: String) -> Bool {
        !folder.hasPrefix("/") || folder == "/"
            || homes.contains { folder.hasPrefix($0) || folder + "/" == $0 }
    }

    /// The folders of fontconfig's configuration; loads it if necessary.
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
