/// A format of pixel images that has a helper of its own: its decoders are larger, older or less looked after
/// than those of the web's formats, and do not have to be loaded for these.
public enum RareImageFormat: Sendable, Hashable {
    /// AVIF and HEIC: images in an ISO base media file.
    case heif
    case jpegXL
    case jpeg2000
    case radiance
    /// PBM, PGM, PPM.
    case netpbm
    /// PFM.
    case floatMap
    case bmp
    /// Icons of Windows, the largest of a file.
    case icon
    case cursor
    case targa
    case sgi
    case photoshop
    case pcx
    case xBitmap
    case xPixmap
    case xWindowDump
    case sunRaster
    case pict
    case directDraw
    case gimp
    case fits
    case wapBitmap
    case dicom
    /// BLP: textures of Blizzard's games.
    case blizzard
    /// FTEX: textures of Independence War 2.
    case independence
    case qoi
    /// ICNS, the largest of a file.
    case appleIcon
    /// FLI and FLC animations, of which the first frame is shown.
    case flic
    /// IM of IFUNC (LabEye).
    case ifunc
    case gimpBrush
    /// MSP of Microsoft Paint.
    case paint
    case pixar
    case spider
    /// IMT of IM Tools.
    case imTools
    case xvThumbnail

    /// The format of a type, or `nil` where it is none of these.
    public init?(_ type: FileType) {
        guard let format = Self.types[type.rawValue] else { return nil }
        self = format
    }

    /// Extensions of names that files of these formats usually have.
    static let extensions: Set<String> = [
        "avif", "heic", "heif", "hif", "jxl", "jp2", "j2k", "jpf", "jpx", "j2c", "jpc", "hdr",
        "pbm", "pgm", "ppm", "pnm", "pfm", "bmp", "dib", "ico", "cur", "tga", "tpic", "vda", "sgi",
        "rgb",
        "bw", "psd", "psb", "pcx", "dcx", "xbm", "xpm", "xwd", "pct", "pict", "dds",
        "xcf",
        "fits", "fit", "wbmp", "dcm", "blp", "ftc", "ftu", "qoi", "icns", "fli", "flc", "im",
        "gbr", "msp", "pxr", "spider", "imt", "p7",
    ]

    private static let types: [String: RareImageFormat] = [
        "image/avif": .heif, "image/heif": .heif, "image/jxl": .jpegXL,
        "image/jp2": .jpeg2000, "image/jpx": .jpeg2000, "image/x-jp2-codestream": .jpeg2000,
        "image/vnd.radiance": .radiance, "image/x-portable-anymap": .netpbm,
        "image/x-portable-bitmap": .netpbm, "image/x-portable-graymap": .netpbm,
        "image/x-portable-pixmap": .netpbm, "image/x-portable-floatmap": .floatMap,
        "image/bmp": .bmp,
        "image/vnd.microsoft.icon": .icon,
        "image/x-win-bitmap": .cursor, "image/x-tga": .targa, "image/x-sgi": .sgi,
        "image/x-rgb": .sgi, "image/vnd.adobe.photoshop": .photoshop,
        "image/vnd.zbrush.pcx": .pcx, "image/vnd.zbrush.dcx": .pcx, "image/x-xbitmap": .xBitmap,
        "image/x-xpixmap": .xPixmap,
        "image/x-xwindowdump": .xWindowDump, "image/x-sun-raster": .sunRaster,
        "image/x-cmu-raster": .sunRaster,
        "image/x-pict": .pict, "image/x-dds": .directDraw,
        "image/x-xcf": .gimp, "application/fits": .fits,
        "image/vnd.wap.wbmp": .wapBitmap, "application/dicom": .dicom,
        "image/x-blp": .blizzard, "image/x-ftex": .independence, "image/qoi": .qoi,
        "image/x-icns": .appleIcon, "video/x-flic": .flic, "image/x-ifunc": .ifunc,
        "image/x-gimp-gbr": .gimpBrush, "image/x-msp": .paint, "image/x-pixar": .pixar,
        "image/x-spider": .spider, "image/x-imtools": .imTools,
        "image/x-xv-thumbnail": .xvThumbnail,
    ]
}
