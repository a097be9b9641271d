import Glibc

/// The blend mode of a GIMP layer (`GimpLayerMode`) with its composite mode and color spaces.
struct XCFMode {
    /// The regions that compositing keeps (`GimpLayerCompositeMode`).
    enum Composite: Int {
        case union = 1
        case clipToBackdrop = 2
        case clipToLayer = 3
        case intersection = 4
    }

    let number: Int
    let composite: Composite
    /// Whether blending takes place in linear light.
    let blendsLight: Bool
    /// Whether compositing takes place in linear light.
    let composesLight: Bool

    /// Creates a mode; 0 for the other parameters selects the mode's defaults.
    init(number: Int, composite: Int = 0, blendSpace: Int = 0, compositeSpace: Int = 0) {
        self.number = number
        let isOld = number < 23
        self.composite =
            (isOld ? nil : Composite(rawValue: composite))
            ?? (Self.unions.contains(number) ? .union : .clipToBackdrop)
        func isLight(_ space: Int, _ usually: Bool) -> Bool {
            switch space {
            case _ where isOld: false
            case 1: true
            case 2: false
            default: usually
            }
        }
        blendsLight = isLight(blendSpace, Self.ofLight.contains(number))
        composesLight = isLight(compositeSpace, true)
    }

    /// Whether this is a normal mode, which leaves colors unchanged.
    var isNormal: Bool { number == 0 || number == 28 }
    /// Whether a group's layers are composited directly onto its backdrop (pass-through).
    var passesThrough: Bool { number == 61 }
    /// Whether pixels are either fully visible or hidden, never partly transparent (dissolve).
    var dissolves: Bool { number == 1 }

    private static let unions: Set<Int> = [0, 1, 2, 28, 29, 59, 61, 62]
    private static let ofLight: Set<Int> = [28, 29, 30, 33, 34, 41, 56, 58, 59, 60, 61, 62, 63]

    typealias Colour = SIMD3<Float>

    /// Returns a pixel of the layer composited over the one below, both gamma-encoded with alpha.
    func lay(
        _ layer: Colour,
        _ layerAlpha: Float,
        on below: Colour,
        _ belowAlpha: Float
    ) -> (colour: Colour, alpha: Float) {
        if let alpha = alphaAlone(layerAlpha, belowAlpha) { return (below, alpha) }
        var blended = layer
        if !isNormal, belowAlpha > 0, layerAlpha > 0 {
            blended =
                blendsLight
                ? Light.encode(blend(Light.decode(below), Light.decode(layer)))
                : blend(below, layer)
        }
        var (source, base) = (layer, below)
        if composesLight {
            source = Light.decode(layer)
            base = Light.decode(below)
            blended = Light.decode(blended)
        }
        let alpha: Float
        var sum: Colour
        switch composite {
        case .union:
            alpha = layerAlpha + belowAlpha - layerAlpha * belowAlpha
            sum = blended * (layerAlpha * belowAlpha)
            sum += source * (layerAlpha * (1 - belowAlpha))
            sum += base * (belowAlpha * (1 - layerAlpha))
            if alpha > 0 { sum /= alpha }
        case .clipToBackdrop:
            alpha = belowAlpha
            sum = blended * layerAlpha + base * (1 - layerAlpha)
        case .clipToLayer:
            alpha = layerAlpha
            sum = blended * belowAlpha + source * (1 - belowAlpha)
        case .intersection:
            alpha = layerAlpha * belowAlpha
            sum = blended
        }
        return (composesLight ? Light.encode(sum) : sum, alpha)
    }

    /// Returns the resulting alpha for modes that change only the backdrop's alpha, or `nil` for
    /// others.
    private func alphaAlone(_ layer: Float, _ below: Float) -> Float? {
        switch number {
        case 58: below * (1 - layer)
        case 60: max(0, below - layer)
        case 63: below + (1 - below) * layer
        default: nil
        }
    }

    // MARK: Colors

