/// What a file is, for programs: a MIME type under its freedesktop.org name.
public struct FileType: RawRepresentable, Hashable, Sendable {
    /// The MIME type, in lower case and without parameters.
    public let rawValue: String

    /// A type from its MIME name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// PDF.
    public static let pdf = FileType(rawValue: "application/pdf")
    /// JPEG.
    public static let jpeg = FileType(rawValue: "image/jpeg")
    /// PNG.
    public static let png = FileType(rawValue: "image/png")
    /// WebP.
    public static let webp = FileType(rawValue: "image/webp")
    /// TIFF.
    public static let tiff = FileType(rawValue: "image/tiff")
    /// GIF.
    public static let gif = FileType(rawValue: "image/gif")
    /// SVG.
    public static let svg = FileType(rawValue: "image/svg+xml")
    /// SVG in gzip.
    public static let compressedSVG = FileType(rawValue: "image/svg+xml-compressed")
    /// PostScript.
    public static let postScript = FileType(rawValue: "application/postscript")
    /// A picture in PostScript, to be placed on others' pages.
    public static let eps = FileType(rawValue: "image/x-eps")
    /// Text without markup.
    public static let plainText = FileType(rawValue: "text/plain")
    /// A file of no bytes.
    public static let empty = FileType(rawValue: "application/x-zerosize")
    /// Bytes that no rule knows.
    public static let unknown = FileType(rawValue: "application/octet-stream")

    /// The helper that draws this type, or `nil` when there is no picture of it.
    public var family: RendererFamily? {
        switch self {
        case .pdf: .documents
        case .jpeg, .png, .webp, .tiff, .gif, .svg, .compressedSVG: .images
        case .postScript, .eps, Self.illustrator: .postscript
        case _ where isCompressedPostScript: .postscript
        default:
            if isCameraFile {
                .images
            } else if RareImageFormat(self) != nil {
                .codecs
            } else if VideoFormat.contains(self) {
                .video
            } else {
                TextFormat(self) == nil ? nil : .text
            }
        }
    }

    /// The helper that is asked where the first one cannot read a document of this type, or `nil`.
    ///
    /// ImageMagick reads what libvips, for want of care or of pixels that it can handle, does not.
    public var secondFamily: RendererFamily? {
        switch self {
        case .jpeg, .png, .tiff, .gif: .codecs
        // It takes out the picture that some bring along.
        case .eps: .images
        default: isCameraFile ? .codecs : nil
        }
    }

    /// Documents of Illustrator that are PostScript; those that are PDF have its type.
    private static let illustrator = FileType(rawValue: "application/illustrator")

    /// Whether it is PostScript, or a picture in it, in gzip.
    package var isCompressedPostScript: Bool {
        rawValue == "application/x-gzpostscript" || rawValue == "image/x-gzeps"
    }

    /// Whether it is a raw photo in the form of a TIFF file.
    package var isCameraFile: Bool { Self.cameraFiles.contains(rawValue) }

    /// Raw photos that are TIFF files, and are drawn as such.
    private static let cameraFiles: Set<String> = [
        "image/x-adobe-dng", "image/x-canon-cr2", "image/x-kodak-dcr", "image/x-kodak-k25",
        "image/x-kodak-kdc", "image/x-nikon-nef", "image/x-nikon-nrw", "image/x-pentax-pef",
        "image/x-sony-arw", "image/x-sony-sr2", "image/x-sony-srf",
    ]
}

/// One of the helpers: each loads only the libraries of its formats.
public enum RendererFamily: UInt8, CaseIterable, Sendable {
    /// PDF.
    case documents = 1
    /// Pixel images of the web's formats, and drawings.
    case images = 2
    /// Texts, documents of offices, listings, fonts and cards: all that is set in type here.
    case text = 3
    /// Pixel images of rarer formats.
    case codecs = 4
    /// Videos.
    case video = 5
    /// PostScript.
    case postscript = 6
    /// JPEG and PNG that need nothing but their own libraries, as most do: asked before ``images``.
    case plain = 7

    /// The helper that probably knows a file of this name.
    ///
    /// A guess that saves time: the truth is in the contents, and a helper that was asked in error
    /// says which one to ask.
    public init(guessedFromExtension nameExtension: String) {
        switch nameExtension {
        case "jpg", "jpeg", "jpe", "png", "webp", "tif", "tiff", "gif", "svg", "svgz":
            self = .images
        case "pdf", "ai", "": self = .documents
        case "ps", "eps", "epsf", "epsi": self = .postscript
        case _ where TextFormat.extensions.contains(nameExtension): self = .text
        case _ where RareImageFormat.extensions.contains(nameExtension): self = .codecs
        case _ where VideoFormat.extensions.contains(nameExtension): self = .video
        default: self = .documents
        }
    }

    /// The helper that is asked first where this one is thought to know a file of a name: the plain one, whose
    /// children start in half the time, and which passes on what needs more.
    public func first(forExtension nameExtension: String) -> RendererFamily {
        guard self == .images else { return self }
        return ["jpg", "jpeg", "jpe", "png", ""].contains(nameExtension) ? .plain : self
    }
}
