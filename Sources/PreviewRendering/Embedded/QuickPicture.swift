import Glibc
import PreviewHelper
import PreviewModel

/// Pictures that are at hand, for the second of three answers: less than the best, and soon.
struct QuickPicture {
    /// A picture in the desktop's cache, or a photo.
    let document: Int32
    /// The memory file with what is told; for a photo one to write to.
    let beside: Int32

    /// Draws what the request asks for, or throws where it is not to be had.
    func draw(_ request: RequestMessage) throws -> Picture {
        switch request.operation {
        case .kept: return try drawKept(request)
        case .glance: return try drawGlance(request)
        default: throw DrawingFailure.damaged
        }
    }

    /// A picture that a desktop has drawn of the very file, as it is now (Thumbnail Managing Standard).
    private func drawKept(_ request: RequestMessage) throws -> Picture {
        guard let bytes = Payload.read(beside, count: Int(request.payloadSize)),
            let wanted = KeptPictureMessage(decoding: bytes)
        else { throw DrawingFailure.damaged }
        let (start, _) = DocumentBytes.read(document, limit: SizeLimit.quickPicture)
        let texts = PNGTexts.read(start)
        guard texts["Thumb::URI"] == wanted.uri,
            texts["Thumb::MTime"].flatMap({ Int64($0) }) == wanted.modified
        else { throw TextDocument.NothingToShow() }
        let image = try ImageDocument(document, type: .png)
        guard image.header.pixelCount <= min(request.pixelLimit, 1 << 22) else {
            throw DrawingFailure.damaged
        }
        return try image.draw(page: 1, pixels: request.pixels)
    }

    /// The thumbnail in the EXIF data of a photo, where its sides are in the photo's own proportion: one of
    /// another is that of a photo before it was cut, or has black bars.
    private func drawGlance(_ request: RequestMessage) throws -> Picture {
        let photo = try ImageDocument(document, type: .jpeg)
        guard let pictures = PhotoPictures(exifOf: document), let found = pictures.largest,
            found.size <= SizeLimit.quickPicture,
            photo.header.hasProportion(found.width, found.height),
            let bytes = pictures.jpeg(found, orientation: photo.header.orientation)
        else { throw TextDocument.NothingToShow() }
        guard unsafe pwrite(beside, bytes, bytes.count, 0) == bytes.count else {
            throw DrawingFailure.memory
        }
        return try ImageDocument(beside, type: .jpeg).draw(page: 1, pixels: request.pixels)
    }
}

/// The texts of a PNG file that stand before its pixels (PNG 11.3.3.2).
enum PNGTexts {
    /// The texts by their keys, of as much of the file as there is.
    ///
    /// Only those that are neither compressed nor international; their checksums are not looked at.
    static func read(_ bytes: [UInt8]) -> [String: String] {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            return [:]
        }
        var texts: [String: String] = [:]
        var place = 8
        while place + 12 <= bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let kind = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
            guard kind != "IDAT", length <= bytes.count - place - 12 else { break }
            let body = bytes[place + 8..<place + 8 + length]
            if kind == "tEXt", let end = body.firstIndex(of: 0) {
                // Latin-1, which these keys and values do not go beyond.
                let key = String(decoding: body[..<end], as: UTF8.self)
                texts[key] = String(decoding: body[(end + 1)...], as: UTF8.self)
            }
            place += 12 + length
        }
        return texts
    }
}
