import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

/// Clients that hang, drip or do not listen, with a service that is twenty times less patient than usual.
@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `Slow clients` {
    private static let shared = Result { try RunningLab(printers: "office", program: Programs.lab) }

    private func withHastyService(_ body: (TestService) throws -> Void) throws {
        try withService(in: Self.shared.get(), more: ["PRINTCENTER_HASTE": "20"], body)
    }

    /// What a client hears that says this and then nothing, and how long it takes until the end.
    private func hear(
        _ service: TestService,
        _ text: String,
        drip: String? = nil
    ) throws -> (text: String, time: Duration) {
        let connection = try UnixSocket(service.socket)
        let start = ContinuousClock.now
        try connection.write(Array(text.utf8))
        var heard: [UInt8] = []
        while ContinuousClock.now - start < .patience {
            if let drip {
                // It is closed in the middle of this.
                try? connection.write(Array(drip.utf8))
            }
            // Between two bytes that drip, 20 ms.
            let limit = drip == nil ? Duration.patience.wholeMilliseconds : 20
            guard let bytes = try? connection.read(within: limit) else {
                if connection.hasNews || drip == nil { break }
                continue
            }
            heard += bytes
        }
        return (String(decoding: heard, as: UTF8.self), ContinuousClock.now - start)
    }

    /// The same of an honest beginning, which a busy test may send too late.
    private func hearAnswer(
        _ service: TestService,
        _ text: String,
        drip: String? = nil
    ) throws -> (text: String, time: Duration) {
        var heard = (text: "", time: Duration.zero)
        try wait(for: "an answer to what came in time") {
            heard = try hear(service, text, drip: drip)
            return !heard.text.hasPrefix("HTTP/1.1 408 ")
        }
        return heard
    }

    private func expectTimeout(
        _ heard: (text: String, time: Duration),
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(heard.text.hasPrefix("HTTP/1.1 408 "), "\(heard)", sourceLocation: sourceLocation)
        #expect(heard.text.contains(#""code":"request-timeout""#), sourceLocation: sourceLocation)
        #expect(heard.text.contains("Printcenter-Version: "), sourceLocation: sourceLocation)
    }

    @Test func `a head that does not come whole is answered with 408`() throws {
        try withHastyService { service in
            expectTimeout(try hear(service, ""))
            expectTimeout(try hear(service, "GET /v1/status HTTP/1.1\r\nHost: "))
            expectTimeout(try hear(service, "GET /v1/status HTTP/1.1\r\nX: ", drip: "x"))
            // The next request on a connection that has had its answer.
            let again = try hearAnswer(
                service,
                "GET /v1/status HTTP/1.1\r\nHost: x\r\n\r\nGET /v1/st",
                drip: "a"
            )
            #expect(again.text.hasPrefix("HTTP/1.1 200 "))
            #expect(again.text.contains("HTTP/1.1 408 "))
        }
    }

    @Test func `a body that does not come is answered with 408, and leaves nothing`() throws {
        try withHastyService { service in
            let head = "POST /v1/check HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{"
            expectTimeout(try hear(service, head))
            expectTimeout(try hear(service, head, drip: " "))
            let upload = head.replacing("/v1/check", with: "/v1/documents?name=a")
            expectTimeout(try hear(service, upload, drip: "%"))
            try wait(for: "the spool to be empty") { try service.spooled().isEmpty }
        }
    }

    @Test func `a pipe may pause longer than that`() throws {
        try withHastyService { service in
            let head =
                "POST /v1/documents?name=a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            // A busy test may send the head too late, and begins again.
            try wait(for: "a body that pauses") {
                let connection = try UnixSocket(service.socket)
                try? connection.write(Array((head + "5\r\nhello\r\n").utf8))
                // Time: longer than any other body may pause here
                guard (try? connection.read(within: 2_500)) == nil else { return false }
                try? connection.write(Array("0\r\n\r\n".utf8))
                let answer = ((try? connection.read()) ?? nil) ?? []
                return String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 201 ")
            }
        }
    }

    @Test func `who waits too long for the next request is let go`() throws {
        try withHastyService { service in
            let heard = try hearAnswer(service, "GET /v1/status HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(heard.text.hasPrefix("HTTP/1.1 200 ") && !heard.text.contains("408"))
            // Time: not before, and as late as it likes
            #expect(heard.time > .seconds(2), "\(heard.time)")
        }
    }

    @Test func `who does not read his answers is let go`() throws {
        try withHastyService { service in
            let connection = try UnixSocket(service.socket)
            let ask = Array("GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
            // It may be closed in the middle of this.
            for _ in 0..<40 { try? connection.write(ask) }
            try wait(for: "the connection to be closed") { connection.isClosedByPeer }
        }
    }

    @Test func `slow clients delay nobody`() throws {
        try withService(in: Self.shared.get()) { service in
            // Who waited for the slow ones would have no answer before they are let go.
            try wait(for: "answers beside slow clients") {
                let slow = try (0..<60).map { index in
                    let connection = try UnixSocket(service.socket)
                    let head =
                        index % 2 == 0
                        ? "GET /v1/sta"
                        : "POST /v1/documents HTTP/1.1\r\nHost: x\r\nContent-Length: 99999\r\n\r\n%"
                    try connection.write(Array(head.utf8))
                    return connection
                }
                // More than the service has threads of any kind.
                for _ in 0..<100 { try #require(service.get("/v1/status").status == 200) }
                return !slow.contains(where: \.hasNews)
            }
        }
    }
}
