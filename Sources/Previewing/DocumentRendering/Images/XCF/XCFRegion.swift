/// The part of a layer or mask that lies in a strip of the image.
struct XCFRegion {
    /// The rows of the strip that the region overlaps.
    let rows: Range<Int>
    let channels: Int
    private let width: Int
    private let height: Int
    private let left: Int
    /// The row of the layer that is the first of `values`, less that of the strip.
    private let shift: Int
    private let values: [Float]
    private let exists: Bool

    /// Decompresses the needed rows of a surface; without a surface, every value is 1.
    init(_ surface: XCFSurface?, _ layer: XCFLayer, _ strip: XCFStrip) {
        left = layer.left
        (width, height) = (surface?.width ?? 0, surface?.height ?? 0)
        channels = surface?.channels ?? 1
        exists = surface != nil
        let first = max(0, layer.top - strip.top)
        let end = min(strip.rows, layer.top + height - strip.top)
        guard let surface, first < end, left < strip.width, left + width > 0 else {
            (rows, shift, values) = (0..<0, 0, [])
            return
        }
        rows = first..<end
        let top = strip.top + first - layer.top
        let tileRows = top / XCFFile.tile...(strip.top + end - 1 - layer.top) / XCFFile.tile
        values = tileRows.flatMap { surface.rows(ofTiles: $0) }
        shift = strip.top - layer.top - tileRows.lowerBound * XCFFile.tile
    }

    /// The number of a mask's pixel in a row and column of the strip; outside of it 0.
    @inline(__always)
    func value(_ row: Int, _ column: Int) -> Float {
        guard exists else { return 1 }
        let x = column - left
        guard rows.contains(row), x >= 0, x < width else { return 0 }
        let place = ((row + shift) * width + x) * channels
        return place < values.count ? values[place] : 0
    }

    /// Reports the indices of the pixels in some columns of a row of the strip, from the first one on; nothing
    /// where there are fewer.
    func withNumbers(
        of row: Int,
        _ columns: Range<Int>,
        _ body: (UnsafeBufferPointer<Float>) -> Void
    ) {
        let begin = ((row + shift) * width + columns.lowerBound - left) * channels
        let end = begin + columns.count * channels
        guard begin >= 0, end <= values.count, columns.lowerBound >= left,
            columns.upperBound <= left + width
        else { return }
        unsafe values.withUnsafeBufferPointer { numbers in
            unsafe body(UnsafeBufferPointer(rebasing: numbers[begin..<end]))
        }
    }

    /// Whether every value is 1.
    var isMissing: Bool { !exists }
}

/// Converts the channel values of a layer's pixels to colors.
struct XCFColours {
    private let kind: Int
    private let channels: Int
    private let isLinear: Bool
    private let palette: [Pixel]

    init(_ xcf: XCFFile, _ layer: XCFLayer) {
        kind = layer.kind
        channels = layer.channels
        isLinear = xcf.sample.isLinear
        palette = xcf.palette
    }

    /// Returns gamma-encoded red, green, and blue, and alpha, of the pixel whose numbers begin at a
    /// place.
    @inline(__always)
    func value(_ numbers: UnsafeBufferPointer<Float>, _ place: Int) -> SIMD4<Float> {
        let alpha = unsafe kind % 2 == 1 ? numbers[place + channels - 1] : 1
        var colour: SIMD3<Float>
        switch kind {
        case 0, 1:
            colour = unsafe SIMD3(numbers[place], numbers[place + 1], numbers[place + 2])
        case 2, 3: colour = unsafe SIMD3(repeating: numbers[place])
        default:
            let index = unsafe Int(clamping: max(0, min(1, numbers[place])) * 255 + 0.5)
            let entry = index < palette.count ? palette[index] : Pixel()
            colour = SIMD3(Float(entry.red), Float(entry.green), Float(entry.blue)) / 255
            return SIMD4(colour, alpha)
        }
        if isLinear { colour = Light.encode(colour) }
        return SIMD4(colour, alpha)
    }
}
