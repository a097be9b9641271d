import Testing

@testable import PrintDaemon

@Suite struct `A form` {
    private static let text =
        "--edge\r\nContent-Disposition: form-data; name=\"job\"\r\n\r\n{}\r\n--edge\r\n"
        + "Content-Disposition: form-data; name=\"document\"\r\nContent-Type: text/plain\r\n\r\n"
        + "a\r\n--ed\r\n-edge\r\r\nb\r\n--edge--\r\n"

    /// The parts of a text that comes in pieces of a size, and whether the form is complete.
    private func parts(
        of text: String,
        in size: Int
    ) throws -> (heads: [[String: String]], bodies: [String], isComplete: Bool) {
        var parser = try #require(FormParser(contentType: "multipart/form-data; boundary=edge"))
        var rest = Array(text.utf8)[...]
        var heads: [[String: String]] = []
        var bodies: [String] = []
        while true {
            switch try parser.next() {
            case .head(let head):
                heads.append(head)
                bodies.append("")
            case .bytes(let bytes):
                bodies[bodies.count - 1] += String(decoding: bytes, as: UTF8.self)
            case .partEnd: continue
            case .end: return (heads, bodies, true)
            case nil:
                guard !rest.isEmpty else { return (heads, bodies, false) }
                parser.add(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
        }
    }

    @Test func `has the same parts however its bytes are split`() throws {
        for size in 1...Self.text.utf8.count {
            let form = try parts(of: Self.text, in: size)
            #expect(form.isComplete, "\(size)")
            #expect(form.bodies == ["{}", "a\r\n--ed\r\n-edge\r\r\nb"], "\(size)")
            #expect(form.heads.count == 2, "\(size)")
            #expect(form.heads.last?["content-type"] == "text/plain", "\(size)")
        }
    }

    @Test func `is incomplete wherever it is cut off`() throws {
        for length in 0..<Self.text.utf8.count - "--\r\n".utf8.count {
            let cut = String(decoding: Self.text.utf8.prefix(length), as: UTF8.self)
            #expect(try !parts(of: cut, in: cut.utf8.count + 1).isComplete, "\(length)")
        }
    }

    @Test(arguments: [
        "--edge\r\nno colon\r\n\r\n", "--edge\r\n" + String(repeating: "x", count: 20_000),
        String(repeating: "x", count: 20_000),
        "--edge\r\n" + (0..<20).map { "name\($0): x\r\n" }.joined() + "\r\n",
    ])
    func `with a head that is malformed, or too long, is refused`(_ text: String) {
        #expect(throws: FormParser.Malformed.self) { try parts(of: text, in: 4096) }
    }

    @Test(arguments: [
        "", ";", ";;;", " ; ", ",", "application/json", "multipart/form-data",
        "multipart/form-data;", "multipart/form-data; boundary=",
        "multipart/form-data; boundary=\"\"", "; boundary=edge", "multipart/form-data;boundary",
        "=;=", "\t;\t", "multipart/form-data; boundary=;;",
        "multipart/form-data; boundary=\(String(repeating: "x", count: 71))",
    ])
    func `is not what another type of content announces`(_ type: String) {
        #expect(FormParser(contentType: type) == nil)
    }

    @Test(arguments: [
        "multipart/form-data; boundary=edge", "Multipart/Form-Data;\tBoundary=\"edge\"",
        "multipart/form-data; charset=utf-8; boundary=edge",
    ])
    func `is what its type announces, in any case`(_ type: String) {
        #expect(FormParser(contentType: type) != nil)
    }
}
