import IPP
import PrintModel
import ProofKit

/// Printers that take few formats, or whose words for color and finishing are others.
extension OddPrinter {
    private static let rasterAlone = IPPAttribute.types(
        "document-format-supported",
        "image/pwg-raster",
        "application/octet-stream"
    )
    private static let noMonochrome = IPPAttribute.keywords(
        "print-color-mode-supported",
        "auto",
        "color"
    )

    /// PWG raster alone.
    static let pwg = OddPrinter(
        name: "pwg",
        changes: [rasterAlone],
        rows: [
            // print-color-mode-supported has monochrome, and pwg-raster-document-type-supported sgray_8.
            .prints(
                .a4(2),
                #"{"sides":"two-sided-long-edge","color":"monochrome"}"#,
                format: "image/pwg-raster",
                pages: 2,
                size: (595, 842),
                components: 1,
                [
                    "medium": "21000x29700", "sides": "two-sided-long-edge",
                    "print-color-mode": "monochrome",
                ]
            ),
            // The line is 2 units of 1/36 inch wide.
            .prints(
                .file(userUnit, "units.pdf"),
                format: "image/pwg-raster",
                pages: 1,
                size: (595, 842),
                ink: (18, 18, 576, 824)
            ),
            // srgb_8.
            .prints(
                .sample("photo.jpg"),
                format: "image/pwg-raster",
                pages: 1,
                size: (595, 842),
                components: 3
            ),
            // output-bin-default: face-down, so that the first sheet comes first.
            .prints(squares(), format: "image/pwg-raster", pages: 3, ink: (100, 100, 150, 150)),
            .prints(
                squares(1),
                #"{"orientation":"reverse-portrait"}"#,
                format: "image/pwg-raster",
                ink: (445, 692, 495, 742)
            ),
            // The head of a landscape page lies at the left of the sheet, or after half a turn at the right.
            .prints(
                squares(1, width: 842, height: 595),
                #"{"orientation":"landscape"}"#,
                format: "image/pwg-raster",
                ink: (100, 692, 150, 742)
            ),
            .prints(
                squares(1, width: 842, height: 595),
                #"{"orientation":"reverse-landscape"}"#,
                format: "image/pwg-raster",
                ink: (445, 100, 495, 150)
            ),
        ]
    )

    /// Its backs are turned, and its stack lies with the printed sides up.
    static let pwgrot = OddPrinter(
        name: "pwgrot",
        changes: [
            rasterAlone,
            .keywords("pwg-raster-document-sheet-back", "rotated"),
            .keywords("output-bin-supported", "face-up"),
            .keywords("output-bin-default", "face-up"),
        ],
        rows: [
            .prints(
                .a4(2),
                #"{"sides":"two-sided-long-edge"}"#,
                format: "image/pwg-raster",
                pages: 2,
                size: (595, 842),
                ["sides": "two-sided-long-edge"]
            ),
            // output-bin-default: face-up, so that the last sheet comes first.
            .prints(squares(), format: "image/pwg-raster", pages: 3, ink: (300, 300, 350, 350)),
            .prints(
                squares(),
                #"{"reverse":false}"#,
                format: "image/pwg-raster",
                pages: 3,
                ink: (100, 100, 150, 150)
            ),
            // The last sheet has a front alone, and its back stays blank.
            .prints(
                squares(),
                #"{"sides":"two-sided-long-edge"}"#,
                format: "image/pwg-raster",
                pages: 4,
                ink: (300, 300, 350, 350)
            ),
        ]
    )

    /// Pages with a square of 50 points: on page N it is 100 N points from the left and from the top.
    static func squares(_ count: Int = 3, width: Int = 595, height: Int = 842) -> OddRow.Document {
        let pages = (1...count).map { page in
            MinimalPDF.Page(
                width: width,
                height: height,
                content: "\(100 * page) \(height - 100 * page - 50) 50 50 re f"
            )
        }
        return .file(MinimalPDF(pages: pages).bytes, "squares.pdf")
    }

    /// A format alone that nothing here can make.
    static let pclm = OddPrinter(
        name: "pclm",
        changes: [
            .types("document-format-supported", "application/PCLm", "application/octet-stream")
        ],
        removed: rasterAttributes,
        // The printer is at fault, whatever the document.
        rows: [
            .refuses(.a4(1), "{}", .printerUnusable),
            .refuses(.sample("photo.jpg"), "{}", .printerUnusable),
        ]
    )

    /// Apple raster, JPEG, and a stack with the printed sides up.
    static let urfa4 = OddPrinter(
        name: "urfa4",
        changes: [
            .types(
                "document-format-supported",
                "image/urf",
                "image/jpeg",
                "application/octet-stream"
            ),
            .keywords(
                "urf-supported",
                "V1.4",
                "CP99",
                "W8",
                "SRGB24",
                "RS300-600",
                "PQ3-4-5",
                "DM3",
                "OB9",
                "IS1-4",
                "MT1-2"
            ),
            .keywords("output-bin-supported", "face-up"),
            .keywords("output-bin-default", "face-up"),
        ],
        removed: rasterAttributes,
        rows: [
            // urf-supported: W8 for gray, DM3 for both sides.
            .prints(
                .a4(2),
                #"{"sides":"two-sided-long-edge","color":"monochrome"}"#,
                format: "image/urf",
                pages: 2,
                size: (595, 842),
                components: 1,
                ["medium": "21000x29700", "sides": "two-sided-long-edge"]
            )
        ]
    )

