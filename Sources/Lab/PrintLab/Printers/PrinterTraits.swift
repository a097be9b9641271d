/// The attributes that a virtual printer reports over IPP, as PWG 5100.14 (IPP Everywhere) defines
/// them.
struct PrinterTraits: Hashable, Sendable {
    /// A paper size with its unprintable margins, in hundredths of a millimeter.
    struct Media: Hashable, Sendable {
        /// The PWG self-describing media size name ("media-size-name").
        var name: String
        /// The width ("x-dimension").
        var width: Int
        /// The length ("y-dimension").
        var length: Int
        /// The margin at all four edges.
        var margin = 423
        /// The "media-source" that holds it.
        var source = "main"
        /// The "media-type".
        var type = "stationery"
    }

    /// An attribute in the syntax of `ippeveprinter -a`.
    struct AttributeLine: Hashable, Sendable {
        var syntax: String
        var name: String
        var values: [String]

        init(_ syntax: String, _ name: String, _ values: String...) {
            (self.syntax, self.name, self.values) = (syntax, name, values)
        }

        var text: String { "ATTR \(syntax) \(name) \(values.joined(separator: ","))" }
    }

    /// The custom sizes of a roll, as ranges of width and length in hundredths of a millimeter.
    struct Roll: Hashable, Sendable {
        var minimumWidth: Int
        var maximumWidth: Int
        var minimumLength: Int
        var maximumLength: Int
    }

    var model: String
    var color: Bool
    /// "sides-supported".
    var sides: [String]
    /// The upper bound of "copies-supported".
    var copies: Int
    /// "document-format-supported".
    var formats: [String]
    /// The sizes in "media-supported"; the first is the default.
    var media: [Media]
    /// The number of sizes in `media`, from the first, that are loaded ("media-ready").
    var mediaReady: Int
    /// The range of custom sizes, for a printer with rolls.
    var roll: Roll?
    /// "printer-resolution-supported", in dots per inch.
    var resolution: Int
    /// "pages-per-minute".
    var speed: Int
    /// Additional attributes, which replace those of the same name.
    var more: [AttributeLine] = []

    /// Whether its queue sends raster, for which some installations of CUPS lack the filter.
    var needsRasterFilter: Bool { !formats.contains("application/pdf") }
}

extension PrinterTraits {
    static let bothSides = ["one-sided", "two-sided-long-edge", "two-sided-short-edge"]
    static let a4 = Media(name: "iso_a4_210x297mm", width: 21000, length: 29700)
    static let letter = Media(name: "na_letter_8.5x11in", width: 21590, length: 27940)

    static let office = PrinterTraits(
        model: "Office",
        color: true,
        sides: bothSides,
        copies: 999,
        formats: ["application/pdf", "image/jpeg", "image/pwg-raster", "image/urf"],
        media: [a4, letter],
        mediaReady: 2,
        roll: nil,
        resolution: 600,
        speed: 30
    )

    static let mono = PrinterTraits(
        model: "Mono",
        color: false,
        sides: ["one-sided"],
        copies: 9,
        formats: ["application/pdf", "image/pwg-raster", "image/urf"],
        media: [a4],
        mediaReady: 1,
        roll: nil,
        resolution: 600,
        speed: 12
    )

    static let photo = PrinterTraits(
        model: "Photo",
        color: true,
        sides: ["one-sided"],
        copies: 99,
        formats: ["image/jpeg", "image/pwg-raster"],
        media: [
            photoPaper("na_index-4x6_4x6in", 10160, 15240),
            photoPaper("na_5x7_5x7in", 12700, 17780),
            photoPaper("oe_photo-l_3.5x5in", 8890, 12700),
        ],
        mediaReady: 1,
        roll: nil,
        resolution: 300,
        speed: 4
    )

    static let label = PrinterTraits(
        model: "Label",
        color: false,
        sides: ["one-sided"],
        copies: 99,
        formats: ["application/pdf", "image/urf"],
        media: [
            labels("na_index-4x6_4x6in", 10160, 15240),
            labels("oe_square-label_2x2in", 5080, 5080),
        ],
        mediaReady: 1,
        roll: Roll(
            minimumWidth: 2540,
            maximumWidth: 10160,
            minimumLength: 2540,
            maximumLength: 50800
        ),
        resolution: 300,
        speed: 60
    )

    /// As `papplprinter` describes itself.
    static let pappl = PrinterTraits(
        model: "PAPPL",
        color: true,
        sides: bothSides,
        copies: 999,
        formats: ["application/pdf", "image/jpeg", "image/pwg-raster", "image/urf"],
        media: [a4, letter],
        mediaReady: 1,
        roll: nil,
        resolution: 300,
        speed: 30
    )

    /// A printer for phones, which wants the backs of sheets upside down (`DM3`).
    static let airprint = PrinterTraits(
        model: "AirPrint",
        color: true,
        sides: bothSides,
        copies: 1,
        formats: ["image/jpeg", "image/urf"],
        media: [a4, letter],
        mediaReady: 1,
        roll: nil,
        resolution: 300,
        speed: 20,
        more: [
            AttributeLine(
                "keyword",
                "urf-supported",
                "V1.4",
                "CP1",
                "RS300-600",
                "IS1",
                "MT1",
                "W8",
                "SRGB24",
                "DM3"
            )
        ]
    )

    /// Photo paper, which is printed borderless.
    private static func photoPaper(_ name: String, _ width: Int, _ length: Int) -> Media {
        Media(
            name: name,
            width: width,
            length: length,
            margin: 0,
            source: "photo",
            type: "photographic-glossy"
        )
    }

    private static func labels(_ name: String, _ width: Int, _ length: Int) -> Media {
        Media(
            name: name,
            width: width,
            length: length,
            margin: 100,
            source: "main-roll",
            type: "labels"
        )
    }
}
