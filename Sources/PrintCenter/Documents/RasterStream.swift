public import PrintModel

/// A raster file that is too large to be kept: its pages are made while they are sent.
///
/// In the spool is the PDF that it is made of, with this at its end. The file is the same each time, so its size is known before
/// the first byte is sent.
public struct RasterStream: Codable, Sendable, Equatable {
    /// The pixels, as the words of a raster format have them: in color or in gray.
    public var pixels: String
    /// The resolution.
    public var resolution: RasterResolution
    /// The size of the file in bytes.
    public var size: Int

    /// Describes a file.
    public init(pixels: String, resolution: RasterResolution, size: Int) {
        self.pixels = pixels
        self.resolution = resolution
        self.size = size
    }
}
