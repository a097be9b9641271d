import IPP
import IPPFuzzing
import Testing

@Suite struct IPPMessageTests {
    @Test func `a message with every syntax comes back as it went`() throws {
        let bytes = try IPPEncoder().encode(SampleMessages.everySyntax)
        let (message, length) = try IPPDecoder().decodePrefix(bytes + Array("%PDF-1.7".utf8))
        #expect(message == SampleMessages.everySyntax)
        #expect(length == bytes.count)
    }

    @Test func `the print job request of RFC 8010 A 1 has these bytes`() throws {
        var request = IPPMessage(
            version: .ipp11,
            code: IPPOperation.printJob.rawValue,
            requestID: 1,
            groups: [
                IPPAttributeGroup(
                    .operation,
                    [
                        IPPAttribute("attributes-charset", .charset("utf-8")),
                        IPPAttribute("attributes-natural-language", .naturalLanguage("en-us")),
                        IPPAttribute(
                            "printer-uri",
                            .uri("ipp://printer.example.com/ipp/print/pinetree")
                        ),
                        IPPAttribute("job-name", .name("foobar")),
                        IPPAttribute("ipp-attribute-fidelity", .boolean(true)),
                    ]
                )
            ]
        )
        request.append(
            [
                IPPAttribute("copies", .integer(20)),
                IPPAttribute("sides", .keyword("two-sided-long-edge")),
            ],
            in: .job
        )
        // Put together by hand from the table of RFC 8010, A.1.
        var expected: [UInt8] = [1, 1, 0, 2, 0, 0, 0, 1, 1]
        func add(_ tag: UInt8, _ name: String, _ value: [UInt8]) {
            expected += [tag, 0, UInt8(name.utf8.count)] + Array(name.utf8)
            expected += [0, UInt8(value.count)] + value
        }
        add(0x47, "attributes-charset", Array("utf-8".utf8))
        add(0x48, "attributes-natural-language", Array("en-us".utf8))
        add(0x45, "printer-uri", Array("ipp://printer.example.com/ipp/print/pinetree".utf8))
        add(0x42, "job-name", Array("foobar".utf8))
        add(0x22, "ipp-attribute-fidelity", [1])
        expected.append(2)
        add(0x21, "copies", [0, 0, 0, 20])
        add(0x44, "sides", Array("two-sided-long-edge".utf8))
        expected.append(3)

        #expect(try IPPEncoder().encode(request) == expected)
        #expect(try IPPDecoder().decode(expected) == request)
    }

    @Test func `a printer's real answer can be read and written again`() throws {
        let message = try IPPDecoder().decode(RealMessages.printerAttributes)
        let printer = try #require(message.attributes(in: .printer))
        #expect(message.status == .ok)
        #expect(printer["copies-supported"]?.range == IPPRange(lower: 1, upper: 999))
        #expect(
            printer["sides-supported"]?.keywords == [
                "one-sided", "two-sided-long-edge", "two-sided-short-edge",
            ]
        )
        #expect(printer["printer-state"]?.integer == IPPPrinterState.idle.rawValue)
        #expect(printer["media-col-default"]?.collection?.isEmpty == false)
        #expect(try IPPEncoder().encode(message) == RealMessages.printerAttributes)
    }

    @Test func `a scheduler's real list of jobs has a group for each`() throws {
        let message = try IPPDecoder().decode(RealMessages.jobs)
        #expect(message.groups(.job).compactMap { $0["job-id"]?.integer } == [1, 2])
        #expect(try IPPEncoder().encode(message) == RealMessages.jobs)
    }

    @Test(arguments: [
        (2024, 2, 29, 0, "+", 0, 1_709_164_800), (1970, 1, 1, 0, "+", 0, 0),
        (2000, 3, 1, 12, "-", 5, 951_930_000), (2026, 11, 21, 1, "+", 2, 1_795_215_600),
    ])
    func `a date is so many seconds after 1970`(
        year: UInt16,
        month: UInt8,
        day: UInt8,
        hour: UInt8,
        direction: String,
        offset: UInt8,
        seconds: Int
    ) {
        var date = IPPDateTime(year: year, month: month, day: day, hour: hour)
        date.direction = Array(direction.utf8)[0]
        date.hoursFromUTC = offset
        #expect(date.secondsSince1970 == seconds)
    }

    @Test func `an invalid date has no seconds`() {
        #expect(IPPDateTime(year: 2024, month: 13, day: 1).secondsSince1970 == nil)
        #expect(IPPDateTime(year: 2024, month: 0, day: 0).secondsSince1970 == nil)
    }

    @Test(arguments: [
        ("\u{1b}[2Jred", "[2Jred"), ("a\u{202e}txt.exe", "a txt.exe"), (" a\r\n\tb ", "a b"),
        ("世界 👩‍👩‍👧", "世界 👩‍👩‍👧"), ("\u{9b}31m", "31m"), ("", ""),
    ])
    func `cleaned text cannot steer a terminal`(text: String, cleaned: String) {
        #expect(IPPValue.text(text).cleaned() == cleaned)
    }

    @Test func `cleaned text is bounded even where one letter never ends`() {
        let endless = "e" + String(repeating: "\u{301}", count: 100_000)
        #expect(endless.cleanedOfControls(limit: 10).utf8.count < 200)
        #expect(String(repeating: "x", count: 300).cleanedOfControls(limit: 10).count == 10)
    }
}
