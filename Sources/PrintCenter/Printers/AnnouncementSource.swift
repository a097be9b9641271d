package import PrintModel

/// Who listens to announcements; ``ServiceBrowser`` in the service.
package protocol AnnouncementSource: Sendable {
    /// Starts to listen; does nothing if it listens already.
    func start()
    /// Names the printers that were there before.
    func know(_ names: Set<String>)
    /// Stops to listen.
    func stop() async
    /// The latest snapshot.
    var announcements: Announcements { get }
    /// The latest snapshot and each later one.
    func snapshots() -> AsyncStream<Announcements>
}

extension ServiceBrowser: AnnouncementSource {}
