/// The capabilities of a printer, as the device reports them.
public struct PrinterCapabilities: Codable, Sendable, Equatable {
    /// The range of copies that a printer makes by itself.
    public struct CopyRange: Codable, Sendable, Equatable {
        /// The smallest number of copies.
        public var min: Int
        /// The largest number of copies.
        public var max: Int

        /// Creates a range; `copies-supported` (RFC 8011, 5.2.5).
        public init(min: Int, max: Int) {
            self.min = min
            self.max = max
        }
    }

    /// Whether it prints in color: `color-supported`.
    public var color: Bool
    /// Whether it prints on both sides.
    public var duplex: Bool
    /// The range of copies.
    public var copies: CopyRange
    /// The values of `sides` that it supports.
    public var sides: [Sides]
    /// The default value of `sides`.
    public var sidesDefault: Sides?
    /// The media that it supports: `media-supported`.
    public var media: [MediaName]
    /// The loaded media: `media-ready`.
    public var mediaReady: [MediaName]
    /// The default medium: `media-default`.
    public var mediaDefault: MediaName?
    /// The MIME types that the device prints natively: `document-format-supported`.
    public var formats: [String]
    /// The MIME types that the scheduler can convert for it, besides ``formats``.
    public var convertibleFormats: [String]
    /// The raster files that the service makes for it; `nil` if it reads PDF, or is behind a queue.
    public var raster: RasterCapabilities?
    /// The values of `print-color-mode` that it supports.
    public var colorModes: [ColorMode]
    /// The default value of `print-color-mode`.
    public var colorModeDefault: ColorMode?
    /// The values of `print-quality` that it supports.
    public var qualities: [PrintQuality]
    /// The default value of `print-quality`.
    public var qualityDefault: PrintQuality?
    /// Whether it can collate copies: `multiple-document-handling-supported`.
    public var collates: Bool
    /// Whether it can print uncollated copies, all of one page before the next.
    public var uncollates: Bool
    /// The margins of each medium.
    public var mediaMargins: [String: MediaMargins]
    /// The sizes that the printer lists of media whose names have other ones, within a tenth of a millimeter; `nil` if it lists
    /// none.
    public var mediaSizes: [String: MediaSize]?
    /// The margins of media that are not in ``mediaMargins``.
    public var marginsDefault: MediaMargins
    /// The media that it prints to the edges.
    public var borderless: [MediaName]
    /// The trays: `media-source-supported`.
    public var sources: [String]
    /// The media that are loaded in each tray, as `media-col-ready` has them with `media-source`; `nil` if the printer does
    /// not say.
    public var sourceMedia: [String: [MediaName]]?
    /// The rolls that are loaded: ranges in `media-col-ready` and `media-ready`; `nil` if there are none.
    public var rolls: [LoadedRoll]?
    /// The default tray: `media-source` of `media-col-default`.
    public var sourceDefault: String?
    /// The finishings: keywords of `finishings-supported`, without `none`.
    public var finishings: [String]
    /// The output bins: `output-bin-supported`.
    public var outputBins: [String]
    /// The default output bin: `output-bin-default`.
    public var outputBinDefault: String?
    /// The output bins in which each sheet lies on the one before with its front up, so that a stack has its last page on
    /// top; `nil` if there are none, or the scheduler takes care of them.
    public var reversedBins: [String]?
    /// The values of `print-scaling` that it supports.
    public var scalings: [String]
    /// The maximum length of a PIN, in bytes, that a job can carry to it: `job-password-supported`;
    /// `nil` if it does not hold jobs for a PIN, or none can get there: ``pinObstacle``.
    public var pinLength: Int?
    /// The minimum length of a PIN, in bytes: `job-password-length-supported`; `nil` is 1.
    public var pinLengthMin: Int?
    /// The characters of a PIN, as a keyword of `job-password-repertoire-configured`; `nil` if unknown.
    public var pinCharacters: String?
    /// Why no PIN can get to a printer that holds jobs for one; `nil` if it can.
    public var pinObstacle: PINObstacle?
    /// How a PIN may be encrypted: `job-password-encryption-supported`.
    public var pinEncryptions: [String]
    /// Options that cannot be combined.
    ///
    /// The IPP attribute is `job-constraints-supported`.
    public var constraints: [OptionConstraint]
    /// All other job attributes that it lists, by name.
    public var attributes: [String: AttributeValues]
    /// What the printer supports and its queue drops: values by the names of options in a ticket's JSON, or of
    /// attributes.
    public var droppedByQueue: [String: AttributeValues]
    /// Whether it supports the operation Validate-Job.
    public var validates: Bool

