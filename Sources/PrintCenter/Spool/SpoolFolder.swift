import Glibc

/// The folder of the spool, held open: names below it are looked up from its descriptor, so that
/// nobody can put another folder in its place.
///
/// The corresponding C functions are `openat`, `renameat`, `unlinkat` and `fsync`.
final class SpoolFolder: Sendable {
    private let descriptor: Int32

    /// Opens the folder, and makes it if it is not there; only its owner may enter it.
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

    /// Has the spool's own name on the disk, and those of its neighbours, such as the database.
    ///
    /// A document that is on the disk is lost all the same where the folder's name is not. It is done at
    /// each start: the start that made the folder may have been killed before.
    private static func syncParent(of folder: Int32) throws(SpoolError) {
        let parent = openAt(folder, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard parent >= 0 else { throw .system("opening the folder of the spool") }
        defer { close(parent) }
        // A file system that knows no sync of folders keeps names by other means.
        guard fsync(parent) == 0 || errno == EINVAL else {
            throw .system("writing the folder of the spool")
        }
    }

    deinit {
        close(descriptor)
    }

    /// Makes a new file for writing; it must not be there yet.
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

    /// Gives a file its final name; where that has to last, returns when the name is on the disk.
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

    /// Removes a file; that it is not there is no error.
    func remove(_ name: String) {
        // What cannot be the name of a spooled file names none that is there.
        guard Self.isName(name) else { return }
        _ = unsafe unlinkat(descriptor, name, 0)
    }

    /// How long ago a file got its name; `nil` where it is not there.
    func age(of name: String) -> Duration? {
        var facts = stat()
        guard Self.isName(name),
            unsafe fstatat(descriptor, name, &facts, AT_SYMLINK_NOFOLLOW) == 0
        else { return nil }
        // To give a file another name changes its status.
        return .seconds(time(nil) - facts.st_ctim.tv_sec)
    }

    /// Refuses what would lead out of the folder; names come from our own rows, and are checked all
    /// the same.
    private static func check(_ name: String) throws(SpoolError) {
        guard isName(name) else { throw .system("naming a spool file", EINVAL) }
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".."
            && !name.utf8.contains { $0 == 0x2F || $0 == 0 }
    }

    /// The names of all files.
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
