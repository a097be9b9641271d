import CLinux
package import FileAccess
import Glibc

/// A thumbnail in the cache that belongs to the present version of a file.
///
/// Its texts and its size fit; whether its pixels can be decoded is unknown.
package final class FoundThumbnail: Sendable {
    /// Its path.
    package let path: FilePath
    /// Its size in the cache.
    package let size: ThumbnailSize
    /// Whether it lies beside the file, and not in the user's cache: then another user may have made it.
    package let isShared: Bool
    /// The URI by which it names the file.
    let uri: String
    /// Its texts.
    let texts: [String: String]
    /// The open file.
    let descriptor: Int32
    private let length: Int

    init?(
        _ path: FilePath,
        of subject: ThumbnailSubject,
        uri: String,
        _ size: ThumbnailSize,
        isShared: Bool = false
    ) {
        // Not a link, which could name any file, and nothing that opening would wait for.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
        // One beside the file lies where the file does, whose computer may not answer any more.
        let descriptor =
            isShared ? (try? FileVisit.read(path, flags))?.descriptor ?? -1 : path.open(flags)
        guard descriptor >= 0 else { return nil }
        self.path = path
        self.size = size
        self.isShared = isShared
        self.uri = uri
        self.descriptor = descriptor
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= ThumbnailCache.fileLimit, isShared || status.st_uid == geteuid(),
            let png = PNGTexts(of: descriptor, size: Int(status.st_size)),
            max(png.width, png.height) <= size.edge, png.texts["Thumb::URI"] == uri,
            Self.shows(png.texts, subject)
        else {
            length = 0
            texts = [:]
            return nil
        }
        length = Int(status.st_size)
        texts = png.texts
    }

    convenience init?(
        _ path: String,
        of subject: ThumbnailSubject,
        uri: String,
        _ size: ThumbnailSize
    ) {
        self.init(FilePath(path), of: subject, uri: uri, size)
    }

    deinit { close(descriptor) }

    /// The bytes of the file; `nil` where a checksum is wrong, so that it is damaged.
    package func bytes() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: length)
        guard unsafe pread(descriptor, &bytes, length, 0) == length, PNGChecksums.hold(bytes) else {
            return nil
        }
        return bytes
    }

    /// Whether the texts are those of the present version of a file.
    static func shows(_ texts: [String: String], _ subject: ThumbnailSubject) -> Bool {
        isTime(texts["Thumb::MTime"], of: subject) && isSize(texts["Thumb::Size"], of: subject)
    }

    /// Whether a text is the time of a file.
    ///
    /// Tumbler adds microseconds to the seconds of the standard.
    private static func isTime(_ text: String?, of subject: ThumbnailSubject) -> Bool {
        guard let text, subject.modified > 0 else { return false }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let first = parts.first, Int64(first) == subject.modified else { return false }
        guard parts.count == 2, let rest = parts.last, rest.utf8.count == 6,
            let wanted = Int64(rest)
        else { return parts.count == 1 }
        return wanted == 0 || abs(wanted - subject.nanoseconds / 1000) <= 1
    }

    private static func isSize(_ text: String?, of subject: ThumbnailSubject) -> Bool {
        text.map { Int64($0) == subject.size } ?? true
    }
}