    /// Creates capabilities; the defaults are those of the simplest printer.
    public init(
        color: Bool = false,
        duplex: Bool = false,
        copies: CopyRange = CopyRange(min: 1, max: 1),
        sides: [Sides] = [.oneSided],
        sidesDefault: Sides? = nil,
        media: [MediaName] = [],
        mediaReady: [MediaName] = [],
        mediaDefault: MediaName? = nil,
        formats: [String] = [],
        convertibleFormats: [String] = [],
        raster: RasterCapabilities? = nil,
        colorModes: [ColorMode] = [],
        colorModeDefault: ColorMode? = nil,
        qualities: [PrintQuality] = [],
        qualityDefault: PrintQuality? = nil,
        collates: Bool = true,
        uncollates: Bool = true,
        mediaMargins: [String: MediaMargins] = [:],
        mediaSizes: [String: MediaSize]? = nil,
        marginsDefault: MediaMargins = MediaMargins(),
        sources: [String] = [],
        sourceDefault: String? = nil,
        finishings: [String] = [],
        outputBins: [String] = [],
        outputBinDefault: String? = nil,
        scalings: [String] = [],
        pinLength: Int? = nil,
        pinLengthMin: Int? = nil,
        pinCharacters: String? = nil,
        pinObstacle: PINObstacle? = nil,
        pinEncryptions: [String] = [],
        constraints: [OptionConstraint] = [],
        attributes: [String: AttributeValues] = [:],
        validates: Bool = false,
        borderless: [MediaName] = [],
        droppedByQueue: [String: AttributeValues] = [:],
        sourceMedia: [String: [MediaName]]? = nil,
        rolls: [LoadedRoll]? = nil,
        reversedBins: [String]? = nil
    ) {
        self.color = color
        self.duplex = duplex
        self.copies = copies
        self.sides = sides
        self.sidesDefault = sidesDefault
        self.media = media
        self.mediaReady = mediaReady
        self.mediaDefault = mediaDefault
        self.formats = formats
        self.convertibleFormats = convertibleFormats
        self.raster = raster
        self.colorModes = colorModes
        self.colorModeDefault = colorModeDefault
        self.qualities = qualities
        self.qualityDefault = qualityDefault
        self.collates = collates
        self.uncollates = uncollates
        self.mediaMargins = mediaMargins
        self.mediaSizes = mediaSizes
        self.marginsDefault = marginsDefault
        self.sources = sources
        self.sourceDefault = sourceDefault
        self.finishings = finishings
        self.outputBins = outputBins
        self.outputBinDefault = outputBinDefault
        self.scalings = scalings
        self.pinLength = pinLength
        self.pinEncryptions = pinEncryptions
        self.pinLengthMin = pinLengthMin
        self.pinCharacters = pinCharacters
        self.pinObstacle = pinObstacle
        self.constraints = constraints
        self.attributes = attributes
        self.validates = validates
        self.borderless = borderless
        self.droppedByQueue = droppedByQueue
        self.sourceMedia = sourceMedia
        self.rolls = rolls
        self.reversedBins = reversedBins
    }
}

extension PrinterCapabilities {
    /// The name of the attribute for the kind of paper, which is sent as a member of `media-col`.
    public static let mediaType = "media-type"
    /// The attribute for the dots per inch.
    package static let resolution = "printer-resolution"
    /// The attribute that stands for `print-color-mode` at older printers.
    package static let outputMode = "output-mode"

    /// Whether the printer, or the scheduler for it, can print the document.
    func takes(_ document: DocumentFacts) -> Bool {
        document.isImposable && takesPages
    }

    /// Whether the printer, or the scheduler for it, reads a format in which pages can be sent.
    package var takesPages: Bool {
        raster != nil || formats.contains(DocumentFacts.pdf)
            || convertibleFormats.contains(DocumentFacts.pdf)
    }
}
