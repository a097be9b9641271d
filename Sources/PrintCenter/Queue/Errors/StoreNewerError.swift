import GRDB

/// The error of a store that a newer version of the service has written.
public struct StoreNewerError: Error {
    /// Checks the version of a store without changing anything, not even its log.
    ///
    /// - Throws: ``StoreNewerError``. Other errors show when the store is opened.
    static func check(_ path: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
        // A file that does not exist, or is not a database, is not newer.
        guard let database = try? DatabaseQueue(path: path, configuration: configuration),
            let isNewer = try? database.read({ try StoreSchema.migrator.hasBeenSuperseded($0) })
        else { return }
        if isNewer { throw StoreNewerError() }
    }
}
