internal import CLinux

/// The network of a lab with discovery: a loopback interface that no other program sees.
enum PrivateNetwork {
    /// The name of the lab's host in DNS-SD, without the domain.
    static let hostName = "printlab"

    /// Moves this process, and all that it starts from now on, into a network of its own.
    ///
    /// There, the host name that the lab's printers announce leads to loopback.
    ///
    /// - Throws: ``LabError`` with ``LabError/Code/notPermitted``.
    static func enter(in folder: LabFolder) throws {
        let result = clinux_enter_private_network()
        guard result == 0 else {
            throw LabError(
                .notPermitted,
                """
                A lab with discovery needs a network of its own, which this system refuses: \
                \(reason(of: -result)). Run it as root, or allow user namespaces \
                (sysctl kernel.unprivileged_userns_clone=1; in a container: --cap-add SYS_ADMIN).
                """
            )
        }
        let hosts = folder.settings + "/hosts"
        let names = "localhost \(hostName).local \(hostName)"
        try folder.write("127.0.0.1 \(names)\n::1 \(names)\n", to: hosts)
        try cover(unsafe clinux_cover_file("/etc/hosts", hosts), "/etc/hosts")
    }

    /// Throws if a path could not be covered.
    static func cover(_ result: CInt, _ path: String) throws {
        guard result == 0 else {
            throw LabError(.system, "\(path) cannot be covered: \(reason(of: -result)).")
        }
    }
}
