import Glibc

/// A folder whose pictures a document in HTML or Markdown may show by relative addresses.
///
/// The document and the pictures become one file, which every reader of documents here takes in place
/// of the document. It can be sent, kept, and printed later: the folder is not needed again.
///
/// ```swift
/// let folder = try PictureFolder(FilePath("site"))
/// let file = try folder.pack(document, name: "page.html", at: FilePath("site/page.html"))
/// let pages = try await previewer.makePages(
///     of: file.descriptor, name: "page.html", layout: layout, into: output)
/// ```
///
/// Of the folder and those below it, the regular files are taken whose names end as those of JPEG, PNG,
/// GIF, WebP, or SVG; symbolic links are not followed. Nothing of the files is parsed.
public struct PictureFolder: ~Copyable {
    /// The maximum number of pictures.
    public static let picturesLimit = 2_000
    /// The maximum number of files and folders that are looked through.
    public static let entriesLimit = 50_000
    /// The maximum number of folders above a picture.
    public static let depthLimit = 16
    /// The maximum size of the document and all pictures, in bytes.
    public static let sizeLimit = 120 << 20

    private let path: FilePath
    private let descriptor: Int32

    /// The ends of the names of pictures, in lower case.
    private static let extensions = ["jpg", "jpeg", "png", "gif", "webp", "svg"]
    /// The types of documents that show pictures by addresses, and the ends of their names.
    private static let documents: [(type: String, extensions: [String])] = [
        ("text/html", ["html", "htm"]), ("application/xhtml+xml", ["xhtml", "xht"]),
        ("text/markdown", ["md", "markdown", "mkd"]),
    ]
    /// The folder in the package that has all files.
    private static let top = "files/"

    /// Opens a folder, which may be a symbolic link to one.
    public init(_ path: FilePath) throws(PictureFolderError) {
        self.path = path
        do throws(FileVisit.Failure) {
            descriptor = try FileVisit.open(path, O_RDONLY | O_DIRECTORY).descriptor
        } catch {
            throw error.number == ENOTDIR ? .notAFolder(path) : .folder(path, error.number)
        }
    }

    deinit { close(descriptor) }

    /// Whether a document may show pictures by addresses, as far as its name and its type tell.
    ///
    /// - Parameters:
    ///   - name: The name of the document, or its path; one without an extension may be such a document.
    ///   - type: Its MIME type, which counts before the name; `nil` where it is not known.
    /// - Returns: False for a document of another kind, which ``pack(_:name:type:at:)`` need not be called for.
    public static func isUsed(by name: String, type: String?) -> Bool {
        nameExtension(of: name, type: type) != nil
    }

    /// The extension for a document in the package, empty where its contents decide; `nil` for a document of another kind.
    private static func nameExtension(of name: String, type: String?) -> String? {
        if let type { return documents.first { $0.type == type.lowercased() }?.extensions[0] }
        let parts = name.split(separator: "/").last?.split(
            separator: ".",
            omittingEmptySubsequences: false
        )
        guard let parts, parts.count > 1, let last = parts.last?.lowercased() else { return "" }
        return documents.first { $0.extensions.contains(last) }?.extensions[0]
    }

    /// Writes a document with the pictures of the folder as one file.
    ///
    /// Addresses are relative to the document where it lies in the folder, or in one above it, and to the
    /// folder where it does not.
    ///
    /// - Parameters:
    ///   - document: The open document, which is read from its position to its end.
    ///   - name: Its name, of which only the extension counts.
    ///   - type: Its MIME type, if the name does not show it.
    ///   - place: Its path; `nil` where it has none, such as standard input.
    ///   - output: An empty file, to which the package is written.
    /// - Throws: ``PictureFolderError``; a picture that cannot be read is left out and is not an error.
    public func pack(
        _ document: Int32,
        name: String,
        type: String? = nil,
        at place: FilePath?,
        into output: Int32
    ) throws(PictureFolderError) {
        var left = Self.sizeLimit
        guard let text = Self.contents(of: document, limit: left) else { throw .document(errno) }
        let pictures = try self.pictures()
        let relation = place.flatMap { self.relation(to: $0) } ?? .apart
        let ending = Self.nameExtension(of: name, type: type) ?? ""
        let documentName = ending.isEmpty ? "document" : "document.\(ending)"
        left -= text.count
        guard left >= 0 else { throw .tooLarge(path) }
        do throws(OutputFile.Failure) {
            var package = try DocumentPackage(into: output)
            try package.add(text, as: Self.top + relation.aboveDocument + documentName)
            for picture in pictures {
                guard let file = open(picture.parts),
                    let bytes = Self.contents(of: file, limit: left)
                else { continue }
                left -= bytes.count
                guard left >= 0 else { throw OutputFile.Failure(number: EFBIG) }
                try package.add(bytes, as: Self.top + relation.abovePictures + picture.name)
            }
            try package.finish()
        } catch {
            throw left < 0 ? .tooLarge(path) : .output(error.number)
        }
    }

    // MARK: The pictures

    private struct Picture {
        /// The path below the folder.
        let parts: [FilePath]
        /// The same as text.
        var name: String { PictureFolder.name(parts) }
    }

    /// The path of something below the folder, as text.
    private static func name(_ parts: [FilePath]) -> String {
        parts.map(\.shown).joined(separator: "/")
    }

