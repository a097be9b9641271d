import PreviewHelper

/// An image of Netpbm: PBM, PGM, PPM, or PAM, as bytes or as words.
///
/// libvips 8.14 takes samples whose maximum is neither 255 nor 65535 as they are, and reads one comment at most.
struct NetpbmImage: OwnSamples {
    let width: Int
    let height: Int
    private let kind: UInt8
    private let maximum: Int
    private let depth: Int
    private let tuple: String
    private let file: FilePart
    private let start: Int

    private static let headerLimit = 1 << 16

    /// Reads the header; `nil` if the file is not in this format.
    init?(_ descriptor: Int32) {
        guard let file = FilePart(whole: descriptor) else { return nil }
        var header = Scanner(file.available(at: 0, count: Self.headerLimit))
        guard header.byte() == UInt8(ascii: "P"), let kind = header.byte(),
            (UInt8(ascii: "1")...UInt8(ascii: "7")).contains(kind)
        else { return nil }
        self.kind = kind - UInt8(ascii: "0")
        self.file = file
        if self.kind == 7 {
            guard let values = header.values(), let width = values["WIDTH"].flatMap({ Int($0) }),
                let height = values["HEIGHT"].flatMap({ Int($0) }),
                let depth = values["DEPTH"].flatMap({ Int($0) }),
                let maximum = values["MAXVAL"].flatMap({ Int($0) })
            else { return nil }
            (self.width, self.height, self.depth, self.maximum) = (width, height, depth, maximum)
            tuple = values["TUPLTYPE"] ?? ""
        } else {
            let isBits = self.kind == 1 || self.kind == 4
            guard let width = header.number(), let height = header.number(),
                let maximum = isBits ? 1 : header.number(), header.byte() != nil
            else { return nil }
            (self.width, self.height, self.maximum) = (width, height, maximum)
            depth = self.kind == 3 || self.kind == 6 ? 3 : 1
            tuple = ""
        }
        start = header.place
        guard (1...65535).contains(maximum), (1...SampledImage.channelLimit).contains(depth),
            SampledImage.rowBytes(width: width, height: height, channels: depth, bits: bits) != nil
        else { return nil }
    }

    private var bits: Int { kind == 4 ? 1 : maximum < 256 ? 8 : 16 }

    /// The image; rows missing at the end stay transparent.
    func decoded() -> DecodedImage? {
        let row = (width * depth * bits + 7) / 8
        let bytes =
            kind <= 3 ? words(row * height) : file.available(at: start, count: row * height)
        guard
            var image = SampledImage(
                width: width,
                height: height,
                channels: depth,
                bits: bits,
                bytes: bytes
            )
        else { return nil }
        image.maximum = UInt64(clamping: maximum)
        image.isBigEndian = true
        if tuple.hasPrefix("CMYK") {
            image.colors = .inks
        } else if depth < 3 {
            // In a bitmap, 1 is black; not so in PAM.
            image.colors = .gray(whiteIsZero: kind == 1 || kind == 4)
        }
        let isNamed = tuple.hasSuffix("_ALPHA")
        if depth > image.colors.count, isNamed || (tuple.isEmpty && depth <= 4) {
            image.alpha = .separate(channel: image.colors.count)
        }
        return image.decoded()
    }

    /// Samples written as words, or as single digits in a bitmap, as bytes.
    private func words(_ count: Int) -> [UInt8] {
        var scanner = Scanner(file.available(at: start, count: file.size))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(count, file.size * 2))
        while bytes.count < count {
            guard let value = kind == 1 ? scanner.digit() : scanner.number() else { break }
            let sample = UInt16(clamping: value)
            if bits == 16 { bytes.append(UInt8(truncatingIfNeeded: sample >> 8)) }
            bytes.append(UInt8(truncatingIfNeeded: min(sample, bits == 8 ? 255 : sample)))
        }
        return bytes
    }

    /// Reads words, between which may be comments.
    private struct Scanner {
        private let bytes: [UInt8]
        private(set) var place = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func byte() -> UInt8? {
            guard place < bytes.count else { return nil }
            defer { place += 1 }
            return bytes[place]
        }

        private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

        private mutating func skipSpace() {
            while place < bytes.count {
                if bytes[place] == UInt8(ascii: "#") {
                    skipLine()
                } else if Self.isSpace(bytes[place]) {
                    place += 1
                } else {
                    return
                }
            }
        }

        private mutating func skipLine() {
            while place < bytes.count, bytes[place] != 10, bytes[place] != 13 { place += 1 }
        }

        /// A number; `nil` where something else stands.
        mutating func number() -> Int? {
            skipSpace()
            var value: Int?
            while place < bytes.count, (48...57).contains(bytes[place]) {
                value = min((value ?? 0) * 10 + Int(bytes[place] - 48), 1 << 32)
                place += 1
            }
            return value
        }

        /// A digit of a bitmap.
        mutating func digit() -> Int? {
            skipSpace()
            guard place < bytes.count, bytes[place] == 48 || bytes[place] == 49 else { return nil }
            defer { place += 1 }
            return Int(bytes[place] - 48)
        }

        /// The lines of a header of PAM, up to its last one.
        mutating func values() -> [String: String]? {
            var values: [String: String] = [:]
            while place < bytes.count {
                let from = place
                skipLine()
                let line = String(decoding: bytes[from..<place], as: UTF8.self)
                place += 1
                let words = line.split(separator: " ", omittingEmptySubsequences: true)
                guard let key = words.first, !key.hasPrefix("#") else { continue }
                if key == "ENDHDR" { return values }
                values[String(key)] = words.dropFirst().joined(separator: " ")
            }
            return nil
        }
    }
}
