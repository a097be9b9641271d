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
        try source.add(
            pixels: white,
            width: picture.width,
            height: picture.height,
            components: components,
            resolution: image.header.printedResolution(asked)
        )
    }

    /// Decodes each page and forgets it again.
    func decode() throws(SheetFailure) {
        for page in 1...max(1, image.header.pageCount) {
            if type == .jpeg, family == .images, embedded != nil { return }
            _ = try decoded(page)
        }
    }

    /// The most bytes of a JPEG file that is not decoded: libqpdf copies it.
    private static let embeddedLimit = 768 << 20

    /// A JPEG file whose data need not be decoded, and its header.
    private var embedded: (bytes: [UInt8], frame: JPEGHeader)? {
        guard let file = FilePart(whole: descriptor), file.size <= Self.embeddedLimit,
            let bytes = file.bytes(at: 0, count: file.size)
        else { return nil }
        let frame = unsafe bytes.withUnsafeBytes { unsafe JPEGHeader($0) }
        return frame.map { (bytes, $0) }
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
        guard let (bytes, frame) = embedded else { return false }
        try source.add(
            jpeg: bytes,
            frame,
            orientation: image.header.orientation,
            resolution: image.header.printedResolution(asked),
            profile: image.profile
        )
        return true
    }
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
