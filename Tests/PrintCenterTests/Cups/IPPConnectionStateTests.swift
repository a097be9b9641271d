import Glibc
import IPP
import PrintFakes
import PrintLab
import ProofKit
import Synchronization
import Testing

@testable import PrintCenter

/// What a connection does with a request in each state that it can be in: whether it sends the request
/// again, and whether the caller learns that the outcome is unknown.
///
/// A request that changes something arrives at most once, in each row.
@Suite struct `The states of an IPP connection` {
    typealias Effect = IPPConnection.Effect
    typealias Answer = ScriptedPrinter.Answer

    /// A state, and what becomes of a request in it.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The reply to an earlier request over the connection; `nil` if there was none.
        var earlier: Answer?
        /// The time since that reply.
        var idle = Duration.zero
        /// What the server does with the request each time it arrives; then it replies.
        var answers: [Answer] = []
        let effect: Effect
        /// How often the request arrives.
        let arrivals: Int
        /// How many connections there were, with that of the earlier request.
        let connections: Int
        /// How the request fails; `nil` if it gets its reply.
        var error: CupsError?
        /// Whether the error leaves open what the server did.
        var isOutcomeUnknown = false

        /// How many connections the server has ended.
        var ends: Int {
            ((earlier.map { [$0] } ?? []) + answers).count { answer in
                switch answer {
                case .replyAndHangUp, .hangUp, .reset, .raw: true
                default: false
                }
            }
        }

