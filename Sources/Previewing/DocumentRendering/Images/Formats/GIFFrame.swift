import PreviewHelper

/// The first picture of a GIF (version 89a) within a document.
///
/// GIF files are decoded by libvips; this is for the helper of texts, which does not load that library for a small picture of
/// a web page or a mail.
struct GIFFrame {
    /// The size of the screen, in pixels.
    let width: Int
    let height: Int
    private let bytes: [UInt8]
    /// The colors for pictures that have none of their own.
    private let palette: [Pixel]
    /// Where the blocks begin.
    private let start: Int

    /// Reads the header; `nil` if the bytes are not a GIF.
    init?(_ bytes: [UInt8]) {
        guard bytes.count > 13, bytes.starts(with: "GIF8".utf8) else { return nil }
        (width, height) = (Self.number(bytes, 6), Self.number(bytes, 8))
        guard width > 0, height > 0 else { return nil }
        self.bytes = bytes
        (palette, start) = Self.palette(bytes, flags: bytes[10], at: 13)
    }

    /// The pixels of the first picture: red, green, blue, alpha; rows from the top.
    ///
    /// Those that are missing at the end stay transparent. `nil` where it is damaged, or has more pixels than the limit.
    func pixels(limit: Int) -> [UInt8]? {
        guard width * height <= limit else { return nil }
        var place = start
        var transparent = -1
        while place + 1 < bytes.count {
            switch bytes[place] {
            case 0x21:
                // What its label says of the picture that follows.
                if bytes[place + 1] == 0xF9, place + 6 < bytes.count, bytes[place + 3] & 1 == 1 {
                    transparent = Int(bytes[place + 6])
                }
                place = end(ofBlocksAt: place + 2)
            case 0x2C: return picture(at: place + 1, transparent: transparent, limit)
            default: return nil
            }
        }
        return nil
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
        Int(bytes[place]) | Int(bytes[place + 1]) << 8
    }

    private static func palette(_ bytes: [UInt8], flags: UInt8, at place: Int) -> ([Pixel], Int) {
        guard flags & 0x80 != 0 else { return ([], place) }
        let end = place + 3 << (Int(flags & 7) + 1)
        guard end <= bytes.count else { return ([], bytes.count) }
        let colours = stride(from: place, to: end, by: 3).map {
            Pixel(red: bytes[$0], green: bytes[$0 + 1], blue: bytes[$0 + 2])
        }
        return (colours, end)
    }

    private func end(ofBlocksAt start: Int) -> Int {
        var place = start
        while place < bytes.count, bytes[place] > 0 { place += Int(bytes[place]) + 1 }
        return place + 1
    }

    private func picture(at place: Int, transparent: Int, _ limit: Int) -> [UInt8]? {
        guard place + 9 < bytes.count else { return nil }
        let (left, top) = (Self.number(bytes, place), Self.number(bytes, place + 2))
        let (across, down) = (Self.number(bytes, place + 4), Self.number(bytes, place + 6))
        let flags = bytes[place + 8]
        let (own, data) = Self.palette(bytes, flags: flags, at: place + 9)
        let colours = own.isEmpty ? palette : own
        guard across > 0, down > 0, across * down <= limit, data < bytes.count else { return nil }
        let numbers = numbers(at: data, count: across * down)
        guard !numbers.isEmpty else { return nil }
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        let rows = flags & 0x40 != 0 ? Self.interlaced(down) : Array(0..<down)
        for (index, number) in numbers.enumerated() where Int(number) != transparent {
            let (x, y) = (left + index % across, top + rows[index / across])
            guard x < width, y < height, Int(number) < colours.count else { continue }
            let (colour, target) = (colours[Int(number)], (y * width + x) * 4)
            pixels[target] = colour.red
            pixels[target + 1] = colour.green
            pixels[target + 2] = colour.blue
            pixels[target + 3] = 255
        }
        return pixels
    }

    /// The order in which the rows of an interlaced picture are stored.
    private static func interlaced(_ count: Int) -> [Int] {
        [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
            Array(stride(from: start, to: count, by: step))
        }
    }

    /// The numbers of colors, by LZW: as many as the data yield, and no more than are wanted.
    private func numbers(at start: Int, count wanted: Int) -> [UInt8] {
        let size = Int(bytes[start])
        guard (2...8).contains(size) else { return [] }
        let (clear, last) = (1 << size, 1 << size + 1)
        // Each code is another one and a number; the first ones are a number each.
        var before = [UInt16](repeating: 0, count: 4_096)
        var final = [UInt8](repeating: 0, count: 4_096)
        for code in 0..<clear { final[code] = UInt8(clamping: code) }
        var (next, width) = (last + 1, size + 1)
        var previous: Int?
        var first: UInt8 = 0
        var numbers: [UInt8] = []
        var word: [UInt8] = []
        var (bits, held) = (0, 0)
        var place = start + 1
        while place < bytes.count, bytes[place] > 0 {
            let end = min(bytes.count, place + 1 + Int(bytes[place]))
            for byte in bytes[(place + 1)..<end] {
                bits |= Int(byte) << held
                held += 8
                while held >= width {
                    var code = bits & (1 << width - 1)
                    (bits, held) = (bits >> width, held - width)
                    if code == last { return numbers }
                    if code == clear {
                        (next, width, previous) = (last + 1, size + 1, nil)
                        continue
                    }
                    let read = code
                    word.removeAll(keepingCapacity: true)
                    if code >= next {
                        // The code that is about to be made: the previous word, and its first number again.
                        guard code == next, let previous else { return numbers }
                        word.append(first)
                        code = previous
                    }
                    while code > last {
                        word.append(final[code])
                        code = Int(before[code])
                    }
                    first = final[code]
                    word.append(first)
                    numbers.append(contentsOf: word.reversed())
                    guard numbers.count < wanted else { return Array(numbers.prefix(wanted)) }
                    if let previous, next < 4_096 {
                        (before[next], final[next]) = (UInt16(clamping: previous), first)
                        next += 1
                        if next == 1 << width, width < 12 { width += 1 }
                    }
                    previous = read
                }
            }
            place = end
        }
        return numbers
    }
}
