import IPP
import PrintModel

/// Printers that take and answer requests in a way of their own.
extension OddPrinter {
    /// It closes each connection after a reply.
    static let closing = OddPrinter(
        name: "closing",
        quirks: [.closes],
        rows: [
            .prints(.a4(3), pages: 3, size: (595, 842)),
            .prints(.a4(3), #"{"copies":2}"#, pages: 3, ["copies": "2"]),
        ]
    )

    /// It takes longer for an answer than lists wait.
    static let delay = OddPrinter(
        name: "delay",
        quirks: [.slow],
        rows: [
            // Slow is not off: both are printed at once.
            .prints(.a4(2), pages: 2, notices: []),
            .prints(.a4(1), #"{"copies":2}"#, pages: 1, ["copies": "2"]),
        ]
    )

    /// Of several requested attributes, it tells the last one.
    static let lastonly = OddPrinter(
        name: "lastonly",
        quirks: [.lastRequestedOnly],
        rows: [
            // All that it has is told part by part: it prints on both sides, and A4 is loaded.
            .prints(
                .a4(2),
                #"{"sides":"two-sided-long-edge"}"#,
                pages: 2,
                notices: [],
                ["sides": "two-sided-long-edge"]
            )
        ]
    )

    /// Asked for its media and all else, it tells its media alone.
    static let mcdquirk = OddPrinter(
        name: "mcdquirk",
        quirks: [.databaseAlone],
        rows: [
            .prints(
                .a4(2),
                #"{"sides":"two-sided-long-edge"}"#,
                pages: 2,
                notices: [],
                ["sides": "two-sided-long-edge"]
            )
        ]
    )

    /// Whatever it gets, it says that two sides came out.
    static let partial = OddPrinter(
        name: "partial",
        impressions: 2,
        rows: [
            .prints(.a4(1), #"{"copies":2}"#, pages: 1, ["copies": "2"]),
            // Two of three sides are no whole document.
            .fails(
                .a4(3),
                "{}",
                .printedPartly,
                says: "after 2 of 3 sides. To print the rest, run: printq reprint JOB --pages 3"
            ),
            // Two of six: a whole copy of the document lacks one page, and another one is not there at all.
            .fails(
                .a4(3),
                #"{"copies":2}"#,
                .printedPartly,
                says:
                    "after 2 of 6 sides. To print the rest, run: printq reprint JOB --pages 3 --copies 1, then: printq reprint JOB --copies 1"
            ),
        ]
    )

    /// It refuses a "job-name" that is longer than 255 octets, or has control characters.
    static let strictname = OddPrinter(
        name: "strictname",
        refusal: { request in
            let name = request.attributes(in: .operation)?["job-name"]?.string ?? ""
            let isWrong = name.utf8.count > 255 || name.utf8.contains { $0 < 32 }
            return isWrong ? .attributesOrValuesNotSupported : nil
        },
        rows: [
            .prints(
                .a4(1),
                name: String(repeating: "long title ", count: 23),
                pages: 1
            ),
            .prints(
                .a4(1),
                name: String(repeating: "Überschrift ", count: 20),
                pages: 1
            ),
        ]
    )

    /// It speaks TLS.
    static let tlsp = OddPrinter(
        name: "tlsp",
        quirks: [.tls],
        rows: [
            .prints(.a4(2), pages: 2, size: (595, 842)),
            // Another key may be that of another printer: nothing goes there until the user trusts it.
            OddRow(
                document: .a4(1),
                changesKey: true,
                outcome: .refused([.printerUnusable]),
                says: "has another key than before"
            ),
        ]
    )

    /// It has an administrator who lets nobody print.
    static let closed = OddPrinter(
        name: "closed",
        refusal: { _ in .forbidden },
        rows: [
            .refuses(
                .a4(1),
                "{}",
                .userNotAllowed,
                says: "You are not allowed to print on 'closed'"
            )
        ]
    )

    /// It wants to know who prints, and others than this user.
    static let picky = OddPrinter(
        name: "picky",
        refusal: { request in
            let copies = request.attributes(in: .job)?["copies"]?.integer ?? 1
            return copies > 1 ? .notAuthorized : .notAuthenticated
        },
        rows: [
            .refuses(.a4(1), "{}", .userNotAllowed),
            .refuses(.a4(1), #"{"copies":2}"#, .userNotAllowed),
        ]
    )

    /// It takes no such job, with another status for each number of copies.
    static let closedfor = OddPrinter(
        name: "closedfor",
        refusal: { request in
            let statuses: [UInt16] = [
                0x0506, 0x050a, 0x0503, 0x0509, 0x0406, 0x0407, 0x0404, 0x0408, 0x041e,
            ]
            let copies = request.attributes(in: .job)?["copies"]?.integer ?? 1
            return IPPStatus(rawValue: statuses[copies - 1])
        },
        rows: [
            // Somebody has to let it take jobs again.
            .refuses(
                .a4(1),
                "{}",
                .printerNotAccepting,
                says: "'closedfor' is not accepting jobs."
            ),
            .refuses(.a4(1), #"{"copies":2}"#, .printerNotAccepting, says: "out of service"),
            // No other try helps.
            .refuses(.a4(1), #"{"copies":3}"#, .printerRefused, says: "another version of IPP"),
            .refuses(.a4(1), #"{"copies":4}"#, .printerRefused, says: "in a request of its own"),
            .refuses(.a4(1), #"{"copies":5}"#, .printerRefused, says: "no printer at this address"),
            .refuses(.a4(1), #"{"copies":6}"#, .printerRefused, says: "no longer has a printer"),
            .refuses(.a4(1), #"{"copies":7}"#, .printerRefused, says: "cannot do this now"),
            .refuses(.a4(1), #"{"copies":8}"#, .printerRefused, says: "it is too large"),
            .refuses(.a4(1), #"{"copies":9}"#, .printerRefused, says: "has reached its limit"),
        ]
    )

    /// It is at something else whenever it is to check a job, and takes it all the same.
    static let hurried = OddPrinter(
        name: "hurried",
        refusal: { request in
            guard request.operation == .validateJob else { return nil }
            let statuses: [UInt16] = [0x0405, 0x0502, 0x0505, 0x0507, 0x0500, 0x0504, 0x050b]
            let copies = request.attributes(in: .job)?["copies"]?.integer ?? 1
            return IPPStatus(rawValue: statuses[copies - 1])
        },
        rows: (1...7).map { .prints(.a4(1), #"{"copies":\#($0)}"#, pages: 1) }
    )

    /// It says that it makes copies, refuses them, and does not say that it is for them.
    static let unnamed = OddPrinter(
        name: "unnamed",
        refusal: { request in
            request.attributes(in: .job)?["copies"]?.integer ?? 1 > 1
                ? .attributesOrValuesNotSupported : nil
        },
        rows: [
            .refuses(.a4(1), #"{"copies":2}"#, .printerRefused),
            .prints(.a4(1), pages: 1),
        ]
    )

    /// The box for the waste is full, and the toner is not empty.
    static let waste = OddPrinter(
        name: "waste",
        changes: [
            .keywords(
                "printer-state-reasons",
                "marker-waste-almost-full-warning",
                "toner-low-report",
                "marker-supply-empty-warning"
            ),
            IPPAttribute("marker-names", [.name("Black"), .name("Waste Toner Box")]),
            .keywords("marker-types", "toner", "waste-toner"),
            IPPAttribute("marker-levels", [.integer(60), .integer(0)]),
            IPPAttribute("marker-colors", [.name("#000000"), .name("none")]),
        ],
        rows: [
            // printer-is-accepting-jobs, and a report and warnings are no errors: it prints.
            .prints(.a4(1), pages: 1, notices: [.supplyLow])
        ]
    )
}
