import CPNG
import Glibc
import PreviewHelper
import PreviewModel

/// The pictures inside a drawing (SVG), in formats that librsvg reads in the sandbox.
///
/// It decodes JPEG and PNG itself, and all others by modules that it would have to open. So a GIF or WebP becomes a PNG, and a
/// JPEG or PNG gets its own name where the drawing has another.
enum DrawingPictures {
    /// The most pixels of all pictures that are converted.
    private static let pixelsLimit = 64 << 20

    /// A drawing whose pictures librsvg can read.
    static func readable(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var (kept, place, pixels) = (0, 0, pixelsLimit)
        while let start = next(in: bytes, from: place) {
            let quote = bytes[start - 1]
            let end = bytes[start...].firstIndex(of: quote) ?? bytes.endIndex
            place = end
            guard let comma = bytes[start..<end].firstIndex(of: UInt8(ascii: ",")),
                let other = picture(bytes[start..<comma], bytes[(comma + 1)..<end], &pixels)
            else { continue }
            result += bytes[kept..<start]
            result += other
            kept = end
        }
        return kept == 0 ? bytes : result + bytes[kept...]
    }

    /// The next "data:image/" after a quotation mark.
    private static func next(in bytes: [UInt8], from place: Int) -> Int? {
        let word = Array("data:image/".utf8)
        var place = max(place, 1)
        while let start = bytes[place...].firstIndex(of: word[0]) {
            place = start + 1
            let quote = bytes[start - 1]
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                bytes[start...].starts(with: word)
            {
                return start
            }
        }
        return nil
    }

    /// The address that takes the place of one; `nil` where it stays.
    private static func picture(
        _ head: ArraySlice<UInt8>,
        _ code: ArraySlice<UInt8>,
        _ pixels: inout Int
    ) -> [UInt8]? {
        let head = String(decoding: head, as: UTF8.self).lowercased()
        guard head.hasSuffix(";base64") else { return nil }
        let start = EncodedWords.base64(code.prefix(64))
        let name: String
        if start.starts(with: [0xFF, 0xD8, 0xFF]) {
            name = "jpeg"
        } else if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            name = "png"
        } else if start.starts(with: "GIF8".utf8) || start.starts(with: "RIFF".utf8) {
            return converted(EncodedWords.base64(code), &pixels)
        } else {
            return nil
        }
        let right = "data:image/\(name);base64"
        return head == right ? nil : Array("\(right),".utf8) + code
    }

    private static func converted(_ bytes: [UInt8], _ pixels: inout Int) -> [UInt8]? {
        guard let picture = SmallPicture(bytes)?.decoded(limit: pixels) else { return nil }
        pixels -= picture.width * picture.height
        guard let file = ModelDocument.png(picture) else { return nil }
        return Array("data:image/png;base64,".utf8) + base64(file)
    }

    private static func base64(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var code: [UInt8] = []
        code.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var value = 0
            for index in 0..<3 {
                value = value << 8 | (index < group.count ? Int(group[start + index]) : 0)
            }
            for index in 0..<4 {
                let digit = digits[value >> (18 - 6 * index) & 63]
                code.append(index <= group.count ? digit : UInt8(ascii: "="))
            }
        }
        return code
    }
}
