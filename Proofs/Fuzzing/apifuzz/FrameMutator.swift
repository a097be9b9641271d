internal import ProofKit

/// Mutates the framing of a request: its request line, its header lines, its lengths, and its end.
struct FrameMutator {
    private static let lines = [
        "Content-Length: 0", "Content-Length: -1", "Content-Length: 5", "Content-Length: 5, 5",
        "Content-Length: 99999999999999999999", "Content-Length: 0x5", "Content-Length: +5",
        "Transfer-Encoding: chunked", "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: \u{b}chunked",
        "Transfer-Encoding: identity", "Connection: close, upgrade", "Connection: Close",
        "Upgrade: websocket", "Upgrade: h2c", "Expect: 100-continue", "X: \u{1b}[2J", " folded",
        "X:\u{0}", "no colon", ": no name", "X Y: z", "Trailer: X",
        "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
    ]
    private static let firsts = [
        "GET / HTTP/1.1", "GET  /v1/status HTTP/1.1", "GET /v1/status HTTP/1.0",
        "GET /v1/status HTTP/2.0", "GET /v1/status HTTP/9.9", "GET /v1/status",
        "HEAD /v1/status HTTP/1.1",
        "CONNECT localhost:1 HTTP/1.1", "OPTIONS * HTTP/1.1", "GET http:// HTTP/1.1",
        "GET http://h HTTP/1.1", "GET http://h:99999/v1/status HTTP/1.1", "GET ://x?y HTTP/1.1",
        "GET v1/status HTTP/1.1", "PRI * HTTP/2.0", "BREW /v1/status HTTP/1.1",
        "get /v1/status HTTP/1.1",
        "GET /v1/status?%?&=&&a=%gg#f?x HTTP/1.1", "GET ?a HTTP/1.1", "GET /\u{1}\u{7f} HTTP/1.1",
    ]
    private static let chunks = [
        "0\r\n\r\n", "5\r\nhello\r\n0\r\n\r\n", "5;x=y\r\nhello\r\n0\r\nX: y\r\n\r\n",
        "-1\r\nhello\r\n",
        "ffffffffffffffff\r\nhello", "fffffffffffffffff\r\n", "5\r\nhel", "5\nhello\n0\n\n",
        "g\r\n",
        "5\r\nhello0\r\n\r\n", "00000000000000000005\r\nhello\r\n0\r\n\r\n",
    ]

    /// Mutates the bytes up to three times.
    func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
        for _ in 0..<(1 + generator.next(below: 3)) where bytes.count > 1 {
            switch generator.next(below: 10) {
            case 0: bytes.removeLast(1 + generator.next(below: bytes.count - 1))
            case 1:
                bytes[generator.next(below: bytes.count)] ^= 1 << UInt8(generator.next(below: 8))
            case 2:
                bytes[generator.next(below: min(200, bytes.count))] = UInt8(
                    generator.next(below: 256)
                )
            case 3, 4: insertLine(generator.pick(Self.lines), into: &bytes)
            case 5: replaceFirst(generator.pick(Self.firsts), in: &bytes)
            case 6: bytes = Self.chunked(bytes, generator.pick(Self.chunks))
            case 7: bytes += bytes
            case 8: bytes.remove(at: generator.next(below: bytes.count))
            default:
                let start = generator.next(below: bytes.count)
                let end = min(bytes.count, start + 1 + generator.next(below: 40))
                bytes.insert(
                    contentsOf: Array(bytes[start..<end]),
                    at: generator.next(below: bytes.count)
                )
            }
        }
    }

    private static func endOfFirst(_ bytes: [UInt8]) -> Int {
        (bytes.firstIndex(of: 0x0A) ?? bytes.count - 1) + 1
    }

    private func insertLine(_ line: String, into bytes: inout [UInt8]) {
        bytes.insert(contentsOf: Array("\(line)\r\n".utf8), at: Self.endOfFirst(bytes))
    }

    private func replaceFirst(_ line: String, in bytes: inout [UInt8]) {
        bytes.replaceSubrange(..<Self.endOfFirst(bytes), with: Array("\(line)\r\n".utf8))
    }

    /// The request line with a chunked body.
    private static func chunked(_ bytes: [UInt8], _ chunks: String) -> [UInt8] {
        let first = endOfFirst(bytes)
        return Array(bytes[..<first])
            + Array("Host: x\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)".utf8)
    }
}
