import FileAccess
import Glibc
import PreviewModel

extension Previewer {
    /// Draws a card for a file without a preview: the icon of its type, its name, kind, and size, and the reason.
    ///
    /// ```swift
    /// let picture: PreviewImage
    /// do {
    ///     picture = try await previewer.thumbnail(of: file, name: name, size: 256)
    /// } catch let error where error.isAboutFile {
    ///     picture = try await previewer.card(name: name, type: type, bytes: size, reason: error, size: 256)
    /// }
    /// ```
    ///
    /// The name is shown literally, never as markup, and without bidirectional control characters. Below 96 pixels there is
    /// room for the icon and its badge only.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - type: Its type, of which the icon and the kind are shown.
    ///   - bytes: Its size, or `nil` to leave it out.
    ///   - reason: Why there is no preview; the card does not mention that a type has none.
    ///   - language: The language of kind and reason.
    ///   - size: The length of the edges, in points of the display.
    ///   - scale: The pixels to a point of the display, such as 1.5.
    /// - Returns: A square picture, transparent around the card.
    /// - Throws: ``PreviewError`` with the codes `invalidRequest`, `unavailable`, `canceled`, `timeLimit`,
    ///   `memoryLimit`, `crashed`.
    public func card(
        name: String,
        type: FileType,
        bytes: Int?,
        reason: PreviewError? = nil,
        language: PreviewLanguage = .english,
        size: Int,
        scale: Double = 1
    ) async throws(PreviewError) -> PreviewImage {
        let pixels = try Self.pixels(size, scale)
        let (words, badge) = reason.map { $0.onCard(language) } ?? ("", .none)
        let card = CardMessage(
            name: Self.lastPart(of: name),
            kind: FileKind.words(for: type, in: language),
            size: bytes.map(ByteSize.words) ?? "",
            reason: words,
            badge: badge
        )
        let path = IconTheme().icon(for: type, pixels: pixels)
        return try await draw(.card, card.encoded(), icon: path, pixels: pixels, page: 1).of(type)
    }

    /// Draws a folder: the preview inside an iWork document; for any other folder, the names and sizes of its files on a page.
    ///
    /// Only names are read, and the picture inside a document, by a process of its own. Hidden files are
    /// left out.
    ///
    /// - Parameters:
    ///   - folder: The open folder, which stays the caller's.
    ///   - name: The folder's name, or its path, of which only the last part is used: a hint.
    ///   - page: The page, 1-based.
    ///   - size: The longest edge, in points of the display.
    ///   - scale: The pixels to a point of the display, such as 1.5.
    /// - Returns: The picture.
    /// - Throws: ``PreviewError`` with the codes of ``card(name:type:bytes:reason:language:size:scale:)``,
    ///   `unreadable` and `pageOutOfRange`.
    public func thumbnail(
        ofFolder folder: Int32,
        name: String = "",
        page: Int = 1,
        size: Int,
        scale: Double = 1
    ) async throws(PreviewError) -> PreviewImage {
        let pixels = try Self.pixels(size, scale)
        if page == 1, let info = DocumentInfo(folder: folder, name: name), info.carriesPicture,
            let image = try await picture(ofPackage: folder, type: info.type, pixels: pixels)
        {
            return image
        }
        guard let listing = ListingMessage(folder: folder) else {
            throw PreviewError(
                .unreadable,
                "The folder cannot be read.",
                chinese: "无法读取该文件夹。"
            )
        }
        return try await draw(
            .listing,
            listing.encoded(),
            icon: nil,
            pixels: pixels,
            page: UInt32(clamping: page)
        )
    }

    /// The picture inside a package; `nil` where none can be drawn.
    private func picture(
        ofPackage folder: Int32,
        type: String,
        pixels: Int
    ) async throws(PreviewError) -> PreviewImage? {
        for path in PackageFolder.pictures(in: folder, pixels: pixels) {
            guard let file = PackageFolder.open(path, in: folder) else { continue }
            do throws(PreviewError) {
                let image = try await thumbnail(of: file.number, name: path, size: pixels)
                return image.embedded(in: type)
            } catch {
                // The next picture, or the names of the parts, may do; but not where no helper works at all.
                guard error.isAboutFile, error.code != .unavailable, error.code != .unconfined
                else { throw error }
            }
        }
        return nil
    }

