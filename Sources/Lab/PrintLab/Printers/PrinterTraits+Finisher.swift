extension PrinterTraits {
    /// A departmental printer with trays, stapler, punch, and bins, and their constraints.
    static let finisher = PrinterTraits(
        model: "Finisher",
        color: true,
        sides: bothSides,
        copies: 999,
        formats: ["application/pdf", "image/jpeg", "image/pwg-raster", "image/urf"],
        media: [
            a4, Media(name: "iso_a3_297x420mm", width: 29700, length: 42000, source: "alternate"),
            letter,
            Media(
                name: "iso_dl_110x220mm",
                width: 11000,
                length: 22000,
                source: "by-pass-tray",
                type: "envelope"
            ),
            borderlessA4,
        ],
        mediaReady: 2,
        roll: nil,
        resolution: 600,
        speed: 55,
        more: trays + finishing + conflicts + security
    )

    private static let borderlessA4 = Media(
        name: "iso_a4_210x297mm",
        width: 21000,
        length: 29700,
        margin: 0,
        source: "by-pass-tray",
        type: "photographic-glossy"
    )

    private static let trays = [
        AttributeLine(
            "keyword",
            "media-supported",
            "iso_a4_210x297mm",
            "iso_a3_297x420mm",
            "na_letter_8.5x11in",
            "iso_dl_110x220mm"
        ),
        AttributeLine(
            "keyword",
            "media-source-supported",
            "auto",
            "main",
            "alternate",
            "by-pass-tray",
            "manual"
        ),
        AttributeLine(
            "keyword",
            "media-type-supported",
            "stationery",
            "stationery-heavyweight",
            "envelope",
            "photographic-glossy",
            "transparency"
        ),
        AttributeLine("resolution", "printer-resolution-supported", "300dpi", "600dpi", "1200dpi"),
    ]

    /// The enum values 3 none, 4 staple, 5 punch, 10 fold, 20 staple-top-left.
    private static let finishing = [
        AttributeLine("enum", "finishings-supported", "3", "4", "5", "10", "20"),
        AttributeLine("enum", "finishings-ready", "3", "4", "5", "10", "20"),
        // The last one has no enum value. ippeveprinter does not pass on "finishing-template-supported".
        AttributeLine("keyword", "finishings-col-supported", "finishing-template"),
        AttributeLine(
            "collection",
            "finishings-col-database",
            "{ MEMBER keyword finishing-template staple }",
            "{ MEMBER keyword finishing-template punch }",
            "{ MEMBER keyword finishing-template fold }",
            "{ MEMBER keyword finishing-template staple-top-left }",
            "{ MEMBER keyword finishing-template jdf-f8-4 }"
        ),
        AttributeLine("keyword", "output-bin-supported", "face-down", "face-up", "stacker-1"),
        AttributeLine(
            "keyword",
            "page-delivery-supported",
            "same-order-face-down",
            "reverse-order-face-up"
        ),
        AttributeLine("integer", "number-up-supported", "1", "2", "4"),
        AttributeLine("integer", "number-up-default", "1"),
    ]

    /// The "job-constraints-supported" and their resolvers (PWG 5100.13).
    private static let conflicts = [
        AttributeLine(
            "collection",
            "job-constraints-supported",
            "{ MEMBER name resolver-name \"no-staple\" MEMBER enum finishings 4,20 "
                + "MEMBER collection media-col { MEMBER keyword media-source by-pass-tray } }",
            "{ MEMBER name resolver-name \"no-staple\" MEMBER enum finishings 4,20 "
                + "MEMBER keyword media iso_dl_110x220mm }",
            "{ MEMBER name resolver-name \"one-side\" MEMBER keyword sides two-sided-long-edge,two-sided-short-edge "
                + "MEMBER collection media-col { MEMBER keyword media-source by-pass-tray } }",
            "{ MEMBER name resolver-name \"to-stacker\" MEMBER enum finishings 10 MEMBER keyword output-bin face-up }"
        ),
        AttributeLine(
            "collection",
            "job-resolvers-supported",
            "{ MEMBER name resolver-name \"no-staple\" MEMBER enum finishings 3 }",
            "{ MEMBER name resolver-name \"one-side\" MEMBER keyword sides one-sided }",
            "{ MEMBER name resolver-name \"to-stacker\" MEMBER keyword output-bin stacker-1 }"
        ),
    ]

    private static let security = [
        AttributeLine("integer", "job-password-supported", "4"),
        AttributeLine("keyword", "job-password-encryption-supported", "none"),
        AttributeLine("keyword", "job-password-repertoire-configured", "iana_us-ascii_digits"),
        AttributeLine("keyword", "job-password-repertoire-supported", "iana_us-ascii_digits"),
        AttributeLine("boolean", "job-account-id-supported", "true"),
        AttributeLine("name", "job-account-id-default", "\"\""),
        AttributeLine("boolean", "job-accounting-user-id-supported", "true"),
    ]

    /// A monochrome printer with A4 as its default, only Letter loaded, and toner nearly empty.
    static let toner = PrinterTraits(
        model: "Toner",
        color: false,
        sides: ["one-sided"],
        copies: 9,
        formats: ["application/pdf", "image/pwg-raster", "image/urf"],
        media: [a4, letter],
        mediaReady: 1,
        roll: nil,
        resolution: 600,
        speed: 12,
        more: [
            AttributeLine("name", "marker-names", "\"Black Toner\""),
            AttributeLine("keyword", "marker-types", "toner"),
            AttributeLine("name", "marker-colors", "\"#000000\""),
            AttributeLine("integer", "marker-levels", "4"),
            AttributeLine("integer", "marker-low-levels", "10"),
            AttributeLine("integer", "marker-high-levels", "100"),
            AttributeLine("keyword", "media-ready", "na_letter_8.5x11in"),
            AttributeLine(
                "collection",
                "media-col-ready",
                "{ MEMBER collection media-size { MEMBER integer x-dimension 21590 "
                    + "MEMBER integer y-dimension 27940 } MEMBER keyword media-size-name na_letter_8.5x11in "
                    + "MEMBER integer media-bottom-margin 423 MEMBER integer media-left-margin 423 "
                    + "MEMBER integer media-right-margin 423 MEMBER integer media-top-margin 423 "
                    + "MEMBER keyword media-source main MEMBER keyword media-type stationery }"
            ),
        ]
    )
}