        init(
            _ state: String,
            after earlier: Answer? = nil,
            idle: Duration = .zero,
            server answers: [Answer] = [],
            _ effect: Effect,
            arrivals: Int = 1,
            connections: Int = 1,
            error: CupsError? = nil,
            unknown isOutcomeUnknown: Bool = false
        ) {
            testDescription = "\(state), \(effect)"
            self.earlier = earlier
            self.idle = idle
            self.answers = answers
            self.effect = effect
            self.arrivals = arrivals
            self.connections = connections
            self.error = error
            self.isOutcomeUnknown = isOutcomeUnknown
        }
    }

    private static let ok = Answer.reply(CupsConnectionTests.ok)
    private static let goodbye = Answer.replyAndHangUp(CupsConnectionTests.ok)
    private static let half = Answer.raw(
        Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf".utf8)
    )
    private static func http(_ status: String) -> Answer { .http(status, headers: []) }

    static let rows: [Row] = [
        Row("new", .reads),
        Row("new", .changes),
        // Reuse: within a second for any request, later only where a retry does no harm.
        Row("in use", after: ok, .reads),
        Row("in use", after: ok, .changes),
        // Time: on the clock of the test
        Row("idle for two seconds", after: ok, idle: .seconds(2), .reads),
        // Time: on the clock of the test
        Row("idle for two seconds", after: ok, idle: .seconds(2), .changes, connections: 2),
        Row("closed by the server", after: goodbye, .reads, connections: 2),
        Row("closed by the server", after: goodbye, .changes, connections: 2),
        // The reply is lost: a request that only reads is repeated over a new connection.
        Row("closed before the reply", server: [.hangUp], .reads, arrivals: 2, connections: 2),
        Row(
            "closed before the reply",
            server: [.hangUp],
            .changes,
            error: .replyLost,
            unknown: true
        ),
        Row("reset before the reply", server: [.reset], .reads, arrivals: 2, connections: 2),
        Row("reset before the reply", server: [.reset], .changes, error: .replyLost, unknown: true),
        Row("closed within the reply", server: [half], .reads, arrivals: 2, connections: 2),
        Row("closed within the reply", server: [half], .changes, error: .replyLost, unknown: true),
        Row(
            "in use, closed before the reply",
            after: ok,
            server: [.hangUp],
            .reads,
            arrivals: 2,
            connections: 2
        ),
        Row(
            "in use, closed before the reply",
            after: ok,
            server: [.hangUp],
            .changes,
            error: .replyLost,
            unknown: true
        ),
        Row(
            "closed before the reply, twice",
            server: [.hangUp, .hangUp],
            .reads,
            arrivals: 2,
            connections: 2,
            error: .replyLost,
            unknown: true
        ),
        // A reply came, so that nothing is sent again, whatever it is.
        Row(
            "a reply that is not IPP",
            server: [.body([9])],
            .reads,
            error: .unreadable(.truncated(offset: 1)),
            unknown: true
        ),
        Row(
            "a reply that is not IPP",
            server: [.body([9])],
            .changes,
            error: .unreadable(.truncated(offset: 1)),
            unknown: true
        ),
        Row(
            "a server in trouble",
            server: [http("503 Service Unavailable")],
            .changes,
            error: .refused(httpStatus: 503),
            unknown: true
        ),
        Row(
            "a server that refuses",
            server: [http("404 Not Found")],
            .changes,
            error: .refused(httpStatus: 404)
        ),
    ]

    @Test(arguments: rows)
    func `decide whether a request is sent again`(_ row: Row) async throws {
        let answers = Mutex((row.earlier.map { [$0] } ?? []) + row.answers)
        let script: ScriptedPrinter.Script = { _, _ in
            answers.withLock { $0.isEmpty ? Self.ok : $0.removeFirst() }
        }
        try await Self.withServer(script) { server, connection, clock in
            if row.earlier != nil {
                _ = try await connection.send(.reading, effect: .reads, timeout: .patience)
                if case .replyAndHangUp? = row.earlier {
                    // The goodbye must have arrived before the next request is made.
                    try await wait(for: "the end of the connection") {
                        ClientSockets.haveInput(from: server.port)
                    }
                }
                clock.advance(by: row.idle)
            }
            let error = await Self.error(of: connection, effect: row.effect)
            #expect(error == row.error)
            #expect((error?.isOutcomeUnknown ?? false) == row.isOutcomeUnknown)
            let arrivals = server.messages.count { $0.operation == IPPMessage.tested.operation }
            #expect(arrivals == row.arrivals)
            #expect(server.connectionCount == row.connections)
            #expect(await connection.endsByServer == row.ends)
            // Whatever happened, the next request gets its reply.
            _ = try await connection.send(.reading, effect: .changes, timeout: .patience)
        }
    }

    /// The scripted server reads at most 256 MiB of a body: it closes the connection at the head of a
    /// larger one, while the client writes.
    @Test func `a document whose connection is reset on its way is in doubt`() async throws {
        let document = try TemporaryFile(contents: [])
        let size = 300 << 20
        try #require(ftruncate(document.descriptor, size) == 0)
        let script: ScriptedPrinter.Script = { _, _ in Self.ok }
        try await Self.withServer(script) { server, connection, _ in
            let body = DocumentBody(descriptor: document.descriptor, size: size)
            let error = await Self.error(of: connection, document: body, effect: .changes)
            #expect(error == .replyLost)
            #expect(server.connectionCount == 1 && server.messages.isEmpty)
        }
    }

    private static func withServer(
        _ script: @escaping ScriptedPrinter.Script,
        _ body: (ScriptedPrinter, IPPConnection, TestClock) async throws -> Void
    ) async throws {
        let server = try ScriptedPrinter(script)
        defer { server.close() }
        let clock = TestClock()
        let uri = try #require(DeviceURI("ipp://127.0.0.1:\(server.port)/ipp/print"))
        let connection = IPPConnection(to: .device(DeviceAddress(uri)), clock: clock)
        try await body(server, connection, clock)
        await connection.close()
    }

    /// Sends the request that is tested, and returns how it fails.
    private static func error(
        of connection: IPPConnection,
        document: DocumentBody? = nil,
        effect: Effect
    ) async -> CupsError? {
        do throws(CupsError) {
            _ = try await connection.send(
                .tested,
                document: document,
                effect: effect,
                timeout: .patience
            )
            return nil
        } catch {
            return error
        }
    }
}

extension IPPMessage {
    /// An earlier or later request over the connection.
    fileprivate static let reading = IPPMessage(operation: .getPrinterAttributes, requestID: 11)
    /// The request whose fate the table tells.
    fileprivate static let tested = IPPMessage(operation: .createJob, requestID: 12)
}
