import Glibc
import IPP
import PrintLab
import ProofKit
import Synchronization
import Testing

@testable import PrintCenter

@Suite(.serialized) struct CupsConnectionTests {
    static func withServer(
        _ script: @escaping ScriptedPrinter.Script,
        body: (ScriptedPrinter, IPPConnection) async throws -> Void
    ) async throws {
        let server = try ScriptedPrinter(script)
        defer { server.close() }
        let uri = try #require(DeviceURI("ipp://127.0.0.1:\(server.port)/ipp/print"))
        let connection = IPPConnection(to: .device(DeviceAddress(uri)))
        try await body(server, connection)
        await connection.close()
    }

    static func withServer(
        answering answer: ScriptedPrinter.Answer,
        body: (ScriptedPrinter, IPPConnection) async throws -> Void
    ) async throws {
        let script: ScriptedPrinter.Script = { _, _ in answer }
        try await withServer(script, body: body)
    }

    static let request = IPPMessage(operation: .getPrinterAttributes, requestID: 4711)
    static let ok = IPPMessage(status: .ok, requestID: 1)

    @Test func `several requests go over one connection`() async throws {
        try await Self.withServer(answering: .reply(Self.ok)) { server, connection in
            for _ in 0..<3 {
                let reply = try await connection.send(
                    Self.request,
                    effect: .reads,
                    timeout: .patience
                )
                #expect(reply.status == .ok)
            }
            #expect(server.messages.count == 3)
            #expect(server.connectionCount == 1)
            #expect(server.heads.allSatisfy { $0.hasPrefix("POST /ipp/print HTTP/1.1") })
        }
    }

    @Test func `a refused connection is not in doubt`() async throws {
        let server = try ScriptedPrinter { _, _ in .silence }
        let uri = try #require(DeviceURI("ipp://127.0.0.1:\(server.port)/"))
        server.close()
        let connection = IPPConnection(to: .device(DeviceAddress(uri)))
        await #expect(throws: CupsError.notConnected) {
            try await connection.send(Self.request, effect: .changes, timeout: .patience)
        }
        #expect(!CupsError.notConnected.isOutcomeUnknown)
    }

    @Test(arguments: [
        ScriptedPrinter.Answer.silence,
        .drip(
            Array("HTTP/1.1 200 OK\r\nServer: ".utf8) + [UInt8](repeating: 120, count: 5000),
            // Time: the whole reply takes minutes
            pause: .milliseconds(50)
        ),
        .drip(
            Array("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n".utf8)
                + [UInt8](repeating: 2, count: 5000),
            // Time: the whole reply takes minutes
            pause: .milliseconds(50)
        ),
    ])
    func `an endless reply is aborted in time`(
        answer: ScriptedPrinter.Answer
    ) async throws {
        try await Self.withServer(answering: answer) { _, connection in
            await expectLostReply { timeout in
                _ = try await connection.send(Self.request, effect: .reads, timeout: timeout)
            }
        }
    }

    @Test(arguments: [
        (ScriptedPrinter.Answer.body([]), CupsError.unreadable(.truncated(offset: 0))),
        (.body(Array("<html>".utf8)), .unreadable(.malformed(.version, offset: 0))),
        (.raw(Array("\u{0}garbage\r\n\r\n".utf8)), .replyLost),
        (
            .raw(Array("HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Local\r\n\r\n".utf8)),
            .authenticationRequired
        ),
        (
            .raw(Array("HTTP/1.1 302 Found\r\nLocation: http://192.0.2.1/\r\n\r\n".utf8)),
            .refused(httpStatus: 302)
        ),
        (
            .raw(Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8)),
            .refused(httpStatus: 404)
        ),
        (.body(HostileReplies.deeplyNested), .unreadable(.limitExceeded(.collectionDepth))),
        (.body(HostileReplies.otherRequest), .misdirected),
    ])
    func `an invalid reply is a distinct error`(
        answer: ScriptedPrinter.Answer,
        error: CupsError
    ) async throws {
        try await Self.withServer(answering: answer) { _, connection in
            await #expect(throws: error) {
                try await connection.send(Self.request, effect: .reads, timeout: .patience)
            }
        }
    }

    @Test func `a reply larger than the limit is not read to its end`() async throws {
        let body = [UInt8](repeating: 2, count: (4 << 20) + 1)
        try await Self.withServer(answering: .body(body)) { _, connection in
            await #expect(throws: CupsError.unreadable(.limitExceeded(.messageSize))) {
                try await connection.send(Self.request, effect: .reads, timeout: .patience)
            }
        }
    }

    // Where `$CUPS_STATEDIR/certs/0` can be read, libcups would hand it over here.
    @Test func `a challenge on loopback gets no credentials`() async throws {
        let challenge =
            "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Local trc=\"y\", PeerCred\r\n"
        try await Self.withServer(answering: .raw(Array((challenge + "\r\n").utf8))) {
            server,
            connection in
            await #expect(throws: CupsError.authenticationRequired) {
                try await connection.send(Self.request, effect: .changes, timeout: .patience)
            }
            #expect(server.heads.count == 1)
            #expect(server.heads.allSatisfy { !$0.lowercased().contains("authorization") })
        }
    }

    @Test func `a document follows its message, and its descriptor stays where it was`()
        async throws
    {
        let document = try TemporaryFile(contents: [UInt8](repeating: 7, count: 300_000))
        let size = Mutex(0)
        let script: ScriptedPrinter.Script = { request, _ in
            size.withLock { $0 = request.document.count }
            return .reply(Self.ok)
        }
        try await Self.withServer(script) { server, connection in
            let body = DocumentBody(descriptor: document.descriptor, size: 300_000)
            _ = try await connection.send(
                Self.request,
                document: body,
                effect: .changes,
                timeout: .patience
            )
            #expect(size.withLock { $0 } == 300_000)
            #expect(lseek(document.descriptor, 0, SEEK_CUR) == 0)
            #expect(server.heads.allSatisfy { $0.contains("100-continue") })
        }
    }

    @Test func `a document shorter than promised is never completed`() async throws {
        let document = try TemporaryFile(contents: [1, 2, 3])
        try await Self.withServer(answering: .reply(Self.ok)) { server, connection in
            let body = DocumentBody(descriptor: document.descriptor, size: 300_000)
            await #expect(throws: CupsError.documentUnreadable(errno: 0)) {
                try await connection.send(
                    Self.request,
                    document: body,
                    effect: .changes,
                    timeout: .patience
                )
            }
            #expect(server.messages.isEmpty)
        }
    }

    @Test func `no connection is left open`() async throws {
        for answer in [ScriptedPrinter.Answer.reply(Self.ok), .hangUp, .body([9])] {
            try await Self.withServer(answering: answer) { server, connection in
                _ = try? await connection.send(Self.request, effect: .reads, timeout: .patience)
                if case .reply = answer {
                    #expect(ClientSockets.connected(to: server.port).count == 1)
                }
                await connection.close()
                #expect(ClientSockets.connected(to: server.port).isEmpty)
            }
        }
    }

    @Test func `ten unresponsive printers do not delay the others`() async throws {
        let silent = try (0..<10).map { _ in try ScriptedPrinter { _, _ in .silence } }
        defer {
            for server in silent {
                server.close()
            }
        }
        try await Self.withServer(answering: .reply(Self.ok)) { _, connection in
            try await withThrowingTaskGroup { group in
                for server in silent {
                    let uri = try #require(DeviceURI("ipp://127.0.0.1:\(server.port)/"))
                    group.addTask {
                        // The answer comes first, or never.
                        _ = try? await IPPConnection(to: .device(DeviceAddress(uri))).send(
                            Self.request,
                            effect: .reads,
                            timeout: .patience * 10
                        )
                    }
                }
                // Whatever fails here, the ten end.
                defer { for server in silent { server.close() } }
                try await wait(for: "ten requests") {
                    silent.allSatisfy { $0.messages.count == 1 }
                }
                let reply = try await connection.send(
                    Self.request,
                    effect: .reads,
                    timeout: .patience
                )
                #expect(reply.status == .ok)
                #expect(silent.allSatisfy { $0.endedCount == 0 }, "ten others wait still")
            }
        }
    }
}

