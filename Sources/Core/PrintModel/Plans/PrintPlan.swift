/// The result of printing a job, determined beforehand.
///
/// The service sends exactly this: the finished PDF that the plan describes, or the raster file made of
/// it, and its attributes.
public struct PrintPlan: Codable, Sendable, Equatable {
    /// The document pages in output order; `nil` if they are not known, as of a document that
    /// cannot be read.
    public var pages: [Int]?
    /// The number of copies.
    public var copies: Int
    /// How often the sides are in the file that is sent; `nil` if the printer makes the copies, or the file is a raster
    /// file, whose ``RasterFormat/copies`` says so.
    public var copiesInFile: Int?
    /// Whether the copies are collated.
    public var collate: Bool
    /// The number of printed sides, over all copies.
    public var impressions: Int?
    /// The number of sheets, over all copies.
    public var sheets: Int?
    /// The value of `sides`.
    public var sides: Sides
    /// The medium, as a PWG name; `nil` if the printer does not report it.
    ///
    /// The IPP attribute is `media`.
    public var media: MediaName?
    /// The size of the medium as the printer lists it, where that is not the size in its name.
    ///
    /// The member of `media-col` is `media-size`.
    public var mediaSize: MediaSize?
    /// The size and the margins of the medium, if known.
    public var sheet: SheetSize?
    /// Whether the printer is asked for no margins; those of ``sheet`` are 0 then.
    public var borderless: Bool
    /// The tray, if one is named.
    public var source: String?
    /// The color mode; `nil` for the printer's default.
    ///
    /// The IPP attribute is `print-color-mode`.
    public var color: ColorMode?
    /// The quality; `nil` for the printer's default.
    ///
    /// The IPP attribute is `print-quality`.
    public var quality: PrintQuality?
    /// The number of pages per side.
    ///
    /// The IPP attribute is `number-up`.
    public var numberUp: Int
    /// Whether the last sheet comes out first.
    public var reverse: Bool
    /// The orientation of the sheets; `nil` rotates each page to fit best.
    public var orientation: PageOrientation?
    /// The scaling of pages to the sheet.
    public var scaling: PrintScaling
    /// The finishings of the sheets.
    public var finishings: [String]
    /// The output bin, if one is named.
    public var outputBin: String?
    /// The priority, 1 to 100; `nil` for the default, 50.
    ///
    /// The IPP attribute is `job-priority`.
    public var priority: Int?
    /// Other attributes, by their IPP names.
    public var attributes: [String: String]
    /// The IPP syntaxes of the values of ``attributes``.
    public var syntaxes: [String: AttributeValues.Syntax]
    /// The `print-scaling` to send: `none` if the pages are already placed on their sheets and the
    /// printer supports the keyword.
    public var printScaling: PrintScaling?
    /// The order in which several pages fill a side.
    public var numberUpLayout: NumberUpLayout
    /// The size of the pages in percent of what ``scaling`` gives; `nil` is 100.
    public var percent: Int?
    /// The resolution at which pictures are printed in their own size, in pixels per inch.
    public var ppi: Int?
    /// The position of a page that does not fill its cell on the sheet.
    public var position: PagePosition
    /// Whether sheets are mirrored.
    public var mirror: Bool
    /// The border around each page.
    public var border: PageBorder
    /// Whether the sheets are folded into a booklet: two pages on a side, in the order of the folded sheets.
    public var booklet: Bool
    /// The number of pages that are folded together; `nil` if all are.
    public var signature: Int?
    /// The thickness of a sheet of a booklet, in hundredths of a millimeter.
    public var creep: Int
    /// The sheets that each page is spread over; `nil` if one.
    public var poster: SheetGrid?
    /// The pages of a contact sheet; `nil` if there is none.
    public var contactSheet: ContactSheet?
    /// The first page of each document of several but the first one, if each begins on a new sheet.
    public var newSheets: [Int]?
    /// The text at the top of each side, in which only the numbers of pages are left to fill in.
    public var header: PageLabel?
    /// The text at the bottom of each side.
    public var footer: PageLabel?
    /// Large, pale letters across each side that has a page.
    public var stamp: String?
    /// The raster file that is made of the finished PDF; `nil` if the PDF itself is sent.
    public var raster: RasterFormat?
    /// Whether the printer waits until a PIN is entered there; `nil` if the job has none.
    ///
    /// The PIN itself is not part of the plan.
    public var pin: Bool?
    /// Whether the colors of the pages become gray before the printer gets them; `nil` if not.
    public var gray: Bool?

