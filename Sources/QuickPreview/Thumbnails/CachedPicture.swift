import FileAccess
import Glibc
import PreviewModel

/// The picture of a file, from the thumbnail cache or drawn.
package struct CachedPicture: Sendable {
    /// Where it comes from.
    package enum Origin: Sendable {
        /// The cache had it; its bytes are those of the program that drew it.
        case found(FoundThumbnail)
        /// It was drawn.
        case drawn(PreviewImage)
    }

    /// Where it comes from.
    package let origin: Origin
    /// Whether it is in the user's cache now.
    package let isKept: Bool
    /// Why it could not be written, as the system's error number; `nil` where it was written, or is not kept on purpose.
    package var writing: Int32?
}

extension Previewer {
    /// Returns the picture of a file from the desktop's thumbnail cache, or draws it and keeps it there.
    ///
    /// A failure that would come again is kept as well, and thrown at once the next time.
    ///
    /// - Parameters:
    ///   - subject: The file.
    ///   - size: The size.
    ///   - cache: The cache.
    ///   - isRenewed: Whether to draw although the cache has a picture, or a failure.
    /// - Returns: The picture.
    /// - Throws: ``PreviewError``; ``PreviewError/Code/unreadable`` where the file cannot be opened.
    package func picture(
        of subject: ThumbnailSubject,
        _ size: ThumbnailSize,
        in cache: ThumbnailCache,
        isRenewed: Bool = false
    ) async throws(PreviewError) -> CachedPicture {
        // First: of a file that the user cannot read, the cache is neither read nor written.
        let flags = O_NONBLOCK | O_NOCTTY
        guard subject.isFile else { throw .notRegular }
        let visit = try await FileDoor.read(subject.path, flags)
        guard let file = Descriptor(takingOwnership: visit.descriptor), subject.isSame(as: visit)
        else { throw .notRegular }
        if !isRenewed {
            if let found = cache.thumbnail(of: subject, size) {
                if !found.isShared, found.bytes() != nil {
                    return CachedPicture(origin: .found(found), isKept: true)
                }
                // Another user may have made it: a child decodes it, and this process writes it anew.
                if found.isShared, let image = await picture(found, of: subject) {
                    return await keep(image, info: nil, of: subject, size, in: cache)
                }
            }
            if let code = cache.failure(of: subject) { throw PreviewError(remembered: code) }
        }
        let name = subject.path.text
        do throws(PreviewError) {
            let reply = try await perform(.thumbnail, of: file.number, name: name) { request in
                request.pixels = UInt32(clamping: size.edge)
            }
            guard let image = reply.image else { throw .noPicture }
            return await keep(image, info: reply.answer.info, of: subject, size, in: cache)
        } catch {
            var isKept =
                error.isLasting && !subject.isNew && cache.reasonNotToKeep(subject) == nil
            if isKept { isKept = await subject.isUnchanged }
            // Where it cannot be written, the next attempt fails in the same way.
            if isKept { try? cache.keep(failure: error.code, of: subject) }
            throw error
        }
    }

    /// Lets a child decode a thumbnail; `nil` where it is damaged.
    package func picture(
        _ found: FoundThumbnail,
        of subject: ThumbnailSubject,
        pixels: Int? = nil
    ) async -> PreviewImage? {
        let message = CachedThumbnailMessage(uri: found.uri, modified: subject.modified)
        guard let payload = message.encoded() else { return nil }
        let reply = try? await perform(
            .cachedThumbnail,
            of: found.descriptor,
            name: "kept.png",
            payload: payload
        ) { $0.pixels = UInt32(clamping: pixels ?? found.size.edge) }
        return reply?.image
    }

    private func keep(
        _ image: PreviewImage,
        info: DocumentInfo?,
        of subject: ThumbnailSubject,
        _ size: ThumbnailSize,
        in cache: ThumbnailCache
    ) async -> CachedPicture {
        let image = image.withPageEdge
        // A file that has changed meanwhile has another picture by now.
        guard cache.reasonNotToKeep(subject) == nil, await subject.isUnchanged else {
            return CachedPicture(origin: .drawn(image), isKept: false)
        }
        do throws(OutputFile.Failure) {
            try cache.keep(image, info: info, of: subject, size)
            cache.forgetFailure(subject.uri)
            return CachedPicture(origin: .drawn(image), isKept: true)
        } catch {
            return CachedPicture(origin: .drawn(image), isKept: false, writing: error.number)
        }
    }
}

extension PreviewError {
    /// The error that a failure in the cache stands for.
    init(remembered code: Code) {
        self.init(
            code,
            "There was no preview of this version of the file before (\(code.rawValue)).",
            chinese: "此文件的这一版本此前无法预览（\(code.rawValue)）。"
        )
    }
}
