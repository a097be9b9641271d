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
    /// The path without links; `nil` where it is unknown.
    let real: FilePath?
    /// Whether it lies on a file system that may not answer.
    package let isDistant: Bool
    /// Whether fscrypt encrypts it.
    let isEncrypted: Bool
    /// Whether it had been modified within the last seconds when this was read, so that a program may still be writing it.
    let isNew: Bool

    /// Reads the facts of a file; `nil` where there is none, or where it has no URI.
    ///
    /// - Parameter path: The file; a relative path starts at the current folder.
    package init?(_ path: FilePath) {
        // Who asks this way does not ask for the reason.
        guard let found = try? ThumbnailSubject(at: path) else { return nil }
        self = found
    }

    /// Reads the facts of a file.
    ///
    /// - Parameters:
    ///   - path: The file; a relative path starts at the current folder.
    ///   - interrupt: A descriptor that is readable once the facts are not wanted any more; -1 for none.
    /// - Throws: `FileVisit.Failure`, with `ENOENT` for a file that has no URI.
    package init(at path: FilePath, interrupt: Int32 = -1) throws(FileVisit.Failure) {
        let visit = try FileVisit.look(at: path, interrupt: interrupt)
        guard let whole = Self.absolute(path) else { throw .missing }
        // GLib drops `folder/..` from paths without a look at the disk. Where the folder is a link, that names another
        // file.
        if Self.goesUp(path) {
            // That it is not there says enough.
            let other = try? FileVisit.look(at: whole, interrupt: interrupt)
            if other?.number != visit.number || other?.device != visit.device {
                guard let real = visit.path else { throw .missing }
                self.init(real, visit)
                return
            }
        }
        self.init(whole, visit)
    }

    /// Reads the facts of a file for code that must not wait for its file system.
    ///
    /// - Parameter path: The file; a relative path starts at the current folder.
    /// - Returns: The facts; `nil` where there is no such file.
    /// - Throws: ``PreviewError`` where the file system does not answer, and of a canceled task.
    package static func find(_ path: FilePath) async throws(PreviewError) -> ThumbnailSubject? {
        try await FileDoor.perform(at: path) { interrupt throws(PreviewError) in
            do throws(FileVisit.Failure) {
                return try ThumbnailSubject(at: path, interrupt: interrupt)
            } catch {
                if error.isUnanswered || error.isInterrupted { throw PreviewError(error) }
                return nil
            }
        }
    }

    /// Whether the file is still there, and the same version.
    package var isUnchanged: Bool {
        get async {
            // What cannot be seen any more may have changed.
            guard let visit = try? await FileDoor.look(at: path) else { return false }
            return ThumbnailSubject(path, visit) == self
        }
    }

    private init(_ path: FilePath, _ visit: FileVisit) {
        self.path = path
        uri = path.uri
        (modified, nanoseconds, size) = (visit.modified, visit.nanoseconds, visit.size)
        (device, number) = (visit.device, visit.number)
        mode = visit.mode
        real = visit.path
        (isDistant, isEncrypted) = (visit.isDistant, visit.isEncrypted)
        isNew = (-2..<5).contains(Int64(time(nil)) - modified)
    }

    /// Whether it is a regular file.
    package var isFile: Bool { mode & S_IFMT == S_IFREG }

    /// Whether a visited file is this one.
    func isSame(as visit: FileVisit) -> Bool {
        visit.number == number && visit.device == device
    }

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

    private static func goesUp(_ path: FilePath) -> Bool {
        path.bytes.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
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
