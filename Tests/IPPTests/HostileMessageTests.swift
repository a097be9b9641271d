import IPP
import IPPFuzzing
import Testing

@Suite struct HostileMessageTests {
    private static let head: [UInt8] = [2, 0, 0, 0, 0, 0, 0, 1]

    @Test func `collections nest eight deep and no deeper`() throws {
        let deepest = try IPPDecoder().decode(SampleMessages.nested(depth: 8))
        #expect(try IPPEncoder().encode(deepest) == SampleMessages.nested(depth: 8))
        #expect(throws: IPPError.limitExceeded(.collectionDepth)) {
            try IPPDecoder().decode(SampleMessages.nested(depth: 9))
        }
        // What ends libcups 2.4.2 by exhausting its stack.
        #expect(throws: IPPError.limitExceeded(.collectionDepth)) {
            try IPPDecoder().decode(SampleMessages.nested(depth: 100_000))
        }
    }

    @Test func `a message that ends anywhere before its end is refused`() throws {
        let whole = try IPPEncoder().encode(SampleMessages.everySyntax)
        for count in 0..<whole.count {
            #expect(throws: IPPError.self) { try IPPDecoder().decode(Array(whole.prefix(count))) }
        }
    }

    @Test(arguments: [
        ([9, 9, 0, 0, 0, 0, 0, 1, 3], IPPError.malformed(.version, offset: 0)),
        (head + [0, 3], .malformed(.delimiter, offset: 8)),
        (head + [0x21, 0, 1, 0x61, 0, 4, 0, 0, 0, 1, 3], .malformed(.misplacedValue, offset: 8)),
        (head + [4, 0x21, 0, 0, 0, 4, 0, 0, 0, 1, 3], .malformed(.misplacedValue, offset: 9)),
        (head + [4, 0x21, 0, 1, 0x61, 0, 3, 0, 0, 1, 3], .malformed(.valueLength, offset: 9)),
        (head + [4, 0x21, 0, 1, 0x61, 0xff, 0xff], .malformed(.valueLength, offset: 13)),
        (head + [4, 0x21, 0, 1, 0x61, 0x7f, 0xff, 1], .truncated(offset: 15)),
        (head + [4, 0x21, 0, 1, 0x20, 0, 4, 0, 0, 0, 1, 3], .malformed(.name, offset: 9)),
        (head + [4, 0x37, 0, 1, 0x61, 0, 0, 3], .malformed(.misplacedTag, offset: 9)),
        (head + [4, 0x34, 0, 1, 0x61, 0, 0, 3, 0, 0], .malformed(.misplacedTag, offset: 15)),
        (
            head + [4, 0x34, 0, 1, 0x61, 0, 0, 0x4a, 0, 0, 0, 1, 0x62, 0x37, 0, 0, 0, 0, 3],
            .malformed(.noValue, offset: 21)
        ),
        (
            head + [4, 0x35, 0, 1, 0x61, 0, 4, 0, 9, 0x65, 0x6e, 3],
            .malformed(.valueLength, offset: 9)
        ),
    ])
    func `malformed bytes are named`(bytes: [UInt8], error: IPPError) {
        #expect(throws: error) { try IPPDecoder().decode(bytes) }
    }

    @Test func `each limit holds`() throws {
        var message = IPPMessage(status: .ok, requestID: 1)
        for _ in 0..<20 {
            message.groups.append(
                IPPAttributeGroup(
                    .job,
                    [IPPAttribute("job-id", .integer(1)), IPPAttribute("a", .integer(2))]
                )
            )
        }
        let bytes = try IPPEncoder().encode(message)
        let limits: [(IPPLimits, IPPError.Limit)] = [
            (IPPLimits(messageSize: bytes.count - 1), .messageSize),
            (IPPLimits(groups: 20), .groups),
            (IPPLimits(attributes: 41), .attributes),
            (IPPLimits(values: 41), .values),
        ]
        for (limits, limit) in limits {
            #expect(throws: IPPError.limitExceeded(limit)) {
                try IPPDecoder(limits: limits).decode(bytes)
            }
        }
        let exact = IPPLimits(messageSize: bytes.count, groups: 21, attributes: 42, values: 42)
        #expect(try IPPDecoder(limits: exact).decode(bytes) == message)
    }

    @Test func `text that is no UTF-8 is repaired`() throws {
        let bytes = Self.head + [4, 0x41, 0, 1, 0x61, 0, 3, 0x47, 0xfc, 0x6e, 3]
        let message = try IPPDecoder().decode(bytes)
        #expect(message.attributes(in: .printer)?["a"]?.string == "G\u{fffd}n")
    }

    @Test(arguments: [
        (IPPAttribute("", .integer(1)), IPPError.unencodable(.name)),
        (IPPAttribute("a b", .integer(1)), .unencodable(.name)),
        (IPPAttribute("a", []), .unencodable(.noValue)),
        (IPPAttribute("a", .other(tag: 0x37, bytes: [])), .unencodable(.misplacedTag)),
        (IPPAttribute("a", .other(tag: 0x03, bytes: [])), .unencodable(.misplacedTag)),
        (IPPAttribute("a", .outOfBand(IPPOutOfBand(rawValue: 3))), .unencodable(.delimiter)),
        (IPPAttribute("a", .collection([IPPAttribute("b", [])])), .unencodable(.noValue)),
    ])
    func `what IPP cannot say is not written`(attribute: IPPAttribute, error: IPPError) {
        var message = IPPMessage(operation: .getJobs, requestID: 1)
        message.append(attribute)
        #expect(throws: error) { try IPPEncoder().encode(message) }
    }

    @Test func `a value takes 32767 bytes and no more`() throws {
        var message = IPPMessage(operation: .getJobs, requestID: 1)
        message.append(IPPAttribute("a", .text(String(repeating: "x", count: 32_767))))
        #expect(try IPPDecoder().decode(IPPEncoder().encode(message)) == message)
        message.append(IPPAttribute("b", .text(String(repeating: "x", count: 32_768))))
        #expect(throws: IPPError.unencodable(.valueLength)) { try IPPEncoder().encode(message) }
    }
}
