package import IPP

/// Messages made for the purpose, beside the real ones.
package enum SampleMessages {
    private static let head: [UInt8] = [2, 0, 0, 0, 0, 0, 0, 1]

    /// One attribute of every syntax, collections two deep, several groups of a kind.
    package static let everySyntax: IPPMessage = {
        var message = IPPMessage(operation: .createJob, requestID: 77)
        message.append(IPPAttribute("printer-uri", .uri("ipp://printer.example/ipp/print")))
        let mediaSize = IPPValue.collection([
            IPPAttribute("x-dimension", .integer(21_000)),
            IPPAttribute("y-dimension", .integer(29_700)),
        ])
        message.append(
            [
                IPPAttribute("copies", .integer(-2)),
                IPPAttribute("orientation-requested", .enumeration(4)),
                IPPAttribute("a-boolean", .boolean(true)),
                IPPAttribute(
                    "page-ranges",
                    [
                        .range(IPPRange(lower: 1, upper: 3)), .range(IPPRange(lower: 9, upper: 5)),
                    ]
                ),
                IPPAttribute(
                    "printer-resolution",
                    .resolution(IPPResolution(crossFeed: 600, feed: 1200))
                ),
                IPPAttribute(
                    "a-date",
                    .dateTime(IPPDateTime(year: 2024, month: 2, day: 29, hour: 23))
                ),
                IPPAttribute("a-text", .text("Grüße, 世界")),
                IPPAttribute("b-text", .textWithLanguage("Bonjour", language: "fr")),
                IPPAttribute("job-name", .name("")),
                IPPAttribute("b-name", .nameWithLanguage("Straße", language: "de")),
                IPPAttribute("sides", .keyword("two-sided-long-edge")),
                IPPAttribute("a-scheme", .uriScheme("ipps")),
                IPPAttribute("a-charset", .charset("utf-8")),
                IPPAttribute("a-language", .naturalLanguage("zh-cn")),
                IPPAttribute("a-type", .mimeType("application/pdf")),
                IPPAttribute("octets", .octets([0, 255, 3])),
                IPPAttribute("nothing", .outOfBand(.noValue)),
                IPPAttribute("strange", .other(tag: 0x2f, bytes: [1, 2])),
                IPPAttribute("empty-col", .collection([])),
                IPPAttribute(
                    "media-col",
                    [
                        .collection([
                            IPPAttribute("media-size", mediaSize),
                            IPPAttribute("media-tray", [.keyword("tray-1"), .keyword("tray-2")]),
                        ]),
                        .collection([IPPAttribute("media-size", mediaSize)]),
                    ]
                ),
            ],
            in: .job
        )
        message.groups.append(
            IPPAttributeGroup(.job, [IPPAttribute("job-id", .integer(12))])
        )
        return message
    }()

    /// A message with a value that is `depth` collections deep.
    package static func nested(depth: Int) -> [UInt8] {
        var bytes = head + [4, 0x34, 0, 1, 0x61, 0, 0]
        for _ in 1..<depth {
            bytes += [0x4a, 0, 0, 0, 1, 0x61, 0x34, 0, 0, 0, 0]
        }
        for _ in 0..<depth {
            bytes += [0x37, 0, 0, 0, 0]
        }
        return bytes + [3]
    }
}
