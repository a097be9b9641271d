import Glibc
import QuickPreview

/// The doors on the session bus.
enum BusDoors {
    /// Returns the doors on the session bus of the user.
    ///
    /// - Parameters:
    ///   - previewer: The previewer that all doors share.
    ///   - activity: Counts the requests of all doors.
    ///   - version: The version of the program.
    /// - Returns: The doors; none where there is no home for the cache.
    static func doors(
        to previewer: Previewer,
        _ activity: Activity,
        version: String
    ) -> [any Door] {
        guard let cache = ThumbnailCache(version: version) else { return [] }
        return [ThumbnailDoor(previewer: previewer, activity: activity, cache: cache)]
    }

    /// Whether a bus has started this process, for one of its names: then it serves there, even where another helper of the
    /// user has the socket, for that one is on another bus.
    static var isStartedByBus: Bool { unsafe getenv("DBUS_STARTER_ADDRESS") != nil }
}
