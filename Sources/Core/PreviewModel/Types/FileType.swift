/// The type of a file: a MIME type under its freedesktop.org name.
public struct FileType: RawRepresentable, Hashable, Sendable {
    /// The MIME type, in lower case and without parameters.
    public let rawValue: String

    /// Creates a type from its MIME name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// PDF.
    public static let pdf = FileType(rawValue: "application/pdf")
    /// PDF compressed with gzip.
    package static let compressedPDF = FileType(rawValue: "application/x-gzpdf")
    /// JPEG.
    public static let jpeg = FileType(rawValue: "image/jpeg")
    /// PNG.
    public static let png = FileType(rawValue: "image/png")
    /// WebP.
    public static let webp = FileType(rawValue: "image/webp")
    /// DICOM.
    package static let dicom = FileType(rawValue: "application/dicom")
    /// OpenEXR.
    package static let openEXR = FileType(rawValue: "image/x-exr")
    /// TIFF.
    public static let tiff = FileType(rawValue: "image/tiff")
    /// GIF.
    public static let gif = FileType(rawValue: "image/gif")
    /// SVG.
    public static let svg = FileType(rawValue: "image/svg+xml")
    /// SVG compressed with gzip.
    public static let compressedSVG = FileType(rawValue: "image/svg+xml-compressed")
    /// PostScript.
    public static let postScript = FileType(rawValue: "application/postscript")
    /// Encapsulated PostScript (EPS), to be placed on pages of other documents.
    public static let eps = FileType(rawValue: "image/x-eps")
    /// Text without markup.
    public static let plainText = FileType(rawValue: "text/plain")
    /// Text of a type without a reader of its own, shown as it is; no file has this type.
    package static let otherText = FileType(rawValue: "text/x-other")
    /// An empty file.
    public static let empty = FileType(rawValue: "application/x-zerosize")
    /// Data of an unknown type.
    public static let unknown = FileType(rawValue: "application/octet-stream")

    /// The family of the helper that draws this type, or `nil` when the type has no preview.
    public var family: RendererFamily? { DocumentFormat(of: self)?.reader.family }

    /// The family of the helper to ask when the first one cannot read a document of this type, or
    /// `nil`.
    public var secondFamily: RendererFamily? { DocumentFormat(of: self)?.reader.secondFamily }

    /// The type whose reader a document of this type gets: text is shown as text where no other reader is.
    package func readAs(isText: Bool) -> FileType { isText && family == nil ? .otherText : self }

    /// Whether this is a drawing (SVG), compressed or not.
    package var isDrawing: Bool { self == .svg || self == .compressedSVG }

    /// Whether this is PostScript or EPS compressed with gzip.
    package var isCompressedPostScript: Bool {
        rawValue == "application/x-gzpostscript" || rawValue == "image/x-gzeps"
    }

    /// Whether this is a raw photo in a TIFF container.
    package var isCameraFile: Bool { DocumentFormat(of: self)?.reader == .cameraFile }
}
