import Glibc
import PreviewModel

/// A document that is a folder and contains pictures of itself.
enum PackageFolder {
    /// The names of the pictures in a package, the best for a size first; nothing is read.
    ///
    /// - Parameters:
    ///   - folder: The open folder.
    ///   - pixels: The longest edge of the picture that is wanted.
    /// - Returns: Paths within the folder.
    static func pictures(in folder: Int32, pixels: Int) -> [String] {
        let there = WorkPackage.pictures.filter { open($0.name, in: folder) != nil }
        let enough = there.filter { $0.pixels >= pixels }.sorted { $0.pixels < $1.pixels }
        let small = there.filter { $0.pixels < pixels }.sorted { $0.pixels > $1.pixels }
        return (enough + small).map(\.name)
    }

    /// Opens a regular file below a folder; no part of its path may be a link, which could lead out of it.
    ///
    /// - Parameters:
    ///   - path: The path within the folder.
    ///   - folder: The open folder.
    /// - Returns: The file, to read; `nil` where there is none.
    static func open(_ path: String, in folder: Int32) -> Descriptor? {
        let parts = path.split(separator: "/").map(String.init)
        guard let last = parts.last else { return nil }
        var parent = unsafe Descriptor(
            takingOwnership: openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        )
        for part in parts.dropLast() {
            guard let above = parent.take() else { return nil }
            parent = unsafe Descriptor(
                takingOwnership: openat(
                    above.number,
                    part,
                    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
                )
            )
        }
        guard let parent,
            // Nonblocking: opening a pipe of that name would wait for a writer.
            let file = unsafe Descriptor(
                takingOwnership: openat(
                    parent.number,
                    last,
                    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
                )
            )
        else { return nil }
        var status = stat()
        guard unsafe fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return file
    }
}
