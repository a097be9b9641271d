import IPP
import PrintModel
import Testing

@testable import PrintCenter

/// What a printer's numbers can do, at the limits of what IPP can say.
@Suite struct `A number of a printer` {
    private static let numbers = [Int32.min, -1, 0, 1, 35, 50_001, .max]

    private static let names = [
        "copies-supported", "finishings-supported", "media-top-margin-supported",
        "media-left-margin-supported", "print-quality-supported", "print-quality-default",
        "printer-up-time", "job-password-supported", "job-password-length-supported",
        "number-up-supported",
        "job-priority-supported", "pages-per-minute", "printer-state", "printer-type",
        "pwg-raster-document-resolution-supported", "printer-resolution-supported",
        "orientation-requested-supported", "printer-darkness-supported", "job-copies-supported",
    ]

    /// Every value that has two of the numbers.
    private static var values: [[IPPValue]] {
        numbers.flatMap { one in
            numbers.flatMap { other -> [[IPPValue]] in
                [
                    [.integer(one), .integer(other)], [.enumeration(one), .enumeration(other)],
                    [.range(IPPRange(lower: one, upper: other))],
                    [.resolution(IPPResolution(crossFeed: one, feed: other, units: 3))],
                    [.resolution(IPPResolution(crossFeed: one, feed: other, units: 4))],
                ]
            }
        }
    }

    @Test func `of any size ends nothing, and gives a printer that answers`() {
        let rest = [
            IPPAttribute("document-format-supported", .mimeType("image/pwg-raster")),
            IPPAttribute("media-supported", .keyword("iso_a4_210x297mm")),
            IPPAttribute("pwg-raster-document-type-supported", .keyword("sgray_8")),
        ]
        for values in Self.values {
            var attributes = Dictionary(uniqueKeysWithValues: rest.map { ($0.name, $0) })
            for name in Self.names { attributes[name] = IPPAttribute(name, values) }
            check(Array(attributes.values))
        }
    }

    @Test func `of any size ends nothing as the size or the margin of a medium`() {
        for one in Self.numbers {
            for other in Self.numbers {
                check([
                    IPPAttribute("media-supported", .keyword("iso_a4_210x297mm")),
                    IPPAttribute(
                        "media-col-database",
                        [
                            CapabilityReadingTests.medium(one, other, margin: 423),
                            CapabilityReadingTests.medium(21000, 29700, margin: one),
                        ]
                    ),
                ])
            }
        }
    }

    @Test(arguments: ["DM", "RS", "CP", "W", "IS"])
    func `of any size ends nothing in the words of Apple raster`(_ word: String) {
        for number in [
            "0", "-1", "00", "2147483648", "9223372036854775807", "9223372036854775808-1",
        ] {
            check([
                IPPAttribute("document-format-supported", .mimeType("image/urf")),
                IPPAttribute(
                    "urf-supported",
                    [.keyword("W8"), .keyword("RS300"), .keyword(word + number)].reversed()
                ),
            ])
        }
    }

    @Test func `of any size ends nothing in a job`() {
        let names = [
            "job-id", "job-state", "job-impressions-completed", "job-media-sheets-completed",
            "number-of-documents", "job-k-octets", "time-at-creation", "time-at-processing",
            "time-at-completed",
        ]
        for number in Self.numbers {
            let group = IPPAttributeGroup(
                .job,
                names.map {
                    IPPAttribute($0, $0 == "job-state" ? .enumeration(number) : .integer(number))
                }
            )
            #expect((SchedulerJob(group) == nil) == (number <= 0))
            if let job = SchedulerJob(group) { _ = SchedulerJobFacts(job) }
        }
    }

    /// Reads a printer and asks whether something can be printed there.
    private func check(_ attributes: [IPPAttribute]) {
        let group = IPPAttributeGroup(.printer, attributes)
        var able = CapabilityReadingTests.read(attributes)
        able.raster = CapabilityReading(group).raster
        let printer = Printer(
            id: PrinterID(rawValue: "p"),
            name: "p",
            state: .idle,
            accepting: true,
            reasons: [],
            isDefault: false,
            capabilities: able
        )
        let text = DocumentFacts(
            name: "a.txt",
            type: "text/plain",
            kind: "text",
            size: 1000,
            layout: .lines
        )
        let ticket = PrintTicket(copies: 2, media: MediaName(typed: "50x80mm"), header: "x")
        let check = Admission(printer: printer).check(text, ticket: ticket)
        #expect(check.obstacles.allSatisfy { !$0.message.isEmpty })
    }
}
