import CLinux
import Glibc
import NIOCore

/// The rule by which a listener takes a connection: the kernel names the user at its other end, and it is the own user.
///
/// It is asked before anything is made for a connection. An unknown user is another user.
enum PeerCheck: Sendable {
    /// On a Unix socket. Its mode and its folder exclude other users already; this holds even if somebody changed them.
    case unixSocket
    /// On the loopback interface, which has no modes, and no SO_PEERCRED.
    case loopback

    /// Whether the connection is the own user's.
    ///
    /// - Parameter channel: The connection; called on its event loop.
    /// - Returns: The answer, which is there at once.
    func admits(_ channel: any Channel) -> EventLoopFuture<Bool> {
        let answer =
            switch self {
            case .unixSocket: Self.isOwnOnSocket(channel)
            case .loopback: Self.isOwnOnLoopback(channel)
            }
        return answer.flatMapErrorThrowing { _ in false }
    }

    // MARK: The Unix socket

    private static func isOwnOnSocket(_ channel: any Channel) -> EventLoopFuture<Bool> {
        guard let options = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeSucceededFuture(false)
        }
        let answer: EventLoopFuture<Credentials> = options.unsafeGetSocketOption(
            level: .socket,
            name: NIOBSDSocket.Option(rawValue: SO_PEERCRED)
        )
        return answer.map { $0.user == geteuid() }
    }

    /// The value of SO_PEERCRED: `ucred` (unix(7)), which the header declares for GNU sources only.
    private struct Credentials: Sendable {
        let process: pid_t
        let user: uid_t
        let group: gid_t
    }

    // MARK: The loopback interface

    /// All of 127/8 is this computer, and each address has ports of its own: only 127.0.0.1 counts, at both ends, and as
    /// IPv4.
    private static func isOwnOnLoopback(_ channel: any Channel) -> EventLoopFuture<Bool> {
        guard case .v4(let here)? = channel.localAddress,
            case .v4(let there)? = channel.remoteAddress,
            isExact(here.address), isExact(there.address),
            owner(of: there.address, connectedTo: here.address) == geteuid(),
            let options = channel as? any SocketOptionProvider
        else { return channel.eventLoop.makeSucceededFuture(false) }
        // Whoever reset this connection could leave its port to the user meanwhile: then the answer was about another
        // connection, and this one is none any more.
        return options.getTCPInfo().map { Int($0.tcpi_state) == Int(TCP_ESTABLISHED) }
    }

    private static func isExact(_ address: sockaddr_in) -> Bool {
        address.sin_family == AF_INET && address.sin_addr.s_addr == INADDR_LOOPBACK.bigEndian
    }

    /// Finds the user who owns the IPv4 socket at one end of a connection.
    ///
    /// - Parameters:
    ///   - end: The address of the socket.
    ///   - peer: The address that it is connected to.
    /// - Returns: The user; `nil` where no process holds such a socket.
    static func owner(of end: sockaddr_in, connectedTo peer: sockaddr_in) -> uid_t? {
        var user: UInt32 = 0
        let found = unsafe clinux_connection_owner(
            end.sin_addr.s_addr,
            end.sin_port,
            peer.sin_addr.s_addr,
            peer.sin_port,
            &user
        )
        return found == 0 ? user : nil
    }
}
