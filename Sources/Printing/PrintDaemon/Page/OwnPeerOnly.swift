import FoundationEssentials
import Glibc
import NIOCore

/// Closes connections on the loopback interface that another user opened, before they can send a request.
///
/// TCP has no SO_PEERCRED. The kernel's table of connections names the owner of the other end, which is on this computer.
final class OwnPeerOnly: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    func channelActive(context: ChannelHandlerContext) {
        guard let own = context.channel.localAddress?.port,
            let other = context.channel.remoteAddress?.port,
            LoopbackPeer.user(ofPort: other, connectedTo: own) == geteuid()
        else {
            context.close(promise: nil)
            return
        }
        context.fireChannelActive()
    }
}

/// The owner of the other end of a connection on the loopback interface.
enum LoopbackPeer {
    /// The tables of `proc_net_tcp(5)`: a socket for IPv6 may have connected over IPv4.
    private static let tables = [
        ("/proc/net/tcp", "0100007F"),
        ("/proc/net/tcp6", "0000000000000000FFFF00000100007F"),
    ]

    /// Finds the user who owns the socket at a port of 127.0.0.1.
    ///
    /// - Parameters:
    ///   - port: The port of the socket.
    ///   - peer: The port that it is connected to, on 127.0.0.1.
    /// - Returns: The user; `nil` if there is no such socket, as after its end.
    static func user(ofPort port: Int, connectedTo peer: Int) -> uid_t? {
        // The kernel writes the table in pieces, and may leave a row out while other sockets come and go.
        for _ in 0..<3 {
            for (path, address) in tables {
                let table = contents(of: path)
                let (local, remote) = ("\(address):\(hex(port))", "\(address):\(hex(peer))")
                if let user = user(in: table, local, remote) { return user }
            }
        }
        return nil
    }

    /// The owner in the row of a table with these two ends.
    static func user(in table: String, _ local: String, _ remote: String) -> uid_t? {
        for line in table.utf8.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 8)
            guard fields.count > 7, fields[1].elementsEqual(local.utf8),
                fields[2].elementsEqual(remote.utf8)
            else { continue }
            return uid_t(String(Substring(fields[7])))
        }
        return nil
    }

    private static func hex(_ port: Int) -> String {
        let digits = String(port, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// A file of /proc, whose size is unknown before its end.
    private static func contents(of path: String) -> String {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes: [UInt8] = []
        while true {
            let piece = unsafe [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
                count = max(0, unsafe read(file, buffer.baseAddress, buffer.count))
            }
            if piece.isEmpty { break }
            bytes += piece
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
