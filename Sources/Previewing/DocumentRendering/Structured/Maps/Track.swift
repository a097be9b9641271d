import Glibc

/// The lines, areas, and places of a map file.
struct Track {
    /// A place on the earth, in degrees, and its height in meters.
    struct Place {
        var latitude: Double
        var longitude: Double
        var height: Double?

        /// A place; `nil` where it is none of the earth.
        init?(_ latitude: Double?, _ longitude: Double?, height: Double? = nil) {
            guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 360 else {
                return nil
            }
            (self.latitude, self.longitude, self.height) = (latitude, longitude, height)
        }
    }

    /// A line or an area.
    struct Line {
        var name = ""
        var places: [Place] = []
        var isArea = false
    }

    var title = ""
    var notes = ""
    var lines: [Line] = []
    var marks: [(name: String, place: Place)] = []
    /// The names of what has no place.
    var others: [String] = []
    var times: [String] = []

    private static let placesLimit = 1_000_000
    /// The most points of a line that is drawn.
    private static let drawnLimit = 4_000
    /// The size of the drawing, in points.
    private static let size = (width: 520.0, height: 400.0)
    private static let radius = 6_371_000.0

    /// Whether no more places are read.
    var isFull: Bool { lines.reduce(marks.count) { $0 + $1.places.count } > Self.placesLimit }

    private var places: [Place] { lines.flatMap(\.places) + marks.map(\.place) }

    /// The length of a line, in meters.
    static func length(of line: Line) -> Double {
        zip(line.places, line.places.dropFirst()).reduce(0) { $0 + distance($1.0, $1.1) }
    }

    private static func distance(_ from: Place, _ to: Place) -> Double {
        let (a, b) = (from.latitude * .pi / 180, to.latitude * .pi / 180)
        let across = (to.longitude - from.longitude) * .pi / 360
        let down = (b - a) / 2
        let part = sin(down) * sin(down) + cos(a) * cos(b) * sin(across) * sin(across)
        return 2 * radius * asin(min(1, part.squareRoot()))
    }

    /// Reports title, drawing, and facts; returns whether more is wanted.
    func emit(into sink: (Block) -> Bool) -> Bool {
        var facts = FactSheet(title, notes)
        let real = lines.filter { !$0.isArea }
        let meters = real.reduce(0) { $0 + Self.length(of: $1) }
        facts.add("Length", meters > 0 ? Self.words(meters) : nil)
        facts.add("Points", real.isEmpty ? nil : "\(real.reduce(0) { $0 + $1.places.count })")
        let heights = lines.flatMap { $0.places.compactMap(\.height) }
        if let low = heights.min(), let high = heights.max(), high > low {
            facts.add(
                "Height",
                "\(Int(clamping: low.rounded())) m to \(Int(clamping: high.rounded())) m"
            )
        }
        facts.add("From", times.first)
        facts.add("To", times.count > 1 ? times.last : nil)
        let names = (lines.map(\.name) + marks.map(\.name) + others)
            .filter { !$0.isEmpty && $0 != title }
        facts.add("Names", names.isEmpty ? nil : names.prefix(60).joined(separator: ", "))
        if let drawing = drawing() { guard sink(.picture(drawing)) else { return false } }
        return facts.emit(into: sink)
    }

    private static func words(_ meters: Double) -> String {
        if meters < 1_000 { return "\(Int(clamping: meters.rounded())) m" }
        let tenths = Int(clamping: (meters / 100).rounded())
        return meters < 100_000
            ? "\(tenths / 10).\(tenths % 10) km" : "\(Int(clamping: (meters / 1_000).rounded())) km"
    }

    // MARK: Drawing

