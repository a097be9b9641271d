import Glibc
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import PrintDaemon

@Suite struct `Whose a connection is` {
    /// Asks about a connection from one address to another.
    private func isOwn(
        to host: String,
        listening: String,
        from source: String?
    ) async throws
        -> Bool
    {
        let (answers, answer) = AsyncStream<Bool>.makeStream()
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                PeerCheck.loopback.admits(channel).map { _ = answer.yield($0) }
            }
            .bind(host: listening, port: 0).get()
        let port = try #require(server.localAddress?.port)
        let client = try await LoopbackClient(to: port, at: host, from: source)
        let isOwn = await answers.first { _ in true }
        try await client.channel.close()
        try await server.close()
        return try #require(isOwn as Bool?)
    }

    @Test func `is known where both ends are 127.0.0.1`() async throws {
        let here = "127.0.0.1"
        #expect(try await isOwn(to: here, listening: here, from: nil))
        #expect(try await isOwn(to: here, listening: here, from: here))
        #expect(try await isOwn(to: here, listening: "0.0.0.0", from: nil))
    }

    @Test(arguments: ["127.0.0.2", "127.9.9.9", "127.255.255.254"])
    func `is not asked for another address of this computer`(_ other: String) async throws {
        #expect(try await !isOwn(to: "127.0.0.1", listening: "127.0.0.1", from: other))
        #expect(try await !isOwn(to: other, listening: "0.0.0.0", from: "127.0.0.1"))
    }

    @Test(.enabled(if: unsafe access("/proc/net/if_inet6", R_OK) == 0, "There is no IPv6 here."))
    func `is not asked for IPv6, nor for IPv4 in it`() async throws {
        #expect(try await !isOwn(to: "::1", listening: "::1", from: nil))
        #expect(try await !isOwn(to: "127.0.0.1", listening: "::", from: nil))
    }

    @Test func `is what the kernel says of this one connection`() async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let own = try #require(server.localAddress?.port)
        let client = try await LoopbackClient(to: own)
        func user(of port: Int, at address: String = "127.0.0.1", connectedTo peer: Int) -> uid_t? {
            guard case .v4(let end)? = try? SocketAddress(ipAddress: address, port: port),
                case .v4(let other)? = try? SocketAddress(ipAddress: "127.0.0.1", port: peer)
            else { return nil }
            return PeerCheck.owner(of: end.address, connectedTo: other.address)
        }
        #expect(user(of: client.port, connectedTo: own) == geteuid())
        // The same port of another address is another socket, which is not there.
        #expect(user(of: client.port, at: "127.0.0.2", connectedTo: own) == nil)
        // The kernel finds the listener, which is not connected.
        #expect(user(of: own, connectedTo: 1) == nil)
        #expect(user(of: client.port, connectedTo: 1) == nil)
        // A connection that its program has closed has no owner; the kernel writes root there.
        try await client.channel.close()
        #expect(user(of: client.port, connectedTo: own) == nil)
        try await server.close()
    }
}
