import PreviewHelper

/// What an XCF file says of a layer, or of a group of layers.
struct XCFLayer {
    let width: Int
    let height: Int
    /// 0 and 1 are colours, 2 and 3 grey, 4 and 5 numbers of a palette; the second of each with alpha.
    let kind: Int
    private(set) var left = 0
    private(set) var top = 0
    private(set) var opacity: Float = 1
    private(set) var isVisible = true
    private(set) var mode = XCFMode(number: 0)
    private(set) var isGroup = false
    /// Whether it was not yet put anywhere.
    private(set) var isFloating = false
    /// The place of its pixels, and of its mask where it has one that counts.
    let pixels: Int
    private(set) var mask = 0
    /// Its place in the tree: the numbers of the groups that it lies in, and its own.
    private(set) var path: [Int] = []

    private static let depthLimit = 64

    /// Whether its pixels say how opaque they are.
    var hasAlpha: Bool { kind % 2 == 1 }
    /// How many numbers a pixel has.
    var channels: Int { [3, 4, 1, 2, 1, 2][kind] }

    /// Reads a layer's header; `nil` where it is none.
    init?(_ start: XCFFile.Cursor) {
        var cursor = start
        guard let width = cursor.number(), let height = cursor.number(), let kind = cursor.number(),
            (0...5).contains(kind), width <= 1 << 20, height <= 1 << 20, cursor.skipText()
        else { return nil }
        (self.width, self.height, self.kind) = (width, height, kind)
        var settings = Settings()
        guard
            cursor.properties({ kind, bytes in
                if kind == 30 {
                    settings.path = stride(from: 0, to: bytes.count - 3, by: 4)
                        .prefix(Self.depthLimit).map { Int(bytes.big32($0)) }
                }
                guard bytes.count >= 4 else {
                    if kind == 29 { settings.isGroup = true }
                    return
                }
                settings.take(kind, bytes)
            }), let pixels = cursor.pointer(), let mask = cursor.pointer()
        else { return nil }
        self.pixels = pixels
        self.mask = settings.isMaskUsed ? mask : 0
        (left, top) = (settings.left, settings.top)
        (opacity, isVisible, isGroup) = (settings.opacity, settings.isVisible, settings.isGroup)
        (path, isFloating) = (settings.path, settings.isFloating)
        mode = XCFMode(
            number: settings.mode,
            composite: settings.composite,
            blendSpace: settings.blendSpace,
            compositeSpace: settings.compositeSpace
        )
    }

    /// What the properties set.
    private struct Settings {
        var left = 0
        var top = 0
        var opacity: Float = 1
        var isVisible = true
        var isMaskUsed = true
        var isGroup = false
        var isFloating = false
        var mode = 0
        var composite = 0
        var blendSpace = 0
        var compositeSpace = 0
        var path: [Int] = []

        mutating func take(_ kind: Int, _ bytes: [UInt8]) {
            let number = Int(Int32(bitPattern: bytes.big32(0)))
            switch kind {
            case 5: isFloating = true
            case 6: opacity = min(1, max(0, Float(number) / 255))
            // More exactly than in 255 steps; it follows the other.
            case 33:
                let exact = Float(bitPattern: bytes.big32(0))
                if exact >= 0, exact <= 1 { opacity = exact }
            case 7: mode = number
            case 8: isVisible = number != 0
            case 11: isMaskUsed = number != 0
            case 15 where bytes.count >= 8:
                left = number
                top = Int(Int32(bitPattern: bytes.big32(4)))
            case 29: isGroup = true
            // Below zero is what GIMP has chosen itself.
            case 35: composite = abs(number)
            case 36: compositeSpace = abs(number)
            case 37: blendSpace = abs(number)
            default: break
            }
        }
    }
}
