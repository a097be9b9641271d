import Glibc
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Serves HTTP on a listening socket that is there already.
///
/// Hummingbird's own server makes its socket itself.
struct HandedServer<Responder: HTTPResponder>: Service
where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
    let socket: HandedSocket
    let responder: Responder
    let limits: ConnectionLimits
    let log: Logger
    /// Called once connections are accepted.
    let onServerRunning: @Sendable () -> Void

    func run() async throws {
        let connections = OpenConnections()
        let (responder, log) = (responder, log)
        let child = GuardedChannel(limits: limits) { request, writer, channel in
            let source = ApplicationRequestContextSource(channel: channel, logger: log)
            var response = try await responder.respond(
                to: request,
                context: Responder.Context(source: source)
            )
            response.headers[.date] = Self.date()
            try await writer.write(response: response.head, body: response.body)
        }
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 256)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .bind(socket.descriptor) { channel -> EventLoopFuture<GuardedChannel.Value> in
                connections.add(channel)
                return child.setup(channel: channel, logger: log)
            }
        await withGracefulShutdownHandler {
            onServerRunning()
            await withDiscardingTaskGroup { group in
                // It ends when the socket is closed.
                try? await server.executeThenClose { inbound in
                    for try await connection in inbound {
                        group.addTask { await child.handle(value: connection, logger: log) }
                    }
                }
            }
        } onGracefulShutdown: {
            // Who connects from now on waits for the next service: the other copies of the socket stay open.
            server.channel.close(promise: nil)
            connections.quiesce()
        }
    }

    /// The time as the header `Date` has it (RFC 9110, 5.6.7), in no language but English.
    private static func date() -> String {
        var seconds = time(nil)
        var parts = unsafe tm()
        unsafe gmtime_r(&seconds, &parts)
        let (weekday, day, month) = unsafe (parts.tm_wday, parts.tm_mday, parts.tm_mon)
        let (year, clock) = unsafe (
            parts.tm_year + 1900, [parts.tm_hour, parts.tm_min, parts.tm_sec]
        )
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = "\(two(day)) \(months[Int(month)]) \(year)"
        let time = clock.map { two($0) }.joined(separator: ":")
        return "\(days[Int(weekday)]), \(date) \(time) GMT"
    }
}

/// The connections that are told to end when the service does: those with a request, after its response.
private final class OpenConnections: Sendable {
    private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        channels.withLock { $0[id] = channel }
        channel.closeFuture.whenComplete { _ in
            _ = self.channels.withLock { $0.removeValue(forKey: id) }
        }
    }

    func quiesce() {
        for channel in channels.withLock({ Array($0.values) }) {
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }
}
