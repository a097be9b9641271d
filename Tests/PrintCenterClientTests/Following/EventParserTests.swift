import Testing

@testable import PrintCenterClient

@Suite struct `Server-sent events` {
    private typealias Event = EventParser.Event

    @Test func `an event is told when its blank line has come`() throws {
        var parser = EventParser()
        #expect(try parser.add(Array("id: 7\nevent: job\nda".utf8)) == [])
        #expect(try parser.add(Array("ta: {}\n".utf8)) == [])
        #expect(try parser.add(Array("\n".utf8)) == [.init(id: "7", name: "job", data: "{}")])
    }

    @Test(
        arguments: [
            (":\n\n", []), ("\n\n\n", []), ("id: 7\n\n", []), ("data: a\n", []),
            ("data: a\n\n", [("a", nil)]), ("data:a\n\n", [("a", nil)]),
            ("data:  a\n\n", [(" a", nil)]), ("data: a:b\n\n", [("a:b", nil)]),
            ("data: a\r\nid: 1\r\n\r\n", [("a", "1")]),
            ("data: a\ndata: b\n\n", [("a\nb", nil)]), ("data:\n\n", [("", nil)]),
            (": hello\ndata: a\nretry: 5\nwhat: ever\nnothing\n\n", [("a", nil)]),
            (
                "id: 1\ndata: a\n\nid: 2\ndata: b\n\ndata: c\n\n",
                [("a", "1"), ("b", "2"), ("c", nil)]
            ),
            ("data: 纸\n\n", [("纸", nil)]),
        ] as [(String, [(String, String?)])]
    )
    func `are taken out of a stream, however it is cut`(
        _ text: String,
        _ expected: [(String, String?)]
    ) throws {
        let bytes = Array(text.utf8)
        let events = expected.map { Event(id: $0.1, data: $0.0) }
        for size in 1...max(bytes.count, 1) {
            var parser = EventParser()
            var found: [Event] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                found += try parser.add(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            #expect(found == events, "in pieces of \(size) bytes")
        }
    }

    @Test(arguments: [
        ("", ""), ("a-Z_0.9~", "a-Z_0.9~"), ("a b", "a%20b"),
        ("a/b?c=d&e#f", "a%2Fb%3Fc%3Dd%26e%23f"),
        ("100%", "100%25"), ("纸", "%E7%BA%B8"), ("\r\n\u{0}", "%0D%0A%00"), ("½é", "%C2%BD%C3%A9"),
        ("..", ".."),
    ])
    func `what goes into a path is escaped`(_ text: String, _ escaped: String) {
        #expect(PrintCenterClient.escaped(text) == escaped)
    }
}
