import IPP
import PrintModel

extension OddPrinter {
    /// All odd printers by what is odd about them.
    static let groups = ["media": mediaPrinters]

    /// Printers with media in trays, or with others than they take as their default.
    static let mediaPrinters = [trays]

    /// A4 in the first tray, and Letter in the second.
    static let trays = OddPrinter(
        name: "trays",
        ready: ["iso_a4_210x297mm", "na_letter_8.5x11in"],
        changes: [
            .keywords(
                "media-source-supported",
                "auto",
                "main",
                "rear",
                "manual",
                "tray-1",
                "tray-2"
            ),
            IPPAttribute(
                "media-col-ready",
                [
                    column(
                        size(of: "iso_a4_210x297mm"),
                        Margins(),
                        .keywords("media-source", "tray-1")
                    ),
                    column(
                        size(of: "na_letter_8.5x11in"),
                        Margins(),
                        .keywords("media-source", "tray-2")
                    ),
                ]
            ),
        ],
        rows: [
            // media-col-ready: A4 is in tray-1, so A4 for this tray is A4.
            .prints(
                .a4(1),
                #"{"source":"tray-1"}"#,
                pages: 1,
                size: (595, 842),
                notices: [],
                ["medium": "21000x29700", "media-col.media-source": "tray-1"]
            )
        ]
    )
}
