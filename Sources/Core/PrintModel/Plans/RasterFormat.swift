/// The raster file that a printer gets which does not read PDF.
public struct RasterFormat: Codable, Sendable, Equatable {
    /// The MIME type: `image/urf` or `image/pwg-raster`.
    public var type: String
    /// The pixels: a value of `urf-supported` or `pwg-raster-document-type-supported`.
    public var pixels: String
    /// The pixels of a file whose pages have no colors; `nil` if those have ``pixels``, too.
    public var grayPixels: String?
    /// The resolutions in dots per inch, the best one first; the next one is for pages with too many pixels.
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

    /// Reads a resolution as people and CUPS write it.
    ///
    /// - Parameter text: `600`, `600dpi`, `600x1200dpi`, or `236dpcm`; `nil` for anything else.
    package init?(text: String) {
        var digits = text.lowercased()[...]
        let isMetric = digits.hasSuffix("dpcm")
        if isMetric { digits = digits.dropLast(4) }
        if digits.hasSuffix("dpi") { digits = digits.dropLast(3) }
        let numbers = digits.split(separator: "x", omittingEmptySubsequences: false)
        guard numbers.count <= 2, let first = numbers.first.flatMap({ Int($0) }),
            let last = numbers.last.flatMap({ Int($0) }),
            let inches = Self(perCentimeter: isMetric, first, last)
        else { return nil }
        self = inches
    }

    /// Converts numbers to dots per inch; `nil` for numbers that no printer has.
    package init?(perCentimeter isMetric: Bool, _ x: Int, _ y: Int) {
        func dots(_ number: Int) -> Int {
            isMetric ? Int(clamping: (Double(number) * 2.54).rounded()) : number
        }
        self.init(dots(x), dots(y))
        guard Self.range.contains(self.x), Self.range.contains(self.y) else { return nil }
    }

    /// The plausible numbers, in dots per inch.
    private static let range = 36...9600

    /// As CUPS writes it: `600dpi`, or `600x1200dpi`.
    package var text: String { x == y ? "\(x)dpi" : "\(x)x\(y)dpi" }
}
