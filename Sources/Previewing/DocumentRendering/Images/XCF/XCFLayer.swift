import PreviewHelper

/// The header of a layer or layer group in an XCF file.
struct XCFLayer {
    let width: Int
    let height: Int
    /// The layer type: 0 and 1 are RGB, 2 and 3 gray, 4 and 5 palette indices; the odd ones have
    /// alpha.
    let kind: Int
    private(set) var left = 0
    private(set) var top = 0
    private(set) var opacity: Float = 1
    private(set) var isVisible = true
    private(set) var mode = XCFMode(number: 0)
    private(set) var isGroup = false
    /// Whether this is a floating selection that is not yet anchored.
    private(set) var isFloating = false
    /// The place of its pixels, and of its mask where it has one that counts.
    let pixels: Int
    private(set) var mask = 0
    /// The path in the layer tree: the indices of the enclosing groups, then its own.
    private(set) var path: [Int] = []

    private static let depthLimit = 64

    /// Whether the pixels have an alpha channel.
    var hasAlpha: Bool { kind % 2 == 1 }
    /// The number of channels per pixel.
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

    /// The settings from the layer's properties.
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
            // The opacity as a float, more exact than the byte, which precedes it.
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
            // A negative value is one that GIMP chose automatically.
            case 35: composite = abs(number)
            case 36: compositeSpace = abs(number)
            case 37: blendSpace = abs(number)
            default: break
            }
        }
    }
}
