import IPP
import PrintModel
import ProofKit

/// Printers with media in trays, of sizes of their own, or others than those that they take as their default.
extension OddPrinter {
    private static let (a4, letter) = ("iso_a4_210x297mm", "na_letter_8.5x11in")

    /// A4 in the first tray, and Letter in the second.
    static let trays = OddPrinter(
        name: "trays",
        ready: [a4, letter],
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
                    column(size(of: a4), Margins(), .keywords("media-source", "tray-1")),
                    column(size(of: letter), Margins(), .keywords("media-source", "tray-2")),
                ]
            ),
        ],
        rows: [
            // media-col-ready: A4 is in tray-1, so the medium of this tray is that of the document.
            .prints(
                .a4(1),
                #"{"source":"tray-1"}"#,
                pages: 1,
                size: (595, 842),
                notices: [],
                ["medium": "21000x29700", "media-col.media-source": "tray-1"]
            ),
            // media-col-ready: Letter is in tray-2.
            .prints(
                .letter(1),
                #"{"source":"tray-2"}"#,
                pages: 1,
                size: (612, 792),
                notices: [],
                ["medium": "21590x27940", "media-col.media-source": "tray-2"]
            ),
            .prints(
                .a4(1),
                #"{"source":"tray-2"}"#,
                pages: 1,
                size: (612, 792),
                notices: [.scaled],
                ["medium": "21590x27940", "media-col.media-source": "tray-2"]
            ),
            // The user's words disagree.
            .prints(
                .a4(1),
                #"{"media":"iso_a4_210x297mm","source":"tray-2"}"#,
                pages: 1,
                size: (595, 842),
                notices: [.mediaNotLoaded],
                ["medium": "21000x29700", "media-col.media-source": "tray-2"]
            ),
            // media-ready has Letter: the document keeps its own size.
            .prints(
                .letter(2),
                pages: 2,
                size: (612, 792),
                notices: [],
                ["medium": "21590x27940"]
            ),
        ]
    )

    /// Letter is the default, and only A4 is loaded.
    static let letterdef = OddPrinter(
        name: "letterdef",
        media: [letter, a4],
        ready: [a4],
        rows: [
            // media-ready has A4, the size of the document.
            .prints(
                .a4(1),
                pages: 1,
                size: (595, 842),
                notices: [],
                ["medium": "21000x29700"]
            ),
            // Letter is not in media-ready, although it is the default: text is laid out for A4, and Letter pages are scaled.
            .prints(.text("words"), size: (595, 842), notices: [], ["medium": "21000x29700"]),
            .prints(
                .letter(1),
                pages: 1,
                size: (595, 842),
                notices: [.scaled],
                ["medium": "21000x29700"]
            ),
            // The user's word counts.
            .prints(
                .letter(1),
                #"{"media":"na_letter_8.5x11in"}"#,
                pages: 1,
                size: (612, 792),
                notices: [.mediaNotLoaded],
                ["medium": "21590x27940"]
            ),
        ]
    )

    /// A request has `media` or `media-col`, and `finishings` or `finishings-col`, or it is refused.
    static let bothmedia = OddPrinter(
        name: "bothmedia",
        refusal: { request in
            let job = request.attributes(in: .job)
            let hasBoth = ["media", "finishings"].contains { name in
                job?[name] != nil && job?[name + "-col"] != nil
            }
            return hasBoth ? .badRequest : nil
        },
        rows: [
            // The tray is a member of media-col, so the medium is one, too.
            .prints(
                .a4(1),
                #"{"media":"iso_a4_210x297mm","source":"main"}"#,
                pages: 1,
                ["media": "", "medium": "21000x29700", "media-col.media-source": "main"]
            )
        ]
    )

    /// A4 is all that it knows.
    static let a4only = OddPrinter(
        name: "a4only",
        media: [a4],
        rows: [
            // media-supported has A4 alone: what is larger is made smaller, and a notice says so.
            .prints(
                .letter(2),
                pages: 2,
                size: (595, 842),
                notices: [.scaled],
                ["medium": "21000x29700"]
            ),
            .prints(
                .pdf(pages: 1, width: 1191, height: 842),
                pages: 1,
                size: (595, 842),
                notices: [.scaled],
                ["medium": "21000x29700"]
            ),
            // A4 in units of 1/36 inch.
            .prints(
                .file(userUnit, "units.pdf"),
                pages: 1,
                size: (595, 842),
                notices: [],
                ["medium": "21000x29700"]
            ),
        ]
    )

    /// A page of A4 in units of 1/36 inch, with a line around it, 20 points from its edges.
    static let userUnit = MinimalPDF(pages: [
        MinimalPDF.Page(
            width: 297,
            height: 421,
            content: "BT /F1 30 Tf 40 300 Td (UNIT2) Tj ET 2 w 10 10 277 401 re S",
            entries: "/UserUnit 2"
        )
    ]).bytes

    /// It prints nothing within half an inch of the edges.
    static let bigmargin = OddPrinter(
        name: "bigmargin",
        margins: Margins(top: 1270, bottom: 1270, left: 1270, right: 1270),
        rows: [
            // media-*-margin of 1270 are 36 points: the service lays text out within them.
            .prints(
                .text(String(repeating: "many words of a text ", count: 600)),
                size: (595, 842),
                margin: 36,
                ["medium": "21000x29700"]
            )
        ]
    )

    /// Envelopes, and sizes of one's own in a manual tray.
    static let env = OddPrinter(
        name: "env",
        model: "Odd Laser",
        media: [a4, letter, "na_number-10_4.125x9.5in", "iso_dl_110x220mm"],
        changes: [.keywords("media-source-supported", "auto", "main", "manual")],
        added: [
            .keywords("media-supported", "custom_min_76x127mm", "custom_max_216x356mm"),
            IPPAttribute(
                "media-size-supported",
                size(
                    .range(IPPRange(lower: 7600, upper: 21600)),
                    .range(IPPRange(lower: 12700, upper: 35600))
                ).values
            ),
        ],
        rows: [
            // The user's word counts, also for what media-ready does not have; the page is turned to the envelope.
            .prints(
                .pdf(pages: 1, width: 684, height: 297),
                #"{"media":"na_number-10_4.125x9.5in","source":"manual"}"#,
                pages: 1,
                size: (297, 684),
                notices: [.mediaNotLoaded],
                ["medium": "10478x24130", "media-col.media-source": "manual"]
            ),
            .prints(
                .a4(1),
                #"{"media":"iso_dl_110x220mm"}"#,
                pages: 1,
                size: (312, 624),
                notices: [.mediaNotLoaded, .scaled],
                ["medium": "11000x22000"]
            ),
            // Within the range of media-size-supported.
            .prints(
                .pdf(pages: 1, width: 176, height: 283),
                #"{"media":"custom_100x150mm"}"#,
                pages: 1,
                size: (283.5, 425),
                notices: [.mediaNotLoaded],
                ["medium": "10000x15000"]
            ),
            // 300 mm is wider than custom_max.
            .refuses(.a4(1), #"{"media":"custom_300x300mm"}"#, .mediaUnsupported),
        ]
    )

    private static let ownA4 = size(.integer(20990), .integer(29704))
    private static let ownMargins = Margins(top: 423, bottom: 423, left: 318, right: 318)

    /// Its A4 is a little smaller, as on many inkjet printers.
    static let hpa4 = OddPrinter(
        name: "hpa4",
        changes: [
            IPPAttribute(
                "media-col-database",
                [column(ownA4, ownMargins), column(size(of: letter), Margins())]
            ),
            IPPAttribute("media-col-ready", column(ownA4, ownMargins)),
            IPPAttribute("media-col-default", column(ownA4, ownMargins)),
            IPPAttribute("media-size-supported", ownA4.values + size(of: letter).values),
            IPPAttribute("media-left-margin-supported", .integer(318)),
            IPPAttribute("media-right-margin-supported", .integer(318)),
        ],
        rows: ownA4Rows
    )

    /// Its A4 is a little smaller, and it refuses every other size.
    static let hpa4s: OddPrinter = {
        OddPrinter(
            name: "hpa4s",
            changes: hpa4.changes,
            refusal: { request in
                let column = request.attributes(in: .job)?["media-col"]?.collection
                guard let size = column?.first(where: { $0.name == "media-size" }) else {
                    return nil
                }
                let known = [ownA4, OddPrinter.size(of: letter)].map(\.values)
                return known.contains(size.values) ? nil : .attributesOrValuesNotSupported
            },
            rows: ownA4Rows + [.prints(.a4(1), pages: 1, size: (595, 842))]
        )
    }()

    private static let ownA4Rows: [OddRow] = [
        // media-col-database: this A4 is 20990 x 29704.
        .prints(
            .a4(1),
            #"{"source":"main"}"#,
            pages: 1,
            size: (595, 842),
            notices: [],
            ["medium": "20990x29704", "media-col.media-source": "main"]
        ),
        .prints(
            .letter(1),
            #"{"media":"na_letter_8.5x11in","source":"main"}"#,
            pages: 1,
            size: (612, 792),
            notices: [.mediaNotLoaded],
            ["medium": "21590x27940"]
        ),
    ]

    private static let photoMargins = Margins(top: 370, bottom: 370, left: 250, right: 250)

    private static func photo(_ medium: String, _ margins: Margins) -> IPPValue {
        column(size(of: medium), margins, .keywords("media-type", "photographic"))
    }

    /// A printer of photos, with and without margins.
    static let selphy: OddPrinter = {
        let (hagaki, index) = ("jpn_hagaki_100x148mm", "na_index-4x6_4x6in")
        return OddPrinter(
            name: "selphy",
            model: "Odd Photo",
            media: [hagaki, index],
            changes: [
                IPPAttribute(
                    "media-col-database",
                    [hagaki, index].flatMap { [photo($0, photoMargins), photo($0, .none)] }
                ),
                IPPAttribute(
                    "media-col-ready",
                    [photo(hagaki, photoMargins), photo(hagaki, .none)]
                ),
                IPPAttribute("media-top-margin-supported", [.integer(0), .integer(370)]),
                IPPAttribute("media-bottom-margin-supported", [.integer(0), .integer(370)]),
                IPPAttribute("media-left-margin-supported", [.integer(0), .integer(250)]),
                IPPAttribute("media-right-margin-supported", [.integer(0), .integer(250)]),
                .keywords("media-type-supported", "photographic"),
                .keywords("sides-supported", "one-sided"),
                .types(
                    "document-format-supported",
                    "image/jpeg",
                    "image/urf",
                    "application/octet-stream"
                ),
                .keywords(
                    "urf-supported",
                    "V1.4",
                    "CP1",
                    "W8",
                    "SRGB24",
                    "RS300",
                    "PQ4",
                    "MT8",
                    "OB10",
                    "IS1"
                ),
            ],
            rows: [
                // urf-supported has RS300 and SRGB24, and the loaded medium has no margins.
                .prints(
                    .sample("photo.jpg"),
                    #"{"borderless":true}"#,
                    format: "image/urf",
                    pages: 1,
                    size: (283.5, 419.5),
                    components: 3,
                    notices: [],
                    ["medium": "10000x14800", "media-col.media-top-margin": "0"]
                ),
                .prints(
                    .sample("photo.jpg"),
                    #"{"media":"na_index-4x6_4x6in"}"#,
                    format: "image/urf",
                    pages: 1,
                    size: (288, 432),
                    notices: [.mediaNotLoaded],
                    ["medium": "10160x15240"]
                ),
            ]
        )
    }()
}