    /// Creates a plan; the numbers of sides and sheets follow from the pages.
    public init(
        pages: [Int]?,
        copies: Int,
        collate: Bool = true,
        sides: Sides,
        media: MediaName?,
        sheet: SheetSize? = nil,
        source: String? = nil,
        color: ColorMode? = nil,
        quality: PrintQuality? = nil,
        numberUp: Int = 1,
        reverse: Bool = false,
        orientation: PageOrientation? = nil,
        scaling: PrintScaling = .auto,
        finishings: [String] = [],
        outputBin: String? = nil,
        priority: Int? = nil,
        attributes: [String: String] = [:],
        syntaxes: [String: AttributeValues.Syntax] = [:],
        printScaling: PrintScaling? = nil,
        numberUpLayout: NumberUpLayout = .lrtb,
        percent: Int? = nil,
        ppi: Int? = nil,
        position: PagePosition = .center,
        mirror: Bool = false,
        border: PageBorder = .none,
        raster: RasterFormat? = nil,
        borderless: Bool = false,
        booklet: Bool = false,
        signature: Int? = nil,
        creep: Int = 0,
        poster: SheetGrid? = nil,
        contactSheet: ContactSheet? = nil,
        newSheets: [Int]? = nil,
        header: PageLabel? = nil,
        footer: PageLabel? = nil,
        stamp: String? = nil
    ) {
        self.pages = pages
        // Values from a store or a client must not overflow the arithmetic.
        let copies = min(
            max(copies, PrintTicket.copyRange.lowerBound),
            PrintTicket.copyRange.upperBound
        )
        self.copies = copies
        self.collate = collate
        self.sides = sides
        self.media = media
        self.sheet = sheet
        self.source = source
        self.color = color
        self.quality = quality
        self.numberUp = min(max(numberUp, 1), PrintTicket.numberUpRange.upperBound)
        self.reverse = reverse
        self.orientation = orientation
        self.scaling = scaling
        self.finishings = finishings
        self.outputBin = outputBin
        self.priority = priority
        self.attributes = attributes
        self.syntaxes = syntaxes
        self.printScaling = printScaling
        self.numberUpLayout = numberUpLayout
        self.percent = percent
        self.ppi = ppi
        self.position = position
        self.mirror = mirror
        self.border = border
        self.raster = raster
        self.borderless = borderless
        self.booklet = booklet
        self.signature = signature
        self.creep = creep
        self.poster = poster
        self.contactSheet = contactSheet
        self.newSheets = newSheets
        self.header = header
        self.footer = footer
        self.stamp = stamp
        if let pages {
            let perCopy = perCopy(of: pages)
            impressions = perCopy.impressions.multiplied(clamping: copies)
            sheets = perCopy.sheets.multiplied(clamping: copies)
        }
    }

    /// Whether there is text on the sides beside that of the document.
    var hasLabels: Bool { header != nil || footer != nil || stamp != nil }

    /// Whether the document already matches the plan, so that it can be sent unchanged.
    public func isFulfilled(by document: DocumentFacts) -> Bool {
        guard document.type == "application/pdf", numberUp == 1, orientation == nil,
            scaling != .fit, percent == nil, !mirror, border == .none, poster == nil,
            copiesInFile == nil, gray != true,
            contactSheet == nil, newSheets == nil, !hasLabels,
            let count = document.pages,
            let pages, pages.count == max(count, 1), pages.elementsEqual(1...max(count, 1)),
            let sizes = document.pageSizes, sizes.reduce(0, { $0 + $1.count }) == count
        else { return false }
        guard let sheet else { return true }
        return sizes.allSatisfy { sheet.isAsLarge(as: $0) }
    }