/// Expects that a request whose time runs out fails because its reply is lost.
///
/// The time is short, since nothing replies. Where it was over before the request was on its way, it was that of a busy
/// machine: then the request gets ten times as much.
func expectLostReply(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ request: (_ timeout: Duration) async throws -> Void
) async {
    // Time: nothing replies within it, nor within ten times as much
    var time = Duration.milliseconds(500)
    while true {
        do {
            try await request(time)
            Issue.record("there was a reply", sourceLocation: sourceLocation)
            return
        } catch CupsError.notConnected where time < .patience {
            time *= 10
        } catch {
            #expect(error as? CupsError == .replyLost, sourceLocation: sourceLocation)
            return
        }
    }
}

/// Replies that mean harm.
enum HostileReplies {
    private static let head: [UInt8] = [2, 0, 0, 0, 0, 0, 0x12, 0x67, 4]

    /// Nested as deep as it takes to crash libcups 2.4.2 in a small thread.
    static let deeplyNested: [UInt8] = {
        var bytes = head + [0x34, 0, 1, 0x61, 0, 0]
        for _ in 0..<8000 {
            bytes += [0x4a, 0, 0, 0, 1, 0x61, 0x34, 0, 0, 0, 0]
        }
        return bytes
    }()

    static let otherRequest: [UInt8] = [2, 0, 0, 0, 0, 0, 0, 1, 3]
}

/// A file without a name that lives as long as this value.
final class TemporaryFile: Sendable {
    let descriptor: Int32

    init(contents: [UInt8]) throws {
        var path = Array("\(TemporaryFolder.usual)/printcenter-test-XXXXXX".utf8CString)
        descriptor = unsafe mkstemp(&path)
        try #require(descriptor >= 0, "a temporary file")
        unsafe unlink(path)
        var written = 0
        while written < contents.count {
            let count = unsafe pwrite(
                descriptor,
                Array(contents[written...]),
                contents.count - written,
                off_t(written)
            )
            try #require(count > 0, "writing a temporary file")
            written += count
        }
    }

    deinit { close(descriptor) }
}