    /// Returns the blend of a layer's color with the one below, both opaque.
    private func blend(_ below: Colour, _ layer: Colour) -> Colour {
        switch number {
        case 3, 30: return below * layer
        case 4, 31: return 1 - (1 - below) * (1 - layer)
        case 6, 32: return (below - layer).magnitudes
        case 7, 33: return below + layer
        case 8, 34: return below - layer
        case 9, 35: return pointwiseMin(below, layer)
        case 10, 36: return pointwiseMax(below, layer)
        case 20, 46: return below - layer + 0.5
        case 21, 47: return below + layer - 0.5
        case 50: return below + 2 * layer - 1
        case 52: return 0.5 - 2 * (below - 0.5) * (layer - 0.5)
        case 53: return below + layer - 1
        case 11...14, 37...40: return HueMode.blend(below, layer, number)
        case 24...27: return LabMode.blend(below, layer, number)
        case 54: return Light.luma(below) <= Light.luma(layer) ? below : layer
        case 55: return Light.luma(below) >= Light.luma(layer) ? below : layer
        case 56:
            let luma = Light.luma(below)
            return luma > 0 ? below * (Light.luma(layer) / luma) : Colour(repeating: luma)
        default:
            return Colour(
                channel(below.x, layer.x),
                channel(below.y, layer.y),
                channel(below.z, layer.z)
            )
        }
    }

    /// Returns the blend of a single channel.
    private func channel(_ below: Float, _ layer: Float) -> Float {
        func bounded(_ value: Float) -> Float { min(1, max(0, value)) }
        switch number {
        case 5, 19, 45:
            let screen = 1 - (1 - below) * (1 - layer)
            return (1 - below) * below * layer + below * screen
        case 23:
            return below < 0.5 ? 2 * below * layer : 1 - 2 * (1 - layer) * (1 - below)
        case 15, 41: return layer > 0 ? min(4, below / layer) : below > 0 ? 1 : 0
        case 16, 42: return layer < 1 ? bounded(below / (1 - layer)) : 1
        case 17, 43: return layer > 0 ? bounded(1 - (1 - below) / layer) : 0
        case 18, 44:
            return layer > 0.5 ? 1 - 2 * (1 - below) * (1 - layer) : 2 * below * layer
        case 48:
            if layer <= 0.5 { return layer > 0 ? bounded(1 - (1 - below) / (2 * layer)) : 0 }
            return layer < 1 ? bounded(below / (2 * (1 - layer))) : 1
        case 49: return layer > 0.5 ? max(below, 2 * layer - 1) : min(below, 2 * layer)
        case 51: return below + layer < 1 ? 0 : 1
        default: return layer
        }
    }
}

extension SIMD3<Float> {
    /// The absolute value of each component.
    fileprivate var magnitudes: Self { replacing(with: -self, where: self .< 0) }
}

/// Converts between linear light and gamma-encoded sRGB (IEC 61966-2-1) with tables.
enum Light {
    private static let steps = 4096

    private static let decoded: [Float] = (0...steps).map { step in
        let value = Float(step) / Float(steps)
        return value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
    }

    /// Encoded values, indexed by the square root of light for finer steps in dark shades.
    private static let encoded: [Float] = (0...steps).map { step in
        let root = Float(step) / Float(steps)
        let value = root * root
        return value <= 0.0031308 ? value * 12.92 : 1.055 * powf(value, 1 / 2.4) - 0.055
    }

    private static func lookUp(_ table: [Float], _ value: Float) -> Float {
        guard value > 0 else { return 0 }
        guard value < 1 else { return 1 }
        let place = value * Float(steps)
        let index = Int(clamping: place)
        let low = table[index]
        return low + (table[index + 1] - low) * (place - Float(index))
    }

    static func decode(_ value: Float) -> Float { lookUp(decoded, value) }

    static func encode(_ value: Float) -> Float {
        value > 0 ? lookUp(encoded, value.squareRoot()) : 0
    }

    static func decode(_ colour: SIMD3<Float>) -> SIMD3<Float> {
        SIMD3(decode(colour.x), decode(colour.y), decode(colour.z))
    }

    static func encode(_ colour: SIMD3<Float>) -> SIMD3<Float> {
        SIMD3(encode(colour.x), encode(colour.y), encode(colour.z))
    }

    /// Returns the luminance of a color (ITU-R BT.709).
    static func luma(_ colour: SIMD3<Float>) -> Float {
        0.2126 * colour.x + 0.7152 * colour.y + 0.0722 * colour.z
    }
}
