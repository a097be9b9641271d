import Glibc

/// The identity of the file of the store.
///
/// A service that has a file open can still write to it after a user unlinks it or moves its folder;
/// the changes are lost when the service exits.
struct StoreFile: Sendable {
    private let path: String
    private let device: dev_t
    private let number: ino_t

    /// Records the identity of the file at a path.
    init(path: String) throws(StoreError) {
        self.path = path
        guard let found = Self.identity(of: path) else { throw StoreError.gone(path) }
        (device, number) = found
    }

    /// Verifies that the path still names the same file.
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
