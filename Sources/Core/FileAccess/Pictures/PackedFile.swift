import Glibc

/// A document that is packed with pictures, in a file without a name, which is gone when it is closed.
public struct PackedFile: ~Copyable {
    /// The open file, at its beginning.
    public let descriptor: Int32

    /// Creates an empty file in the folder for temporary files.
    init() throws(PictureFolderError) {
        // No program here changes its environment.
        let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        // mkstemp replaces the last six characters.
        var template = Array("\(folder)/printcenter.XXXXXX".utf8CString)
        descriptor = unsafe mkstemp(&template)
        guard descriptor >= 0 else { throw .output(errno) }
        unsafe unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit { close(descriptor) }
}

extension PictureFolder {
    /// Packs a document with the pictures of the folder into a file without a name.
    ///
    /// - Parameters:
    ///   - document: The open document, which is read from its position to its end.
    ///   - name: Its name, of which only the extension counts.
    ///   - type: Its MIME type, if the name does not show it.
    ///   - place: Its path; `nil` where it has none, such as standard input.
    /// - Returns: The file, which takes the place of the document.
    /// - Throws: ``PictureFolderError``; a picture that cannot be read is left out and is not an error.
    public func pack(
        _ document: Int32,
        name: String,
        type: String? = nil,
        at place: FilePath?
    ) throws(PictureFolderError) -> PackedFile {
        let file = try PackedFile()
        try pack(document, name: name, type: type, at: place, into: file.descriptor)
        guard lseek(file.descriptor, 0, SEEK_SET) == 0 else { throw .output(errno) }
        return file
    }
}