    private enum CodingKeys: String, CodingKey {
        case pages, pageRuns, copies, copiesInFile, collate, impressions, sheets, sides, media,
            mediaSize, sheet
        case source
        case color, quality, numberUp, reverse, orientation, scaling, finishings, outputBin
        case priority, attributes, syntaxes, printScaling
        case numberUpLayout, percent, ppi, position, mirror, border, raster, borderless, pin, gray
        case booklet, signature, creep, poster, contactSheet, newSheets, header, footer, stamp
    }

    /// The pages of a plan: listed one by one, or as runs where there are many.
    private static func pages(
        _ values: KeyedDecodingContainer<CodingKeys>
    ) throws -> [Int]? {
        let listed = try values.decodeIfPresent([Int].self, forKey: .pages)
        let runs = try values.decodeIfPresent(PageRuns.self, forKey: .pageRuns)
        guard let pages = listed ?? runs?.pages else {
            guard runs == nil else {
                throw DecodingError.dataCorruptedError(
                    forKey: .pageRuns,
                    in: values,
                    debugDescription: "The runs name more pages than a plan can have."
                )
            }
            return nil
        }
        // No document has such a page, and sums of page numbers must not overflow.
        guard pages.allSatisfy({ (1...Int(Int32.max)).contains($0) }) else {
            throw DecodingError.dataCorruptedError(
                forKey: listed == nil ? .pageRuns : .pages,
                in: values,
                debugDescription: "A number of a page is out of range."
            )
        }
        return pages
    }

