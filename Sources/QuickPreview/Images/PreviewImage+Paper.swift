extension PreviewImage {
    /// The look of a printed sheet.
    public struct Paper: Sendable, Hashable {
        /// The colors of a printer.
        public enum Inks: Sendable, Hashable {
            /// Color.
            case color
            /// Shades of gray only.
            case grey
        }

        /// The unprintable margins as fractions of the width and height of the picture, from 0 to 1.
        public struct Margins: Sendable, Hashable {
            /// The top margin, as a fraction of the height.
            public var top: Double
            /// The right margin, as a fraction of the width.
            public var right: Double
            /// The bottom margin, as a fraction of the height.
            public var bottom: Double
            /// The left margin, as a fraction of the width.
            public var left: Double

            /// Creates margins; each is 0 by default.
            public init(
                top: Double = 0,
                right: Double = 0,
                bottom: Double = 0,
                left: Double = 0
            ) {
                self.top = top
                self.right = right
                self.bottom = bottom
                self.left = left
            }
        }

        /// The colors of the printer.
        public var inks: Inks
        /// The unprintable margins.
        public var margins: Margins

        /// Creates a paper.
        public init(inks: Inks = .color, margins: Margins = Margins()) {
            self.inks = inks
            self.margins = margins
        }
    }

    /// Returns the picture as it would be printed: without colors where the printer has none, with veiled
    /// unprintable margins, a thin line where they begin, and the edge of the sheet.
    ///
    /// A translucent picture is laid on white.
    ///
    /// - Parameter paper: The colors and the margins.
    /// - Returns: A picture of the same size in which every pixel is opaque.
    public func printed(on paper: Paper) -> PreviewImage {
        var result = pixels
        if paper.inks == .grey || !isOpaque {
            Self.layOnWhite(&result, grey: paper.inks == .grey)
        }
        let edges = Edges(paper.margins, width: width, height: height)
        Self.dim(&result, width: width, height: height, edges)
        return PreviewImage(width: width, height: height, pixels: result, type: type)
    }

    /// The bounds of the printable area, in pixels; all within the picture.
    private struct Edges {
        var left: Int
        var top: Int
        var right: Int
        var bottom: Int

        init(_ margins: Paper.Margins, width: Int, height: Int) {
            func pixels(_ part: Double, of length: Int) -> Int {
                // A value that is not a number, or out of proportion, counts as no margin.
                guard part.isFinite, part > 0, part < 1 else { return 0 }
                return Int(clamping: (part * Double(length)).rounded())
            }
            left = pixels(margins.left, of: width)
            top = pixels(margins.top, of: height)
            right = max(left, width - pixels(margins.right, of: width))
            bottom = max(top, height - pixels(margins.bottom, of: height))
        }
    }

    static func layOnWhite(_ pixels: inout [UInt8], grey: Bool) {
        unsafe pixels.withUnsafeMutableBufferPointer { bytes in
            for index in Swift.stride(from: 0, to: bytes.count, by: 4) {
                let alpha = unsafe UInt32(bytes[index + 3])
                func laid(_ byte: UInt8) -> UInt32 {
                    alpha == 255 ? UInt32(byte) : (UInt32(byte) * alpha + 255 * (255 - alpha)) / 255
                }
                let red = unsafe laid(bytes[index])
                let green = unsafe laid(bytes[index + 1])
                let blue = unsafe laid(bytes[index + 2])
                // The luma of ITU-R BT.601, as printers and their drivers compute it.
                let luma = (299 * red + 587 * green + 114 * blue + 500) / 1000
                unsafe bytes[index] = UInt8(clamping: grey ? luma : red)
                unsafe bytes[index + 1] = UInt8(clamping: grey ? luma : green)
                unsafe bytes[index + 2] = UInt8(clamping: grey ? luma : blue)
                unsafe bytes[index + 3] = 255
            }
        }
    }

    private static func dim(
        _ pixels: inout [UInt8],
        width: Int,
        height: Int,
        _ edges: Edges
    ) {
        unsafe pixels.withUnsafeMutableBufferPointer { bytes in
            func set(_ x: Int, _ y: Int, _ shade: UInt8) {
                let index = (y * width + x) * 4
                for band in index..<index + 3 { unsafe bytes[band] = shade }
            }
            // The margins stay visible, so that the user sees what is cut off.
            func fade(_ columns: Range<Int>, _ y: Int) {
                for x in columns {
                    let hatch: UInt32 = (x + y) % 8 == 0 ? 200 : 236
                    let index = (y * width + x) * 4
                    for band in index..<index + 3 {
                        let old = unsafe UInt32(bytes[band])
                        unsafe bytes[band] = UInt8(clamping: (old * 2 + hatch * 3) / 5)
                    }
                }
            }
            for y in 0..<height {
                if y < edges.top || y >= edges.bottom {
                    fade(0..<width, y)
                } else {
                    fade(0..<edges.left, y)
                    fade(edges.right..<width, y)
                }
            }
            // The line is the last row or column of the margin: it covers nothing that is printed.
            let lines = edges.left..<max(edges.left, edges.right)
            let rows = edges.top..<max(edges.top, edges.bottom)
            if edges.top > 0 { for x in lines { set(x, edges.top - 1, lineShade) } }
            if edges.bottom < height { for x in lines { set(x, edges.bottom, lineShade) } }
            if edges.left > 0 { for y in rows { set(edges.left - 1, y, lineShade) } }
            if edges.right < width { for y in rows { set(edges.right, y, lineShade) } }
            for x in 0..<width {
                set(x, 0, edgeShade)
                set(x, height - 1, edgeShade)
            }
            for y in 0..<height {
                set(0, y, edgeShade)
                set(width - 1, y, edgeShade)
            }
        }
    }

    /// The gray of the line where the margins begin.
    static let lineShade: UInt8 = 168
    /// The gray of the edge of the sheet.
    static let edgeShade: UInt8 = 96

    /// Returns the picture turned clockwise by 90 degrees.
    public func turnedRight() -> PreviewImage {
        let (width, height) = (self.width, self.height)
        let turned = unsafe [UInt8](unsafeUninitializedCapacity: pixels.count) { bytes, count in
            unsafe pixels.withUnsafeBufferPointer { old in
                for y in 0..<height {
                    for x in 0..<width {
                        let from = (y * width + x) * 4
                        let to = (x * height + height - 1 - y) * 4
                        for band in 0..<4 { unsafe bytes[to + band] = old[from + band] }
                    }
                }
            }
            count = pixels.count
        }
        return PreviewImage(width: height, height: width, pixels: turned, type: type)
    }
}
