import Testing

@testable import PrintCenterClient

@Suite struct `An HTTP answer` {
    private typealias Part = AnswerParser.Part

    /// What a parser makes of an answer that comes in pieces of this size.
    private func read(_ answer: String, pieces size: Int) throws -> (status: Int?, body: String) {
        var parser = AnswerParser()
        var status: Int?
        var body: [UInt8] = []
        var rest = Array(answer.utf8)[...]
        while true {
            switch try parser.next() {
            case .head(let answered): status = answered
            case .bytes(let bytes): body += bytes
            case .end: return (status, String(decoding: body, as: UTF8.self))
            case nil where rest.isEmpty: try parser.end()
            case nil:
                parser.add(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
        }
    }

    @Test(
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, "hello"),
            ("HTTP/1.1 201 Created\r\ncontent-length:0\r\n\r\n", 201, ""),
            ("HTTP/1.1 204 No Content\r\n\r\n", 204, ""),
            ("HTTP/1.0 200 OK\n\nup to the end", 200, "up to the end"),
            ("HTTP/1.1 200\r\nConnection: close\r\n\r\n", 200, ""),
            (
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx", 200,
                "x"
            ),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "5\r\nhello\r\n7;a=b\r\n, world\r\n0\r\nTrailer: x\r\n\r\n",
                200, "hello, world"
            ),
        ] as [(String, Int, String)]
    )
    func `is the same in whatever pieces it comes`(
        _ answer: String,
        _ status: Int,
        _ body: String
    ) throws {
        for size in 1...answer.utf8.count {
            let found = try read(answer, pieces: size)
            #expect(found.status == status)
            #expect(found.body == body)
        }
    }

    @Test(arguments: [
        "", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
    ])
    func `that ends too soon is none`(_ answer: String) {
        #expect(throws: HTTPExchange.Unanswered.self) { try read(answer, pieces: 7) }
    }

    @Test(arguments: [
        "SSH-2.0-OpenSSH\r\n", "HTTP/1.1 two OK\r\n\r\n", "HTTP/1.1 200 OK\r\nnonsense\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
        "HTTP/1.1 200 OK\r\n" + String(repeating: "a: b\r\n", count: 70_000),
        String(repeating: "a", count: 70_000),
    ])
    func `that is no HTTP is told`(_ answer: String) {
        let error = #expect(throws: ClientError.self) { try read(answer, pieces: 4096) }
        #expect(error?.code == .badAnswer)
    }
}
