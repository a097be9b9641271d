import GRDB

/// A newer version of this program has written the store; this one would not know what it may do.
public struct StoreIsNewer: Error, CustomStringConvertible {
    /// What to do about it.
    public var description: String {
        "A newer version of this program has written it"
    }

    /// Looks at a store without changing anything, not even its log.
    ///
    /// - Throws: ``StoreIsNewer``; what else is wrong with a store shows when it is opened.
    static func check(_ path: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
        // There is none yet, or it is no database: neither is newer.
        guard let database = try? DatabaseQueue(path: path, configuration: configuration),
            let isNewer = try? database.read({ try StoreSchema.migrator.hasBeenSuperseded($0) })
        else { return }
        if isNewer { throw StoreIsNewer() }
    }
}
