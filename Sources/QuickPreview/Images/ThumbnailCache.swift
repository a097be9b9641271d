import Glibc
import PreviewModel

/// The thumbnail cache of the user's desktops (Thumbnail Managing Standard 0.9).
struct ThumbnailCache {
    /// The folders of the standard, and the longest edge of their thumbnails in pixels.
    private static let folders = [
        ("normal", 128), ("large", 256), ("x-large", 512), ("xx-large", 1024),
    ]

    private let cache: String

    /// The cache in a folder such as `~/.cache`.
    init(cache: String) { self.cache = cache }

    /// The user's cache; `nil` where there is no home.
    init?() {
        if let cache = Self.variable("XDG_CACHE_HOME"), cache.hasPrefix("/") {
            self.init(cache: cache)
        } else if let home = Self.variable("HOME"), home.hasPrefix("/") {
            self.init(cache: home + "/.cache")
        } else {
            return nil
        }
    }

    /// The thumbnail of a file that suits a size best: the smallest that is large enough, else the largest.
    ///
    /// It is untrusted: it may be out of date, or not a picture at all.
    func picture(of uri: String, pixels: Int) -> Descriptor? {
        let name = MD5.hexadecimal(of: uri) + ".png"
        let enough = Self.folders.filter { $0.1 >= pixels }
        let small = Self.folders.filter { $0.1 < pixels }
        for (folder, _) in enough + small.reversed() {
            let path = "\(cache)/thumbnails/\(folder)/\(name)"
            let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
            if let file = unsafe Descriptor(takingOwnership: open(path, flags)) { return file }
        }
        return nil
    }

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