    /// Encodes a plan; more than a thousand pages are encoded as runs.
    ///
    /// The plan is part of every record and every event of a job, so its size must not grow with
    /// the number of pages that a document claims.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        let isLong = (pages?.count ?? 0) > PageRuns.longestList
        try values.encodeIfPresent(isLong ? nil : pages, forKey: .pages)
        try values.encodeIfPresent(
            isLong ? pages.map { PageRuns($0) } : nil,
            forKey: .pageRuns
        )
        try values.encode(copies, forKey: .copies)
        try values.encodeIfPresent(copiesInFile, forKey: .copiesInFile)
        try values.encode(collate, forKey: .collate)
        try values.encodeIfPresent(impressions, forKey: .impressions)
        try values.encodeIfPresent(sheets, forKey: .sheets)
        try values.encode(sides, forKey: .sides)
        try values.encodeIfPresent(media, forKey: .media)
        try values.encodeIfPresent(mediaSize, forKey: .mediaSize)
        try values.encodeIfPresent(sheet, forKey: .sheet)
        try values.encodeIfPresent(source, forKey: .source)
        try values.encodeIfPresent(color, forKey: .color)
        try values.encodeIfPresent(quality, forKey: .quality)
        try values.encode(numberUp, forKey: .numberUp)
        try values.encode(reverse, forKey: .reverse)
        try values.encodeIfPresent(orientation, forKey: .orientation)
        try values.encode(scaling, forKey: .scaling)
        try values.encode(finishings, forKey: .finishings)
        try values.encodeIfPresent(outputBin, forKey: .outputBin)
        try values.encodeIfPresent(priority, forKey: .priority)
        try values.encode(attributes, forKey: .attributes)
        try values.encode(syntaxes, forKey: .syntaxes)
        try values.encodeIfPresent(printScaling, forKey: .printScaling)
        try values.encode(numberUpLayout, forKey: .numberUpLayout)
        try values.encodeIfPresent(percent, forKey: .percent)
        try values.encodeIfPresent(ppi, forKey: .ppi)
        try values.encode(position, forKey: .position)
        try values.encode(mirror, forKey: .mirror)
        try values.encode(border, forKey: .border)
        try values.encodeIfPresent(raster, forKey: .raster)
        try values.encode(borderless, forKey: .borderless)
        try values.encodeIfPresent(pin, forKey: .pin)
        try values.encodeIfPresent(gray, forKey: .gray)
        try values.encode(booklet, forKey: .booklet)
        try values.encodeIfPresent(signature, forKey: .signature)
        try values.encode(creep, forKey: .creep)
        try values.encodeIfPresent(poster, forKey: .poster)
        try values.encodeIfPresent(contactSheet, forKey: .contactSheet)
        try values.encodeIfPresent(newSheets, forKey: .newSheets)
        try values.encodeIfPresent(header, forKey: .header)
        try values.encodeIfPresent(footer, forKey: .footer)
        try values.encodeIfPresent(stamp, forKey: .stamp)
    }

    /// Decodes a plan; an option that the plan predates has its default value.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            pages: try Self.pages(values),
            copies: try values.decode(Int.self, forKey: .copies),
            collate: try values.decodeIfPresent(Bool.self, forKey: .collate) ?? true,
            sides: try values.decode(Sides.self, forKey: .sides),
            media: try values.decodeIfPresent(MediaName.self, forKey: .media),
            sheet: try values.decodeIfPresent(SheetSize.self, forKey: .sheet),
            source: try values.decodeIfPresent(String.self, forKey: .source),
            color: try values.decodeIfPresent(ColorMode.self, forKey: .color),
            quality: try values.decodeIfPresent(PrintQuality.self, forKey: .quality),
            numberUp: try values.decodeIfPresent(Int.self, forKey: .numberUp) ?? 1,
            reverse: try values.decodeIfPresent(Bool.self, forKey: .reverse) ?? false,
            orientation: try values.decodeIfPresent(PageOrientation.self, forKey: .orientation),
            scaling: try values.decodeIfPresent(PrintScaling.self, forKey: .scaling) ?? .auto,
            finishings: try values.decodeIfPresent([String].self, forKey: .finishings) ?? [],
            outputBin: try values.decodeIfPresent(String.self, forKey: .outputBin),
            priority: try values.decodeIfPresent(Int.self, forKey: .priority),
            attributes: try values.decodeIfPresent([String: String].self, forKey: .attributes)
                ?? [:],
            syntaxes: try values.decodeIfPresent(
                [String: AttributeValues.Syntax].self,
                forKey: .syntaxes
            ) ?? [:],
            printScaling: try values.decodeIfPresent(PrintScaling.self, forKey: .printScaling),
            numberUpLayout: try values.decodeIfPresent(
                NumberUpLayout.self,
                forKey: .numberUpLayout
            ) ?? .lrtb,
            percent: try values.decodeIfPresent(Int.self, forKey: .percent),
            ppi: try values.decodeIfPresent(Int.self, forKey: .ppi),
            position: try values.decodeIfPresent(PagePosition.self, forKey: .position) ?? .center,
            mirror: try values.decodeIfPresent(Bool.self, forKey: .mirror) ?? false,
            border: try values.decodeIfPresent(PageBorder.self, forKey: .border) ?? .none,
            raster: try values.decodeIfPresent(RasterFormat.self, forKey: .raster),
            borderless: try values.decodeIfPresent(Bool.self, forKey: .borderless) ?? false,
            booklet: try values.decodeIfPresent(Bool.self, forKey: .booklet) ?? false,
            signature: try values.decodeIfPresent(Int.self, forKey: .signature),
            creep: try values.decodeIfPresent(Int.self, forKey: .creep) ?? 0,
            poster: try values.decodeIfPresent(SheetGrid.self, forKey: .poster),
            contactSheet: try values.decodeIfPresent(ContactSheet.self, forKey: .contactSheet),
            newSheets: try values.decodeIfPresent([Int].self, forKey: .newSheets),
            header: try values.decodeIfPresent(PageLabel.self, forKey: .header),
            footer: try values.decodeIfPresent(PageLabel.self, forKey: .footer),
            stamp: try values.decodeIfPresent(String.self, forKey: .stamp)
        )
        pin = try values.decodeIfPresent(Bool.self, forKey: .pin)
        gray = try values.decodeIfPresent(Bool.self, forKey: .gray)
        mediaSize = try values.decodeIfPresent(MediaSize.self, forKey: .mediaSize)
        copiesInFile = try values.decodeIfPresent(Int.self, forKey: .copiesInFile)
    }
}
