/// The library or code that reads the files of a format.
package enum FormatReader: Sendable, Hashable {
    /// poppler.
    case pdf
    /// poppler, after gzip.
    case compressedPDF
    /// Ghostscript.
    case postScript
    /// Ghostscript; if it fails, the preview image that the file contains.
    case encapsulatedPostScript
    /// libvips; if it fails, the named ImageMagick reader.
    case image(orMagick: String? = nil)
    /// libjpeg or libpng where an image needs nothing else; otherwise as ``image(orMagick:)``.
    case plainImage(orMagick: String)
    /// The picture embedded in a raw photo; if there is none, libvips, which reads the file as
    /// TIFF.
    case cameraFile
    /// A decoder for a rarer image format.
    case rareImage(ImageDecoding)
    /// The typesetting code of this project.
    case text(TextFormat)
    /// libffmpegthumbnailer, from an optional package.
    case video

    /// The family of the helper that runs this reader.
    package var family: RendererFamily {
        switch self {
        case .pdf, .compressedPDF: .pdf
        case .postScript, .encapsulatedPostScript: .postscript
        case .image, .plainImage, .cameraFile: .images
        case .rareImage: .rareImages
        case .text: .text
        case .video: .video
        }
    }

    /// The family of the helper to ask when the first one cannot read a document, or `nil`.
    ///
    /// ImageMagick reads images that libvips does not: damaged ones, and those with unusual pixel
    /// depths. PDFium repairs some PDFs that poppler cannot open.
    package var secondFamily: RendererFamily? {
        switch self {
        case .encapsulatedPostScript: .images
        case .image(let other): other == nil ? nil : .rareImages
        case .plainImage, .cameraFile: .rareImages
        case .pdf: .pdfium
        case .compressedPDF, .postScript, .rareImage, .text, .video: nil
        }
    }

    /// The names of the ImageMagick readers that it may use.
    package var magickReaders: [String] {
        switch self {
        case .image(let name): name.map { [$0] } ?? []
        case .plainImage(let name): [name]
        case .cameraFile: ["TIFF"]
        case .rareImage(let decoding): decoding.magickReaders
        case .pdf, .compressedPDF, .postScript, .encapsulatedPostScript, .text, .video: []
        }
    }

    /// The libraries that read such files, for the table of formats.
    package var libraries: String {
        switch self {
        case .pdf, .compressedPDF: "poppler"
        case .postScript, .encapsulatedPostScript: "Ghostscript"
        case .image(let name): name == nil ? "libvips" : "libvips, ImageMagick"
        case .plainImage(let name): "lib\(name.lowercased()), libvips, ImageMagick"
        case .cameraFile: "libvips, ImageMagick"
        case .rareImage(.vips): "libvips"
        case .rareImage(.magick): "ImageMagick"
        case .rareImage(.swift(.dicom)): "GDCM"
        case .rareImage(.swift(.openEXR)): "OpenEXR"
        case .rareImage(.swift): "QuickPreview"
        case .text(let format): format.libraries
        case .video: "libffmpegthumbnailer"
        }
    }
}
