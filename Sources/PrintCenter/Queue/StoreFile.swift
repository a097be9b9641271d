import Glibc

/// The file of the store under its name.
///
/// A file that was unlinked, or whose folder was moved, takes every change of a service that has it
/// open, and is gone with that service.
struct StoreFile: Sendable {
    private let path: String
    private let device: dev_t
    private let number: ino_t

    /// Notes which file it is.
    init(path: String) throws(StoreError) {
        self.path = path
        guard let found = Self.identity(of: path) else { throw StoreError.gone(path) }
        (device, number) = found
    }

    /// Makes sure that it is still there.
    ///
    /// - Throws: ``StoreError`` with the code `gone`.
    func check() throws(StoreError) {
        guard let found = Self.identity(of: path), found == (device, number) else {
            throw StoreError.gone(path)
        }
    }

    private static func identity(of path: String) -> (dev_t, ino_t)? {
        var facts = stat()
        guard unsafe stat(path, &facts) == 0 else { return nil }
        return (facts.st_dev, facts.st_ino)
    }
}
