import PlainRendering
import PreviewHelper

/// Reads the size of embedded pictures from their headers.
enum EmbeddedPictureSize {
    /// The pixels of the longer side of a PNG, JPEG or GIF file; `nil` for other formats, and if
    /// the header does not state it.
    static func longerSide(of bytes: [UInt8]) -> Int? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), bytes.count >= 24 {
            return Int(max(bytes.big32(16), bytes.big32(20)))
        }
        if bytes.starts(with: "GIF8".utf8), bytes.count >= 10 {
            return Int(max(bytes.number16(6), bytes.number16(8)))
        }
        if bytes.starts(with: [0xFF, 0xD8]),
            let header = unsafe bytes.withUnsafeBytes({ unsafe JPEGHeader($0) })
        {
            return max(header.width, header.height)
        }
        return nil
    }
}
