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
        /// Why, as an obstacle names it.
        let problem: String
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
            throw Unreadable(message: phrases.notOfThisMachine(shown), problem: "not-found")
        }
        // A pipe without a writer must not block the program before the message.
        let visit: FileVisit
        do throws(FileVisit.Failure) {
            visit = try FileVisit.read(path, O_NONBLOCK)
        } catch {
            throw Unreadable(message: message(error, shown, phrases), problem: problem(error))
        }
        let descriptor = visit.descriptor
        let kind = visit.mode & S_IFMT
        guard kind == S_IFREG || kind == S_IFIFO else {
            close(descriptor)
            throw Unreadable(
                message: kind == S_IFDIR ? phrases.isDirectory(shown) : phrases.noFile(shown),
                problem: kind == S_IFDIR ? "directory" : "special"
            )
        }
        _ = fcntl(descriptor, F_SETFL, 0)
        return InputFile(name: path.name, descriptor: descriptor, isOwned: true)
    }

    private static func problem(_ failure: FileVisit.Failure) -> String {
        if failure.isUnanswered { return "unanswered" }
        return failure.number == ENOENT || failure.number == ENOTDIR ? "not-found" : "permission"
    }

    private static func message(
        _ failure: FileVisit.Failure,
        _ shown: String,
        _ phrases: Phrases
    ) -> String {
        if failure.isUnanswered { return phrases.unanswered(shown) }
        let number = failure.number
        guard number != ENOENT, number != ENOTDIR else { return phrases.noSuchFile(shown) }
        return phrases.notReadable(
            shown,
            unsafe strerror(number).map { unsafe String(cString: $0) } ?? "\(number)"
        )
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
