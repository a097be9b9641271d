package import FileAccess
import Glibc

/// A file as the thumbnail cache knows it: its URI, and the version that a thumbnail has to show.
package struct ThumbnailSubject: Sendable {
    /// The path: absolute, without `.`, `..`, and empty components.
    package let path: FilePath
    /// The path as GLib writes URIs, by whose hash the cache names thumbnails.
    package let uri: String
    /// The time of the last modification, in whole seconds since 1970.
    package let modified: Int64
    /// The nanoseconds of that time.
    package let nanoseconds: Int64
    /// The size in bytes.
    package let size: Int64
    /// The device and the number of the file.
    let device: UInt64
    let number: UInt64
    let mode: mode_t
    /// Whether it had been modified within the last seconds when this was read, so that a program may still be writing it.
    let isNew: Bool

    /// Reads the facts of a file; `nil` where there is none, or where it has no URI.
    ///
    /// - Parameter path: The file; a relative path starts at the current folder.
    package init?(_ path: FilePath) {
        var status = stat()
        guard !path.bytes.isEmpty, unsafe path.withCString({ unsafe stat($0, &status) }) == 0,
            var whole = Self.absolute(path)
        else { return nil }
        // GLib drops `folder/..` from paths without a look at the disk. Where the folder is a link, that names another
        // file.
        var other = stat()
        let isThere = unsafe whole.withCString { unsafe stat($0, &other) } == 0
        if !isThere || other.st_ino != status.st_ino || other.st_dev != status.st_dev {
            guard let real = Self.resolved(path) else { return nil }
            whole = real
        }
        self.init(whole, status)
    }

    /// Reads the facts again; `nil` where the file is gone.
    package var now: ThumbnailSubject? {
        var status = stat()
        guard unsafe path.withCString({ unsafe stat($0, &status) }) == 0 else { return nil }
        return ThumbnailSubject(path, status)
    }

    private init(_ path: FilePath, _ status: stat) {
        self.path = path
        uri = path.uri
        modified = Int64(status.st_mtim.tv_sec)
        nanoseconds = Int64(status.st_mtim.tv_nsec)
        size = Int64(status.st_size)
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
        mode = status.st_mode
        isNew = (-2..<5).contains(Int64(time(nil)) - modified)
    }

    /// Whether it is a regular file.
    package var isFile: Bool { mode & S_IFMT == S_IFREG }

    /// Whether an open file is this one.
    func isSame(as descriptor: Int32) -> Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && UInt64(status.st_ino) == number
            && UInt64(status.st_dev) == device
    }

    /// An absolute path without `.`, `..`, and empty components, as GLib makes it: by the letters alone.
    private static func absolute(_ path: FilePath) -> FilePath? {
        let slash = UInt8(ascii: "/")
        var bytes = path.bytes
        if bytes.first != slash {
            guard let folder = unsafe getcwd(nil, 0) else { return nil }
            defer { unsafe free(folder) }
            let length = unsafe strlen(folder)
            let current = unsafe UnsafeRawBufferPointer(start: folder, count: length)
            bytes = unsafe Array(current) + [slash] + bytes
        }
        var parts: [ArraySlice<UInt8>] = []
        for part in bytes.split(separator: slash) {
            if part.elementsEqual("..".utf8) {
                _ = parts.popLast()
            } else if !part.elementsEqual(".".utf8) {
                parts.append(part)
            }
        }
        return FilePath(bytes: [slash] + parts.joined(separator: [slash]))
    }

    private static func resolved(_ path: FilePath) -> FilePath? {
        guard let real = unsafe path.withCString({ unsafe realpath($0, nil) }) else { return nil }
        defer { unsafe free(real) }
        let length = unsafe strlen(real)
        return unsafe FilePath(bytes: UnsafeRawBufferPointer(start: real, count: length))
    }
}

extension ThumbnailSubject: Equatable {
    /// Whether both are the same version of the same file.
    package static func == (one: ThumbnailSubject, other: ThumbnailSubject) -> Bool {
        one.path == other.path && one.modified == other.modified
            && one.nanoseconds == other.nanoseconds && one.size == other.size
            && one.device == other.device && one.number == other.number && one.mode == other.mode
    }
}
