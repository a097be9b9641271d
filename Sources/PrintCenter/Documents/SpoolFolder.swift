import CLinux
import Glibc

/// The open folder of the spool: names are resolved from its descriptor, so that another folder cannot
/// take its place.
///
/// The corresponding C functions are `openat`, `renameat`, `unlinkat` and `fsync`.
final class SpoolFolder: Sendable {
    private let descriptor: Int32

    /// Opens the folder, and creates it with mode 0700 if it does not exist.
    init(path: String) throws(SpoolError) {
        if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw .system("making the spool") }
        descriptor = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw .system("opening the spool") }
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0, facts.st_uid == geteuid() else {
            close(descriptor)
            throw SpoolError(
                code: .failed,
                description: "the spool belongs to somebody else"
            )
        }
        _ = fchmod(descriptor, 0o700)
        try Self.syncParent(of: descriptor)
    }

    /// Syncs the parent folder, so that the names of the spool and of the database are on disk.
    ///
    /// Otherwise a power cut could lose the whole folder. Each start does it, because the start that
    /// created the folder may have been killed before.
    private static func syncParent(of folder: Int32) throws(SpoolError) {
        let parent = openAt(folder, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard parent >= 0 else { throw .system("opening the folder of the spool") }
        defer { close(parent) }
        // A file system without fsync of folders keeps names by other means.
        guard fsync(parent) == 0 || errno == EINVAL else {
            throw .system("writing the folder of the spool")
        }
    }

    deinit {
        close(descriptor)
    }

    /// Creates a file for writing; it must not exist.
    func create(_ name: String) throws(SpoolError) -> Int32 {
        try Self.check(name)
        let file = openAt(
            descriptor,
            name,
            O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
            0o600
        )
        guard file >= 0 else { throw .system("making a spool file") }
        return file
    }

    /// Opens a file for reading.
    func open(_ name: String) throws(SpoolError) -> Int32 {
        try Self.check(name)
        let file = openAt(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC, 0)
        guard file >= 0 else { throw .system("opening a spool file") }
        return file
    }

    /// Renames a file to its final name; for a durable file returns once the name is on disk.
    func commit(
        _ name: String,
        as final: String,
        lasting: Spool.Lasting = .durable,
        renamed: () -> Void = {}
    ) throws(SpoolError) {
        try Self.check(name)
        try Self.check(final)
        guard unsafe renameat(descriptor, name, descriptor, final) == 0 else {
            throw .system("naming a spool file")
        }
        renamed()
        guard lasting == .passing || fsync(descriptor) == 0 else {
            throw .system("writing the spool's folder")
        }
    }

    /// Removes a file; one that does not exist is not an error.
    func remove(_ name: String) {
        // An invalid name is not the name of a file in the spool.
        guard Self.isName(name) else { return }
        _ = unsafe unlinkat(descriptor, name, 0)
    }

    /// Returns the time since a file got its name; `nil` if it does not exist.
    func age(of name: String) -> Duration? {
        guard Self.isName(name) else { return nil }
        let changed = unsafe clinux_change_time(descriptor, name)
        return changed < 0 ? nil : .seconds(Int64(time(nil)) - changed)
    }

    /// Refuses names that lead out of the folder, although all names come from the store.
    private static func check(_ name: String) throws(SpoolError) {
        guard isName(name) else { throw .system("naming a spool file", EINVAL) }
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".."
            && !name.utf8.contains { $0 == 0x2F || $0 == 0 }
    }

    /// Returns the names of all files.
    func names() throws(SpoolError) -> [String] {
        let copy = openAt(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard copy >= 0, let folder = unsafe fdopendir(copy) else {
            throw .system("reading the spool's folder")
        }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}

/// `openat` with a mode, which C declares variadic.
private func openAt(
    _ folder: Int32,
    _ name: String,
    _ flags: Int32,
    _ mode: mode_t
) -> Int32 {
    unsafe openat(folder, name, flags, mode)
}
