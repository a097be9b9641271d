import Glibc
import PlainRendering
import PreviewHelper
import PreviewModel

/// Pictures that are available early, in lower quality, for the second of three answers.
struct QuickPicture {
    /// A picture in the desktop's cache, or a photo.
    let document: Int32
    /// The memory file with the request's payload; for a photo one to write to.
    let beside: Int32

    /// Draws what the request asks for, or throws if it is not available.
    func draw(_ request: RequestMessage) throws -> Picture {
        switch request.operation {
        case .cachedThumbnail: return try drawKept(request)
        case .embeddedThumbnail: return try drawEmbeddedThumbnail(request)
        default: throw DrawingFailure.damaged
        }
    }

    /// Draws the desktop's thumbnail of the current version of the file (Thumbnail Managing
    /// Standard).
    private func drawKept(_ request: RequestMessage) throws -> Picture {
        guard let bytes = FilePart.sealed(beside, count: Int(request.payloadSize)),
            let wanted = CachedThumbnailMessage(decoding: bytes)
        else { throw DrawingFailure.damaged }
        let (start, _) = FilePart.start(of: document, limit: SizeLimit.embeddedThumbnail)
        let file = FilePart(whole: document)
        let texts = PNGTexts.read(start) { packed in
            // The slice has the positions of the file.
            file?.part(at: packed.startIndex, count: packed.count).flatMap {
                Deflate.inflate($0, size: PNGText.limit + 1, whole: false, wrapping: .gzip)
            }
        }
        guard texts["Thumb::URI"] == wanted.uri,
            // Tumbler writes microseconds behind the seconds of the standard.
            texts["Thumb::MTime"].flatMap({ Int64($0.prefix { $0 != "." }) }) == wanted.modified
        else { throw TextDocument.NothingToShow() }
        let image = try ImageDocument(document, type: .png)
        guard image.header.pixelCount <= min(request.pixelLimit, 1 << 22) else {
            throw DrawingFailure.damaged
        }
        return try image.draw(page: 1, pixels: request.pixels)
    }

    /// Draws the thumbnail in the EXIF data of a photo if it has the photo's aspect ratio.
    ///
    /// A thumbnail with another ratio shows the photo before it was cropped, or has black bars.
    private func drawEmbeddedThumbnail(_ request: RequestMessage) throws -> Picture {
        let photo = try ImageDocument(document, type: .jpeg)
        guard let pictures = PhotoPictures(exifOf: document), let found = pictures.largest,
            found.size <= SizeLimit.embeddedThumbnail,
            photo.header.hasProportion(found.width, found.height),
            let bytes = pictures.jpeg(found, orientation: photo.header.orientation)
        else { throw TextDocument.NothingToShow() }
        guard unsafe pwrite(beside, bytes, bytes.count, 0) == bytes.count else {
            throw DrawingFailure.memory
        }
        return try ImageDocument(beside, type: .jpeg).draw(page: 1, pixels: request.pixels)
    }
}

/// The text chunks of a PNG file before its pixels (PNG 11.3.3.2).
enum PNGTexts {
    /// Returns the texts by key, from the available part of the file.
    ///
    /// Ignores the checksums. The first text of a key counts.
    static func read(
        _ bytes: [UInt8],
        inflate: (ArraySlice<UInt8>) -> [UInt8]?
    ) -> [String: String] {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            return [:]
        }
        var texts: [String: String] = [:]
        var place = 8
        while place + 12 <= bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let kind = bytes[place + 4..<place + 8]
            guard !kind.elementsEqual("IDAT".utf8), length <= bytes.count - place - 12 else {
                break
            }
            let body = bytes[place + 8..<place + 8 + length]
            if let found = PNGText(kind, body, inflate: inflate), texts[found.key] == nil {
                texts[found.key] = found.text
            }
            place += 12 + length
        }
        return texts
    }
}