    /// The lines as an SVG drawing, with a scale; `nil` where there is no place.
    private func drawing() -> InlinePicture? {
        let places = places
        guard let first = places.first else { return nil }
        var (south, north) = (first.latitude, first.latitude)
        var (west, east) = (first.longitude, first.longitude)
        for place in places {
            (south, north) = (min(south, place.latitude), max(north, place.latitude))
            (west, east) = (min(west, place.longitude), max(east, place.longitude))
        }
        // A degree of longitude is shorter away from the equator.
        let squeeze = max(0.05, cos((south + north) / 2 * .pi / 180))
        let span = max((east - west) * squeeze, (north - south), 0.0005)
        let (width, height) = Self.size
        let (center, middle) = ((west + east) / 2, (south + north) / 2)
        let room = 28.0
        let scale = min(
            (width - 2 * room) / max((east - west) * squeeze, span / 50),
            (height - 2 * room) / max(north - south, span / 50)
        )
        func x(_ place: Place) -> String {
            Self.digits(width / 2 + (place.longitude - center) * squeeze * scale)
        }
        func y(_ place: Place) -> String {
            Self.digits(height / 2 - (place.latitude - middle) * scale)
        }
        var svg =
            "<svg xmlns='http://www.w3.org/2000/svg' width='\(Int(clamping: width))' height='\(Int(clamping: height))'>"
            + "<rect width='\(Int(clamping: width))' height='\(Int(clamping: height))' fill='#f6f6f2'/>"
        for (number, line) in lines.enumerated() where !line.places.isEmpty {
            let step = max(1, line.places.count / Self.drawnLimit)
            let shown = stride(from: 0, to: line.places.count, by: step).map { line.places[$0] }
            let points = (shown + line.places.suffix(1)).map { "\(x($0)),\(y($0))" }
                .joined(separator: " ")
            let colour = Self.colours[number % Self.colours.count]
            svg +=
                "<poly\(line.isArea ? "gon" : "line") points='\(points)' "
                + "fill='\(line.isArea ? colour : "none")' fill-opacity='0.25' stroke='\(colour)' "
                + "stroke-width='2' stroke-linejoin='round' stroke-linecap='round'/>"
            if !line.isArea, let begin = line.places.first, let end = line.places.last {
                svg += Self.dot(x(begin), y(begin), "#0b7a2e") + Self.dot(x(end), y(end), "#b01818")
            }
        }
        for mark in marks.prefix(300) {
            svg += Self.dot(x(mark.place), y(mark.place), "#123a8c")
            guard marks.count <= 30, !mark.name.isEmpty else { continue }
            svg +=
                "<text x='\(x(mark.place))' y='\(y(mark.place))' dx='5' dy='3' font-size='10' "
                + "font-family='sans-serif' fill='#222'>\(Self.escaped(mark.name))</text>"
        }
        svg += Self.ruler(metersOfPoint: 111_195 / scale, height: height) + "</svg>"
        return InlinePicture(decoding: Array(svg.utf8))
    }

    /// A scale of a round length.
    private static func ruler(metersOfPoint: Double, height: Double) -> String {
        let wanted = metersOfPoint * 100
        let power = pow(10, floor(log10(max(wanted, 1))))
        let round = [5, 2, 1].first { $0 * power <= wanted } ?? 1
        let meters = round * power
        let length = meters / metersOfPoint
        guard length.isFinite, length > 1, length < 400 else { return "" }
        let y = height - 12
        let label =
            meters < 1_000 ? "\(Int(clamping: meters)) m" : "\(Int(clamping: meters / 1_000)) km"
        return
            "<path d='M12 \(digits(y - 4)) v4 h\(digits(length)) v-4' fill='none' stroke='#444'/>"
            + "<text x='\(digits(length + 18))' y='\(digits(y))' font-size='10' "
            + "font-family='sans-serif' fill='#444'>\(label)</text>"
    }

    private static func dot(_ x: String, _ y: String, _ colour: String) -> String {
        "<circle cx='\(x)' cy='\(y)' r='4' fill='\(colour)' stroke='#fff'/>"
    }

    private static func escaped(_ text: String) -> String {
        TextDecoding.harmless(String(text.prefix(60))).replacing("&", with: "&amp;")
            .replacing("<", with: "&lt;")
    }

    /// A number with a tenth, as SVG has it.
    private static func digits(_ number: Double) -> String {
        String((max(-10_000, min(10_000, number)) * 10).rounded() / 10)
    }

    private static let colours = ["#c0392b", "#1f5fae", "#1e8449", "#8e44ad", "#b9770e"]
}
