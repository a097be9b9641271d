import CMagick
import CVips
import Glibc
import PreviewModel

/// Reads all pixels of an image.
protocol PixelReader {
    /// The size as stored and the orientation, or `nil` where it cannot be read.
    func header(_ descriptor: Int32) -> (width: Int, height: Int, orientation: UInt32)?
    /// The image, or `nil` where it cannot be read.
    func read(_ descriptor: Int32) -> DecodedImage?
}

/// The pixels of an image, of four bytes each, from its top left corner.
struct DecodedImage {
    var width: Int
    var height: Int
    /// The EXIF orientation, 1 to 8.
    var orientation: UInt32 = 1
    /// Whether the bytes are cyan, magenta, yellow and black; else they are red, green, blue and alpha.
    var isInk = false
    /// The opacity of the inks, one byte for a pixel; empty where they are opaque.
    var inkAlpha: [UInt8] = []
    /// The ICC profile, if it carries one.
    var profile: [UInt8] = []
    var pixels: [UInt8]

    /// Makes it fit in `edge` x `edge` pixels, upright and in sRGB.
    func thumbnail(_ edge: UInt32, _ picture: inout cimage_picture) -> Int32 {
        guard width > 0, height > 0, pixels.count == width * height * 4 else { return -1 }
        // The color space of the profile (ICC.1, 7.2); ignore a profile for another color space.
        let space = profile.count > 128 ? String(decoding: profile[16..<20], as: UTF8.self) : ""
        let isGrey = space == "GRAY" && !isInk && hasOnlyGrays
        let fits = isGrey || space == (isInk ? "CMYK" : "RGB ")
        let profile = fits ? profile : []
        let pixels = isGrey ? greyPixels : pixels
        return unsafe pixels.withUnsafeBufferPointer { bytes in
            unsafe profile.withUnsafeBufferPointer { profile in
                var decoded = unsafe cvips_pixels(
                    bytes: bytes.baseAddress,
                    width: UInt32(clamping: width),
                    height: UInt32(clamping: height),
                    orientation: orientation,
                    is_ink: isInk ? 1 : 0,
                    is_grey: isGrey ? 1 : 0,
                    profile: profile.isEmpty ? nil : profile.baseAddress,
                    profile_size: profile.count
                )
                let failure = unsafe cvips_thumbnail_pixels(&decoded, edge, &picture)
                return failure == 0 && !inkAlpha.isEmpty
                    ? unsafe addInkAlpha(edge, &picture) : failure
            }
        }
    }

    /// Adds the opacity of inks to the picture of their colors: libvips converts inks without it.
    private func addInkAlpha(_ edge: UInt32, _ picture: inout cimage_picture) -> Int32 {
        var mask = self
        (mask.isInk, mask.inkAlpha, mask.profile) = (false, [], [])
        mask.pixels = inkAlpha.flatMap { [$0, $0, $0, 255] }
        var opacity = unsafe cimage_picture()
        guard unsafe mask.thumbnail(edge, &opacity) == 0 else { return -1 }
        defer { unsafe free(opacity.pixels) }
        guard unsafe opacity.width == picture.width, unsafe opacity.height == picture.height,
            let source = unsafe opacity.pixels, let target = unsafe picture.pixels
        else { return -1 }
        for index in 0..<(unsafe Int(picture.width) * Int(picture.height)) {
            unsafe target[index * 4 + 3] = source[index * 4]
        }
        return 0
    }

    /// Whether red, green, and blue are one in all pixels: a profile of gray says nothing of others.
    private var hasOnlyGrays: Bool {
        for place in stride(from: 0, to: pixels.count - 3, by: 4) {
            let red = pixels[place]
            guard red == pixels[place + 1], red == pixels[place + 2] else { return false }
        }
        return true
    }

    /// Makes the image opaque where no pixel of it has any opacity: its writer left the bytes empty.
    mutating func ignoreEmptyAlpha() {
        let places = stride(from: 3, to: pixels.count, by: 4)
        guard !isInk, places.allSatisfy({ pixels[$0] == 0 }) else { return }
        for place in places { pixels[place] = 255 }
    }

    /// The same pixels as gray and alpha, where red, green and blue are one.
    private var greyPixels: [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: pixels.count / 2) { grey, count in
            for place in stride(from: 0, to: pixels.count, by: 4) {
                unsafe grey[place / 2] = pixels[place]
                unsafe grey[place / 2 + 1] = pixels[place + 3]
            }
            count = pixels.count / 2
        }
    }
}

/// ImageMagick, by the reader of one format.
struct MagickReader: PixelReader {
    private let format: String
    private let choice: ImageDecoding.MagickChoice
    private var ignoresAlpha = false

    init(_ format: String, _ choice: ImageDecoding.MagickChoice = .first) {
        self.format = format
        self.choice = choice
    }

    /// A reader of Windows bitmaps, which may lack the header that only files have.
    ///
    /// ImageMagick treats the fourth byte of a pixel as alpha even if the header does not declare
    /// alpha.
    init(bitmapIsFile isFile: Bool, ignoresAlpha: Bool) {
        (format, choice) = (isFile ? "BMP" : "DIB", .first)
        self.ignoresAlpha = ignoresAlpha
    }

