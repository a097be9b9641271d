import ArgumentParser
import FileAccess
import Glibc
import QuickPreview

/// `qpreview cache refresh`: draws thumbnails anew.
struct CacheRefresh: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh",
        abstract: "Draw the thumbnails of files anew, and forget that drawing them failed.",
        discussion: """
            Of each file, the sizes that the cache has are drawn; "large" where it has none. Of a \
            folder, the files in it are meant.
            """
    )

    @Option(
        help: ArgumentHelp(
            "Draw this size: normal, large, x-large, or xx-large.",
            valueName: "name"
        )
    )
    var size: String?

    @Flag(help: "Print one JSON object per thumbnail.")
    var json = false

    @Argument(help: ArgumentHelp("Files or folders.", valueName: "file"))
    var files: [String]

    func validate() throws {
        if let size, ThumbnailSize(rawValue: size) == nil {
            throw ValidationError(
                PreviewLanguage.ofUser.say(
                    "Invalid size '\(size)': use normal, large, x-large, or xx-large.",
                    "尺寸“\(size)”无效：请用 normal、large、x-large 或 xx-large。"
                )
            )
        }
    }

    func run() async throws {
        let previewer = Previewer.shared()
        var code: Int32 = 0
        do throws(Failure) {
            let cache = try ThumbnailCache.ofUser()
            for file in files {
                for path in try Self.paths(file) {
                    let ended = try await refresh(path, in: cache, previewer)
                    if code == 0 { code = ended }
                }
            }
        } catch {
            error.print()
            code = error.code
        }
        await previewer.close()
        if code != 0 { throw ExitCode(code) }
    }

    /// The file, or those in a folder, in the order of their names.
    private static func paths(_ argument: String) throws(Failure) -> [FilePath] {
        guard let path = FilePath(argument: argument), !path.bytes.isEmpty else {
            throw Failure(opening: FilePath.shown(argument), error: ENOENT)
        }
        let visit: FileVisit
        do throws(FileVisit.Failure) {
            visit = try FileVisit.look(at: path)
        } catch {
            throw Failure(opening: path.shown, error: error.number)
        }
        guard visit.isFolder else { return [path] }
        guard let names = FolderNames.names(in: path) else {
            throw Failure(opening: path.shown, error: errno)
        }
        return names.compactMap { FilePath(bytes: path.bytes + [UInt8(ascii: "/")] + $0) }
            .filter { ThumbnailSubject($0)?.isFile == true }
    }

    /// Draws a file's thumbnails; the exit code.
    private func refresh(
        _ path: FilePath,
        in cache: ThumbnailCache,
        _ previewer: Previewer
    ) async throws(Failure) -> Int32 {
        let subject: ThumbnailSubject
        do throws(FileVisit.Failure) {
            subject = try ThumbnailSubject(at: path)
        } catch {
            let failure = Failure(opening: path.shown, error: error.number)
            failure.print()
            return failure.code
        }
        let there = ThumbnailSize.allCases.filter {
            unsafe access(cache.path(of: subject.uri, $0), F_OK) == 0
        }
        let sizes =
            size.flatMap(ThumbnailSize.init).map { [$0] } ?? (there.isEmpty ? [.large] : there)
        for size in sizes {
            let picture: CachedPicture
            do throws(PreviewError) {
                picture = try await previewer.picture(of: subject, size, in: cache, isRenewed: true)
            } catch {
                // A picture of a version that cannot be drawn any more is out of date.
                if error.isLasting, await subject.isUnchanged {
                    _ = unsafe unlink(cache.path(of: subject.uri, size))
                }
                let failure = Failure(path.text, error)
                failure.print()
                return failure.code
            }
            try show([line(subject, size, picture, cache)])
        }
        return 0
    }

    private func line(
        _ subject: ThumbnailSubject,
        _ size: ThumbnailSize,
        _ picture: CachedPicture,
        _ cache: ThumbnailCache
    ) -> String {
        let path = picture.isKept ? cache.path(of: subject.uri, size) : nil
        guard !json else {
            return JSON.object([
                ("path", JSON.quoted(subject.path.shown)), ("size", JSON.quoted(size.rawValue)),
                ("thumbnail", path.map(JSON.quoted)),
            ])
        }
        let name = subject.path.shown.singleLine
        let language = PreviewLanguage.ofUser
        let words =
            if let number = picture.writing {
                language.say(
                    "not kept: \(SystemWords.both(number).english)",
                    "未保存：\(SystemWords.both(number).chinese)"
                )
            } else {
                path ?? language.say("not kept, because the folder is private", "未保存：属于私密文件夹")
            }
        return language.say(
            "\(name), \(size.rawValue): \(words)",
            "\(name)，\(size.rawValue)：\(words)"
        )
    }
}

/// The names in a folder.
enum FolderNames {
    /// The names that are not hidden, in the order of their bytes; `nil` where the folder cannot be read.
    static func names(in path: FilePath) -> [[UInt8]]? {
        guard let folder = unsafe path.withCString({ unsafe opendir($0) }) else { return nil }
        defer { unsafe closedir(folder) }
        var names: [[UInt8]] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe Array(bytes.prefix { $0 != 0 })
            }
            if name.first != UInt8(ascii: ".") { names.append(name) }
        }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }
}
