import CVips
import Glibc
import PlainRendering
package import PreviewHelper
package import PreviewModel

/// A raster image.
///
/// Used only in a child process.
package struct ImageDocument {
    private let descriptor: Int32
    private let decoder: ImageDecoder
    /// The header of the page that was read.
    let header: ImageHeader

    /// Reads the header of a page, and nothing more.
    package init(
        _ descriptor: Int32,
        type: FileType,
        in family: RendererFamily = .images,
        page: Int = 1
    ) throws(DocumentProblemError) {
        let decoder = ImageDecoder(descriptor, type, in: family)
        guard let facts = decoder.header(descriptor, page: page),
            let header = ImageHeader(facts, type: type)
        else {
            if let package = Self.missingPackage(for: type) {
                throw DocumentProblemError(.missingPackage(why: .init(.packageNeeded, package)))
            }
            if let variant = ImageVariant.name(descriptor, type) {
                throw DocumentProblemError(.unsupportedVariant(why: .init(.variant, variant)))
            }
            throw DocumentProblemError(.damaged(why: .init(.imageHeader)))
        }
        self.descriptor = descriptor
        self.decoder = decoder
        self.header = header
    }

    /// The package of the library that reads images of a type, where it is not installed.
    private static func missingPackage(for type: FileType) -> String? {
        switch type {
        case .dicom where !DICOMReader.isThere: DICOMReader.package
        case .openEXR where !EXRReader.isThere: EXRReader.package
        default: nil
        }
    }

    /// Whether drawing it at `pixels` decodes more pixels than the limit allows.
    func exceeds(pixelLimit: UInt64, at pixels: UInt32) -> Bool {
        header.exceeds(pixelLimit: pixelLimit, at: pixels, skipsDetail: decoder.skipsDetail)
    }

    /// Returns the problem that the image has more pixels than the limit.
    func tooManyPixels(limit: UInt64) -> DocumentProblem {
        func words(_ pixels: UInt64) -> String {
            let tenths = (pixels + 50_000) / 100_000
            return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
        }
        let count = header.pixelCount
        // For a JPEG, whose decoder can skip detail, the limit is eight times as high.
        let limit =
            header.type == .jpeg && decoder.skipsDetail && count / 8 > limit
            ? limit * 8 : limit
        return .tooLarge(
            why: .init(.tooManyPixels, words(count), words(limit))
        )
    }

    /// The ICC profile; no bytes where there is none.
    var profile: [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        var length = 0
        guard unsafe cvips_profile(descriptor, &bytes, &length) == 0, let bytes = unsafe bytes
        else { return [] }
        defer { unsafe free(bytes) }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: length))
    }

    /// Draws a page upright and in sRGB, so that it fits in `pixels` x `pixels`.
    package func draw(page: Int, pixels: UInt32) throws(DrawingFailure) -> Picture {
        try decoder.draw(descriptor, page: page, pixels: pixels)
    }
}
