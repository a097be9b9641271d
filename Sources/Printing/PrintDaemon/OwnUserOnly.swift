import Glibc
import NIOCore

/// Closes connections of other users before they can send a request.
///
/// The modes of the socket and of its folder already exclude them. This check holds even if
/// somebody changed the modes.
final class OwnUserOnly: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    func channelActive(context: ChannelHandlerContext) {
        let loopBound = NIOLoopBound(context, eventLoop: context.eventLoop)
        Self.user(of: context.channel).assumeIsolated().whenComplete { answer in
            let context = loopBound.value
            // An unknown user is another user.
            guard case .success(geteuid()) = answer else {
                context.close(promise: nil)
                return
            }
            context.fireChannelActive()
        }
    }

    /// The user that opened the connection, as the kernel reports it.
    private static func user(of channel: any Channel) -> EventLoopFuture<uid_t> {
        guard let options = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        let answer: EventLoopFuture<Credentials> = options.unsafeGetSocketOption(
            level: .socket,
            name: NIOBSDSocket.Option(rawValue: SO_PEERCRED)
        )
        return answer.map(\.user)
    }

    /// The value of SO_PEERCRED: `ucred` (unix(7)), which the header declares for GNU sources only.
    private struct Credentials: Sendable {
        let process: pid_t
        let user: uid_t
        let group: gid_t
    }
}
