import CVips
import Glibc
import PreviewHelper
import PreviewModel

/// What decodes an image of pixels.
enum ImageDecoder {
    /// libvips, which reads what a size needs.
    case vips
    /// Another, which reads all pixels; libvips does the rest with them.
    case reader(any PixelReader)

    /// The decoder of a document in the helper of a family.
    init(_ descriptor: Int32, _ type: FileType, in family: RendererFamily) {
        guard family == .codecs else {
            self = .vips
            return
        }
        // Of a type of the other helper's, the document is one that it could not read.
        switch type {
        case .jpeg: self = .reader(MagickReader("JPEG"))
        case .png: self = .reader(MagickReader("PNG"))
        case .gif: self = .reader(MagickReader("GIF"))
        default:
            self =
                RareImageFormat(type).map { Self.decoder(of: $0, type, descriptor) }
                ?? .reader(MagickReader("TIFF"))
        }
    }

    private static func decoder(
        of format: RareImageFormat,
        _ type: FileType,
        _ descriptor: Int32
    ) -> ImageDecoder {
        let reader: (any PixelReader)? =
            switch format {
            case .heif, .jpegXL, .jpeg2000, .radiance, .netpbm: nil
            case .targa: OwnReader<TargaImage>()
            case .floatMap: OwnReader<FloatMapImage>()
            case .bmp: BitmapReader(descriptor)
            // Of icons the largest is the picture.
            case .icon: MagickReader("ICO", .largest)
            case .cursor: MagickReader("CUR", .largest)
            case .sgi: MagickReader("SGI")
            case .photoshop: MagickReader("PSD")
            case .pcx: MagickReader(type.rawValue.hasSuffix("dcx") ? "DCX" : "PCX")
            case .xBitmap: MagickReader("XBM")
            case .xPixmap: MagickReader("XPM")
            case .xWindowDump: MagickReader("XWD")
            case .sunRaster: MagickReader("SUN")
            case .pict: MagickReader("PICT")
            case .directDraw: OwnReader<DirectDrawImage>()
            case .blizzard: OwnReader<BlizzardImage>()
            case .independence: OwnReader<IndependenceImage>()
            case .qoi: OwnReader<QOIImage>()
            case .appleIcon: OwnReader<AppleIcon>()
            case .flic: OwnReader<FlicImage>()
            case .ifunc: OwnReader<IFUNCImage>()
            case .gimpBrush: OwnReader<GIMPBrush>()
            case .paint: OwnReader<PaintImage>()
            case .pixar: OwnReader<PixarImage>()
            case .spider: OwnReader<SpiderImage>()
            case .imTools: OwnReader<IMToolsImage>()
            case .xvThumbnail: OwnReader<XVThumbnail>()
            case .gimp: OwnReader<XCFImage>()
            case .fits: FITSReader()
            case .wapBitmap: MagickReader("WBMP")
            case .dicom: MagickReader("DCM", .stretch)
            }
        return reader.map { .reader($0) } ?? .vips
    }

    /// Whether detail that is not shown need not be decoded.
    var skipsDetail: Bool {
        if case .reader = self { false } else { true }
    }

    /// Opens the libraries in a zygote, with the readers of every format that may come.
    static func start() -> Bool {
        cvips_start(CVIPS_RARE) == 0 && MagickReader.start()
    }

    /// Reads the header of a page (1-based), or answers `nil` where there is none to read.
    func header(_ descriptor: Int32, page: Int) -> cimage_facts? {
        var facts = cimage_facts()
        switch self {
        case .vips:
            let failure = unsafe cvips_read_header(descriptor, UInt32(page - 1), &facts)
            return failure == 0 ? facts : nil
        case .reader(let reader):
            guard let header = reader.header(descriptor) else { return nil }
            facts.width = UInt32(clamping: header.width)
            facts.height = UInt32(clamping: header.height)
            (facts.pages, facts.orientation) = (1, header.orientation)
            (facts.resolution_across, facts.resolution_down) = (1, 1)
            return facts
        }
    }

    /// Draws a page (1-based) upright and in sRGB, so that it fits in `pixels` x `pixels`.
    func draw(
        _ descriptor: Int32,
        page: Int,
        pixels: UInt32
    ) throws(DrawingFailure) -> Picture {
        var picture = unsafe cimage_picture()
        var failure: Int32 = -1
        switch self {
        case .vips:
            failure = unsafe cvips_thumbnail(descriptor, UInt32(page - 1), pixels, &picture)
        case .reader(let reader):
            if let image = reader.read(descriptor) {
                failure = unsafe image.thumbnail(pixels, &picture)
            }
        }
        guard failure == 0 else { throw .damaged }
        return unsafe Picture(taking: picture)
    }
}
