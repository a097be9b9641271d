import FoundationEssentials
import Glibc
import ProofKit
import Testing

@testable import PrintLab

/// How many connections the service holds, how long a body may drip, and what a HEAD is told.
@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `The connections of the service` {
    private static let shared = Result { try RunningLab(printers: "office", program: Programs.lab) }
    /// How many it holds.
    private static let bound = 512

    /// What somebody hears who connects and says nothing; `nil` where that is nothing.
    private func greeting(_ service: TestService) throws -> String? {
        let connection = try UnixSocket(service.socket)
        // As long as this one is held, another one would be refused.
        guard let bytes = try? connection.read(within: 3_000) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `where all of them are busy a new one is refused, until they leave`() throws {
        try withService(in: Self.shared.get()) { service in
            let head = "POST /v1/documents HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"
            var busy = try (0..<Self.bound).map { _ in
                let connection = try UnixSocket(service.socket)
                try connection.write(Array(head.utf8))
                return connection
            }
            var heard = ""
            try wait(for: "the refusal") {
                heard = try greeting(service) ?? ""
                return !heard.isEmpty
            }
            #expect(heard.hasPrefix("HTTP/1.1 503 "), "\(heard)")
            #expect(heard.contains(#""code":"too-many-connections""#))
            #expect(heard.contains("Printcenter-Version: "))
            // Those that were there are served: this one's document comes whole.
            try busy[0].write(Array("%PDF-1.4\n".utf8))
            let answer = try busy[0].read() ?? []
            #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 "))
            busy.removeAll()
            try wait(for: "an answer after they have left") {
                (try? service.get("/v1/status").status) == 200
            }
        }
    }

    @Test func `where they only wait the oldest gives way to a new one`() throws {
        try withService(in: Self.shared.get()) { service in
            let idle = try (0..<Self.bound + 88).map { _ in try UnixSocket(service.socket) }
            // Those that have just come are about to ask; a moment later they only wait.
            try wait(for: "an answer beside them") {
                (try? service.get("/v1/status").status) == 200
            }
            try wait(for: "the end of those that were too many") {
                idle.filter(\.isClosedByPeer).count >= 88
            }
        }
    }

    @Test func `a body of no known length may pause, but not drip for ever`() throws {
        // A hundred times less patient: 0.3 s for a step, and 6 s more for all of them.
        let more = ["PRINTCENTER_HASTE": "100"]
        try withService(in: Self.shared.get(), more: more) { service in
            let head =
                "POST /v1/documents?name=a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            let chunk = Array("400\r\n\(String(repeating: "x", count: 1024))\r\n".utf8)
            var heard: [UInt8] = []
            // The head, too, has a hundredth of its time, which a busy test may miss.
            try wait(for: "the end of a body that was waited for") {
                let connection = try UnixSocket(service.socket)
                try? connection.write(Array(head.utf8))
                let start = ContinuousClock.now
                heard = []
                try waitBlocking(for: "the end of the body") {
                    try? connection.write(chunk)
                    // Time: longer than a step has, but for what all of them have together
                    heard = ((try? connection.read(within: 2_000)) ?? nil) ?? []
                    return !heard.isEmpty
                }
                // Time: at least this, and as long as it likes
                return ContinuousClock.now - start > .seconds(4)
            }
            let text = String(decoding: heard, as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 408 "), "\(text)")
            try wait(for: "the spool to be empty") { try service.spooled().isEmpty }
        }
    }

    @Test func `a HEAD is answered without a body, and the next request as itself`() throws {
        try withService(in: Self.shared.get()) { service in
            let connection = try UnixSocket(service.socket)
            let one = "HEAD /v1/status HTTP/1.1\r\nHost: x\r\n\r\n"
            let two = "GET /v1/status HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            try connection.write(Array((one + one + two).utf8))
            var heard: [UInt8] = []
            while let bytes = try connection.read() { heard += bytes }
            let text = String(decoding: heard, as: UTF8.self)
            let answers = text.replacing("\r\n", with: "\n").split(separator: "\n\n")
            // Three heads, and the one body of the last.
            try #require(answers.count == 4, "\(text)")
            #expect(answers[..<3].allSatisfy { $0.hasPrefix("HTTP/1.1 ") }, "\(text)")
            #expect(answers[2].hasPrefix("HTTP/1.1 200 ") && answers[3].hasPrefix("{"), "\(text)")
        }
    }
}
