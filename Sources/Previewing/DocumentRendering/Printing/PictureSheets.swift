import CImage
import CLinux
import CQPDF
import Glibc
import PlainRendering
import PreviewHelper
import PreviewModel
import SheetRendering

/// Pictures as PDF pages: JPEG files are embedded unchanged, others as pixels.
struct PictureSheets {
    let descriptor: Int32
    let type: FileType
    let family: RendererFamily
    let image: ImageDocument
    let pixelLimit: UInt64
    /// The requested resolution in pixels per inch, if any.
    let asked: Int?

    /// The default print resolution of a picture without one, in pixels per inch.
    private static let usualResolution = 72.0

    /// The pages that a layout names, at their places; a picture that is not named is left out.
    func source(for layout: SheetLayout) throws(SheetFailure) -> (SheetSource, SheetLayout) {
        let wanted = Set(layout.faces.joined()).subtracting(layout.hasBlankPages ? [0] : [])
        guard wanted.allSatisfy({ (1...image.header.pageCount).contains($0) }) else {
            throw .outcome(.pageOutOfRange)
        }
        let source = try SheetSource()
        var places: [Int: Int] = [:]
        for page in wanted.sorted() {
            try add(page, to: source)
            places[page] = source.pageCount
        }
        var layout = layout
        layout.faces = layout.faces.map { face in face.map { places[$0] ?? 0 } }
        return (source, layout)
    }

    /// Adds a page.
    private func add(_ page: Int, to source: SheetSource) throws(SheetFailure) {
        // Decode a JPEG that only the second helper can read: other programs may fail on it.
        if type == .jpeg, family == .images, try addJPEG(to: source) { return }
        let (image, picture) = try decoded(page)
        let (white, components) = picture.onWhite
        let size = pageSize(of: image, picture.width, picture.height)
        let failure: SheetFailure? = unsafe white.withUnsafeBufferPointer { buffer in
            do throws(SheetFailure) {
                unsafe try source.add(
                    cqpdf_picture(
                        width: UInt32(picture.width),
                        height: UInt32(picture.height),
                        components: components,
                        // The picture was drawn upright.
                        orientation: 1,
                        page_width: size.width,
                        page_height: size.height,
                        data: buffer.baseAddress,
                        length: buffer.count,
                        is_jpeg: 0,
                        is_inverted: 0,
                        profile: nil,
                        profile_length: 0
                    )
                )
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Decodes each page and forgets it again.
    func decode() throws(SheetFailure) {
        for page in 1...max(1, image.header.pageCount) {
            if type == .jpeg, family == .images, isEmbedded { return }
            _ = try decoded(page)
        }
    }

    /// Whether it is a JPEG file whose data need not be decoded.
    private var isEmbedded: Bool {
        guard let file = Contents(descriptor) else { return false }
        return unsafe JPEGHeader(file.bytes) != nil
    }

    /// The header and the pixels of a page.
    private func decoded(_ page: Int) throws(SheetFailure) -> (ImageDocument, Picture) {
        let image: ImageDocument
        do {
            image = try ImageDocument(descriptor, type: type, in: family, page: page)
        } catch {
            throw .damaged(why: .init(.imagePage))
        }
        let megapixels = pixelLimit / 1_000_000
        guard image.header.pixelCount <= pixelLimit else {
            throw .tooLarge(why: .init(.pageTooManyPixels, "\(megapixels)"))
        }
        do {
            return (image, try image.draw(page: page, pixels: 10_000_000))
        } catch {
            throw .damaged(why: .init(.imageNotDecoded))
        }
    }

    /// Embeds a JPEG file unchanged; returns false if it has to be decoded.
    private func addJPEG(to source: SheetSource) throws(SheetFailure) -> Bool {
        guard let file = Contents(descriptor) else { return false }
        guard let header = unsafe JPEGHeader(file.bytes) else { return false }
        let orientation = image.header.orientation
        let isUpright = orientation < 5
        let size = pageSize(
            of: image,
            isUpright ? header.width : header.height,
            isUpright ? header.height : header.width
        )
        let profile = image.profile(components: header.components)
        let failure: SheetFailure? = unsafe profile.withUnsafeBufferPointer { profile in
            do throws(SheetFailure) {
                unsafe try source.add(
                    cqpdf_picture(
                        width: UInt32(header.width),
                        height: UInt32(header.height),
                        components: UInt32(header.components),
                        orientation: orientation,
                        page_width: size.width,
                        page_height: size.height,
                        data: file.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
                        length: file.bytes.count,
                        is_jpeg: 1,
                        is_inverted: header.components == 4 && header.isAdobe ? 1 : 0,
                        profile: profile.baseAddress,
                        profile_length: profile.count
                    )
                )
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
        return true
    }

    /// Returns the size of a picture at its own resolution, in points.
    private func pageSize(of image: ImageDocument, _ width: Int, _ height: Int) -> PageSize {
        let asked = asked.map { (across: Double($0), down: Double($0)) }
        let resolution =
            asked ?? image.header.resolution ?? (Self.usualResolution, Self.usualResolution)
        return PageSize(
            width: Double(width) * 72 / resolution.across,
            height: Double(height) * 72 / resolution.down
        )
    }
}

/// The bytes of a file, for as long as this lives: a copy, since the file may be changed meanwhile.
@safe private struct Contents: ~Copyable {
    let bytes: UnsafeRawBufferPointer

    init?(_ descriptor: Int32) {
        var size = 0
        guard let start = unsafe clinux_contents(descriptor, .max, &size) else { return nil }
        unsafe bytes = UnsafeRawBufferPointer(start: start, count: size)
    }

    deinit { unsafe free(UnsafeMutableRawPointer(mutating: bytes.baseAddress)) }
}

extension Picture {
    /// The pixels without alpha, as they look on white paper, and how many numbers each has: one
    /// where all are gray, as in scans, which makes a third of the work.
    var onWhite: (bytes: [UInt8], components: UInt32) {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: width * height * 3) {
            result,
            count in
            unsafe pixels.withUnsafeBufferPointer { pixels in
                for pixel in 0..<(width * height) {
                    let alpha = unsafe Int(pixels[pixel * 4 + 3])
                    for part in 0..<3 {
                        let value = unsafe Int(pixels[pixel * 4 + part])
                        let shown = (value * alpha + 255 * (255 - alpha) + 127) / 255
                        unsafe result[pixel * 3 + part] = UInt8(clamping: shown)
                    }
                }
            }
            count = width * height * 3
        }
        let isGrey = unsafe bytes.withUnsafeBufferPointer { bytes in
            stride(from: 0, to: bytes.count, by: 3).allSatisfy { place in
                unsafe bytes[place] == bytes[place + 1] && bytes[place] == bytes[place + 2]
            }
        }
        guard isGrey else { return (bytes, 3) }
        return (stride(from: 0, to: bytes.count, by: 3).map { bytes[$0] }, 1)
    }
}
