import FileAccess
import Glibc

extension ThumbnailCache {
    /// The number and the size of the files in a folder of the cache.
    package struct FolderStatus: Sendable, Equatable {
        /// The folder, such as "large" or "fail/qpreview-0.1.0".
        package let name: String
        /// The number of thumbnails.
        package var count = 0
        /// Their size in bytes.
        package var bytes = 0
    }

    /// What to remove.
    package struct Cleaning: Sendable {
        /// Thumbnails that were not used for longer, in seconds; `nil` for no such limit.
        package var age: Int64?
        /// The least recently used ones, until the rest has this size in bytes; `nil` for no such limit.
        package var size: Int?
        /// The present time, in seconds since 1970.
        package var now = Int64(time(nil))
        /// Only thumbnails of files whose URIs begin like this; all where it is empty.
        package var bases: [String] = []
        /// Thumbnails of files that were modified until then, in seconds since 1970; `nil` for none.
        package var modifiedUntil: Int64?
        /// How long those of files on other computers and on media that are not there are kept, in seconds.
        package var awayLimit: Int64 = 30 * 24 * 3600

        /// Only thumbnails that are out of date.
        package init() {}
    }

    /// What was removed.
    package struct Cleaned: Sendable, Equatable {
        /// Thumbnails of files that are gone.
        package var gone = 0
        /// Thumbnails of files that have changed.
        package var changed = 0
        /// Damaged thumbnails, and files that a program did not finish.
        package var damaged = 0
        /// Thumbnails that were not used.
        package var unused = 0
        /// Bytes that are free now.
        package var bytes = 0
        /// Thumbnails that are still there.
        package var kept = 0
        /// The size of those in bytes.
        package var keptBytes = 0
        /// Thumbnails that could not be removed.
        package var refused = 0
    }

    /// The folders of the cache that are there, with their thumbnails.
    package var status: [FolderStatus] {
        places.map { place in
            var status = FolderStatus(name: place)
            forEachEntry(place) { entry in
                guard entry.isThumbnail else { return }
                status.count += 1
                status.bytes += entry.size
            }
            return status
        }
    }

    /// Removes thumbnails that nobody will see again; never a file that is not a thumbnail.
    package func clean(_ cleaning: Cleaning) -> Cleaned {
        var cleaned = Cleaned()
        var rest: [Entry] = []
        for place in places {
            forEachEntry(place) { entry in
                guard let end = end(of: entry, cleaning) else {
                    guard entry.isThumbnail else { return }
                    cleaned.kept += 1
                    cleaned.keptBytes += entry.size
                    if cleaning.size != nil { rest.append(entry) }
                    return
                }
                guard unsafe unlink(entry.path) == 0 || errno == ENOENT else {
                    cleaned.refused += 1
                    return
                }
                cleaned[keyPath: end] += 1
                cleaned.bytes += entry.size
            }
        }
        guard let size = cleaning.size else { return cleaned }
        for entry in rest.sorted(by: { $0.used < $1.used }) where cleaned.keptBytes > size {
            guard unsafe unlink(entry.path) == 0 || errno == ENOENT else {
                cleaned.refused += 1
                continue
            }
            cleaned.unused += 1
            cleaned.bytes += entry.size
            cleaned.kept -= 1
            cleaned.keptBytes -= entry.size
        }
        return cleaned
    }