    /// Opens ImageMagick with the readers of all formats that are asked for.
    static func start() -> Bool {
        // The picture that warms up the library is a PNM file.
        let names = Set(DocumentFormat.all.flatMap(\.reader.magickReaders) + ["PNM"])
        let strings = unsafe names.sorted().map { unsafe strdup($0) }
        defer { for index in unsafe strings.indices { unsafe free(strings[index]) } }
        var list = unsafe strings.map { unsafe UnsafePointer<CChar>($0) }
        unsafe list.append(nil)
        return unsafe cmagick_start(&list) == 0
    }

    func header(_ descriptor: Int32) -> (width: Int, height: Int, orientation: UInt32)? {
        header(of: .file(descriptor))
    }

    func read(_ descriptor: Int32) -> DecodedImage? { read(.file(descriptor)) }

    /// The source of an image.
    enum Source {
        case file(Int32)
        /// In memory, as images do that are a part of others.
        case bytes([UInt8])
    }

    /// The size as stored and the orientation, or `nil` where it cannot be read.
    func header(of source: Source) -> (width: Int, height: Int, orientation: UInt32)? {
        var image = unsafe cmagick_image()
        defer { unsafe cmagick_free(&image) }
        guard unsafe load(source, ways | CMAGICK_HEADER.rawValue, &image) else { return nil }
        return unsafe (Int(image.width), Int(image.height), image.orientation)
    }

    /// The image, or `nil` where it cannot be read.
    func read(_ source: Source) -> DecodedImage? {
        var image = unsafe cmagick_image()
        defer { unsafe cmagick_free(&image) }
        guard unsafe load(source, ways, &image) else { return nil }
        let width = unsafe Int(image.width)
        let height = unsafe Int(image.height)
        let bytes = unsafe UnsafeBufferPointer(start: image.pixels, count: width * height * 4)
        let profile = unsafe UnsafeBufferPointer(start: image.profile, count: image.profile_size)
        var decoded = unsafe DecodedImage(
            width: width,
            height: height,
            orientation: image.orientation,
            isInk: image.is_ink != 0,
            profile: Array(profile),
            pixels: Array(bytes)
        )
        if ignoresAlpha {
            for index in stride(from: 3, to: decoded.pixels.count, by: 4) {
                decoded.pixels[index] = 255
            }
        }
        return decoded
    }

    private func load(_ source: Source, _ ways: UInt32, _ image: inout cmagick_image) -> Bool {
        switch source {
        case .file(let descriptor):
            unsafe cmagick_read(descriptor, format, ways, &image) == 0
        case .bytes(let bytes):
            unsafe bytes.withUnsafeBytes {
                unsafe cmagick_read_bytes($0.baseAddress, $0.count, format, ways, &image) == 0
            }
        }
    }

    private var ways: UInt32 {
        switch choice {
        case .first: 0
        case .largest: CMAGICK_LARGEST.rawValue
        case .stretch: CMAGICK_STRETCH.rawValue
        }
    }
}

/// An image format that this project decodes without a library, as pixels.
protocol OwnImage {
    var width: Int { get }
    var height: Int { get }
    /// The ICC profile of its colors, or nothing.
    var profile: [UInt8] { get }
    /// Whether an image in which alpha is 0 everywhere is opaque.
    var mayLackAlpha: Bool { get }
    /// Reads the header; `nil` if the file is not in this format.
    init?(_ descriptor: Int32)
    /// The pixels: red, green, blue, alpha; rows from the top.
    func pixels() -> [UInt8]?
}

extension OwnImage {
    var profile: [UInt8] { [] }
    var mayLackAlpha: Bool { false }
}

/// Reads images of such a format.
struct OwnReader<Image: OwnImage>: PixelReader {
    func header(_ descriptor: Int32) -> (width: Int, height: Int, orientation: UInt32)? {
        Image(descriptor).map { ($0.width, $0.height, 1) }
    }

    func read(_ descriptor: Int32) -> DecodedImage? {
        guard let image = Image(descriptor), let pixels = image.pixels() else { return nil }
        var decoded = DecodedImage(
            width: image.width,
            height: image.height,
            profile: image.profile,
            pixels: pixels
        )
        if image.mayLackAlpha { decoded.ignoreEmptyAlpha() }
        return decoded
    }
}

/// An image format that this project decodes without a library, as samples of any depth.
protocol OwnSamples {
    var width: Int { get }
    var height: Int { get }
    /// Reads the header; `nil` if the file is not in this format.
    init?(_ descriptor: Int32)
    /// The image; `nil` where nothing of it can be read.
    func decoded() -> DecodedImage?
}

/// Reads images of such a format.
struct OwnSampleReader<Image: OwnSamples>: PixelReader {
    func header(_ descriptor: Int32) -> (width: Int, height: Int, orientation: UInt32)? {
        Image(descriptor).map { ($0.width, $0.height, 1) }
    }

    func read(_ descriptor: Int32) -> DecodedImage? { Image(descriptor)?.decoded() }
}
