import Glibc

/// The modes of GIMP that take the hue, the saturation or the value of a color.
enum HueMode {
    typealias Colour = SIMD3<Float>

    /// Blends by the number of a mode: hue 11 and 37, saturation 12 and 38, color 13 and 39, value
    /// 14 and 40.
    static func blend(_ below: Colour, _ layer: Colour, _ number: Int) -> Colour {
        if number == 13 || number == 39 { return colour(below, layer) }
        var (hue, saturation, value) = parts(below)
        let other = parts(layer)
        switch number {
        // A gray layer has no hue, so the result is gray, too.
        case 11, 37: if other.saturation > 0 { hue = other.hue } else { saturation = 0 }
        case 12, 38: saturation = other.saturation
        default: value = other.value
        }
        return colour(hue: hue, saturation: saturation, value: value)
    }

    /// Hue (0 to 6), saturation and value of a color (HSV).
    private static func parts(
        _ colour: Colour
    ) -> (hue: Float, saturation: Float, value: Float) {
        let (high, low) = (colour.max(), colour.min())
        let range = high - low
        guard range > 0, high > 0 else { return (0, 0, high) }
        var hue: Float
        if high == colour.x {
            hue = (colour.y - colour.z) / range
        } else if high == colour.y {
            hue = 2 + (colour.z - colour.x) / range
        } else {
            hue = 4 + (colour.x - colour.y) / range
        }
        if hue < 0 { hue += 6 }
        return (hue, range / high, high)
    }

    private static func colour(hue: Float, saturation: Float, value: Float) -> Colour {
        func channel(_ shift: Float) -> Float {
            let place = (shift + hue).truncatingRemainder(dividingBy: 6)
            return value - value * saturation * max(0, min(place, 4 - place, 1))
        }
        return Colour(channel(5), channel(3), channel(1))
    }

    /// Hue and saturation of the layer in the lightness below it (HSL).
    private static func colour(_ below: Colour, _ layer: Colour) -> Colour {
        let light = (below.max() + below.min()) / 2
        let (high, low) = (layer.max(), layer.min())
        let own = (high + low) / 2
        let reach = own <= 0.5 ? own : 1 - own
        guard high > low, reach > 0 else { return Colour(repeating: light) }
        // From its own lightness to the other one, with the same part of what is possible there.
        let room = light <= 0.5 ? light : 1 - light
        return (layer - own) * (room / reach) + light
    }
}

/// The modes of GIMP that take lightness, chroma or hue of a color (CIE LCh).
enum LabMode {
    typealias Colour = SIMD3<Float>

    /// Blends by the number of a mode: hue 24, chroma 25, both 26, lightness 27.
    static func blend(_ below: Colour, _ layer: Colour, _ number: Int) -> Colour {
        var (base, other) = (lab(below), lab(layer))
        let (chroma, otherChroma) = (hypotf(base.y, base.z), hypotf(other.y, other.z))
        switch number {
        case 24:
            guard otherChroma > 0 else { return below }
            (base.y, base.z) = (other.y / otherChroma * chroma, other.z / otherChroma * chroma)
        case 25:
            guard chroma > 0 else { return below }
            (base.y, base.z) = (base.y / chroma * otherChroma, base.z / chroma * otherChroma)
        case 26: (base.y, base.z) = (other.y, other.z)
        default: base.x = other.x
        }
        other = rgb(base)
        return other.clamped(lowerBound: Colour(repeating: 0), upperBound: Colour(repeating: 1))
    }

    /// CIE L*a*b* of a color of sRGB, for its white D65.
    private static func lab(_ colour: Colour) -> Colour {
        let light = Light.decode(colour)
        func curve(_ value: Float) -> Float {
            value > 0.008856 ? cbrtf(value) : (903.3 * value + 16) / 116
        }
        let x = curve((0.4124 * light.x + 0.3576 * light.y + 0.1805 * light.z) / 0.9505)
        let y = curve(0.2126 * light.x + 0.7152 * light.y + 0.0722 * light.z)
        let z = curve((0.0193 * light.x + 0.1192 * light.y + 0.9505 * light.z) / 1.089)
        return Colour(116 * y - 16, 500 * (x - y), 200 * (y - z))
    }

    private static func rgb(_ lab: Colour) -> Colour {
        func curve(_ value: Float) -> Float {
            let cube = value * value * value
            return cube > 0.008856 ? cube : (116 * value - 16) / 903.3
        }
        let y = (lab.x + 16) / 116
        let x = curve(y + lab.y / 500) * 0.9505
        let z = curve(y - lab.z / 200) * 1.089
        let light = curve(y)
        return Light.encode(
            Colour(
                3.2406 * x - 1.5372 * light - 0.4986 * z,
                -0.9689 * x + 1.8758 * light + 0.0415 * z,
                0.0557 * x - 0.204 * light + 1.057 * z
            )
        )
    }
}
