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
        collates: Bool = true
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
    }
}
