import IPP
import PrintLab
import PrintModel

/// A printer that differs from others in one respect, the documents that go to it, and what must arrive.
///
/// What is not said is as on a usual printer of an office: it takes PDF and JPEG, prints in color and on both sides, knows
/// A4 and Letter, and has A4 loaded.
struct OddPrinter: Sendable {
    /// What it does with requests that others do not.
    enum Quirk: Sendable {
        /// Asked for `media-col-database` and others, it replies with that one alone.
        case databaseAlone
        /// Of the requested attributes, it replies with the last one.
        case lastRequestedOnly
        /// `all` includes `media-col-database`.
        case databaseInAll
        /// It closes the connection after each reply, and says so.
        case closes
        /// It has no "job-impressions-completed".
        case noImpressions
        /// It keeps an answer back until it is listed as slow, once for each document.
        case slow
        /// It speaks TLS.
        case tls
    }

    /// The name, by which jobs go to it.
    let name: String
    /// The "printer-make-and-model".
    var model = "Odd Printer 1"
    /// The media that it knows; the first is the default.
    var media = ["iso_a4_210x297mm", "na_letter_8.5x11in"]
    /// The loaded media; `nil` for the first that it knows.
    var ready: [String]?
    /// Where it cannot print.
    var margins = Margins()
    /// Attributes in the place of the usual ones, or beside them.
    var changes: [IPPAttribute] = []
    /// Values that are added to those of an attribute.
    var added: [IPPAttribute] = []
    /// Attributes that it does not have.
    var removed: Set<String> = []
    /// What it does with requests that others do not.
    var quirks: Set<Quirk> = []
    /// The "job-impressions-completed" of each job, whatever came out.
    var impressions: Int32?
    /// The status with which it refuses to check or to create a job; `nil` where it does not.
    var refusal: @Sendable (IPPMessage) -> IPPStatus? = { _ in nil }
    /// The documents, and what must arrive.
    var rows: [OddRow] = []

    /// Margins in hundredths of a millimetre.
    struct Margins: Sendable {
        var (top, bottom, left, right): (Int32, Int32, Int32, Int32) = (423, 423, 423, 423)

        /// No margin, as printers of labels have it.
        static let none = Margins(top: 0, bottom: 0, left: 0, right: 0)
    }

    /// All that the printer says of itself.
    ///
    /// - Parameter uri: Its address.
    /// - Returns: The printer attributes.
    func attributes(at uri: String) -> [IPPAttribute] {
        let names = Set(changes.map(\.name)).union(removed)
        var all = usual(at: uri) + mediaAttributes
        all =
            all.filter { !names.contains($0.name) } + changes.filter { !removed.contains($0.name) }
        for more in added {
            if let index = all.firstIndex(where: { $0.name == more.name }) {
                all[index].values += more.values
            } else {
                all.append(more)
            }
        }
        return all
    }
}

extension OddPrinter {
    /// The size of a medium, as `media-size`.
    static func size(_ width: IPPValue, _ length: IPPValue) -> IPPAttribute {
        IPPAttribute(
            "media-size",
            .collection([
                IPPAttribute("x-dimension", width), IPPAttribute("y-dimension", length),
            ])
        )
    }

    /// The size of a medium by its name.
    static func size(of medium: String) -> IPPAttribute {
        let size = MediaName(rawValue: medium).size ?? MediaSize(width: 1, length: 1)
        return self.size(
            .integer(Int32(clamping: size.width)),
            .integer(Int32(clamping: size.length))
        )
    }

    /// A `media-col`.
    ///
    /// - Parameters:
    ///   - size: Its `media-size`.
    ///   - margins: Its margins; `nil` for none of these members.
    ///   - more: Further members.
    /// - Returns: The collection.
    static func column(
        _ size: IPPAttribute,
        _ margins: Margins?,
        _ more: IPPAttribute...
    ) -> IPPValue {
        let sides = margins.map { margins in
            [
                ("top", margins.top), ("bottom", margins.bottom), ("left", margins.left),
                ("right", margins.right),
            ].map { IPPAttribute("media-\($0)-margin", .integer($1)) }
        }
        return .collection([size] + (sides ?? []) + more)
    }

    private var mediaAttributes: [IPPAttribute] {
        let ready = ready ?? [media[0]]
        func columns(_ names: [String]) -> [IPPValue] {
            names.map { Self.column(Self.size(of: $0), margins) }
        }
        return [
            .keywords("media-default", media[0]),
            IPPAttribute("media-supported", media.map { .keyword($0) }),
            IPPAttribute("media-ready", ready.map { .keyword($0) }),
            IPPAttribute("media-size-supported", media.flatMap { Self.size(of: $0).values }),
            IPPAttribute("media-col-default", columns([media[0]])),
            IPPAttribute("media-col-ready", columns(ready)),
            IPPAttribute("media-col-database", columns(media)),
            IPPAttribute("media-top-margin-supported", .integer(margins.top)),
            IPPAttribute("media-bottom-margin-supported", .integer(margins.bottom)),
            IPPAttribute("media-left-margin-supported", .integer(margins.left)),
            IPPAttribute("media-right-margin-supported", .integer(margins.right)),
            .keywords("media-source-supported", "auto", "main"),
            .keywords("media-type-supported", "auto", "stationery"),
            .keywords(
                "media-col-supported",
                "media-size",
                "media-top-margin",
                "media-bottom-margin",
                "media-left-margin",
                "media-right-margin",
                "media-source",
                "media-type"
            ),
        ]
    }
}

extension IPPAttribute {
    /// An attribute of keywords.
    static func keywords(_ name: String, _ values: String...) -> IPPAttribute {
        IPPAttribute(name, values.map { .keyword($0) })
    }

    /// An attribute of numbers with the syntax `enum`.
    static func enums(_ name: String, _ values: Int32...) -> IPPAttribute {
        IPPAttribute(name, values.map { .enumeration($0) })
    }

    /// An attribute of MIME types.
    static func types(_ name: String, _ values: String...) -> IPPAttribute {
        IPPAttribute(name, values.map { .mimeType($0) })
    }

    /// An attribute of resolutions, each the same in both directions, in dots per inch.
    static func resolutions(_ name: String, _ values: Int32...) -> IPPAttribute {
        IPPAttribute(
            name,
            values.map { .resolution(IPPResolution(crossFeed: $0, feed: $0, units: 3)) }
        )
    }
}
