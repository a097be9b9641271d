/// What a printer can do, as the device itself says.
public struct PrinterCapabilities: Codable, Sendable, Equatable {
    /// How many copies of a job a printer makes by itself.
    public struct CopyRange: Codable, Sendable, Equatable {
        /// The fewest copies.
        public var min: Int
        /// The most copies.
        public var max: Int

        /// Makes a range; `copies-supported` (RFC 8011, 5.2.5).
        public init(min: Int, max: Int) {
            self.min = min
            self.max = max
        }
    }

    /// Whether it prints in colour: `color-supported`.
    public var color: Bool
    /// Whether it prints on both sides.
    public var duplex: Bool
    /// How many copies it makes.
    public var copies: CopyRange
    /// The values of `sides` that it supports.
    public var sides: [Sides]
    /// The value of `sides` where a job names none.
    public var sidesDefault: Sides?
    /// The media that it supports: `media-supported`.
    public var media: [MediaName]
    /// The media that are loaded now: `media-ready`.
    public var mediaReady: [MediaName]
    /// The medium where a job names none: `media-default`.
    public var mediaDefault: MediaName?
    /// The MIME types that the device prints without help: `document-format-supported`.
    public var formats: [String]
    /// The MIME types that the scheduler can convert for it, besides ``formats``.
    public var convertibleFormats: [String]
    /// The values of `print-color-mode` that it supports.
    public var colorModes: [ColorMode]
    /// The value of `print-color-mode` where a job names none.
    public var colorModeDefault: ColorMode?
    /// The values of `print-quality` that it supports.
    public var qualities: [PrintQuality]
    /// The value of `print-quality` where a job names none.
    public var qualityDefault: PrintQuality?
    /// Whether it can keep the copies of a job apart: `multiple-document-handling-supported`.
    public var collates: Bool
    /// Whether it can print all copies of a page before the next.
    public var uncollates: Bool
    /// Where it cannot print, per medium.
    public var mediaMargins: [String: MediaMargins]
    /// Where it cannot print on media that are not in ``mediaMargins``.
    public var marginsDefault: MediaMargins
    /// The trays: `media-source-supported`.
    public var sources: [String]
    /// The tray where a job names none: `media-source` of `media-col-default`.
    public var sourceDefault: String?
    /// What it can do to the sheets: keywords of `finishings-supported`, without `none`.
    public var finishings: [String]
    /// Where sheets can come out: `output-bin-supported`.
    public var outputBins: [String]
    /// Where they come out where a job names no bin: `output-bin-default`.
    public var outputBinDefault: String?
    /// The values of `print-scaling` that it knows.
    public var scalings: [String]
    /// The longest PIN, in bytes, that can be brought to it with a job: `job-password-supported`;
    /// `nil` where it keeps no job back, or the scheduler drops the PIN on the way.
    public var pinLength: Int?
    /// How a PIN may be encrypted: `job-password-encryption-supported`.
    public var pinEncryptions: [String]
    /// What it says must not be combined: `job-constraints-supported`.
    public var constraints: [OptionConstraint]
    /// All other attributes of a job that it lists, by name.
    public var attributes: [String: AttributeValues]
    /// Whether it can be asked about a job beforehand: Validate-Job.
    public var validates: Bool

    /// Makes capabilities; what is left out is what the plainest printer can do.
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
        colorModes: [ColorMode] = [],
        colorModeDefault: ColorMode? = nil,
        qualities: [PrintQuality] = [],
        qualityDefault: PrintQuality? = nil,
        collates: Bool = true,
        uncollates: Bool = true,
        mediaMargins: [String: MediaMargins] = [:],
        marginsDefault: MediaMargins = MediaMargins(),
        sources: [String] = [],
        sourceDefault: String? = nil,
        finishings: [String] = [],
        outputBins: [String] = [],
        outputBinDefault: String? = nil,
        scalings: [String] = [],
        pinLength: Int? = nil,
        pinEncryptions: [String] = [],
        constraints: [OptionConstraint] = [],
        attributes: [String: AttributeValues] = [:],
        validates: Bool = false
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
        self.colorModes = colorModes
        self.colorModeDefault = colorModeDefault
        self.qualities = qualities
        self.qualityDefault = qualityDefault
        self.collates = collates
        self.uncollates = uncollates
        self.mediaMargins = mediaMargins
        self.marginsDefault = marginsDefault
        self.sources = sources
        self.sourceDefault = sourceDefault
        self.finishings = finishings
        self.outputBins = outputBins
        self.outputBinDefault = outputBinDefault
        self.scalings = scalings
        self.pinLength = pinLength
        self.pinEncryptions = pinEncryptions
        self.constraints = constraints
        self.attributes = attributes
        self.validates = validates
    }
}

/// Values that a printer does not take together: one member of `job-constraints-supported`
/// (PWG 5100.13, 6.7.2).
public struct OptionConstraint: Codable, Sendable, Equatable {
    /// Each attribute with the values that are meant, as text; all of them have to match.
    public var values: [String: [String]]

    /// Makes a constraint.
    public init(values: [String: [String]]) {
        self.values = values
    }
}

/// What a printer takes for an attribute that has no option of its own.
public struct AttributeValues: Codable, Sendable, Equatable {
    /// How its values are written in IPP.
    public enum Syntax: String, Codable, Sendable {
        /// A keyword, or a name.
        case keyword
        /// A number with a meaning (RFC 8011, 5.1.5); written as its number.
        case enumeration = "enum"
        /// A number.
        case integer
        /// `true` or `false`.
        case boolean
        /// Any name: up to 255 bytes.
        case name
        /// Any text.
        case text
    }

    /// How the values are written.
    public var syntax: Syntax
    /// The values, as text; empty where ``min`` and ``max`` say more, or any text is taken.
    public var values: [String]
    /// The smallest number.
    public var min: Int?
    /// The largest number.
    public var max: Int?
    /// The value where a job names none.
    public var defaultValue: String?

    private enum CodingKeys: String, CodingKey {
        case syntax, values, min, max
        case defaultValue = "default"
    }

    /// Makes a list of values.
    public init(
        syntax: Syntax,
        values: [String] = [],
        min: Int? = nil,
        max: Int? = nil,
        defaultValue: String? = nil
    ) {
        self.syntax = syntax
        self.values = values
        self.min = min
        self.max = max
        self.defaultValue = defaultValue
    }

    /// Whether a printer takes this value.
    public func takes(_ value: String) -> Bool {
        if values.contains(value) { return true }
        switch syntax {
        case .text, .name: return values.isEmpty && !value.isEmpty && value.utf8.count <= 255
        case .integer, .enumeration:
            guard let number = Int(value), let min, let max else { return false }
            return (min...Swift.max(min, max)).contains(number)
        case .keyword, .boolean: return false
        }
    }
}
