import IPP
import PrintModel

/// Printers of labels, receipts, and plots, on rolls and on sheets of their own.
extension OddPrinter {
    private static let label = "oe_address-label_29x90mm"
    private static let oneSided = IPPAttribute.keywords("sides-supported", "one-sided")
    /// Widths and lengths that fit on a roll, in hundredths of a millimetre.
    private static func range(_ lower: Int32, _ upper: Int32) -> IPPValue {
        .range(IPPRange(lower: lower, upper: upper))
    }

    /// A continuous roll of 62 mm is loaded, and labels of 29x90 mm are the default.
    static let roll = OddPrinter(
        name: "roll",
        model: "Odd Roll 62",
        media: [label],
        margins: .none,
        changes: [
            .keywords("media-supported", "roll_max_62x1000mm", "roll_min_12x25mm", label),
            .keywords("media-ready", "roll_max_62x1000mm", "roll_min_62x25mm"),
            IPPAttribute(
                "media-size-supported",
                size(range(1200, 6200), range(2500, 100_000)).values + size(of: label).values
            ),
            IPPAttribute(
                "media-col-database",
                [
                    column(size(of: label), Margins.none),
                    column(
                        size(range(1200, 6200), range(2500, 100_000)),
                        Margins.none,
                        .keywords("media-source", "main-roll")
                    ),
                ]
            ),
            IPPAttribute(
                "media-col-ready",
                column(
                    size(.integer(6200), range(2500, 100_000)),
                    Margins.none,
                    .keywords("media-source", "main-roll")
                )
            ),
            .keywords("media-source-supported", "main-roll"),
            oneSided,
        ],
        rows: [
            // The user's word, within the range of media-size-supported.
            .prints(
                .pdf(pages: 1, width: 176, height: 283),
                #"{"media":"custom_62x100mm"}"#,
                pages: 1,
                size: (175.7, 283.5),
                ["medium": "6200x10000"]
            ),
            // media-col-ready: as wide as the roll, as long as the page, which is turned where it is too wide.
            .prints(
                .pdf(pages: 2, width: 176, height: 283),
                pages: 2,
                size: (175.7, 283),
                notices: [],
                ["medium": "6200x9984"]
            ),
            .prints(
                .pdf(pages: 1, width: 283, height: 176),
                pages: 1,
                size: (175.7, 283),
                notices: [],
                ["medium": "6200x9984"]
            ),
            .prints(
                .pdf(pages: 1, width: 176, height: 82),
                pages: 1,
                size: (175.7, 82),
                notices: [],
                ["medium": "6200x2893"]
            ),
            // No roll is longer than 1000 mm.
            .prints(
                .pdf(pages: 1, width: 176, height: 3000),
                pages: 1,
                size: (175.7, 2834.6),
                notices: [.scaled],
                ["medium": "6200x100000"]
            ),
            // Text is laid out as wide as the roll, and is as long as it is, at least as long as a label.
            .prints(.text("words"), size: (175.7, 70.9), notices: [], ["medium": "6200x2500"]),
            // The roll named by its keyword is that roll, and not a sheet of all its length.
            .prints(
                .pdf(pages: 1, width: 176, height: 283),
                #"{"media":"roll_max_62x1000mm"}"#,
                pages: 1,
                size: (175.7, 283),
                notices: [],
                ["medium": "6200x9984"]
            ),
            .prints(
                .text("words"),
                #"{"media":"roll_max_62x1000mm"}"#,
                size: (175.7, 70.9),
                notices: [],
                ["medium": "6200x2500"]
            ),
            .prints(
                .pdf(pages: 1, width: 176, height: 283),
                #"{"media":"roll_min_62x25mm"}"#,
                pages: 1,
                size: (175.7, 283),
                notices: [],
                ["medium": "6200x9984"]
            ),
            // media-ready has the roll, and not these labels.
            .prints(
                .pdf(pages: 2, width: 82, height: 255),
                #"{"media":"oe_address-label_29x90mm"}"#,
                pages: 2,
                size: (82, 255),
                notices: [.mediaNotLoaded],
                ["medium": "2900x9000"]
            ),
        ]
    )

