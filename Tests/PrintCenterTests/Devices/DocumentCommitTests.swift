import Glibc
import IPP
import PrintFakes
import ProofKit
import Testing

@testable import PrintCenter

/// A document on its way to a printer, as the other end of the wire sees it.
@Suite struct `A document for a printer` {
    static let request = IPPMessage(operation: .sendDocument, requestID: 4711)
    /// The number of bytes of the message.
    private static let messageSize = (try? IPPEncoder().encode(request).count) ?? 0
    private static let reply: [UInt8] = {
        let body = (try? IPPEncoder().encode(IPPMessage(status: .ok, requestID: 4711))) ?? []
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: application/ipp\r\nContent-Length: \(body.count)"
        return Array("\(head)\r\n\r\n".utf8) + body
    }()

    private static func http(_ status: String, _ body: [UInt8] = []) -> [UInt8] {
        Array("HTTP/1.1 \(status)\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body
    }

    private static func connection(to peer: WirePeer) throws -> IPPConnection {
        let uri = try #require(DeviceURI("ipp://127.0.0.1:\(peer.port)/ipp/print"))
        // No peer of these tests lets a document wait in vain.
        let continues = ContinueMemory(wait: .patience)
        return IPPConnection(to: .device(DeviceAddress(uri)), continues: continues)
    }

    private static func begin(
        _ connection: IPPConnection,
        size: Int,
        promised: Int? = nil,
        timeout: Duration = .patience
    ) async throws {
        let file = try TemporaryFile(contents: [UInt8](repeating: 7, count: size))
        let document = DocumentBody(descriptor: file.descriptor, size: promised ?? size)
        try await connection.begin(request, document: document, timeout: timeout)
        withExtendedLifetime(file) {}
    }

    @Test(arguments: [0, 1, 2, 300_000])
    func `goes out without its last byte, which follows by itself`(size: Int) async throws {
        let peer = try WirePeer()
        let connection = try Self.connection(to: peer)
        try await Self.begin(connection, size: size)
        let whole = Self.messageSize + size
        try await wait(for: "all but the last byte") { peer.bodyCount == whole - 1 }
        #expect(
            String(decoding: peer.bytes, as: UTF8.self).contains("Content-Length: \(whole)\r\n")
        )
        async let reply = connection.commit(timeout: .patience)
        try await wait(for: "the last byte") { peer.bodyCount == whole }
        #expect(peer.lastRead == [size == 0 ? 3 : 7], "the end of the message, or of the document")
        peer.send(Self.reply)
        #expect(try await reply.status == .ok)
        await connection.close()
        try await wait(for: "the end") { peer.end != nil }
        #expect(peer.end == .finished, "a regular end after the reply")
    }

    /// Why a connection ends before the last byte.
    enum EarlyEnd: CaseIterable {
        case abandoned, closed, replaced, cut
    }

