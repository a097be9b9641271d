import IPP
import PrintLab
import PrintModel
import ProofKit
import Testing

/// A reply to Get-Printer-Attributes that no printer should give, and what becomes of such a printer.
struct HostileReply: Sendable, CustomTestStringConvertible {
    let name: String
    /// The states that the printer may be in.
    let states: Set<Printer.State>
    /// Makes the reply; it may want the request's id.
    let answer: @Sendable (ScriptedPrinter.Request) -> ScriptedPrinter.Answer

    var testDescription: String { name }

    init(
        _ name: String,
        _ states: Set<Printer.State> = [.unusable],
        _ answer: @escaping @Sendable (ScriptedPrinter.Request) -> ScriptedPrinter.Answer
    ) {
        (self.name, self.states, self.answer) = (name, states, answer)
    }

    static let all =
        frames + transports + texts + [
            HostileReply("a text/plain reply", [.unusable, .idle]) {
                .http("200 OK", headers: ["Content-Type: text/plain"], body: bytes($0))
            }
        ]

    // MARK: Messages that are wrong

    private static let frames = [
        HostileReply("collections 100 deep") { .body(bytes($0, and: nested(100))) },
        HostileReply("collections 100,000 deep") { .body(bytes($0, and: nested(100_000))) },
        HostileReply("16 MiB of attributes") { request in
            let text = [UInt8](repeating: 0x61, count: 32_000)
            let more = (0..<525).flatMap { value(0x41, "text-\($0)", text) }
            return .body(bytes(request, and: more))
        },
        HostileReply("300,000 values of one attribute") { request in
            let first = value(0x44, "media-supported", Array("m".utf8))
            let more =
                [UInt8](repeating: 0, count: 0)
                + (0..<300_000).flatMap { _ in [0x44, 0, 0, 0, 1, 0x6d] as [UInt8] }
            return .body(bytes(request, without: ["media-supported"], and: first + more))
        },
        HostileReply("a length that lies") { request in
            .body(bytes(request, and: [0x41, 0, 1, 0x78, 0x7f, 0xff, 1, 2, 3]))
        },
        HostileReply("a name longer than the message") { request in
            .body(bytes(request, and: [0x41, 0xff, 0xff, 0x78]))
        },
        HostileReply("an empty body") { _ in .body([]) },
        HostileReply("the reply to another request") { request in
            var message = reply()
            message.requestID = request.message.requestID &+ 7
            return .body(encoded(message))
        },
        HostileReply("an error status") { _ in
            .reply(IPPMessage(status: .internalError, requestID: 1))
        },
    ]

    // MARK: Transports that are wrong

    private static let transports = [
        HostileReply("an HTML page") { _ in
            let page = Array("<html><title>\u{1b}[31mLogin</title></html>".utf8)
            return .http("200 OK", headers: ["Content-Type: text/html"], body: page)
        },
        HostileReply("HTTP 500", [.unusable, .unreachable]) { _ in
            .http("500 Internal Server Error")
        },
        HostileReply("HTTP 401", [.unusable, .unreachable]) { _ in
            .http("401 Unauthorized", headers: ["WWW-Authenticate: Basic realm=\"x\""])
        },
        HostileReply("a redirection", [.unusable, .unreachable]) { _ in
            .http("301 Moved Permanently", headers: ["Location: http://localhost:1/ipp/print"])
        },
        HostileReply("no HTTP", [.unusable, .unreachable]) { _ in
            .raw(Array("220 ftp.example ready\r\n".utf8))
        },
        HostileReply("a head without end", [.unusable, .unreachable]) { _ in
            .stall(Array("HTTP/1.1 200 OK\r\nX: ".utf8) + [UInt8](repeating: 0x78, count: 300_000))
        },
        HostileReply("one byte a second", [.unreachable]) { request in
            .drip(http(bytes(request)), pause: .seconds(1))  // Time: takes longer than any limit
        },
        HostileReply("half a reply, then silence", [.unreachable]) { request in
            let whole = http(bytes(request))
            return .stall(Array(whole.prefix(whole.count / 2)))
        },
        HostileReply("half a reply, then the end", [.unusable, .unreachable]) { request in
            let whole = http(bytes(request))
            return .raw(Array(whole.prefix(whole.count / 2)))
        },
        HostileReply("a body without end", [.unusable, .unreachable]) { request in
            .endless(bytes(request).dropLast() + (0..<60).flatMap { value(0x44, "x\($0)", [0x79]) })
        },
        HostileReply("silence", [.unreachable]) { _ in .silence },
        HostileReply("the end of the connection", [.unusable, .unreachable]) { _ in .hangUp },
    ]

    // MARK: Values that are wrong, of a printer that can print