    /// The roll that is loaded has a length of 0.
    static let rollcur: OddPrinter = {
        let current = column(
            size(.integer(6200), .integer(0)),
            Margins.none,
            .keywords("media-source", "main-roll")
        )
        return OddPrinter(
            name: "rollcur",
            media: [label],
            margins: .none,
            changes: [
                .keywords(
                    "media-supported",
                    "roll_max_62x1000mm",
                    "roll_min_12x25mm",
                    "roll_current_62x0mm"
                ),
                .keywords("media-ready", "roll_current_62x0mm"),
                .keywords("media-default", "roll_current_62x0mm"),
                IPPAttribute(
                    "media-size-supported",
                    size(range(1200, 6200), range(2500, 100_000)).values
                ),
                IPPAttribute("media-col-ready", current),
                IPPAttribute("media-col-default", current),
                IPPAttribute(
                    "media-col-database",
                    column(size(range(1200, 6200), range(2500, 100_000)), Margins.none)
                ),
                oneSided,
            ],
            rows: [
                // The user's word, within the range of media-size-supported.
                .prints(
                    .pdf(pages: 1, width: 176, height: 283),
                    #"{"media":"custom_62x100mm"}"#,
                    pages: 1,
                    size: (175.7, 283.5),
                    ["medium": "6200x10000"]
                ),
                // A length of 0 is up to roll_max.
                .prints(
                    .pdf(pages: 1, width: 176, height: 283),
                    pages: 1,
                    size: (175.7, 283),
                    notices: [],
                    ["medium": "6200x9984"]
                ),
            ]
        )
    }()

    /// A roll of 1067 mm, and A4 as the default.
    static let plot: OddPrinter = {
        let sizes = size(range(21_000, 106_700), range(21_000, 1_500_000))
        return OddPrinter(
            name: "plot",
            model: "Odd Plotter",
            media: ["iso_a4_210x297mm", "iso_a3_297x420mm", "iso_a0_841x1189mm"],
            margins: Margins(top: 500, bottom: 500, left: 500, right: 500),
            changes: [
                .keywords("media-ready", "roll_min_1067x210mm", "roll_max_1067x15000mm"),
                IPPAttribute(
                    "media-col-ready",
                    column(
                        size(.integer(106_700), range(21_000, 1_500_000)),
                        nil,
                        .keywords("media-source", "main-roll")
                    )
                ),
                oneSided,
            ],
            added: [
                .keywords("media-supported", "roll_min_210x210mm", "roll_max_1067x15000mm"),
                IPPAttribute("media-size-supported", sizes.values),
                IPPAttribute(
                    "media-col-database",
                    column(sizes, nil, .keywords("media-source", "main-roll"))
                ),
            ],
            rows: [
                // A4 is not loaded, and lies on the roll in its own size.
                .prints(
                    .a4(1),
                    pages: 1,
                    size: (3024.6, 842),
                    notices: [],
                    ["medium": "106700x29704"]
                ),
                // The user's word: a size of media-supported, and one within its range.
                .prints(
                    .pdf(pages: 1, width: 2384, height: 3370),
                    #"{"media":"iso_a0_841x1189mm"}"#,
                    pages: 1,
                    size: (2384, 3370),
                    ["medium": "84100x118900"]
                ),
                .prints(
                    .pdf(pages: 1, width: 3024, height: 1440),
                    #"{"media":"custom_508x1067mm"}"#,
                    pages: 1,
                    size: (1440, 3024),
                    ["medium": "50800x106700"]
                ),
            ]
        )
    }()

    private static let labelChanges: [IPPAttribute] = [
        oneSided,
        IPPAttribute("color-supported", .boolean(false)),
        .keywords("print-color-mode-supported", "monochrome"),
        .keywords("print-color-mode-default", "monochrome"),
    ]

    /// Labels that are wider than long.
    static let lbl = OddPrinter(
        name: "lbl",
        model: "Odd Label 80x50",
        media: ["om_80x50mm_80x50mm"],
        margins: .none,
        changes: labelChanges,
        rows: [
            // A document of that size fits, whatever way it is turned: the margins are 0.
            .prints(
                .pdf(pages: 2, width: 227, height: 142),
                pages: 2,
                size: (226.8, 141.7),
                ["medium": "8000x5000", "sides": "one-sided"]
            ),
            .prints(
                .pdf(pages: 1, width: 142, height: 227),
                pages: 1,
                size: (226.8, 141.7),
                ["medium": "8000x5000"]
            ),
        ]
    )

    /// Labels that are wider than long, as a raster file.
    static let lblpwg = OddPrinter(
        name: "lblpwg",
        model: "Odd Label 80x50 Raster",
        media: ["om_80x50mm_80x50mm"],
        margins: .none,
        changes: labelChanges + [
            .types("document-format-supported", "image/pwg-raster", "application/octet-stream"),
            .keywords("pwg-raster-document-type-supported", "sgray_8"),
            .resolutions("printer-resolution-supported", 203),
            .resolutions("printer-resolution-default", 203),
            .resolutions("pwg-raster-document-resolution-supported", 203),
        ],
        rows: [
            // sgray_8 alone, and copies-supported up to 99.
            .prints(
                .pdf(pages: 1, width: 227, height: 142),
                #"{"copies":2}"#,
                format: "image/pwg-raster",
                pages: 1,
                size: (226.8, 141.7),
                components: 1,
                ["medium": "8000x5000", "copies": "2"]
            )
        ]
    )
}