    @Test(arguments: EarlyEnd.allCases)
    func `ends with a reset if it ends early`(_ end: EarlyEnd) async throws {
        let peer = try WirePeer()
        let connection = try Self.connection(to: peer)
        guard end != .cut else {
            await #expect(throws: CupsError.documentUnreadable(errno: 0)) {
                try await Self.begin(connection, size: 100_000, promised: 200_000)
            }
            // The last byte is read first, and before anything is sent.
            #expect(peer.bodyCount == 0)
            return
        }
        try await Self.begin(connection, size: 100_000)
        try await wait(for: "the document") { peer.bodyCount == Self.messageSize + 99_999 }
        #expect(peer.end == nil)
        switch end {
        case .abandoned: await connection.abandon()
        case .closed: await connection.close()
        // The peer accepts no second connection, so that this one cannot begin.
        // Time: is never met, nor need it be
        case .replaced: try? await Self.begin(connection, size: 1, timeout: .milliseconds(100))
        case .cut: break
        }
        try await wait(for: "the end") { peer.end != nil }
        #expect(peer.end == .reset)
    }

    @Test func `whose printer stops reading is reset in time`() async throws {
        var peer = try WirePeer(readsAll: false)
        await expectLostReply { timeout in
            peer = try WirePeer(readsAll: false)
            // More than the buffers of the sockets take.
            try await Self.begin(Self.connection(to: peer), size: 64 << 20, timeout: timeout)
        }
        peer.readOn()
        try await wait(for: "the end") { peer.end != nil }
        #expect(peer.end == .reset)
    }

    @Test func `whose sender is canceled is reset at once`() async throws {
        let peer = try WirePeer(readsAll: false)
        let uri = try #require(DeviceURI("ipp://127.0.0.1:\(peer.port)/ipp/print"))
        let size = 64 << 20
        let file = try TemporaryFile(contents: [UInt8](repeating: 7, count: size))
        let sender = Task {
            _ = await #expect(throws: CupsError.replyLost) {
                _ = try await Device(uri).beginDocument(
                    job: 1,
                    user: "me",
                    format: "application/pdf",
                    document: DocumentBody(descriptor: file.descriptor, size: size),
                    // Longer than the test takes.
                    timeout: .patience * 100
                )
            }
        }
        try await wait(for: "the head of the request") { !peer.bytes.isEmpty }
        sender.cancel()
        await sender.value
        peer.readOn()
        try await wait(for: "the end") { peer.end != nil }
        #expect(peer.end == .reset)
    }

    @Test func `ends with a reset when nobody has its connection any more`() async throws {
        let peer = try WirePeer()
        func beginAndForget() async throws {
            try await Self.begin(try Self.connection(to: peer), size: 100_000)
        }
        try await beginAndForget()
        try await wait(for: "the end") { peer.end != nil }
        #expect(peer.end == .reset)
        #expect(peer.bodyCount < Self.messageSize + 100_000)
    }

    @Test(arguments: [(RequestDeadline.End.reset, WirePeer.End.reset), (.shutdown, .finished)])
    func `is reset by its deadline, where a shutdown would end it regularly`(
        _ end: RequestDeadline.End,
        _ expected: WirePeer.End
    ) async throws {
        let peer = try WirePeer()
        let connection = WirePeer.startConnecting(to: 0x7F00_0001, port: peer.port)
        defer { close(connection) }
        _ = fcntl(connection, F_SETFL, 0)
        var request = pollfd(fd: connection, events: Int16(POLLOUT), revents: 0)
        #expect(unsafe poll(&request, 1, Duration.patience.wholeMilliseconds) == 1)
        #expect(unsafe send(connection, "POST", 4, 0) == 4)
        var limit = timeval(tv_sec: Int(Duration.patience.components.seconds), tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        #expect(unsafe setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, size) == 0)
        // Time: nothing is met within it
        let deadline = RequestDeadline(timeout: .milliseconds(300), end: end)
        deadline.watch(connection)
        // This thread blocks in the read, which the deadline ends.
        var byte: UInt8 = 0
        let count = unsafe read(connection, &byte, 1)
        let error = errno
        #expect(count == 0 || count < 0 && error != EAGAIN, "the deadline did not end the read")
        deadline.release()
        try await wait(for: "the end") { peer.end != nil }
        #expect(peer.end == expected)
    }

    @Test func `without a reply after its last byte is in doubt, and reset`() async throws {
        var peer = try WirePeer()
        await expectLostReply { timeout in
            peer = try WirePeer()
            let connection = try Self.connection(to: peer)
            try await Self.begin(connection, size: 1000)
            do {
                _ = try await connection.commit(timeout: timeout)
            } catch CupsError.replyLost {
                try await wait(for: "the end") { peer.end != nil }
                // The time may have been over before the last byte was sent.
                let isWhole = peer.bodyCount == Self.messageSize + 1000
                throw isWhole ? CupsError.replyLost : .notConnected
            }
        }
        #expect(CupsError.replyLost.isOutcomeUnknown)
        try await wait(for: "the end") { peer.end != nil }
        #expect(peer.end == .reset)
        #expect(peer.bodyCount == Self.messageSize + 1000)
    }

    @Test(arguments: [
        (http("401 Unauthorized"), CupsError.authenticationRequired),
        (http("503 Service Unavailable"), .refused(httpStatus: 503)),
        (
            http(
                "200 OK",
                (try? IPPEncoder().encode(IPPMessage(status: .notFound, requestID: 4711))) ?? []
            ),
            .ipp(.notFound, message: nil)
        ),
        (reply, .replyLost),
    ])
    func `is not finished after an early reply`(_ early: [UInt8], _ error: CupsError) async throws {
        // Before the document, and before the last byte.
        let first = try WirePeer(replyingToHead: String(decoding: early, as: UTF8.self))
        let connection = try Self.connection(to: first)
        await #expect(throws: error) { try await Self.begin(connection, size: 100_000) }
        try await wait(for: "the end") { first.end != nil }
        #expect(first.end == .reset)
        #expect(first.bodyCount < Self.messageSize + 100_000)

        let second = try WirePeer()
        let other = try Self.connection(to: second)
        try await Self.begin(other, size: 100_000)
        try await wait(for: "the document") { second.bodyCount == Self.messageSize + 99_999 }
        second.send(early)
        try await wait(for: "the early reply") { ClientSockets.haveInput(from: second.port) }
        await #expect(throws: error) { try await other.commit(timeout: .patience) }
        try await wait(for: "the end") { second.end != nil }
        #expect(second.bodyCount == Self.messageSize + 99_999, "the last byte was not sent")
    }

    @Test(arguments: ["", "HTTP/1.1 100 Continue\r\n\r\n"])
    func `waits once for a printer that does not send 100 Continue`(_ first: String) async throws {
        // Without it, the usual time is over soon.
        let memory = first.isEmpty ? ContinueMemory() : ContinueMemory(wait: .patience)
        for _ in 0..<2 {
            let peer = try WirePeer(replyingToHead: first)
            let uri = try #require(DeviceURI("ipp://127.0.0.1:\(peer.port)/ipp/print"))
            let address = DeviceAddress(uri)
            let connection = IPPConnection(to: .device(address), continues: memory)
            try await Self.begin(connection, size: 1000)
            try await wait(for: "the document") { peer.bodyCount == Self.messageSize + 999 }
            #expect(memory.isLate == first.isEmpty)
        }
    }

    @Test func `is not finished after the printer has closed the connection`() async throws {
        let peer = try WirePeer()
        let connection = try Self.connection(to: peer)
        try await Self.begin(connection, size: 1000)
        try await wait(for: "the document") { peer.bodyCount == Self.messageSize + 999 }
        peer.hangUp()
        try await wait(for: "the end") { ClientSockets.haveInput(from: peer.port) }
        await #expect(throws: CupsError.notConnected) {
            try await connection.commit(timeout: .patience)
        }
        await #expect(throws: CupsError.notConnected) {
            try await connection.commit(timeout: .patience)
        }
        #expect(!CupsError.notConnected.isOutcomeUnknown)
    }
}
