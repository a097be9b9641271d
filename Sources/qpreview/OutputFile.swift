import Glibc

/// A file that appears complete or not at all.
struct OutputFile {
    let path: String

    init(_ path: String) { self.path = path }

    /// Writes a temporary file beside it and gives it its name.
    func replace(with bytes: [UInt8]) throws(Failure) {
        // Of its own name only the last part changes, so that both lie in one file system.
        var template = Array("\(path).XXXXXX".utf8CString)
        let descriptor = unsafe mkstemp(&template)
        guard descriptor >= 0 else { throw Failure(writing: path, error: errno) }
        var written = write(bytes, to: descriptor)
        // mkstemp keeps others out; a picture is as readable as any new file.
        let mask = umask(0)
        umask(mask)
        written = fchmod(descriptor, 0o666 & ~mask) == 0 && written
        written = close(descriptor) == 0 && written
        if written, unsafe rename(template, path) == 0 { return }
        let error = errno
        unsafe unlink(template)
        throw Failure(writing: path, error: error)
    }
}

extension Failure {
    /// A file that cannot be written.
    init(writing path: String, error: Int32) {
        let why =
            switch error {
            case ENOENT: "its directory does not exist. Create it first."
            case EACCES, EPERM, EROFS: "you may not write there. Choose another place."
            case EISDIR: "it is a directory. Name a file in it."
            case ENOSPC, EDQUOT: "the disk is full. Make room, or choose another place."
            default: "\(words(of: error)). Choose another place."
            }
        self.init(1, "'\(path)' cannot be written: \(why)")
    }
}
