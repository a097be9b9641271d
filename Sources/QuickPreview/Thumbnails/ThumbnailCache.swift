import FileAccess
import Glibc
import Hashing
import PreviewModel

/// The thumbnail cache that the programs of the user's desktop share (Thumbnail Managing Standard 0.9).
///
/// It is read and written to the letter of the standard, so that this project shows what other programs have drawn, and
/// they show what it has drawn. Nothing of a thumbnail is decoded here: see ``PNGTexts``.
package struct ThumbnailCache: Sendable {
    /// The folder `thumbnails`.
    package let folder: String
    /// The folder of the failures of this program, below `fail`.
    let program: String
    let privacy: ThumbnailPrivacy

    /// The largest file that is taken for a thumbnail, in bytes.
    static let fileLimit = 16 << 20

    /// The cache in a folder such as `~/.cache`.
    ///
    /// - Parameters:
    ///   - cache: The folder that contains `thumbnails`.
    ///   - version: The version of this program, whose failures are not those of another version.
    ///   - privacy: What is not kept.
    package init(cache: String, version: String = "", privacy: ThumbnailPrivacy = .ofUser) {
        folder = cache + "/thumbnails"
        program = version.isEmpty ? "qpreview" : "qpreview-\(version)"
        self.privacy = privacy
    }

    /// The user's cache; `nil` where there is no home.
    package init?(version: String = "") {
        if let cache = environment("XDG_CACHE_HOME"), cache.hasPrefix("/") {
            self.init(cache: cache, version: version)
        } else if let home = environment("HOME"), home.hasPrefix("/") {
            self.init(cache: home + "/.cache", version: version)
        } else {
            return nil
        }
    }

    /// The name of a thumbnail: the MD5 hash of its URI, which protects nothing; the standard prescribes it.
    package static func name(of uri: String) -> String { MD5.hash(of: Array(uri.utf8)) + ".png" }

    /// The path of the thumbnail of a file, whether there is one or not.
    package func path(of uri: String, _ size: ThumbnailSize) -> String {
        "\(folder)/\(size.folder)/\(Self.name(of: uri))"
    }

    /// Returns the thumbnail of the present version of a file; `nil` where there is none.
    ///
    /// - Parameters:
    ///   - subject: The file.
    ///   - size: The size; no other one is looked for.
    /// - Returns: The thumbnail of the user's own cache, else that of a repository beside the file.
    package func thumbnail(of subject: ThumbnailSubject, _ size: ThumbnailSize) -> FoundThumbnail? {
        guard subject.isFile, !contains(subject) else { return nil }
        let own = FoundThumbnail(path(of: subject.uri, size), of: subject, uri: subject.uri, size)
        if let own { return own }
        // A repository that a medium brings along ("Shared thumbnail repositories"); older programs hash the bare name.
        guard let last = subject.path.bytes.split(separator: UInt8(ascii: "/")).last,
            let name = FilePath(bytes: last)
        else { return nil }
        let repository = subject.path.folder.appending(".sh_thumbnails")
        // Each look at another computer takes a process.
        if subject.isDistant, (try? FileVisit.look(at: repository)) == nil { return nil }
        let escaped = name.uri.dropFirst("file://".count)
        for uri in ["./" + escaped, String(escaped)] {
            let path = repository.appending("\(size.folder)/\(Self.name(of: uri))")
            let found = FoundThumbnail(path, of: subject, uri: uri, size, isShared: true)
            if let found { return found }
        }
        return nil
    }

    /// The thumbnail of a file that suits a number of pixels best: the smallest that is large enough, else the largest.
    func thumbnail(of subject: ThumbnailSubject, pixels: Int) -> FoundThumbnail? {
        for size in ThumbnailSize.best(for: pixels) {
            if let found = thumbnail(of: subject, size) { return found }
        }
        return nil
    }

    /// The code of the error that the present version of a file had; `nil` where this version of the program has not failed
    /// on it.
    package func failure(of subject: ThumbnailSubject) -> PreviewError.Code? {
        let path = "\(folder)/fail/\(program)/\(Self.name(of: subject.uri))"
        let found = FoundThumbnail(path, of: subject, uri: subject.uri, .normal)
        guard let found else { return nil }
        return found.texts["X-QPreview::Reason"].map(PreviewError.Code.init) ?? .noPreview
    }

    /// Whether a file belongs to the cache itself, or to a shared repository.
    package func contains(_ subject: ThumbnailSubject) -> Bool {
        let path = subject.path.bytes
        if path.starts(with: (folder + "/").utf8) { return true }
        return path.split(separator: UInt8(ascii: "/")).contains {
            $0.elementsEqual(".sh_thumbnails".utf8)
        }
    }
}

/// The value of a variable; `nil` where it is not set.
func environment(_ name: String) -> String? {
    // The programs never change their environment.
    unsafe getenv(name).map { unsafe String(cString: $0) }
}