    /// Why a file of the cache goes; `nil` where it stays.
    private func end(of entry: Entry, _ cleaning: Cleaning) -> WritableKeyPath<Cleaned, Int>? {
        // What a program began, and did not finish within a day.
        if entry.isAside { return cleaning.now - entry.used > 24 * 3600 ? \.damaged : nil }
        guard entry.isThumbnail else { return nil }
        // To look at a thumbnail is not to use it.
        let quietly: Int32 = 0o1_000_000  // O_NOATIME
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | quietly
        let file = unsafe open(entry.path, flags)
        guard let file = Descriptor(takingOwnership: file) else { return nil }
        guard let png = PNGTexts(of: file.number, size: entry.size),
            let uri = png.texts["Thumb::URI"]
        else {
            return cleaning.now - entry.used > 60 && isDamaged(file.number, entry) ? \.damaged : nil
        }
        // Another program may name its files otherwise.
        guard entry.name == Self.name(of: uri) else { return nil }
        if !cleaning.bases.isEmpty, !cleaning.bases.contains(where: { Self.lies(uri, below: $0) }) {
            return nil
        }
        if let limit = cleaning.modifiedUntil, let text = png.texts["Thumb::MTime"],
            let time = Int64(text.prefix { $0 != "." }), time <= limit
        {
            return \.unused
        }
        if let age = cleaning.age, cleaning.now - entry.used > age { return \.unused }
        let away = cleaning.now - entry.used > cleaning.awayLimit ? \Cleaned.unused : nil
        // A file of `gvfsd-fuse` is not asked for: the answer may take minutes.
        guard let path = FilePath(uri: uri), !path.bytes.starts(with: "/run/user/".utf8) else {
            return away
        }
        do throws(FileVisit.Failure) {
            let subject = try ThumbnailSubject(at: path)
            return FoundThumbnail.shows(png.texts, subject) ? nil : \.changed
        } catch {
            if error.isUnanswered || Self.mayBeAway(path) { return away }
            // A folder that cannot be searched says nothing about its files.
            return error.number == ENOENT || error.number == ENOTDIR ? \.gone : nil
        }
    }

    /// Whether a file is what is left of a thumbnail: half of one is none.
    ///
    /// What never was a picture is not ours to remove, nor is a whole one whose texts say nothing to us.
    private func isDamaged(_ file: Int32, _ entry: Entry) -> Bool {
        guard entry.size <= Self.fileLimit,
            let bytes = BoundedFile.bytes(of: file, limit: Self.fileLimit)
        else { return false }
        return PNGTexts.signature.starts(with: bytes.prefix(8)) && !PNGChecksums.hold(bytes)
    }

    /// Whether a URI is a base, or lies below it.
    static func lies(_ uri: String, below base: String) -> Bool {
        guard uri.hasPrefix(base) else { return false }
        return base.hasSuffix("/") || uri.utf8.count == base.utf8.count
            || uri.dropFirst(base.count).hasPrefix("/")
    }

    /// Whether a file that is missing may lie on another computer, or on a medium that is not there now.
    private static func mayBeAway(_ path: FilePath) -> Bool {
        let places = ["/media/", "/run/media/", "/mnt/", "/net/"]
        return places.contains { path.bytes.starts(with: $0.utf8) }
    }

    // MARK: The files of the cache

    /// A file in a folder of the cache.
    private struct Entry {
        let name: String
        let path: String
        let size: Int
        /// When it was last read or written, in seconds since 1970.
        let used: Int64

        /// Whether it has the name of a thumbnail.
        var isThumbnail: Bool {
            name.utf8.count == 36 && name.hasSuffix(".png")
                && name.utf8.prefix(32).allSatisfy {
                    (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
                }
        }

        /// Whether this program began to write it.
        var isAside: Bool { name.hasPrefix(ThumbnailCache.aside) }
    }

    /// The folders that are there, below that of the cache.
    private var places: [String] {
        let sizes = ThumbnailSize.allCases.map(\.folder).filter { isFolder($0) }
        var failures: [String] = []
        forEachName("fail") { name in
            if isFolder("fail/\(name)") { failures.append("fail/\(name)") }
        }
        return sizes + failures.sorted()
    }

    private func isFolder(_ place: String) -> Bool {
        FileFacts(path: "\(folder)/\(place)")?.isFolder == true
    }

    private func forEachEntry(_ place: String, _ body: (Entry) -> Void) {
        forEachName(place) { name in
            let path = "\(folder)/\(place)/\(name)"
            var status = stat()
            guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                return
            }
            // Many systems do not write the time of reading each time.
            let used = max(status.st_atim.tv_sec, status.st_mtim.tv_sec)
            body(Entry(name: name, path: path, size: Int(status.st_size), used: Int64(used)))
        }
    }

    private func forEachName(_ place: String, _ body: (String) -> Void) {
        guard let directory = unsafe opendir("\(folder)/\(place)") else { return }
        defer { unsafe closedir(directory) }
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe String(cString: $0)
                }
            }
            if name != ".", name != ".." { body(name) }
        }
    }
}
