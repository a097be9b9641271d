import PreviewHelper

/// An XCF image of GIMP: its visible layers and groups, composited as GIMP does.
///
/// All versions of the format up to GIMP 3, samples of 8 to 64 bits, tiles stored as they are, in
/// runs or by zlib, masks, and all modes of layers but "color erase", which is drawn as "normal".
/// The effects of GIMP 3 that are not merged into a layer's pixels are left out.
struct XCFImage: OwnImage {
    private let xcf: XCFFile

    var width: Int { xcf.width }
    var height: Int { xcf.height }

    /// The rows that are put together at a time.
    private static let stripRows = 2 * XCFFile.tile
    private static let widthLimit = 1 << 17

    /// Reads the header; `nil` if the file is not in this format.
    init?(_ descriptor: Int32) {
        guard let file = FilePart(whole: descriptor), let xcf = XCFFile(file),
            xcf.width <= Self.widthLimit
        else { return nil }
        self.xcf = xcf
    }

    /// The ICC profile of gamma-encoded images; images in linear light are converted to sRGB
    /// instead.
    var profile: [UInt8] { xcf.sample.isLinear ? [] : xcf.profile }

    /// The pixels: red, green, blue, alpha; rows from the top.
    func pixels() -> [UInt8]? {
        var xcf = xcf
        guard PixelCanvas.fits(width, height, xcf.file), xcf.readLayers() else { return nil }
        let stack = XCFStack(xcf)
        var result = [UInt8](repeating: 0, count: width * height * 4)
        for top in stride(from: 0, to: height, by: Self.stripRows) {
            var strip = XCFStrip(
                top: top,
                rows: min(Self.stripRows, height - top),
                width: width
            )
            stack.draw(on: &strip)
            strip.write(to: &result)
        }
        return result
    }
}

/// Some rows of an image: gamma-encoded colors and alpha.
struct XCFStrip {
    let top: Int
    let rows: Int
    let width: Int
    /// Red, green, blue, alpha.
    var values: [SIMD4<Float>]

    init(top: Int, rows: Int, width: Int) {
        (self.top, self.rows, self.width) = (top, rows, width)
        values = [SIMD4<Float>](repeating: SIMD4(), count: rows * width)
    }

    /// The strip as bytes, at its place in an image.
    func write(to bytes: inout [UInt8]) {
        var place = top * width * 4
        let (zero, one) = (SIMD4<Float>(), SIMD4<Float>(repeating: 1))
        for value in values {
            let scaled = value.clamped(lowerBound: zero, upperBound: one) * 255 + 0.5
            for band in 0..<4 { bytes[place + band] = UInt8(clamping: scaled[band]) }
            place += 4
        }
    }
}

/// The layers of an image as a tree, from the top.
struct XCFStack {
    private struct Node {
        let layer: XCFLayer
        let surface: XCFSurface?
        let mask: XCFSurface?
        var children: [Int] = []
    }

    private let xcf: XCFFile
    private var nodes: [Node] = []
    private var roots: [Int] = []

    init(_ xcf: XCFFile) {
        self.xcf = xcf
        let floating = xcf.layers.first { $0.isFloating }
        for layer in xcf.layers where !layer.isFloating {
            // A floating layer counts, too, but belongs to no group.
            var path = layer.path.dropLast()
            if floating != nil, let first = path.first { path[path.startIndex] = first - 1 }
            add(layer, in: Array(path))
        }
        if let floating {
            add(floating, in: [])
            if let last = roots.popLast() { roots.insert(last, at: 0) }
        }
    }

    private mutating func add(_ layer: XCFLayer, in path: [Int]) {
        var parent: Int?
        for number in path {
            let siblings = parent.map { nodes[$0].children } ?? roots
            guard siblings.indices.contains(number) else { break }
            parent = siblings[number]
        }
        let mask =
            layer.mask > 0
            ? xcf.mask(at: layer.mask, width: layer.width, height: layer.height) : nil
        let surface =
            layer.isGroup
            ? nil : xcf.surface(at: layer.pixels, width: layer.width, height: layer.height)
        nodes.append(Node(layer: layer, surface: surface, mask: mask))
        if let parent {
            nodes[parent].children.append(nodes.count - 1)
        } else {
            roots.append(nodes.count - 1)
        }
    }

    /// Composites all visible layers onto a strip.
    func draw(on strip: inout XCFStrip) { draw(roots, on: &strip) }

