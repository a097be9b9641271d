import Glibc

/// The domain socket of the scheduler on this machine.
///
/// There the scheduler knows the user by the kernel's word, and nobody listens between the two. A
/// port of loopback is anybody's who was there first.
enum SchedulerSocket {
    /// Where the scheduler of a system listens, however libcups was built.
    private static let usualPaths = ["/run/cups/cups.sock", "/var/run/cups/cups.sock"]
    /// The port on which the scheduler listens that has the usual socket, too.
    private static let usualPort: Int32 = 631

    /// The socket of the scheduler that libcups names.
    ///
    /// - Parameters:
    ///   - host: Its host, or the path of its socket.
    ///   - port: Its port.
    /// - Returns: The path; there may be nobody who listens.
    /// - Throws: ``CupsError/notLocal(scheduler:)`` for a scheduler elsewhere, or one of this machine
    ///   whose socket nobody knows.
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

    /// The name that this machine has for itself.
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
