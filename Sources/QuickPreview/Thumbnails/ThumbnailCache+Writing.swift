import FileAccess
import Glibc
import PreviewModel

extension ThumbnailCache {
    /// Keeps a picture as the thumbnail of a file, in the place of an older one.
    ///
    /// - Parameters:
    ///   - image: The picture, no larger than the size.
    ///   - info: The facts of the document, which become texts.
    ///   - subject: The file as it was before it was drawn.
    ///   - size: The size.
    /// - Throws: ``OutputFile/Failure`` where it cannot be written.
    package func keep(
        _ image: PreviewImage,
        info: DocumentInfo?,
        of subject: ThumbnailSubject,
        _ size: ThumbnailSize
    ) throws(OutputFile.Failure) {
        var texts = Self.texts(of: subject)
        let type = info?.type ?? image.type
        texts.append(("Thumb::Mimetype", type))
        if let pages = info?.pages, pages > 0, !type.hasPrefix("image/") {
            texts.append(("Thumb::Document::Pages", "\(pages)"))
        }
        if type.hasPrefix("image/"), let width = Self.pixels(info?.width),
            let height = Self.pixels(info?.height)
        {
            texts.append(("Thumb::Image::Width", width))
            texts.append(("Thumb::Image::Height", height))
        }
        try write(image, texts, to: path(of: subject.uri, size))
    }

    /// Remembers that this version of the program cannot draw a file: an empty picture with the code of the error.
    ///
    /// - Throws: ``OutputFile/Failure`` where it cannot be written.
    package func keep(
        failure: PreviewError.Code,
        of subject: ThumbnailSubject
    ) throws(OutputFile.Failure) {
        let nothing = PreviewImage(width: 1, height: 1, pixels: [0, 0, 0, 0], type: "image/png")
        let texts = Self.texts(of: subject) + [("X-QPreview::Reason", failure.rawValue)]
        let name = Self.name(of: subject.uri)
        try write(nothing, texts, to: "\(folder)/fail/\(program)/\(name)")
    }

    /// Removes what is kept of a file: its thumbnails of all sizes, and the failure of this program.
    package func forget(_ uri: String) {
        let name = Self.name(of: uri)
        let folders = ThumbnailSize.allCases.map(\.folder) + ["fail/\(program)"]
        for place in folders { _ = unsafe unlink("\(folder)/\(place)/\(name)") }
    }

    /// Removes the failure of this program on a file.
    package func forgetFailure(_ uri: String) {
        _ = unsafe unlink("\(folder)/fail/\(program)/\(Self.name(of: uri))")
    }

    private static func texts(of subject: ThumbnailSubject) -> [(String, String)] {
        [
            ("Thumb::URI", subject.uri), ("Thumb::MTime", "\(subject.modified)"),
            ("Thumb::Size", "\(subject.size)"), ("Software", "QuickPreview"),
        ]
    }

    private static func pixels(_ length: Double?) -> String? {
        guard let length, length >= 1, length <= DocumentInfo.lengthLimit else { return nil }
        return "\(Int(clamping: length))"
    }

    private func write(
        _ image: PreviewImage,
        _ texts: [(String, String)],
        to path: String
    ) throws(OutputFile.Failure) {
        let png: [UInt8]
        do throws(PreviewError) {
            png = try image.thumbnail(texts)
        } catch {
            throw OutputFile.Failure(number: ENOMEM)
        }
        try write(png, to: path)
    }

    /// Writes a file of the cache: under another name in the same folder, and renamed when it is whole.
    func write(_ png: [UInt8], to path: String) throws(OutputFile.Failure) {
        guard let slash = path.lastIndex(of: "/") else { throw OutputFile.Failure(number: ENOENT) }
        let place = String(path[..<slash])
        try makeFolder(place)
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        let other = place + "/" + Self.aside + number
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = unsafe open(other, flags, 0o600)
        guard descriptor >= 0 else { throw OutputFile.Failure(number: errno) }
        do throws(OutputFile.Failure) {
            do throws(OutputFile.Failure) {
                try OutputFile.write(png, to: descriptor)
            } catch {
                close(descriptor)
                throw error
            }
            guard close(descriptor) == 0, unsafe rename(other, path) == 0 else {
                throw OutputFile.Failure(number: errno)
            }
        } catch {
            _ = unsafe unlink(other)
            throw error
        }
    }

    /// How the names of files begin that are not whole yet.
    static let aside = ".qpreview."

    /// Makes a folder of the cache and those above it, for the user alone; one that is there stays as it is.
    private func makeFolder(_ path: String) throws(OutputFile.Failure) {
        if Self.isOwn(folder), Self.isOwn(path) { return }
        try Self.makeFolders(path)
        // What another user could change is no place for what is shown as the user's: neither the folder, nor the one of
        // the cache above it. Those above the cache may be anybody's.
        guard Self.isOwn(folder), Self.isOwn(path) else {
            throw OutputFile.Failure(number: EACCES)
        }
    }

    /// Whether a path names a folder of the user, by no link that another user has made.
    private static func isOwn(_ path: String) -> Bool {
        var status = stat()
        let users = [geteuid(), 0]
        guard unsafe lstat(path, &status) == 0, users.contains(status.st_uid),
            unsafe stat(path, &status) == 0
        else { return false }
        return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
    }

    /// Makes a folder and those above it that are missing.
    private static func makeFolders(_ path: String) throws(OutputFile.Failure) {
        if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            throw OutputFile.Failure(number: errno)
        }
        try makeFolders(String(path[..<slash]))
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw OutputFile.Failure(number: errno)
        }
    }
}

extension PreviewError {
    /// Whether another attempt on the same file, by the same version of this program, would fail in the same way.
    ///
    /// What lacks memory, time, a package, or a sandbox may succeed later; a crash counts in a record of its own.
    package var isLasting: Bool {
        guard missingPackage == nil else { return false }
        return switch code {
        case .noPreview, .damaged, .encrypted, .empty, .pixelLimit, .variantUnsupported,
            .filesMissing:
            true
        default: false
        }
    }
}
