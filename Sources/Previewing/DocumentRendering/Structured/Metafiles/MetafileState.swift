/// A point of a metafile.
struct MetafilePoint {
    var x: Double
    var y: Double
}

/// A linear map of points: what a metafile calls a transform.
struct MetafileTransform {
    var (a, b, c, d, x, y) = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

    func apply(_ point: MetafilePoint) -> MetafilePoint {
        MetafilePoint(
            x: point.x * a + point.y * c + x,
            y: point.x * b + point.y * d + y
        )
    }

    /// This map, and then another.
    func then(_ next: MetafileTransform) -> MetafileTransform {
        let origin = next.apply(MetafilePoint(x: x, y: y))
        var result = MetafileTransform()
        result.a = a * next.a + b * next.c
        result.b = a * next.b + b * next.d
        result.c = c * next.a + d * next.c
        result.d = c * next.b + d * next.d
        (result.x, result.y) = (origin.x, origin.y)
        return result
    }

    /// How much longer lines become.
    var scale: Double { (a * d - b * c).magnitude.squareRoot() }
}

/// The tools of a metafile, and what else holds until it is changed.
struct MetafileState {
    struct Pen {
        var colour: UInt32 = 0
        /// In units of the metafile; 0 is as thin as can be.
        var width = 0.0
        /// Solid, dashes, dots, both in two ways, nothing, or inside of a frame: 0 to 6.
        var style = 0
        var cap = "round"
        var join = "round"
        static let none = Pen(style: 5)
    }

    struct Brush {
        var colour: UInt32 = 0xFF_FFFF
        var isEmpty = false
        /// Of a pattern in two colors, how much has the color of the background; the rest has that of words.
        var share: Double?
        static let none = Brush(isEmpty: true)
    }

    struct Font {
        var family = ""
        /// The height of a letter with its room above if positive, else without.
        var height = 0.0
        var isBold = false
        var isItalic = false
        var isUnderlined = false
        var isStruck = false
        /// The angle of its lines in tenths of a degree.
        var escapement = 0.0
        /// The set of characters, of texts that are not in UTF-16.
        var charset = 0
    }

    var pen = Pen()
    var brush = Brush()
    var font = Font()
    var textColour: UInt32 = 0
    var background: UInt32 = 0xFF_FFFF
    /// Whether areas count as filled wherever lines wind around them.
    var fillsAll = false
    var textAlignment = 0
    var position = MetafilePoint(x: 0, y: 0)
    var world = MetafileTransform()
    var mapMode = 1
    var windowOrigin = MetafilePoint(x: 0, y: 0)
    var window = MetafilePoint(x: 1, y: 1)
    var viewportOrigin = MetafilePoint(x: 0, y: 0)
    var viewport = MetafilePoint(x: 1, y: 1)
    /// The number of the clip that holds; 0 for none.
    var clip = 0

    /// The color of areas: of a pattern, that which it looks like from afar.
    var areaColour: UInt32 {
        guard let share = brush.share else { return brush.colour }
        return [0, 8, 16].reduce(0) { colour, shift in
            let (ink, paper) = (textColour >> shift & 255, background >> shift & 255)
            let part = Double(ink) * (1 - share) + Double(paper) * share
            return colour | UInt32(clamping: part) << shift
        }
    }

    /// Units of the drawing in a millimeter, for modes that measure.
    var unitsOfMillimeter = MetafilePoint(x: 96 / 25.4, y: 96 / 25.4)

    /// How points of commands become points of the drawing.
    var transform: MetafileTransform {
        var page = MetafileTransform()
        (page.a, page.d) = scale
        page.x = viewportOrigin.x - windowOrigin.x * page.a
        page.y = viewportOrigin.y - windowOrigin.y * page.d
        return world.then(page)
    }

    private var scale: (Double, Double) {
        let unit: Double
        switch mapMode {
        case 2: unit = 0.1
        case 3: unit = 0.01
        case 4: unit = 0.254
        case 5: unit = 0.0254
        case 6: unit = 25.4 / 1_440
        case 7, 8:
            guard window.x != 0, window.y != 0 else { return (1, 1) }
            return (viewport.x / window.x, viewport.y / window.y)
        default: return (1, 1)
        }
        return (unitsOfMillimeter.x * unit, -unitsOfMillimeter.y * unit)
    }
}

/// What a table of a metafile holds.
enum MetafileTool {
    case pen(MetafileState.Pen)
    case brush(MetafileState.Brush)
    case font(MetafileState.Font)
    /// A palette, a region, or a color space.
    case other

    /// One of those that need not be made.
    static func stock(_ index: Int) -> MetafileTool? {
        switch index {
        case 0: .brush(.init(colour: 0xFF_FFFF))
        case 1: .brush(.init(colour: 0xC0_C0C0))
        case 2: .brush(.init(colour: 0x80_8080))
        case 3: .brush(.init(colour: 0x40_4040))
        case 4: .brush(.init(colour: 0))
        case 5: .brush(.none)
        case 6: .pen(.init(colour: 0xFF_FFFF))
        case 7: .pen(.init())
        case 8: .pen(.none)
        case 10...17: .font(.init(height: -13))
        default: nil
        }
    }
}
