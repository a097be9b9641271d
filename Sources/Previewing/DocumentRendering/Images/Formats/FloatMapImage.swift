import Glibc
import PreviewHelper

/// A PFM image: rows of floats from the bottom up, gray or red, green and blue.
///
/// The values may have any range, so they are normalized: the smallest is black, the largest
/// white.
struct FloatMapImage: OwnImage {
    let width: Int
    let height: Int
    private let channels: Int
    private let isLittleEndian: Bool
    private let file: FilePart
    private let start: Int

    private static let headerLimit = 1024

    /// Reads the header; `nil` if the file is not in this format.
    init?(_ descriptor: Int32) {
        guard let file = FilePart(whole: descriptor),
            let head = file.bytes(at: 0, count: min(file.size, Self.headerLimit))
        else { return nil }
        // Four words, each followed by one space or line end: "Pf 640 480 -1.0".
        var words: [String] = []
        var place = 0
        while words.count < 4 {
            // Some writers put comments between the lines, as the other formats of Netpbm have them.
            if place < head.count, head[place] == UInt8(ascii: "#") {
                guard let end = head[place...].firstIndex(of: 10) else { return nil }
                place = end + 1
            }
            guard let end = head[place...].firstIndex(where: { $0 <= 32 }) else { return nil }
            words.append(String(decoding: head[place..<end], as: UTF8.self))
            place = end + 1
        }
        guard words[0] == "Pf" || words[0] == "PF", let width = Int(words[1]), width > 0,
            let height = Int(words[2]), height > 0, width <= 1 << 24, height <= 1 << 24,
            let scale = Double(words[3]), scale != 0
        else { return nil }
        (self.width, self.height, self.file, start) = (width, height, file, place)
        channels = words[0] == "PF" ? 3 : 1
        isLittleEndian = scale < 0
    }

    /// The pixels: red, green, blue, alpha; rows from the top.
    ///
    /// `nil` where some are missing.
    func pixels() -> [UInt8]? {
        let count = width * height * channels
        guard let bytes = file.bytes(at: start, count: count * 4) else { return nil }
        let values = (0..<count).map { index in
            let word = (0..<4).reduce(UInt32(0)) { word, byte in
                word | UInt32(bytes[index * 4 + byte]) << (8 * (isLittleEndian ? byte : 3 - byte))
            }
            let value = Float(bitPattern: word)
            return value.isFinite ? value : 0
        }
        let least = values.min() ?? 0
        let span = max((values.max() ?? 0) - least, .leastNormalMagnitude)
        var result: [UInt8] = []
        result.reserveCapacity(width * height * 4)
        for row in (0..<height).reversed() {
            for column in 0..<width {
                let place = (row * width + column) * channels
                for channel in 0..<3 {
                    let value = values[place + min(channel, channels - 1)]
                    // Numbers as large as floats can be have no difference as a float.
                    result.append(UInt8(clamping: max(0, min(255, (value - least) / span * 255))))
                }
                result.append(255)
            }
        }
        return result
    }
}
