import Testing

@testable import PrintCenterClient

@Suite struct `Server-sent events` {
    @Test func `an event is told when its blank line has come`() {
        var parser = EventParser()
        #expect(parser.add(Array("id: 7\nevent: job\nda".utf8)) == [])
        #expect(parser.add(Array("ta: {}\n".utf8)) == [])
        #expect(parser.add(Array("\n".utf8)) == [.init(id: "7", data: "{}")])
    }

    @Test func `a comment is no event`() {
        var parser = EventParser()
        #expect(parser.add(Array(":\n\n".utf8)) == [])
    }
}
