/// The decoder for the pixels of a rarer image format.
package enum ImageDecoding: Sendable, Hashable {
    /// libvips.
    case vips
    /// The ImageMagick reader of this name.
    case magick(String, MagickChoice = .first)
    /// A reader of this project, where Debian's libraries have none or an incorrect one.
    case swift(SwiftImageReader)

    /// How ImageMagick selects an image and adjusts its values.
    package enum MagickChoice: Sendable, Hashable {
        /// Uses the first image of a file, or its merged layers.
        case first
        /// Uses the largest of several images.
        case largest
        /// Stretches measured values, such as those of a scan, from black to white.
        case stretch
    }

    /// The names of the ImageMagick readers that it uses.
    var magickReaders: [String] {
        switch self {
        case .vips: []
        case .magick(let name, _): [name]
        case .swift(.bitmap): ["BMP", "DIB"]
        case .swift(.fits): ["FITS"]
        // Icons may be PNG or JPEG 2000 images.
        case .swift(.appleIcon): ["PNG", "JP2"]
        case .swift(.animatedCursor), .swift(.icon): ["ICO", "PNG"]
        case .swift(.photoshop): ["PSD", "JPEG"]
        case .swift: []
        }
    }
}

/// The readers of images in Swift.
package enum SwiftImageReader: Sendable, Hashable, CaseIterable {
    /// ANI; ImageMagick decodes the icon that this reader has found.
    case animatedCursor
    /// ICNS.
    case appleIcon
    /// Windows bitmaps; ImageMagick decodes them after this reader has corrected them.
    case bitmap
    /// DICOM, by GDCM.
    case dicom
    /// DDS.
    case directDraw
    /// FITS; ImageMagick decodes the data that this reader decompresses.
    case fits
    /// PFM.
    case floatMap
    /// XCF.
    case gimp
    /// GBR.
    case gimpBrush
    /// ICO, CUR; ImageMagick decodes the image that this reader has chosen.
    case icon
    /// PBM, PGM, PPM, PAM.
    case netpbm
    /// OpenEXR, by its library.
    case openEXR
    /// PCX, DCX.
    case paintbrush
    /// PSD, PSB.
    case photoshop
    /// QOI.
    case quiteOK
    /// SGI.
    case siliconGraphics
    /// Sun raster.
    case sunRaster
    /// TGA.
    case targa
}
