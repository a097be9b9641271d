import Glibc
import Synchronization

/// Whether fonts were installed or removed, from the times at which the folders of fonts changed.
///
/// A zygote has read the list of fonts when it started. A new folder changes the one that it is in, so that usually
/// each known folder is only looked at, and not read.
final class FontChanges: Sendable {
    /// The folders of fonts, and that of fontconfig's caches, which changes with other folders.
    static var usualFolders: [String] {
        ["/usr/share/fonts", "/usr/local/share/fonts", "/var/cache/fontconfig", "/etc/fonts"]
            + UserFonts.folders
    }

    private struct Known {
        var number = 0
        var folders: [String: Stamp] = [:]
    }

    /// The state of a folder, which differs after a change; zero for a missing one.
    private struct Stamp: Equatable {
        var inode: UInt = 0
        var seconds = 0
        var nanoseconds = 0
    }

    /// A folder, whatever path leads to it.
    private struct Place: Hashable {
        let device: UInt
        let inode: UInt
    }

    private let roots: [String]
    private let known = Mutex(Known())
    /// The most folders that are looked at.
    private static let limit = 4096
    /// The most folders in one another.
    private static let depthLimit = 32

    /// Takes the folders, each with those in it.
    init(in roots: [String]) { self.roots = roots }

    /// A number that is another one after each change.
    var number: Int {
        known.withLock { known in
            look(&known)
            return known.number
        }
    }

    /// Adds the state of the folders, which is the same in each process.
    func add(to edition: inout Edition) {
        let folders = known.withLock { known in
            look(&known)
            return known.folders
        }
        for (path, stamp) in folders.sorted(by: { $0.key < $1.key }) {
            edition.add(path)
            edition.add(stamp.seconds)
            edition.add(stamp.nanoseconds)
        }
    }

    private func look(_ known: inout Known) {
        let isSame =
            !known.folders.isEmpty
            && known.folders.allSatisfy { Self.stamp($0.key) == $0.value }
        guard !isSame else { return }
        known.folders = [:]
        var seen: Set<Place> = []
        for root in roots { Self.add(root, to: &known.folders, &seen) }
        known.number += 1
    }

    private static func stamp(_ path: String) -> Stamp {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return Stamp() }
        return Stamp(
            inode: status.st_ino,
            seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec
        )
    }

    /// Adds a folder and those in it, also behind links, but each folder once: links may lead back.
    private static func add(
        _ path: String,
        to folders: inout [String: Stamp],
        _ seen: inout Set<Place>,
        depth: Int = 0
    ) {
        guard folders.count < limit, folders[path] == nil, depth < depthLimit else { return }
        var status = stat()
        let isThere = unsafe stat(path, &status) == 0
        // Fonts are added to folders only.
        guard !isThere || status.st_mode & S_IFMT == S_IFDIR else { return }
        if isThere, !seen.insert(Place(device: status.st_dev, inode: status.st_ino)).inserted {
            return
        }
        folders[path] = stamp(path)
        guard let listing = unsafe opendir(path) else { return }
        defer { unsafe closedir(listing) }
        while let entry = unsafe readdir(listing) {
            let kind = unsafe Int(entry.pointee.d_type)
            // Some file systems do not say what it is.
            guard [DT_DIR, DT_LNK, DT_UNKNOWN].contains(where: { Int($0) == kind }) else {
                continue
            }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe String(cString: $0)
                }
            }
            if name != ".", name != ".." {
                add("\(path)/\(name)", to: &folders, &seen, depth: depth + 1)
            }
        }
    }
}