    private func draw(_ stack: [Int], on strip: inout XCFStrip) {
        let visible = stack.filter { nodes[$0].layer.isVisible && nodes[$0].layer.opacity > 0 }
        for place in visible.reversed() {
            let node = nodes[place]
            // The lowest layer has no backdrop that its mode could apply to.
            let mode = place == visible.last ? XCFMode(number: 28) : node.layer.mode
            guard node.layer.isGroup else {
                if let surface = node.surface { draw(node, surface, mode, on: &strip) }
                continue
            }
            if node.layer.mode.passesThrough {
                drawThrough(node, on: &strip)
            } else {
                var group = XCFStrip(top: strip.top, rows: strip.rows, width: strip.width)
                draw(node.children, on: &group)
                lay(group, node, mode, on: &strip)
            }
        }
    }

    /// Composites the layers of a pass-through group directly onto its backdrop, scaled by the
    /// group's opacity.
    private func drawThrough(_ node: Node, on strip: inout XCFStrip) {
        guard node.layer.opacity < 1 || node.mask != nil else {
            draw(node.children, on: &strip)
            return
        }
        var group = strip
        draw(node.children, on: &group)
        let mask = XCFRegion(node.mask, node.layer, strip)
        for row in 0..<strip.rows {
            for column in 0..<strip.width {
                let place = row * strip.width + column
                let (below, above) = (strip.values[place], group.values[place])
                let part = node.layer.opacity * mask.value(row, column)
                let alpha = below.w + (above.w - below.w) * part
                var sum = below * (below.w * (1 - part)) + above * (above.w * part)
                sum = alpha > 0 ? sum / alpha : sum
                sum.w = alpha
                strip.values[place] = sum
            }
        }
    }

    private func lay(
        _ group: XCFStrip,
        _ node: Node,
        _ mode: XCFMode,
        on strip: inout XCFStrip
    ) {
        let mask = XCFRegion(node.mask, node.layer, strip)
        for row in 0..<strip.rows {
            for column in 0..<strip.width {
                let place = row * strip.width + column
                var value = group.values[place]
                value.w *= node.layer.opacity * mask.value(row, column)
                strip.values[place] = mode.lay(value, on: strip.values[place])
            }
        }
    }

    private func draw(
        _ node: Node,
        _ surface: XCFSurface,
        _ mode: XCFMode,
        on strip: inout XCFStrip
    ) {
        let layer = node.layer
        let columns =
            max(0, layer.left)..<max(max(0, layer.left), min(strip.width, layer.left + layer.width))
        let region = XCFRegion(surface, layer, strip)
        guard !columns.isEmpty, !region.rows.isEmpty else { return }
        // A pixel of a layer has the numbers that its kind says, or the layer is not shown.
        guard region.channels == layer.channels else { return }
        let mask = XCFRegion(node.mask, layer, strip)
        let colours = XCFColours(xcf, layer)
        let (top, width) = (strip.top, strip.width)
        unsafe strip.values.withUnsafeMutableBufferPointer { values in
            for row in region.rows {
                unsafe region.withNumbers(of: row, columns) { numbers in
                    var from = 0
                    var place = row * width + columns.lowerBound
                    for column in columns {
                        var value = unsafe colours.value(numbers, from)
                        value.w *= layer.opacity
                        if !mask.isMissing { value.w *= mask.value(row, column) }
                        if mode.dissolves {
                            value.w = value.w > Self.noise(column, top + row) ? 1 : 0
                        }
                        unsafe values[place] = mode.lay(value, on: values[place])
                        from += layer.channels
                        place += 1
                    }
                }
            }
        }
    }

    /// Returns a pseudorandom number from 0 to 1 that depends only on the position.
    private static func noise(_ x: Int, _ y: Int) -> Float {
        var bits = UInt32(truncatingIfNeeded: x &* 374_761_393 &+ y &* 668_265_263)
        bits = (bits ^ bits >> 13) &* 1_274_126_177
        return Float((bits ^ bits >> 16) & 0xFFFF) / 65_536
    }
}

extension XCFMode {
    /// Returns the composite of one pixel over another.
    @inline(__always)
    fileprivate func lay(_ value: SIMD4<Float>, on below: SIMD4<Float>) -> SIMD4<Float> {
        if isNormal, composite == .union {
            // Most pixels are fully opaque or fully transparent.
            if value.w <= 0 { return below }
            if value.w >= 1 || below.w <= 0 { return value }
        }
        let laid = lay(
            SIMD3(value.x, value.y, value.z),
            value.w,
            on: SIMD3(below.x, below.y, below.z),
            below.w
        )
        return SIMD4(laid.colour, laid.alpha)
    }
}