    /// Apple raster, without a word of what kinds of it.
    static let urfnourf = OddPrinter(
        name: "urfnourf",
        changes: [.types("document-format-supported", "image/urf", "application/octet-stream")],
        removed: rasterAttributes,
        rows: [
            .refuses(.a4(1), "{}", .printerUnusable),
            .refuses(.text("words"), "{}", .printerUnusable),
        ]
    )

    /// It has no monochrome.
    static let nomono = OddPrinter(
        name: "nomono",
        changes: [noMonochrome],
        rows: [
            // The pages come gray, without a word of the mode that it does not list.
            .prints(
                .sample("photo.jpg"),
                #"{"color":"monochrome"}"#,
                pages: 1,
                size: (595, 842),
                isGray: true,
                ["print-color-mode": ""]
            ),
            .prints(
                .a4(2),
                #"{"color":"monochrome","numberUp":2}"#,
                pages: 1,
                isGray: true
            ),
            .prints(.sample("photo.jpg"), #"{"color":"color"}"#, pages: 1, isGray: false),
            .prints(.a4(1), #"{"color":"color"}"#, pages: 1, ["print-color-mode": "color"]),
        ]
    )

    /// It has no monochrome, and takes gray raster files.
    static let nomonopwg = OddPrinter(
        name: "nomonopwg",
        changes: [noMonochrome, rasterAlone],
        rows: [
            .prints(
                .sample("photo.jpg"),
                #"{"color":"color"}"#,
                format: "image/pwg-raster",
                pages: 1,
                components: 3,
                ["print-color-mode": "color"]
            ),
            // sgray_8, without a word of the mode that it does not list.
            .prints(
                .sample("photo.jpg"),
                #"{"color":"monochrome"}"#,
                format: "image/pwg-raster",
                pages: 1,
                components: 1,
                ["print-color-mode": ""]
            ),
        ]
    )

    /// It has `output-mode` in the place of `print-color-mode`.
    static let outmode = OddPrinter(
        name: "outmode",
        changes: [
            .keywords("output-mode-supported", "auto", "color", "monochrome"),
            .keywords("output-mode-default", "auto"),
        ],
        removed: ["print-color-mode-supported", "print-color-mode-default"],
        rows: [
            // An attribute that it does not have is not sent.
            .prints(
                .a4(1),
                pages: 1,
                size: (595, 842),
                ["print-color-mode": "", "output-mode": ""]
            ),
            .prints(
                .a4(1),
                #"{"color":"monochrome"}"#,
                pages: 1,
                ["print-color-mode": "", "output-mode": "monochrome"]
            ),
            .refuses(.a4(1), #"{"color":"bi-level"}"#, .colorUnsupported),
        ]
    )

    /// It prints finer than usual.
    static let fine = OddPrinter(
        name: "fine",
        changes: [
            .resolutions("printer-resolution-supported", 300, 600, 1200),
            .resolutions("printer-resolution-default", 600),
        ],
        rows: [
            .prints(.a4(1), pages: 1, ["printer-resolution": ""]),
            .prints(
                .a4(1),
                #"{"attributes":{"printer-resolution":"1200x1200dpi"}}"#,
                pages: 1,
                ["printer-resolution": "1200x1200"]
            ),
            .refuses(
                .a4(1),
                #"{"attributes":{"printer-resolution":"400dpi"}}"#,
                .optionUnsupported
            ),
        ]
    )

    /// It prints at once.
    static let fast = OddPrinter(
        name: "fast",
        rows: [
            .prints(.a4(5), pages: 5, size: (595, 842), notices: []),
            // A text, whatever its first letters are in other formats.
            .prints(
                .text("PAGE 1\nMonthly totals\n"),
                pages: 1,
                size: (595, 842),
                words: ["PAGE 1", "Monthly totals"]
            ),
            .prints(
                .text("SPECIAL ORDER LIST\nNails, screws\n"),
                pages: 1,
                words: ["SPECIAL ORDER LIST", "Nails, screws"]
            ),
            // copies-supported goes to 99.
            .prints(.a4(1), #"{"copies":99}"#, pages: 1, ["copies": "99"]),
            // Of more, the pages are repeated.
            .prints(.a4(1), #"{"copies":120}"#, pages: 120, ["copies": "1"]),
        ]
    )

    /// It staples, and does nothing else with the sheets.
    static let staple = OddPrinter(
        name: "staple",
        changes: [.enums("finishings-supported", 3, 4)],
        rows: [
            // finishings-supported: 4 is to staple, 5 would be to punch.
            .prints(.a4(3), #"{"finishings":["staple"]}"#, pages: 3, ["finishings": "4"]),
            .refuses(.a4(3), #"{"finishings":["punch"]}"#, .optionUnsupported),
        ]
    )
}
