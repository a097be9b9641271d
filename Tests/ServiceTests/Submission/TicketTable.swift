import PrintLab
import PrintModel

func one(_ pages: Int...) -> [[Int]] { pages.map { [$0] } }
private let all = one(1, 2, 3, 4, 5, 6)
let a4 = "595.276 x 841.89"

extension TicketRow {
    /// Every option on every printer that treats it in a way of its own.
    static let table =
        pages + placing + sheets + finishing + simple + rolls + photos + texts + labels
        + obstacles

    /// Pages, sets and orders: a matter of the document, on any printer.
    static let pages: [TicketRow] = [
        prints(
            "office",
            "{}",
            all,
            ["sides": .text("one-sided")],
            shape: a4
        ),
        prints("office", #"{"pages":"2-3"}"#, one(2, 3)),
        prints("office", #"{"pages":"3,1,1,6-4"}"#, one(3, 1, 1, 6, 5, 4)),
        prints("office", #"{"pages":"5-"}"#, one(5, 6)),
        prints("mono", #"{"pages":"-2"}"#, one(1, 2)),
        prints("office", #"{"pageSet":"odd"}"#, one(1, 3, 5)),
        prints("mono", #"{"pages":"2-5","pageSet":"even"}"#, one(2, 4)),
        prints("office", #"{"reverse":true}"#, one(6, 5, 4, 3, 2, 1)),
        prints("mono", #"{"pages":"1-3","reverse":true}"#, one(3, 2, 1)),
        prints(
            "office",
            #"{"pages":"1-3","reverse":true,"sides":"two-sided-long-edge"}"#,
            [[3], [], [1], [2]],
            ["sides": .text("two-sided-long-edge")]
        ),
        prints("finisher", #"{"pages":"1-5","pageSet":"odd","reverse":true}"#, one(5, 3, 1)),
    ]

    /// How pages stand on sheets.
    static let placing: [TicketRow] = [
        prints("office", #"{"numberUp":2,"pages":"1-2"}"#, [[1, 2]], shape: a4),
        prints("mono", #"{"numberUp":2}"#, [[1, 2], [3, 4], [5, 6]], shape: a4),
        prints("office", #"{"numberUp":4}"#, [[1, 2, 3, 4], [5, 6]], shape: a4),
        prints("office", #"{"numberUp":6,"reverse":true}"#, [[1, 2, 3, 4, 5, 6]]),
        prints("office", #"{"numberUp":9,"pages":"6-1"}"#, [[6, 5, 4, 3, 2, 1]]),
        prints(
            "office",
            #"{"numberUp":16,"copies":2}"#,
            [[1, 2, 3, 4, 5, 6]],
            ["copies": .integer(2)]
        ),
        prints(
            "office",
            #"{"numberUp":2,"sides":"two-sided-short-edge"}"#,
            [[1, 2], [3, 4], [5, 6]],
            ["sides": .text("two-sided-short-edge")]
        ),
        prints(
            "office",
            #"{"booklet":true}"#,
            [[1], [2], [6, 3], [4, 5]],
            ["sides": .text("two-sided-short-edge")],
            shape: a4
        ),
        prints("office", .wide, "{}", one(1, 2, 3, 4), shape: a4),
        prints("office", .wide, #"{"numberUp":2}"#, [[1, 2], [3, 4]], shape: a4),
        prints(
            "office",
            .wide,
            #"{"orientation":"portrait"}"#,
            one(1, 2, 3, 4),
            shape: a4,
            notices: [.scaled]
        ),
        prints(
            "office",
            #"{"orientation":"landscape","pages":"1"}"#,
            one(1),
            shape: a4,
            notices: [.scaled]
        ),
        prints(
            "office",
            .wide,
            #"{"sides":"two-sided-long-edge"}"#,
            one(1, 2, 3, 4),
            ["sides": .text("two-sided-long-edge")],
            shape: a4
        ),
        prints("office", .large, "{}", one(1, 2), shape: a4, notices: [.scaled]),
        prints("office", .large, #"{"scaling":"fit"}"#, one(1, 2), shape: a4),
        prints("office", .large, #"{"scaling":"fill"}"#, one(1, 2), shape: a4),
        // Letter is loaded, so that a Letter page is printed on it.
        prints("office", .letter, "{}", one(1, 2), shape: "612 x 792"),
        prints(
            "office",
            .letter,
            #"{"scaling":"none","media":"A4"}"#,
            one(1, 2),
            shape: a4
        ),
        prints("office", #"{"scaling":"fit","percent":50,"pages":"1"}"#, one(1), shape: a4),
        prints("office", #"{"border":"single","position":"top","pages":"1"}"#, one(1), shape: a4),
        prints("office", .letter, #"{"media":"Letter"}"#, one(1, 2), shape: "612 x 792"),
        prints("finisher", .large, #"{"media":"A3"}"#, one(1, 2), shape: "841.89 x 1190.55"),
    ]

    /// Copies, sides, media and colours of an office printer.
    static let sheets: [TicketRow] = [
        prints(
            "office",
            #"{"copies":3,"pages":"1"}"#,
            one(1),
            ["copies": .integer(3)]
        ),
        prints(
            "office",
            #"{"copies":2,"collate":false,"pages":"1-2"}"#,
            one(1, 2),
            ["copies": .integer(2)]
        ),
        prints(
            "office",
            #"{"sides":"two-sided-long-edge"}"#,
            all,
            ["sides": .text("two-sided-long-edge")]
        ),
        prints(
            "office",
            #"{"media":"na_letter_8.5x11in","pages":"1"}"#,
            one(1),
            ["media": .text("21590x27940")],
            shape: "612 x 792",
            notices: [.scaled]
        ),
        prints("office", #"{"media":"A4","pages":"6"}"#, one(6), ["media": .text("21000x29700")]),
        prints(
            "office",
            #"{"color":"monochrome","pages":"1"}"#,
            one(1),
            ["print-color-mode": .text("monochrome")]
        ),
        prints(
            "office",
            #"{"color":"color","pages":"1"}"#,
            one(1),
            ["print-color-mode": .text("color")]
        ),
        prints(
            "office",
            #"{"quality":"high","pages":"1"}"#,
            one(1),
            ["print-quality": .text("high")]
        ),
        prints(
            "mono",
            #"{"quality":"draft","pages":"1"}"#,
            one(1),
            ["print-quality": .text("draft")]
        ),
        prints("office", #"{"priority":80,"pages":"1"}"#, one(1)),
    ]

    /// What only a printer with trays, bins and staples can do.
    static let finishing: [TicketRow] = [
        prints(
            "finisher",
            #"{"finishings":["staple-top-left"],"pages":"1-2"}"#,
            one(1, 2),
            ["finishings": .text("staple-top-left")]
        ),
        prints(
            "finisher",
            #"{"finishings":["fold"],"pages":"1"}"#,
            one(1),
            ["finishings": .text("fold")]
        ),
        prints(
            "finisher",
            #"{"outputBin":"stacker-1","pages":"1"}"#,
            one(1),
            ["output-bin": .text("stacker-1")]
        ),
        prints(
            "finisher",
            #"{"source":"alternate","pages":"1"}"#,
            one(1),
            ["media": .text("29700x42000"), "media-source": .text("alternate")]
        ),
        prints(
            "finisher",
            #"{"attributes":{"job-account-id":"room 7"},"pages":"1"}"#,
            one(1),
            ["job-account-id": .text("room 7")]
        ),
        drops(#"{"finishings":["punch"]}"#),
        drops(#"{"finishings":["jdf-f8-4"]}"#),
        drops(#"{"attributes":{"media-type":"stationery-heavyweight"}}"#),
        drops(#"{"borderless":true}"#),
        drops(#"{"attributes":{"page-delivery":"reverse-order-face-up"}}"#),
        refuses(
            "finisher",
            #"{"sides":"two-sided-long-edge","source":"by-pass-tray"}"#,
            .optionsConflict
        ),
        refuses("finisher", #"{"finishings":["laminate"]}"#, .optionUnsupported),
        refuses("finisher", #"{"outputBin":"mailbox-9"}"#, .optionUnsupported),
        refuses("finisher", #"{"attributes":{"media-type":"velvet"}}"#, .optionUnsupported),
        refuses("finisher", #"{"attributes":{"no-such-thing":"1"}}"#, .optionUnsupported),
    ]

    /// The printer could, and the scheduler has no word for it.
    private static func drops(_ ticket: String) -> TicketRow {
        var row = refuses("finisher", ticket, .optionUnsupported)
        row.isDropped = true
        return row
    }

    /// What the scheduler drops.
    static let straight: [TicketRow] = [
        prints(
            "finisher",
            #"{"finishings":["punch"],"pages":"1"}"#,
            one(1),
            ["finishings": .text("punch")]
        ),
        prints(
            "finisher",
            #"{"finishings":["staple-top-left","jdf-f8-4"],"pages":"1"}"#,
            one(1),
            ["finishing-template": .text("staple-top-left,jdf-f8-4")]
        ),
        prints(
            "finisher",
            #"{"attributes":{"media-type":"stationery-heavyweight"},"source":"alternate","pages":"1"}"#,
            one(1),
            [
                "media": .text("29700x42000"), "media-type": .text("stationery-heavyweight"),
                "media-source": .text("alternate"),
            ]
        ),
        prints(
            "finisher",
            #"{"borderless":true,"pages":"1"}"#,
            one(1),
            ["media": .text("21000x29700"), "media-top-margin": .text("0")],
            shape: a4
        ),
        prints(
            "finisher",
            .photo,
            #"{"borderless":true,"source":"by-pass-tray"}"#,
            [[]],
            ["media-left-margin": .text("0")],
            shape: a4
        ),
        prints(
            "finisher",
            #"{"attributes":{"page-delivery":"reverse-order-face-up"},"pages":"1"}"#,
            one(1),
            ["page-delivery": .text("reverse-order-face-up")]
        ),
        TicketRow(
            printer: "airprint",
            paper: .six,
            ticket: #"{"pages":"1-3","numberUp":2}"#,
            outcome: .raster(2)
        ),
    ]

    /// What a small printer can do, and what it cannot.
    static let simple: [TicketRow] = [
        prints("mono", "{}", all, ["sides": .text("one-sided")], shape: a4),
        prints("mono", #"{"copies":9,"pages":"1"}"#, one(1), ["copies": .integer(9)]),
        prints("mono", #"{"color":"monochrome","pages":"1"}"#, one(1)),
        prints("mono", .letter, "{}", one(1, 2), shape: a4, notices: [.scaled]),
        // The printer makes nine copies; of more, the pages are repeated.
        prints(
            "mono",
            #"{"copies":10,"pages":"1-2"}"#,
            Array(repeating: one(1, 2), count: 10).flatMap { $0 }
        ),
        prints(
            "mono",
            #"{"copies":10,"pages":"1-2","collate":false}"#,
            one(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2)
        ),
        refuses("mono", #"{"copies":1000}"#, .copiesUnsupported),
        refuses("mono", #"{"sides":"two-sided-long-edge"}"#, .sidesUnsupported),
        refuses("mono", #"{"color":"color"}"#, .colorUnsupported),
        refuses("mono", #"{"media":"Letter"}"#, .mediaUnsupported),
        refuses("mono", #"{"source":"tray-2"}"#, .optionUnsupported),
        refuses("mono", #"{"finishings":["staple"]}"#, .optionUnsupported),
        refuses(
            "mono",
            #"{"copies":1000,"sides":"two-sided-short-edge","color":"color","pages":"7"}"#,
            .pagesOutOfRange,
            .copiesUnsupported,
            .sidesUnsupported,
            .colorUnsupported
        ),
    ]

    /// A printer of labels from a roll.
    static let rolls: [TicketRow] = [
        prints(
            "label",
            #"{"pages":"1","media":"oe_square-label_2x2in"}"#,
            one(1),
            ["media": .text("5080x5080")],
            notices: [.mediaNotLoaded, .scaled]
        ),
        prints(
            "label",
            #"{"pages":"1-2"}"#,
            one(1, 2),
            ["media": .text("10160x15240")],
            notices: [.scaled]
        ),
        refuses("label", #"{"media":"A4"}"#, .mediaUnsupported),
        refuses("label", #"{"media":"500x500mm"}"#, .mediaUnsupported),
        refuses("label", #"{"sides":"two-sided-long-edge"}"#, .sidesUnsupported),
    ]

    /// A printer that takes JPEG and raster only.
    static let photos: [TicketRow] = [
        TicketRow(
            printer: "photo",
            paper: .photo,
            ticket: "{}",
            outcome: .raster(1)
        ),
        TicketRow(
            printer: "photo",
            paper: .six,
            ticket: #"{"pages":"2-3"}"#,
            outcome: .raster(2),
            notices: [.scaled]
        ),
        TicketRow(
            printer: "photo",
            paper: .photo,
            ticket: #"{"copies":2,"media":"na_5x7_5x7in","scaling":"fit"}"#,
            // The filter that makes raster makes the copies, too.
            outcome: .raster(2),
            notices: [.mediaNotLoaded],
            directOutcome: .raster(1)
        ),
        refuses("photo", .photo, #"{"media":"A4"}"#, .mediaUnsupported),
        prints("office", .photo, #"{"scaling":"fit"}"#, [[]], shape: a4),
        prints("office", .photo, #"{"scaling":"fill","orientation":"landscape"}"#, [[]], shape: a4),
        prints("mono", .photo, #"{"color":"monochrome"}"#, [[]], shape: a4),
    ]

    /// Documents and printers that cannot be had.
    static let obstacles: [TicketRow] = [
        refuses("office", #"{"pages":"7"}"#, .pagesOutOfRange),
        refuses("office", #"{"pages":"5-9"}"#, .pagesOutOfRange),
        refuses("office", #"{"pages":"2","pageSet":"odd"}"#, .pagesOutOfRange),
        refuses("office", #"{"numberUp":5}"#, .optionUnsupported),
        refuses("mono", #"{"booklet":true}"#, .sidesUnsupported),
        refuses("office", #"{"media":"A0"}"#, .mediaUnsupported),
        refuses("office", .locked, "{}", .documentEncrypted),
        refuses("office", .damaged, "{}", .documentDamaged),
        refuses("office", .empty, "{}", .documentEmpty),
        refuses("office", .unknown, "{}", .formatUnsupported),
        refuses("nobody", "{}", .printerNotFound),
    ]
}
