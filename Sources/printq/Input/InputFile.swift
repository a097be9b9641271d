import FileAccess
import Glibc

/// A file to print, open for reading.
struct InputFile: ~Copyable {
    /// The name without folders.
    let name: String
    let descriptor: Int32
    let isOwned: Bool
    /// The MIME type, if the contents do not show it.
    var type: String?

    /// A message for an unreadable file, which says what to do.
    struct Unreadable: Error {
        let message: String
    }

    /// Opens a path or a `file:` URI, as the user typed it; `-` is standard input.
    static func open(_ argument: String, phrases: Phrases) throws(Unreadable) -> InputFile {
        guard argument != "-" else {
            return InputFile(
                name: phrases.standardInput,
                descriptor: STDIN_FILENO,
                isOwned: false
            )
        }
        let shown = FilePath.shown(argument)
        guard let path = FilePath(argument: argument) else {
            throw Unreadable(message: phrases.notOfThisMachine(shown))
        }
        // A pipe without a writer must not block the program before the message.
        let descriptor = path.open(O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw Unreadable(
                message: errno == ENOENT || errno == ENOTDIR
                    ? phrases.noSuchFile(shown)
                    : phrases.notReadable(
                        shown,
                        unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "\(errno)"
                    )
            )
        }
        var facts = stat()
        let isKnown = unsafe fstat(descriptor, &facts) == 0
        let kind = facts.st_mode & S_IFMT
        guard isKnown, kind == S_IFREG || kind == S_IFIFO else {
            close(descriptor)
            throw Unreadable(
                message: kind == S_IFDIR ? phrases.isDirectory(shown) : phrases.noFile(shown)
            )
        }
        _ = fcntl(descriptor, F_SETFL, 0)
        return InputFile(name: path.name, descriptor: descriptor, isOwned: true)
    }

    /// The same file, packed with the pictures of a folder if it may show some.
    ///
    /// - Parameters:
    ///   - pictures: The folder, as the user typed it.
    ///   - argument: The file, as the user typed it.
    /// - Returns: The package, or the file itself if it is of another kind.
    /// - Throws: `PictureFolderError`, also for an address that is no path.
    func packed(
        with pictures: String,
        _ argument: String
    ) throws(PictureFolderError) -> InputFile {
        let fileName = isOwned ? name : ""
        guard PictureFolder.isUsed(by: fileName, type: type) else {
            return InputFile(
                name: name,
                descriptor: fcntl(descriptor, F_DUPFD_CLOEXEC, 3),
                isOwned: true,
                type: type
            )
        }
        guard let folder = FilePath(argument: pictures) else {
            throw .folder(FilePath(pictures), ENOENT)
        }
        let package = try PictureFolder(folder).pack(
            descriptor,
            name: fileName,
            type: type,
            at: isOwned ? FilePath(argument: argument) : nil
        )
        // The package says of which type the document is.
        return InputFile(
            name: name,
            descriptor: fcntl(package.descriptor, F_DUPFD_CLOEXEC, 3),
            isOwned: true,
            type: nil
        )
    }

    deinit {
        if isOwned { close(descriptor) }
    }
}