    /// The pictures in the folder and below, by name.
    private func pictures() throws(PictureFolderError) -> [Picture] {
        var pictures: [Picture] = []
        var left = Self.entriesLimit
        var folders: [[FilePath]] = [[]]
        while let folder = folders.popLast() {
            // One that cannot be read shows no pictures.
            guard let number = open(folder, isFolder: true) else { continue }
            guard let entries = Self.entries(of: number, left: &left) else {
                throw .tooManyEntries(path)
            }
            for entry in entries {
                let parts = folder + [entry.name]
                if entry.isFolder {
                    guard parts.count <= Self.depthLimit else {
                        throw .tooDeep(path, below: Self.name(parts))
                    }
                    folders.append(parts)
                } else {
                    pictures.append(Picture(parts: parts))
                }
            }
            guard pictures.count <= Self.picturesLimit else { throw .tooManyPictures(path) }
        }
        // Bytes that are not UTF-8 may make equal names: the first one counts.
        var names: Set<String> = []
        return pictures.sorted { $0.parts.lexicographicallyPrecedes($1.parts, by: Self.precedes) }
            .filter { names.insert($0.name).inserted }
    }

    private static func precedes(_ left: FilePath, _ right: FilePath) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// The folders and pictures in an open folder, which is closed; `nil` where it has more entries than are left.
    private static func entries(
        of folder: consuming OpenFile,
        left: inout Int
    ) -> [(name: FilePath, isFolder: Bool)]? {
        guard let stream = unsafe fdopendir(folder.number) else { return [] }
        folder.forget()
        defer { unsafe _ = closedir(stream) }
        var entries: [(FilePath, Bool)] = []
        while let found = unsafe readdir(stream) {
            let bytes = unsafe withUnsafeBytes(of: &found.pointee.d_name) { bytes in
                unsafe Array(bytes.prefix { $0 != 0 })
            }
            guard let name = FilePath(bytes: bytes), name.shown != ".", name.shown != ".." else {
                continue
            }
            left -= 1
            guard left >= 0 else { return nil }
            var status = stat()
            let isKnown = unsafe name.withCString {
                unsafe fstatat(dirfd(stream), $0, &status, AT_SYMLINK_NOFOLLOW) == 0
            }
            guard isKnown else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: entries.append((name, true))
            case S_IFREG where isPicture(name): entries.append((name, false))
            default: continue
            }
        }
        return entries
    }

    private static func isPicture(_ name: FilePath) -> Bool {
        let parts = name.shown.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1 && extensions.contains(parts.last?.lowercased() ?? "")
    }

    /// Opens something below the folder; no part of its path may be a link, which could lead out of it.
    private func open(_ parts: [FilePath], isFolder: Bool = false) -> OpenFile? {
        var file = OpenFile(in: descriptor, FilePath("."), O_DIRECTORY)
        for (index, part) in parts.enumerated() {
            guard let above = file.take() else { return nil }
            // Nonblocking: a pipe that has taken the place of a picture would wait for a writer.
            let isLast = index == parts.count - 1 && !isFolder
            file = OpenFile(in: above.number, part, isLast ? O_NONBLOCK | O_NOCTTY : O_DIRECTORY)
        }
        guard let file, isFolder || FileFacts(descriptor: file.number)?.isFile == true else {
            return nil
        }
        return file
    }

    // MARK: Files

    /// A descriptor that closes itself.
    private struct OpenFile: ~Copyable {
        let number: Int32

        init?(in folder: Int32, _ name: FilePath, _ flags: Int32) {
            number = unsafe name.withCString {
                unsafe openat(folder, $0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | flags)
            }
            guard number >= 0 else { return nil }
        }

        /// Leaves the descriptor open.
        consuming func forget() { discard self }

        deinit { close(number) }
    }

    private static func contents(of file: consuming OpenFile, limit: Int) -> [UInt8]? {
        contents(of: file.number, limit: limit)
    }

    /// The bytes of a file from its position to its end, or one more than the limit; `nil` where it cannot be read.
    private static func contents(of file: Int32, limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while bytes.count <= limit {
            let wanted = min(chunk.count, limit + 1 - bytes.count)
            let count = unsafe read(file, &chunk, wanted)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                // The caller passed a nonblocking descriptor.
                var wait = pollfd(fd: file, events: Int16(clamping: POLLIN), revents: 0)
                _ = unsafe poll(&wait, 1, -1)
                continue
            }
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
        }
        return bytes
    }

    // MARK: Places

    /// Where the document and the folder are in relation to each other: the folders above each, with a slash at the end.
    private enum Relation {
        /// The document lies in the folder, or below it.
        case within(String)
        /// The folder lies beside the document, or below.
        case beside(String)
        case apart

        var aboveDocument: String { if case .within(let path) = self { path } else { "" } }
        var abovePictures: String { if case .beside(let path) = self { path } else { "" } }
    }

    private func relation(to document: FilePath) -> Relation? {
        guard let folder = Self.real(path), let home = Self.real(document.folder) else {
            return nil
        }
        if let path = Self.path(from: folder, to: home) { return .within(path) }
        return Self.path(from: home, to: folder).map { .beside($0) }
    }

    /// The path from one folder to one in it, with a slash at the end; empty where both are the same.
    private static func path(from folder: FilePath, to other: FilePath) -> String? {
        if folder == other { return "" }
        let start = folder.bytes.last == 0x2F ? folder.bytes : folder.bytes + [0x2F]
        guard other.bytes.starts(with: start) else { return nil }
        return String(decoding: other.bytes.dropFirst(start.count), as: UTF8.self) + "/"
    }

    /// The path without links and dots.
    private static func real(_ path: FilePath) -> FilePath? {
        unsafe path.withCString { path in
            guard let real = unsafe realpath(path, nil) else { return nil }
            defer { unsafe free(real) }
            let bytes = unsafe UnsafeBufferPointer(start: real, count: strlen(real))
            return unsafe FilePath(bytes: bytes.map { UInt8(bitPattern: $0) })
        }
    }
}