    private static let texts = [
        HostileReply("text that is no UTF-8", [.idle]) { request in
            let model = value(0x41, "printer-make-and-model", [0x42, 0xff, 0xfe, 0xc3, 0x28])
            return .body(bytes(request, without: ["printer-make-and-model"], and: model))
        },
        HostileReply("escapes and controls", [.idle]) { _ in
            let bad = "\u{1b}]0;owned\u{7}\u{1b}[2J\r\nX-Evil: 1\u{202e}\u{9b}31m\u{0}end"
            return .reply(
                reply([
                    IPPAttribute("printer-make-and-model", .text(bad)),
                    IPPAttribute("printer-name", .name(bad)),
                    IPPAttribute("printer-info", .text(bad)),
                    IPPAttribute("printer-location", .text(bad)),
                    IPPAttribute("printer-state-message", .text(bad)),
                    IPPAttribute("printer-uuid", .uri(bad)),
                    IPPAttribute("printer-state-reasons", [.keyword(bad), .keyword("toner-low")]),
                    IPPAttribute("media-supported", [.keyword("iso_a4_210x297mm"), .name(bad)]),
                    IPPAttribute("media-ready", .name(bad)),
                    IPPAttribute("media-default", .name(bad)),
                    IPPAttribute("media-type-supported", [.keyword(bad), .name(bad)]),
                    IPPAttribute("media-source-supported", .keyword(bad)),
                    IPPAttribute("output-bin-supported", .name(bad)),
                    IPPAttribute("sides-supported", [.keyword("one-sided"), .keyword(bad)]),
                    IPPAttribute(
                        "document-format-supported",
                        [.mimeType("application/pdf"), .mimeType(bad)]
                    ),
                ])
            )
        },
        HostileReply("negative and huge numbers", [.idle]) { _ in
            let huge = IPPRange(lower: .min, upper: .max)
            let size = IPPValue.collection([
                IPPAttribute("x-dimension", .integer(.min)),
                IPPAttribute("y-dimension", .range(huge)),
            ])
            let column = IPPValue.collection([
                IPPAttribute("media-size", size),
                IPPAttribute("media-top-margin", .integer(.max)),
                IPPAttribute("media-left-margin", .integer(.min)),
            ])
            return .reply(
                reply([
                    IPPAttribute("copies-supported", .range(huge)),
                    IPPAttribute("copies-default", .integer(.min)),
                    IPPAttribute("number-up-supported", [.integer(.min), .range(huge)]),
                    IPPAttribute("media-size-supported", [size, size]),
                    IPPAttribute("media-col-database", [column, column]),
                    IPPAttribute("media-col-default", column),
                    IPPAttribute("media-col-ready", column),
                    IPPAttribute("print-quality-supported", [.enumeration(.min), .enumeration(4)]),
                    IPPAttribute("orientation-requested-supported", .enumeration(.max)),
                    IPPAttribute("finishings-supported", [.enumeration(.min), .enumeration(.max)]),
                    IPPAttribute("job-priority-supported", .integer(.min)),
                    IPPAttribute("pages-per-minute", .integer(.min)),
                    IPPAttribute("queued-job-count", .integer(.min)),
                    IPPAttribute("printer-up-time", .integer(.min)),
                ])
            )
        },
    ]

    // MARK: Bytes

    private static func reply(_ changes: [IPPAttribute] = []) -> IPPMessage {
        var message = IPPMessage(status: .ok, requestID: 1)
        message.append(ScriptedPrinter.regularAttributes(changes), in: .printer)
        return message
    }

    private static func encoded(_ message: IPPMessage) -> [UInt8] {
        // Each of these messages can be written; an empty one would fail the test that uses it.
        (try? IPPEncoder().encode(message)) ?? []
    }

    /// A decent reply to the request, with more bytes at the end of the printer's attributes.
    private static func bytes(
        _ request: ScriptedPrinter.Request,
        without names: Set<String> = [],
        and more: [UInt8] = []
    ) -> [UInt8] {
        var message = IPPMessage(status: .ok, requestID: request.message.requestID)
        let attributes = ScriptedPrinter.regularAttributes().filter { !names.contains($0.name) }
        message.append(attributes, in: .printer)
        return encoded(message).dropLast() + more + [3]
    }

    private static func value(_ tag: UInt8, _ name: String, _ content: [UInt8]) -> [UInt8] {
        let (name, size) = (Array(name.utf8), UInt16(content.count))
        return [tag, 0, UInt8(name.count)] + name + [UInt8(size >> 8), UInt8(size & 0xff)] + content
    }

    /// A collection in a collection, and so on.
    private static func nested(_ depth: Int) -> [UInt8] {
        var bytes: [UInt8] = [0x34, 0, 1, 0x61, 0, 0]
        for _ in 1..<depth { bytes += [0x4a, 0, 0, 0, 1, 0x61, 0x34, 0, 0, 0, 0] }
        for _ in 0..<depth { bytes += [0x37, 0, 0, 0, 0] }
        return bytes
    }

    private static func http(_ body: [UInt8]) -> [UInt8] {
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: application/ipp\r\nContent-Length: \(body.count)\r\n\r\n"
        return Array(head.utf8) + body
    }
}
