import Glibc

/// The domain socket of the scheduler on this machine.
///
/// On a domain socket the kernel identifies the user to the scheduler, and no other program can
/// listen. Any program can open a port on loopback.
enum SchedulerSocket {
    /// The usual sockets of schedulers, independent of how libcups was built.
    private static let usualPaths = ["/run/cups/cups.sock", "/var/run/cups/cups.sock"]
    /// The port of the scheduler that also has the usual socket.
    private static let usualPort: Int32 = 631

    /// Returns the socket of the scheduler that libcups is configured for.
    ///
    /// - Parameters:
    ///   - host: The host, or the path of the socket.
    ///   - port: The port.
    /// - Returns: The path, on which no scheduler may be listening.
    /// - Throws: ``CupsError/notLocal(scheduler:)`` for a scheduler on another machine, or one
    ///   here whose socket is unknown.
    static func path(host: String, port: Int32) throws(CupsError) -> String {
        if host.hasPrefix("/") { return host }
        guard port == usualPort, isThisMachine(host) else {
            throw .notLocal(scheduler: "\(host.prefix(bytes: 255)):\(port)")
        }
        return usualPaths.first { unsafe access($0, F_OK) == 0 } ?? usualPaths[0]
    }

    private static func isThisMachine(_ host: String) -> Bool {
        let name = host.lowercased()
        let bare = name.hasPrefix("[") ? String(name.dropFirst().prefix { $0 != "]" }) : name
        return ["localhost", "localhost.localdomain", "::1", ownName].contains(bare)
            || bare.hasPrefix("127.") && bare.allSatisfy { $0.isNumber || $0 == "." }
    }

    /// The host name of this machine.
    private static var ownName: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return "localhost" }
        let name = String(
            decoding: bytes.map { UInt8(bitPattern: $0) }.prefix { $0 != 0 },
            as: UTF8.self
        )
        .lowercased()
        return name.isEmpty ? "localhost" : name
    }
}
