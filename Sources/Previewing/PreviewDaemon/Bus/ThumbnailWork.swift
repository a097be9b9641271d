import FileAccess
import QuickPreview

/// Makes the thumbnail of one file.
struct ThumbnailWork: Sendable {
    let previewer: Previewer
    let cache: ThumbnailCache

    /// Makes sure that the cache has the thumbnail of a file.
    ///
    /// - Throws: ``ThumbnailFailure``; of a canceled task, any.
    func perform(_ item: BatchQueue.Item) async throws(ThumbnailFailure) {
        guard let path = Self.path(item.uri) else { throw .notLocal }
        // A file that a program is writing gets one more look.
        for _ in 0..<2 {
            let found: ThumbnailSubject?
            do throws(PreviewError) {
                found = try await ThumbnailSubject.find(path)
            } catch {
                throw ThumbnailFailure(error)
            }
            guard let subject = found else { throw .missing }
            if let reason = cache.reasonNotToKeep(subject) { throw ThumbnailFailure(reason) }
            let picture: CachedPicture
            do throws(PreviewError) {
                picture = try await previewer.picture(of: subject, item.size, in: cache)
            } catch {
                if error.code == .unreadable, await !subject.isUnchanged { continue }
                throw ThumbnailFailure(error)
            }
            if picture.isKept { return }
            if picture.writing != nil {
                throw ThumbnailFailure(code: .saveFailed, message: "The thumbnail cannot be saved")
            }
        }
        throw .changed
    }

    /// Whether a file lies on a file system that may not answer.
    static func isDistant(_ uri: String) -> Bool { path(uri).map(FileVisit.isDistant) ?? false }

    /// The longest URI of a file: a path of 4096 bytes, each of them escaped.
    private static let limit = 12_400

    /// The absolute path of a URI of a local file.
    static func path(_ uri: String) -> FilePath? {
        guard uri.utf8.count <= limit, FilePath.isURI(uri), let path = FilePath(uri: uri),
            path.bytes.first == UInt8(ascii: "/")
        else { return nil }
        return path
    }
}
