import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import ProofKit
import Testing

@testable import PrintDaemon

@Suite struct `A listener` {
    private static let request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    private static let slow = "GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n"

    /// Listens on 127.0.0.1; `/slow` answers when the gate opens.
    private func listener(
        strangers: Strangers = Strangers(),
        grace: Duration = .patience,
        gate: Gate = Gate()
    ) async throws -> Listener {
        let router = Router(context: BasicRequestContext.self)
        router.get("/") { _, _ in "quick" }
        router.get("slow") { _, _ in
            gate.reached.yield()
            for await _ in gate.opening {}
            return "slow"
        }
        return try await Listener(
            at: .loopback,
            responder: router.buildResponder(),
            limits: ConnectionLimits(),
            strangers: strangers,
            grace: grace,
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    /// Where a test meets a request in progress.
    private struct Gate {
        let arrivals: AsyncStream<Void>
        let reached: AsyncStream<Void>.Continuation
        let opening: AsyncStream<Void>
        let open: AsyncStream<Void>.Continuation

        init() {
            (arrivals, reached) = AsyncStream.makeStream()
            (opening, open) = AsyncStream.makeStream()
        }

        func wait() async { for await _ in arrivals { return } }
    }

    @Test func `serves the own user, and closes everybody else's connections unread`() async throws
    {
        let strangers = Strangers()
        let listener = try await listener(strangers: strangers)
        let serving = Task { await listener.run() }
        let own = try await LoopbackClient(to: listener.port)
        for address in ["127.0.0.2", "127.9.9.9"] {
            // At the port that the own user has at the moment.
            let other = try await LoopbackClient(
                to: listener.port,
                from: address,
                sourcePort: own.port,
                sending: Self.request
            )
            #expect(try await other.received.isEmpty)
        }
        #expect(strangers.count == 2)
        own.channel.writeAndFlush(ByteBuffer(string: Self.request), promise: nil)
        #expect(try await own.received.hasSuffix("quick"))
        listener.stop()
        await serving.value
    }

    @Test func `answers what is in progress at its end, and closes the rest`() async throws {
        let gate = Gate()
        let listener = try await listener(gate: gate)
        let serving = Task { await listener.run() }
        let busy = try await LoopbackClient(to: listener.port, sending: Self.slow)
        await gate.wait()
        let silent = try await LoopbackClient(to: listener.port)
        let port = listener.port
        listener.stop()
        #expect(try await silent.received.isEmpty)
        await #expect(throws: (any Error).self) { try await LoopbackClient(to: port) }
        // Nobody else gets the port as long as somebody talks there.
        let other = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        await #expect(throws: IOError.self) {
            try await other.bind(host: "127.0.0.1", port: port).get().close()
        }
        gate.open.finish()
        #expect(try await busy.received.hasSuffix("slow"))
        await serving.value
    }

    @Test func `ends although a response has no end`() async throws {
        let gate = Gate()
        // Time: what is in progress is to miss it
        let listener = try await listener(grace: .milliseconds(1), gate: gate)
        let serving = Task { await listener.run() }
        let busy = try await LoopbackClient(to: listener.port, sending: Self.slow)
        await gate.wait()
        listener.stop()
        await serving.value
        #expect(try await busy.received.isEmpty)
    }

    @Test func `ends a hundred times under a flood`() async throws {
        let strangers = Strangers()
        for _ in 1...100 {
            let listener = try await listener(strangers: strangers)
            let port = listener.port
            await withTaskGroup { group in
                for number in 0..<24 {
                    group.addTask {
                        // Those that come too late are refused.
                        let client = try? await LoopbackClient(
                            to: port,
                            from: number % 3 == 0 ? "127.0.0.1" : "127.0.0.2",
                            sending: number % 2 == 0 ? Self.request : nil
                        )
                        _ = try? await client?.received  // as above
                    }
                }
                group.addTask {
                    // In the midst of the flood: one stranger has been turned away.
                    let first = try? await LoopbackClient(to: port, from: "127.0.0.2")
                    _ = try? await first?.received  // as above
                    listener.stop()
                    await listener.run()
                }
            }
        }
        #expect(strangers.count >= 100)
    }
}
