import Glibc

/// A file that is to be printed, open for reading.
struct InputFile: ~Copyable {
    /// The name without folders.
    let name: String
    let descriptor: Int32
    let isOwned: Bool

    /// Why a file cannot be read, as a sentence with what to do.
    struct Unreadable: Error {
        let message: String
    }

    /// Opens a path; `-` is standard input.
    static func open(_ path: String, phrases: Phrases) throws(Unreadable) -> InputFile {
        guard path != "-" else {
            return InputFile(
                name: phrases.standardInput,
                descriptor: STDIN_FILENO,
                isOwned: false
            )
        }
        // A pipe without a writer must not stop the program before it can say so.
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw Unreadable(
                message: errno == ENOENT || errno == ENOTDIR
                    ? phrases.noSuchFile(path)
                    : phrases.notReadable(
                        path,
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
                message: kind == S_IFDIR ? phrases.isDirectory(path) : phrases.noFile(path)
            )
        }
        _ = fcntl(descriptor, F_SETFL, 0)
        let name = path.split(separator: "/").last.map { String($0) } ?? path
        return InputFile(name: name, descriptor: descriptor, isOwned: true)
    }

    deinit {
        if isOwned { close(descriptor) }
    }
}