    /// The longest edge of a picture at a scale, in pixels.
    package static func pixels(_ size: Int, _ scale: Double) throws(PreviewError) -> Int {
        let pixels = (Double(size) * scale).rounded()
        guard size > 0, scale > 0, (1...Double(sizeLimit)).contains(pixels) else {
            throw PreviewError(
                .invalidRequest,
                "A picture has between 1 and \(sizeLimit) pixels on each side.",
                chinese: "图片每边的像素数须在 1 到 \(sizeLimit) 之间。"
            )
        }
        return Int(clamping: pixels)
    }

    func draw(
        _ operation: RequestMessage.Operation,
        _ payload: [UInt8],
        icon: String?,
        pixels: Int,
        page: UInt32,
        in line: Line = .ofDocuments
    ) async throws(PreviewError) -> PreviewImage {
        let opened = icon.flatMap {
            unsafe Descriptor(takingOwnership: open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
        }
        guard let file = opened ?? Descriptor.sealed([]) else { throw .systemLimit }
        let reply = try await perform(
            operation,
            of: file.number,
            name: "",
            payload: payload,
            in: line
        ) { request in
            request.pixels = UInt32(clamping: pixels)
            request.page = page
        }
        guard let image = reply.image else { throw .noPicture }
        return image
    }
}

extension PreviewError {
    /// Whether the file is at fault, not the request or the system: a card can say so.
    public var isAboutFile: Bool {
        switch code {
        case .pageOutOfRange, .unreadable, .outputFailed, .outputTooLarge, .invalidRequest,
            .canceled:
            false
        default: true
        }
    }

    /// The reason in a few words, as a card shows it, such as "Password needed"; empty where there is only no
    /// preview.
    ///
    /// - Parameter language: The language of the words.
    /// - Returns: Words without a full stop.
    public func reason(in language: PreviewLanguage) -> String { onCard(language).0 }

    /// The reason in a few words, and its badge.
    func onCard(_ language: PreviewLanguage) -> (String, CardMessage.Badge) {
        let (english, chinese, badge): (String, String, CardMessage.Badge) =
            switch code {
            case .encrypted: ("Password needed", "需要密码", .lock)
            case .wrongPassword: ("Wrong password", "密码错误", .lock)
            case .damaged: ("Damaged", "文件已损坏", .warning)
            case .empty where number == nil: ("Empty", "空文件", .none)
            case .variantUnsupported:
                ("Variant cannot be shown", "无法显示此变体", .none)
            case .filesMissing: ("Files are missing", "缺少文件", .none)
            case .pixelLimit, .memoryLimit: ("Too large to show", "文件过大，无法显示", .warning)
            case .timeLimit, .processorLimit: ("Took too long", "耗时过长", .clock)
            case .crashed, .forbiddenCall, .crashedBefore:
                ("Cannot be shown", "无法显示", .warning)
            case .unavailable, .unconfined:
                if let package = missingPackage {
                    ("Needs package \(package)", "需要软件包 \(package)", .none)
                } else {
                    ("Preview is not available", "预览不可用", .none)
                }
            case .empty: ("Nothing to show", "没有可显示的内容", .none)
            default: ("", "", .none)
            }
        return (language == .english ? english : chinese, badge)
    }
}

extension ListingMessage {
    /// The entries of an open folder, folders first, by name; `nil` where it cannot be read.
    init?(folder descriptor: Int32) {
        let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return nil }
        guard let stream = unsafe fdopendir(copy) else {
            close(copy)
            return nil
        }
        defer { unsafe _ = closedir(stream) }
        var entries: [Entry] = []
        var isWhole = true
        while let found = unsafe readdir(stream) {
            let bytes = unsafe withUnsafeBytes(of: &found.pointee.d_name) { bytes in
                unsafe Array(bytes.prefix { $0 != 0 })
            }
            guard bytes.first != UInt8(ascii: "."), let path = FilePath(bytes: bytes) else {
                continue
            }
            // Of a folder with a million files, the entries that the system lists first.
            guard entries.count < 5_000 else {
                isWhole = false
                break
            }
            var status = stat()
            // By the bytes of the name, which need not be UTF-8.
            let known = unsafe path.withCString {
                unsafe fstatat(copy, $0, &status, AT_SYMLINK_NOFOLLOW) == 0
            }
            let isFolder = known && status.st_mode & S_IFMT == S_IFDIR
            let isFile = known && status.st_mode & S_IFMT == S_IFREG
            entries.append(
                Entry(
                    name: path.shown,
                    size: isFile ? Int64(status.st_size) : -1,
                    isFolder: isFolder
                )
            )
        }
        entries.sort { left, right in
            if left.isFolder != right.isFolder { return left.isFolder }
            return left.name.lowercased() < right.name.lowercased()
        }
        self.init(entries: entries, isWhole: isWhole)
    }
}
