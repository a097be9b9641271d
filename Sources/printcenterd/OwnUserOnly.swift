import Glibc
import NIOCore

/// Closes connections of other users before they can ask for anything.
///
/// The modes of the socket and of its folder keep them out already. This holds
/// where somebody has changed those.
final class OwnUserOnly: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    func channelActive(context: ChannelHandlerContext) {
        let loopBound = NIOLoopBound(context, eventLoop: context.eventLoop)
        Self.user(of: context.channel).assumeIsolated().whenComplete { answer in
            let context = loopBound.value
            // Nobody can tell who it is: then it is not the user.
            guard case .success(geteuid()) = answer else {
                context.close(promise: nil)
                return
            }
            context.fireChannelActive()
        }
    }

    /// Who was at the other end when the connection was made, by the word of the kernel.
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

    /// What SO_PEERCRED answers with: `ucred` (unix(7)), which C shows to GNU sources only.
    private struct Credentials: Sendable {
        let process: pid_t
        let user: uid_t
        let group: gid_t
    }
}
