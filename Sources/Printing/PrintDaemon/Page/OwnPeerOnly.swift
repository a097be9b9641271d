import CLinux
import Glibc
import NIOCore

/// Closes connections on the loopback interface that another user opened, before they can send a request.
///
/// TCP has no SO_PEERCRED. The kernel knows the owner of the other end, which is on this computer.
final class OwnPeerOnly: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    func channelActive(context: ChannelHandlerContext) {
        guard let own = context.channel.localAddress?.port,
            let other = context.channel.remoteAddress?.port,
            Self.user(ofPort: other, connectedTo: own) == geteuid()
        else {
            context.close(promise: nil)
            return
        }
        context.fireChannelActive()
    }

    /// Finds the user who owns the socket at a port of 127.0.0.1.
    ///
    /// - Parameters:
    ///   - port: The port of the socket.
    ///   - peer: The port that it is connected to, on 127.0.0.1.
    /// - Returns: The user; `nil` where there is no such socket, or its program has closed it.
    static func user(ofPort port: Int, connectedTo peer: Int) -> uid_t? {
        guard let port = UInt16(exactly: port), let peer = UInt16(exactly: peer) else { return nil }
        var user: UInt32 = 0
        return unsafe clinux_loopback_owner(port, peer, &user) == 0 ? user : nil
    }
}
