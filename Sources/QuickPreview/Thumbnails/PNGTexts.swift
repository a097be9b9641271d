import CZlib
import Glibc
import PreviewModel

/// The size and the texts of a PNG file: what the cache has to know of a thumbnail.
///
/// The bytes are those of other programs, so this is the only reading of them in this process: a walk over the headers of
/// chunks with a fixed number of steps, which copies the contents of `IHDR` and of short chunks of text, decompresses the
/// texts that KDE's programs compress, up to a short length, and decodes no pixels. Every access is checked against the bounds
/// of an array.
struct PNGTexts {
    /// The width in pixels.
    let width: Int
    /// The height in pixels.
    let height: Int
    /// The texts by key.
    private(set) var texts: [String: String] = [:]

    /// The most chunks that are looked at; libpng writes one for 8 KiB of pixels.
    private static let chunkLimit = 4096
    /// The most texts that are kept.
    private static let textCountLimit = 64
    /// The signature of the format.
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Reads a file; `nil` where it is not a PNG, or is cut off.
    ///
    /// - Parameters:
    ///   - file: An open file.
    ///   - size: Its size in bytes.
    init?(of file: Int32, size: Int) {
        var window = Window(file: file, size: size)
        guard window.bytes(at: 0, count: 8)?.elementsEqual(Self.signature) == true,
            let head = window.bytes(at: 8, count: 25), Self.number(head.prefix(4)) == 13,
            head.dropFirst(4).prefix(4).elementsEqual("IHDR".utf8)
        else { return nil }
        width = Self.number(head.dropFirst(8).prefix(4))
        height = Self.number(head.dropFirst(12).prefix(4))
        guard width > 0, height > 0 else { return nil }
        var place = 33
        for _ in 0..<Self.chunkLimit {
            guard let head = window.bytes(at: place, count: 8) else { return nil }
            let length = Self.number(head.prefix(4))
            guard length <= size - place - 12 else { return nil }
            let kind = head.suffix(4)
            if kind.elementsEqual("IEND".utf8) { return }
            if PNGText.isText(kind), length <= PNGText.limit, texts.count < Self.textCountLimit,
                let body = window.bytes(at: place + 8, count: length),
                let found = PNGText(kind, body, inflate: Self.inflated),
                // The first one counts, as for libpng's readers.
                texts[found.key] == nil
            {
                texts[found.key] = found.text
            }
            place += 12 + length
        }
        return nil
    }

    /// Decompresses a text, as far as there is room for it.
    private static func inflated(_ packed: ArraySlice<UInt8>) -> [UInt8]? {
        let packed = Array(packed)
        var plain = [UInt8](repeating: 0, count: PNGText.limit)
        var count = UInt(clamping: plain.count)
        guard unsafe uncompress(&plain, &count, packed, UInt(clamping: packed.count)) == Z_OK else {
            return nil
        }
        plain.removeSubrange(Int(clamping: count)...)
        return plain
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    /// A part of the file, so that the chunks before the pixels need one call of the system.
    private struct Window {
        let file: Int32
        let size: Int
        private var start = 0
        private var bytes: [UInt8] = []

        init(file: Int32, size: Int) {
            self.file = file
            self.size = size
        }

        mutating func bytes(at place: Int, count: Int) -> ArraySlice<UInt8>? {
            guard place >= 0, count >= 0, count <= size, place <= size - count else { return nil }
            if place < start || place + count > start + bytes.count {
                var block = [UInt8](repeating: 0, count: max(4096, count))
                let got = unsafe pread(file, &block, block.count, place)
                guard got >= count else { return nil }
                block.removeSubrange(got...)
                bytes = block
                start = place
            }
            return bytes[place - start..<place - start + count]
        }
    }
}
