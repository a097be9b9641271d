import PreviewHelper

/// The first frame of an FLI or FLC animation (Autodesk Animator's FLIC).
struct FlicImage: OwnImage {
    let width: Int
    let height: Int
    private let file: FilePart
    private let start: Int

    /// Reads the header; `nil` where it is none.
    init?(_ descriptor: Int32) {
        guard let file = FilePart(whole: descriptor), let header = file.bytes(at: 0, count: 128),
            header.number16(4) == 0xAF11 || header.number16(4) == 0xAF12
        else { return nil }
        self.file = file
        (width, height) = (Int(header.number16(8)), Int(header.number16(10)))
        // FLC says where its first frame is.
        let first = Int(header.number32(80))
        start = header.number16(4) == 0xAF12 && first >= 128 ? first : 128
    }

    /// The pixels: red, green, blue, alpha; rows from the top.
    ///
    /// What is missing at the end stays transparent; `nil` where there is no frame.
    func pixels() -> [UInt8]? {
        guard var canvas = PixelCanvas(width: width, height: height, from: file) else { return nil }
        var palette = [Pixel](repeating: Pixel(), count: 256)
        var numbers = [UInt8](repeating: 0, count: canvas.count)
        var isDrawn = false
        guard let frame = firstFrame() else { return nil }
        var place = frame.begin
        while let chunk = file.bytes(at: place, count: 6) {
            let size = Int(chunk.number32(0))
            guard size >= 6, place < frame.end else { break }
            let data = file.available(at: place + 6, count: size - 6)
            switch chunk.number16(4) {
            case 4: Self.read(data, into: &palette, most: 255)
            case 11: Self.read(data, into: &palette, most: 63)
            case 12:
                drawLines(data, &numbers)
                isDrawn = true
            // All of the first colour.
            case 13: isDrawn = true
            case 15:
                drawRuns(data, &numbers)
                isDrawn = true
            case 16:
                for index in 0..<min(data.count, numbers.count) { numbers[index] = data[index] }
                isDrawn = true
            default: break
            }
            place += size
        }
        guard isDrawn else { return nil }
        canvas.set(numbers, of: palette)
        return canvas.bytes
    }

    /// Where the parts of the first frame begin, and where they end.
    private func firstFrame() -> (begin: Int, end: Int)? {
        var place = start
        // Before it there may be settings of the program.
        for _ in 0..<16 {
            guard let head = file.bytes(at: place, count: 16) else { return nil }
            let size = Int(head.number32(0))
            if head.number16(4) == 0xF1FA { return (place + 16, place + size) }
            guard size >= 6 else { return nil }
            place += size
        }
        return nil
    }

    /// Reads packets of colours: how many to leave out, how many follow, and these.
    private static func read(_ data: [UInt8], into palette: inout [Pixel], most: Int) {
        guard data.count >= 2 else { return }
        var (place, color) = (2, 0)
        for _ in 0..<data.number16(0) {
            guard place + 2 <= data.count else { return }
            color += Int(data[place])
            let count = data[place + 1] == 0 ? 256 : Int(data[place + 1])
            place += 2
            for _ in 0..<count {
                guard place + 3 <= data.count else { return }
                if color < 256 {
                    func part(_ index: Int) -> UInt8 {
                        UInt8(clamping: Int(data[place + index]) * 255 / most)
                    }
                    palette[color] = Pixel(red: part(0), green: part(1), blue: part(2))
                }
                (place, color) = (place + 3, color + 1)
            }
        }
    }

    /// Rows of packets that fill them: one number many times, or many numbers.
    private func drawRuns(_ data: [UInt8], _ numbers: inout [UInt8]) {
        var place = 0
        for row in 0..<height {
            guard place < data.count else { return }
            // How many packets there are is not needed, and too small in large pictures.
            place += 1
            var column = 0
            while column < width, place + 1 < data.count {
                let tag = Int(Int8(bitPattern: data[place]))
                place += 1
                for _ in 0..<abs(tag) {
                    guard place < data.count else { return }
                    if column < width { numbers[row * width + column] = data[place] }
                    column += 1
                    if tag < 0 { place += 1 }
                }
                if tag >= 0 { place += 1 }
            }
        }
    }

    /// Rows from one on, of packets that change a part of them.
    private func drawLines(_ data: [UInt8], _ numbers: inout [UInt8]) {
        guard data.count >= 4 else { return }
        let first = Int(data.number16(0))
        var place = 4
        for row in first..<(first + Int(data.number16(2))) {
            guard row < height, place < data.count else { return }
            let packets = data[place]
            place += 1
            var column = 0
            for _ in 0..<packets {
                guard place + 2 < data.count else { return }
                column += Int(data[place])
                let tag = Int(Int8(bitPattern: data[place + 1]))
                place += 2
                for _ in 0..<abs(tag) {
                    guard place < data.count else { return }
                    if column < width { numbers[row * width + column] = data[place] }
                    column += 1
                    if tag > 0 { place += 1 }
                }
                if tag < 0 { place += 1 }
            }
        }
    }
}
