import CDICOM
import CEXR
import CVips
import Glibc
import PlainRendering
import PreviewHelper
import PreviewModel

/// The decoder of a raster image.
enum ImageDecoder {
    /// libvips, which decodes only the detail that the requested size needs.
    case vips
    /// libvips for the usual pages of a TIFF, libtiff for the others.
    case tiff
    /// Another reader, which decodes all pixels; libvips does the rest.
    case reader(any PixelReader)

    /// The decoder of a document in the helper of a family.
    init(_ descriptor: Int32, _ type: FileType, in family: RendererFamily) {
        guard family == .rareImages, let reader = DocumentFormat(of: type)?.reader else {
            self = type == .tiff ? .tiff : .vips
            return
        }
        switch reader {
        case .rareImage(let decoding): self = Self.decoder(decoding, descriptor)
        // A document of the other helper's types is here because that helper could not read it.
        case .plainImage, .image, .cameraFile:
            self = reader.magickReaders.first.map { .reader(MagickReader($0)) } ?? .vips
        case .pdf, .compressedPDF, .postScript, .encapsulatedPostScript, .text, .video: self = .vips
        }
    }

    private static func decoder(_ decoding: ImageDecoding, _ descriptor: Int32) -> ImageDecoder {
        switch decoding {
        case .vips: .vips
        case .magick(let name, let choice): .reader(MagickReader(name, choice))
        case .swift(let reader): .reader(Self.reader(reader, descriptor))
        }
    }

    private static func reader(
        _ reader: SwiftImageReader,
        _ descriptor: Int32
    ) -> any PixelReader {
        switch reader {
        case .animatedCursor: AnimatedCursorReader()
        case .appleIcon: OwnReader<AppleIcon>()
        case .bitmap: BitmapReader(descriptor)
        case .icon: IconReader()
        case .netpbm: OwnSampleReader<NetpbmImage>()
        case .paintbrush: OwnSampleReader<PaintbrushImage>()
        case .openEXR: EXRReader()
        case .photoshop: PhotoshopReader()
        case .siliconGraphics: OwnSampleReader<SGIImage>()
        case .sunRaster: OwnSampleReader<SunRasterImage>()
        case .dicom: DICOMReader()
        case .directDraw: OwnReader<DirectDrawImage>()
        case .fits: FITSReader()
        case .floatMap: OwnReader<FloatMapImage>()
        case .gimp: OwnReader<XCFImage>()
        case .gimpBrush: OwnReader<GIMPBrush>()
        case .quiteOK: OwnReader<QOIImage>()
        case .targa: OwnReader<TargaImage>()
        }
    }

    /// Whether detail that is not shown need not be decoded.
    var skipsDetail: Bool {
        if case .reader = self { false } else { true }
    }

    /// Opens the libraries in a zygote, with the readers of every format that may come.
    static func start() -> Bool {
        // Without one of these, the images that it reads name its package.
        _ = cdicom_start()
        _ = cexr_start()
        return cvips_start(CVIPS_RARE) == 0 && MagickReader.start()
    }

    /// Reads the header of a page (1-based); returns `nil` if it cannot be read.
    func header(_ descriptor: Int32, page: Int) -> cimage_facts? {
        var facts = cimage_facts()
        switch self {
        case .tiff:
            if let image = TIFFImage(descriptor, page: page) {
                switch image.reading {
                case .refused: return nil
                case .samples: return image.facts
                case .vips, .colors: break
                }
            }
            return Self.vips.header(descriptor, page: page)
        case .vips:
            let failure = unsafe cvips_read_header(descriptor, UInt32(clamping: page - 1), &facts)
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
        case .tiff:
            failure = unsafe drawTIFF(descriptor, page: page, pixels: pixels, &picture)
        case .vips:
            failure = unsafe cvips_thumbnail(
                descriptor,
                UInt32(clamping: page - 1),
                pixels,
                &picture
            )
        case .reader(let reader):
            if let image = reader.read(descriptor) {
                failure = unsafe image.thumbnail(pixels, &picture)
            }
        }
        guard failure == 0 else { throw .damaged }
        return unsafe Picture(taking: picture)
    }

    /// Draws a page of a TIFF.
    private func drawTIFF(
        _ descriptor: Int32,
        page: Int,
        pixels: UInt32,
        _ picture: inout cimage_picture
    ) -> Int32 {
        let index = UInt32(clamping: page - 1)
        guard let image = TIFFImage(descriptor, page: page) else {
            return unsafe cvips_thumbnail(descriptor, index, pixels, &picture)
        }
        switch image.reading {
        case .refused: return -1
        case .vips: return unsafe cvips_thumbnail(descriptor, index, pixels, &picture)
        case .colors: return unsafe cvips_thumbnail_by_libtiff(descriptor, index, pixels, &picture)
        case .samples: return unsafe image.decoded()?.thumbnail(pixels, &picture) ?? -1
        }
    }
}
