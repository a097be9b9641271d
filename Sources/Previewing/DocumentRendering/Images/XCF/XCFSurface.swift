import PreviewHelper

/// The pixels of a layer or a mask of an XCF file, in tiles of 64 x 64 pixels that are decompressed
/// on demand.
struct XCFSurface {
    let width: Int
    let height: Int
    /// The bytes of a pixel.
    private let depth: Int
    private let xcf: XCFFile
    /// Where the tiles lie, row by row, and where the last one ends at most.
    private let tiles: [Int]

    /// The channels of a pixel.
    var channels: Int { depth / xcf.sample.size }

    /// Reads where the tiles lie; `nil` where there are none.
    init?(_ start: XCFFile.Cursor, of xcf: XCFFile, _ width: Int, _ height: Int) {
        var cursor = start
        guard cursor.number() == width, cursor.number() == height, let depth = cursor.number(),
            (1...32).contains(depth), depth % xcf.sample.size == 0, let level = cursor.pointer()
        else { return nil }
        var list = cursor.moved(to: level)
        guard list.number() == width, list.number() == height else { return nil }
        (self.width, self.height, self.depth, self.xcf) = (width, height, depth, xcf)
        let across = (width + XCFFile.tile - 1) / XCFFile.tile
        let down = (height + XCFFile.tile - 1) / XCFFile.tile
        // Keep a tiny file from allocating much memory.
        guard across * down <= xcf.file.size / 4 + 1 else { return nil }
        tiles = list.pointers(across * down)
    }

    /// The rows of one row of tiles: `channels` numbers for each pixel, 0 to 1 as they are stored.
    ///
    /// Missing values are 0.
    func rows(ofTiles row: Int) -> [Float] {
        let across = (width + XCFFile.tile - 1) / XCFFile.tile
        let rows = min(XCFFile.tile, height - row * XCFFile.tile)
        guard rows > 0 else { return [] }
        var result = [Float](repeating: 0, count: width * rows * channels)
        for column in 0..<across {
            let index = row * across + column
            guard index < tiles.count, tiles[index] > 0 else { continue }
            let left = column * XCFFile.tile
            let wide = min(XCFFile.tile, width - left)
            let bytes = unpacked(index, pixels: wide * rows)
            guard !bytes.isEmpty else { continue }
            let values = numbers(bytes)
            let step = wide * channels
            for line in 0..<rows {
                let from = line * step
                guard from + step <= values.count else { break }
                let to = (line * width + left) * channels
                for place in 0..<step { result[to + place] = values[from + place] }
            }
        }
        return result
    }

    // MARK: Tiles

    private func unpacked(_ index: Int, pixels: Int) -> [UInt8] {
        let size = pixels * depth
        // A compressed tile is at most 1.5 times as large as its pixels.
        let packed = size * 3 / 2 + 64
        switch xcf.compression {
        case .none: return xcf.file.available(at: tiles[index], count: size)
        case .runs:
            let bytes = xcf.file.available(at: tiles[index], count: packed)
            return Self.expanded(bytes, pixels: pixels, depth: depth)
        case .zlib:
            let count = min(packed, xcf.file.size - tiles[index])
            guard let part = xcf.file.part(at: tiles[index], count: max(0, count)) else {
                return []
            }
            return Deflate.inflate(part, size: size, whole: false, wrapping: .gzip) ?? []
        }
    }

    /// Undoes the runs: the first bytes of all pixels, then their second bytes, and so on.
    static func expanded(_ bytes: [UInt8], pixels: Int, depth: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: pixels * depth)
        unsafe result.withUnsafeMutableBufferPointer { result in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                var place = 0
                for plane in 0..<depth {
                    guard
                        let end = unsafe expand(bytes, place, pixels, depth, to: result, plane)
                    else { return }
                    place = end
                }
            }
        }
        return result
    }

    /// Decodes the runs of one plane; returns the end position, or `nil` if the data end early.
    private static func expand(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ start: Int,
        _ pixels: Int,
        _ depth: Int,
        to result: UnsafeMutableBufferPointer<UInt8>,
        _ plane: Int
    ) -> Int? {
        var place = start
        var done = 0
        while done < pixels {
            guard place < bytes.count else { return nil }
            let code = unsafe Int(bytes[place])
            place += 1
            var count = code < 128 ? code + 1 : 256 - code
            if code == 127 || code == 128 {
                guard place + 2 <= bytes.count else { return nil }
                count = unsafe Int(bytes[place]) << 8 | Int(bytes[place + 1])
                place += 2
            }
            let isRun = code < 128
            let length = isRun ? 1 : count
            guard place + length <= bytes.count else { return nil }
            count = min(count, pixels - done)
            // Within the result: no plane has more pixels, and none is beyond the last byte of one.
            var target = done * depth + plane
            for step in 0..<count {
                unsafe result[target] = bytes[isRun ? place : place + step]
                target += depth
            }
            place += length
            done += count
        }
        return place
    }

    private static let parts: [Float] = (0...255).map { Float($0) / 255 }

    /// The samples as numbers from 0 to 1, or beyond where they are floats.
    private func numbers(_ bytes: [UInt8]) -> [Float] {
        let sample = xcf.sample
        let size = sample.size
        if size == 1 { return bytes.map { Self.parts[Int($0)] } }
        return stride(from: 0, to: bytes.count - size + 1, by: size).map { place in
            var bits: UInt64 = 0
            for index in 0..<size {
                bits =
                    bits << 8
                    | UInt64(bytes[place + (sample.isBigEndian ? index : size - 1 - index)])
            }
            let value: Float
            switch (size, sample.isFloat) {
            case (2, false): value = Float(bits) / 65_535
            case (4, false): value = Float(Double(bits) / 4_294_967_295)
            case (2, true): value = Float(Float16(bitPattern: UInt16(truncatingIfNeeded: bits)))
            case (4, true): value = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
            default: value = Float(Double(bitPattern: bits))
            }
            return value.isFinite ? value : 0
        }
    }
}
