import CLinux
import FileAccess
import Glibc
import PreviewModel

extension Previewer {
    /// Returns up to three pictures of a file, each better than the one before: its icon, an existing thumbnail,
    /// and the preview.
    ///
    /// For programs that show many or large files, and want to show something at once:
    ///
    /// ```swift
    /// do {
    ///     for try await answer in previewer.answers(of: file, name: path, path: path, size: 256) {
    ///         show(answer.image)
    ///     }
    /// } catch where error.isAboutFile {
    ///     show(try await previewer.card(name: path, type: type, bytes: nil, reason: error, size: 256))
    /// }
    /// ```
    ///
    /// An answer that is superseded before the caller reads it is skipped, so that the preview may be the only one.
    /// Answers only get better. Leaving the loop ends all work. An error comes last,
    /// after the pictures: at least the icon, where any helper works.
    ///
    /// A thumbnail from the desktop's cache is used only where its entries `Thumb::URI` and `Thumb::MTime` fit the
    /// file, and the thumbnail in the EXIF data of a photo only where it has the proportions of the photo.
    /// A child decodes both, as it does every picture.
    ///
    /// - Parameters:
    ///   - descriptor: An open, readable regular file, or a folder; it stays the caller's, who may close it
    ///     as soon as this returns.
    ///   - name: The file's name, or its path, of which only the last part is used: a hint, and never opened.
    ///   - path: The file's absolute path, by which the desktop's cache knows it, or `nil`; of a name
    ///     that is not UTF-8 the `text` of its `FilePath`.
    ///   - page: The page, 1-based; only the first one can have a thumbnail.
    ///   - size: The longest edge, in points of the display.
    ///   - scale: The pixels to a point of the display, such as 1.5.
    ///   - password: The user or owner password of an encrypted PDF.
    /// - Returns: The sequence; its errors are those of
    ///   ``thumbnail(of:name:page:size:scale:medium:password:)``.
    public func answers(
        of descriptor: Int32,
        name: String,
        path: String? = nil,
        page: Int = 1,
        size: Int,
        scale: Double = 1,
        password: String = ""
    ) -> PreviewAnswers {
        let file = SharedDescriptor(copyOf: descriptor)
        let wanted = WantedAnswers(
            name: Self.lastPart(of: name),
            path: path,
            page: page,
            size: size,
            scale: scale,
            password: password
        )
        return PreviewAnswers { relay in await self.work(on: wanted, of: file, relay) }
    }

    /// The existing thumbnail alone.
    package func pictureAtHand(
        of descriptor: Int32,
        name: String,
        path: String?,
        size: Int
    ) async -> PreviewImage? {
        let wanted = WantedAnswers(
            name: Self.lastPart(of: name),
            path: path,
            page: 1,
            size: size,
            scale: 1,
            password: ""
        )
        return await quick(wanted, of: SharedDescriptor(copyOf: descriptor))
    }

    private func work(
        on wanted: WantedAnswers,
        of file: SharedDescriptor,
        _ relay: PreviewAnswers.Relay
    ) async {
        await withTaskGroup(of: Result<PreviewImage, PreviewError>?.self) { group in
            group.addTask { await self.best(wanted, of: file) }
            group.addTask {
                if let image = await self.icon(wanted, of: file) { relay.pass(image, .icon) }
                return nil
            }
            group.addTask {
                if let image = await self.quick(wanted, of: file) { relay.pass(image, .quick) }
                return nil
            }
            var failure: PreviewError?
            for await result in group {
                switch result {
                case .success(let image)?:
                    // An answer that comes later is superseded.
                    relay.pass(image, .best)
                    relay.finish()
                    group.cancelAll()
                case .failure(let error)?: failure = error
                case nil: break
                }
            }
            // After all pictures.
            if let failure { relay.finish(failure) }
        }
    }

    private func best(
        _ wanted: WantedAnswers,
        of file: SharedDescriptor
    ) async -> Result<PreviewImage, PreviewError> {
        do throws(PreviewError) {
            if file.kind == S_IFDIR {
                return .success(
                    try await thumbnail(
                        ofFolder: file.number,
                        name: wanted.name,
                        page: wanted.page,
                        size: wanted.size,
                        scale: wanted.scale
                    )
                )
            }
            return .success(
                try await thumbnail(
                    of: file.number,
                    name: wanted.name,
                    page: wanted.page,
                    size: wanted.size,
                    scale: wanted.scale,
                    password: wanted.password
                )
            )
        } catch {
            return .failure(error)
        }
    }

    /// The icon of the type that the name suggests, without a label.
    private func icon(_ wanted: WantedAnswers, of file: SharedDescriptor) async -> PreviewImage? {
        guard let pixels = try? Self.pixels(wanted.size, wanted.scale) else { return nil }
        let type: FileType
        if file.kind == S_IFDIR {
            let info = DocumentInfo(folder: file.number, name: wanted.name)
            type = FileType(rawValue: info?.type ?? "inode/directory")
        } else {
            type = NamedTypes.ofSystem.type(of: wanted.name) ?? .unknown
        }
        return try? await icon(of: type, name: wanted.name, size: pixels)
    }

    /// An existing thumbnail, or `nil`.
    private func quick(_ wanted: WantedAnswers, of file: SharedDescriptor) async -> PreviewImage? {
        guard wanted.page == 1, file.kind == S_IFREG,
            let pixels = try? Self.pixels(wanted.size, wanted.scale)
        else {
            return nil
        }
        let type = NamedTypes.ofSystem.type(of: wanted.name) ?? .unknown
        if let path = wanted.path.map({ FilePath($0) }),
            let image = await kept(path, of: file, pixels: pixels)
        {
            return image.of(type)
        }
        guard ["jpg", "jpeg", "jpe"].contains(RequestMessage.nameExtension(of: wanted.name)) else {
            return nil
        }
        let reply = try? await perform(
            .embeddedThumbnail,
            of: file.number,
            name: wanted.name
        ) { $0.pixels = UInt32(clamping: pixels) }
        return reply?.image?.embedded(in: FileType.jpeg.rawValue)
    }

    /// The thumbnail from the desktop's cache.
    private func kept(
        _ path: FilePath,
        of file: SharedDescriptor,
        pixels: Int
    ) async -> PreviewImage? {
        // The cache knows files by their paths: the path must lead to this file.
        guard path.bytes.first == UInt8(ascii: "/"),
            // Without its facts there is no picture yet.
            let subject = (try? await ThumbnailSubject.find(path)) ?? nil,
            subject.isSame(as: file.number),
            let found = thumbnailCache?.thumbnail(of: subject, pixels: pixels)
        else { return nil }
        return await picture(found, of: subject, pixels: pixels)
    }
}

/// The parameters of a request for answers.
private struct WantedAnswers: Sendable {
    let name: String
    let path: String?
    let page: Int
    let size: Int
    let scale: Double
    let password: String
}

/// A descriptor that stays open while it is used.
private final class SharedDescriptor: Sendable {
    let number: Int32
    /// The file type bits of `st_mode`.
    let kind: mode_t

    init(copyOf descriptor: Int32) {
        number = clinux_duplicate(descriptor, 3)
        var status = stat()
        kind = unsafe fstat(number, &status) == 0 ? status.st_mode & S_IFMT : 0
    }

    deinit { if number >= 0 { close(number) } }
}
