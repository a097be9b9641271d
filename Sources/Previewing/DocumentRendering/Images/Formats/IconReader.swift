import PreviewHelper

/// The best image of a Windows icon or cursor: the largest, and of equal sizes the one with the most colors.
///
/// ImageMagick decodes it. It believes the sizes in the directory, where those of the images count, and cannot tell which
/// image of a size has the most colors.
struct IconReader: PixelReader {
    /// The file to read, where the icon is a part of another.
    var file: FilePart?

    func header(_ descriptor: Int32) -> (width: Int, height: Int, orientation: UInt32)? {
        best(descriptor).map { ($0.width, $0.height, 1) }
    }

    func read(_ descriptor: Int32) -> DecodedImage? {
        guard let best = best(descriptor) else { return nil }
        if best.isPNG { return MagickReader("PNG").read(.bytes(best.bytes)) }
        guard var image = MagickReader("ICO").read(.bytes(best.icon)) else { return nil }
        if let mask = best.maskOfEmptyAlpha, image.pixels.count == mask.count * 4 {
            for index in mask.indices { image.pixels[index * 4 + 3] = mask[index] }
        }
        return image
    }

    /// An image of the directory.
    private struct Entry {
        let width: Int
        let height: Int
        let bits: Int
        let isPNG: Bool
        let bytes: [UInt8]

        private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

        /// Reads the header of the image itself; `nil` where it is none.
        init?(_ bytes: [UInt8]) {
            guard bytes.count >= 40 else { return nil }
            self.bytes = Self.plain(bytes)
            isPNG = bytes.starts(with: Self.png)
            if isPNG {
                (width, height) = (Int(bytes.big32(16)), Int(bytes.big32(20)))
                let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(bytes[25])] ?? 1
                bits = Int(bytes[24]) * channels
            } else {
                guard self.bytes.number32(0) == 40 else { return nil }
                width = Int(Int32(bitPattern: bytes.number32(4)).magnitude)
                // Of the image and its mask together.
                height = Int(Int32(bitPattern: bytes.number32(8)).magnitude) / 2
                bits = Int(bytes.number16(14))
            }
            guard (1...65535).contains(width), (1...65535).contains(height) else { return nil }
        }

        /// A bitmap of a later version as one of the first, which ImageMagick takes for each: the fields that both have, and the pixels.
        private static func plain(_ bytes: [UInt8]) -> [UInt8] {
            let size = Int(bytes.number32(0))
            guard (41...124).contains(size), size <= bytes.count else { return bytes }
            var plain: [UInt8] = [40, 0, 0, 0] + bytes[4..<40] + bytes[size...]
            // Of four bytes a pixel, masks say what is usual.
            if bytes.number16(14) == 32, bytes.number32(16) == 3 { plain[16] = 0 }
            return plain
        }

        /// The opacity of each pixel by the mask after the colors, where these have four bytes and the fourth of them all is
        /// empty; else `nil`.
        var maskOfEmptyAlpha: [UInt8]? {
            let (start, count) = (40, width * height)
            let end = start + count * 4
            guard !isPNG, bits == 32, end <= bytes.count,
                stride(from: start + 3, to: end, by: 4).allSatisfy({ bytes[$0] == 0 })
            else { return nil }
            let row = (width + 31) / 32 * 4
            // The bottom row is the first.
            return (0..<count).map { index in
                let place = end + (height - 1 - index / width) * row + index % width / 8
                let bit = place < bytes.count ? bytes[place] >> (7 - index % width % 8) & 1 : 0
                return bit == 1 ? 0 : 255
            }
        }

        /// An icon with this image alone.
        var icon: [UInt8] {
            func little(_ value: Int, _ count: Int) -> [UInt8] {
                (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
            }
            // 0 means 256.
            let size = [width, height].map { UInt8(truncatingIfNeeded: $0 < 256 ? $0 : 0) }
            let head: [UInt8] = [0, 0, 1, 0, 1, 0] + size + [0, 0, 1, 0]
            return head + little(bits, 2) + little(bytes.count, 4) + little(22, 4) + bytes
        }
    }

    private static let (entryLimit, sizeLimit) = (256, 1 << 26)

    private func best(_ descriptor: Int32) -> Entry? {
        guard let file = file ?? FilePart(whole: descriptor),
            let head = file.bytes(at: 0, count: 6), head.number16(0) == 0,
            (1...2).contains(head.number16(2))
        else { return nil }
        var best: Entry?
        for index in 0..<min(Int(head.number16(4)), Self.entryLimit) {
            guard let row = file.bytes(at: 6 + index * 16, count: 16) else { break }
            let place = Int(row.number32(12))
            let count = min(Int(row.number32(8)), max(0, file.size - place), Self.sizeLimit)
            guard let entry = Entry(file.available(at: place, count: count)) else { continue }
            if let best,
                (best.width * best.height, best.bits) >= (entry.width * entry.height, entry.bits)
            {
                continue
            }
            best = entry
        }
        return best
    }
}
