import CMagick
import CVips
import Glibc
import PreviewModel

/// The library that decodes a format of pixel images.
enum ImageDecoder {
    /// libvips, which reads what a size needs.
    case vips
    /// ImageMagick, by the reader of one format; libvips does the rest with the pixels.
    case magick(format: String, isCollection: Bool)

    /// The decoder of a type.
    init(_ type: FileType) {
        guard let format = RareImageFormat(type), let name = Self.magickName(of: format) else {
            self = .vips
            return
        }
        // Of icons the largest is the picture; in other files the first is, or what all layers make together.
        self = .magick(format: name, isCollection: format == .icon || format == .cursor)
    }

    /// Opens both libraries in a zygote, with the readers of every rare format.
    static func start() -> Bool {
        // An icon is a PNG inside; a JNG is a JPEG and a PNG.
        let names = Set(RareImageFormat.allCases.compactMap(magickName) + ["PNG", "JPEG", "PNM"])
        let strings = unsafe names.map { unsafe strdup($0) }
        defer { unsafe strings.forEach { unsafe free($0) } }
        var list = unsafe strings.map { unsafe UnsafePointer<CChar>($0) }
        unsafe list.append(nil)
        return unsafe cvips_start(CVIPS_RARE) == 0 && cmagick_start(&list) == 0
    }

    private static func magickName(of format: RareImageFormat) -> String? {
        switch format {
        case .heif, .jpegXL, .jpeg2000, .radiance, .netpbm: nil
        case .bmp: "BMP"
        case .icon: "ICO"
        case .cursor: "CUR"
        case .targa: "TGA"
        case .sgi: "SGI"
        case .photoshop: "PSD"
        case .pcx: "PCX"
        case .xBitmap: "XBM"
        case .xPixmap: "XPM"
        case .xWindowDump: "XWD"
        case .sunRaster: "SUN"
        case .pict: "PICT"
        case .directDraw: "DDS"
        case .gimp: "XCF"
        case .fits: "FITS"
        case .jng: "JNG"
        case .wapBitmap: "WBMP"
        case .dicom: "DCM"
        }
    }

    /// Reads the header of a page (1-based), or answers `nil` where there is none to read.
    func header(_ descriptor: Int32, page: Int) -> cvips_facts? {
        var facts = cvips_facts()
        switch self {
        case .vips:
            let failure = unsafe cvips_read_header(descriptor, UInt32(page - 1), &facts)
            return failure == 0 ? facts : nil
        case .magick(let format, let isCollection):
            var image = unsafe cmagick_image()
            defer { unsafe cmagick_free(&image) }
            guard unsafe cmagick_read(descriptor, format, isCollection ? 1 : 0, 1, &image) == 0
            else { return nil }
            (facts.width, facts.height) = unsafe (image.width, image.height)
            (facts.pages, facts.orientation) = (1, unsafe image.orientation)
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
        var picture = unsafe cvips_picture()
        var failure: Int32 = -1
        switch self {
        case .vips:
            failure = unsafe cvips_thumbnail(descriptor, UInt32(page - 1), pixels, &picture)
        case .magick(let format, let isCollection):
            var image = unsafe cmagick_image()
            defer { unsafe cmagick_free(&image) }
            guard unsafe cmagick_read(descriptor, format, isCollection ? 1 : 0, 0, &image) == 0
            else { break }
            var decoded = unsafe cvips_pixels(
                bytes: image.pixels,
                width: image.width,
                height: image.height,
                orientation: image.orientation,
                is_ink: image.is_ink,
                profile: image.profile,
                profile_size: image.profile_size
            )
            failure = unsafe cvips_thumbnail_pixels(&decoded, pixels, &picture)
        }
        guard failure == 0, let bytes = unsafe picture.pixels else { throw .damaged }
        defer { unsafe free(bytes) }
        let width = unsafe Int(picture.width)
        let height = unsafe Int(picture.height)
        let buffer = unsafe UnsafeBufferPointer(start: bytes, count: width * height * 4)
        return Picture(width: width, height: height, pixels: unsafe Array(buffer))
    }
}
