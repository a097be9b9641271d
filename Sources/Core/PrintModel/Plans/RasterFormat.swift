/// The raster file that a printer gets which does not read PDF.
public struct RasterFormat: Codable, Sendable, Equatable {
    /// The MIME type: `image/urf` or `image/pwg-raster`.
    public var type: String
    /// The pixels: a value of `urf-supported` or `pwg-raster-document-type-supported`.
    public var pixels: String
    /// The resolutions in dots per inch, the best one first; the next one is for a file that would be too
    /// large.
    public var resolutions: [RasterResolution]
    /// How the printer wants the backs of sheets: a value of `pwg-raster-document-sheet-back`.
    public var sheetBack: String
    /// How often the pages are in the file; 1 if the printer makes the copies.
    public var copies: Int

    /// Describes a raster file.
    public init(
        type: String,
        pixels: String,
        resolutions: [RasterResolution],
        sheetBack: String = "normal",
        copies: Int = 1
    ) {
        self.type = type
        self.pixels = pixels
        self.resolutions = resolutions
        self.sheetBack = sheetBack
        self.copies = copies
    }
}

/// A resolution, in dots per inch.
public struct RasterResolution: Codable, Sendable, Hashable {
    /// The resolution across the feed direction.
    public var x: Int
    /// The resolution along the feed direction.
    public var y: Int

    /// A resolution; by default the same in both directions.
    public init(_ x: Int, _ y: Int? = nil) {
        self.x = x
        self.y = y ?? x
    }
}
