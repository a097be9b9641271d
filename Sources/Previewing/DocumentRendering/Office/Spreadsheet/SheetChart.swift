import Glibc
import PreviewHelper
import PreviewModel

/// A chart, drawn from the values that its file keeps (ECMA-376, part 1, 21.2): bars, lines, areas, points, or a pie.
///
/// Its colors and places are those of this project: it shows what the chart says, not how it looks.
struct SheetChart {
    private enum Kind { case bars, columns, lines, points, pie }

    private struct Series {
        var name = ""
        var labels: [Int: String] = [:]
        var values: [Int: Double] = [:]
    }

    private var kind = Kind.columns
    private var title = ""
    private var series: [Series] = []

    private static let (width, height) = (420.0, 250.0)
    private static let (seriesLimit, valuesLimit) = (12, 400)
    private static let colours = [
        "4472C4", "ED7D31", "A5A5A5", "FFC000", "5B9BD5", "70AD47", "264478", "9E480E", "636363",
        "997300", "255E91", "43682B",
    ]

    /// Reads a chart; `nil` where it has no values.
    ///
    /// - Parameters:
    ///   - package: The workbook.
    ///   - part: The part with the chart.
    ///   - cells: The texts of a reference such as "Plan!$B$2:$B$9", of which some programs keep no copy.
    /// - Throws: The problem of a part that cannot be read.
    init?(
        _ package: OfficePackage,
        _ part: String,
        cells: @escaping (String) -> [String]
    ) throws(DocumentProblemError) {
        let reader = Reader(cells)
        try package.scan(part) { reader.take($0) }
        (kind, title, series) = (reader.kind, reader.title, reader.series)
        guard series.contains(where: { !$0.values.isEmpty }) else { return nil }
    }

    /// The picture of the chart.
    var picture: InlinePicture {
        let drawing = drawing
        return InlinePicture(width: Self.width, height: Self.height) { Array(drawing.utf8) }
    }

    private final class Reader {
        var kind = Kind.columns
        var title = ""
        var series: [Series] = []
        private var (inTitle, inName, inLabels, inValues, inText) = (
            false, false, false, false, false
        )
        private var axes = 0
        private var place = 0
        private var text = ""
        private var reference = ""
        private var hasCopy = false
        private let cells: (String) -> [String]

        init(_ cells: @escaping (String) -> [String]) { self.cells = cells }

        func take(_ event: XMLScanner.Event) -> Bool {
            switch event {
            case .begin(let name, let attributes): begin(name, attributes)
            case .text(let words): if inText, text.utf8.count < 200 { text += words }
            case .end(let name): end(name)
            }
            return series.count <= SheetChart.seriesLimit
        }

        private func begin(_ name: String, _ attributes: XMLScanner.Attributes) {
            switch name {
            case "barDir": kind = attributes["val"] == "bar" ? .bars : .columns
            case "lineChart", "areaChart", "line3DChart", "area3DChart", "radarChart", "stockChart":
                kind = .lines
            case "scatterChart", "bubbleChart": kind = .points
            case "pieChart", "pie3DChart", "doughnutChart", "ofPieChart": kind = .pie
            case "catAx", "valAx", "dateAx", "serAx": axes += 1
            case "title": inTitle = axes == 0
            case "ser": series.append(Series())
            case "tx": inName = !inTitle
            case "cat", "xVal": inLabels = true
            case "val", "yVal": inValues = true
            case "pt": place = max(0, min(100_000, attributes.number("idx") ?? 0))
            case "numRef", "strRef": (reference, hasCopy) = ("", false)
            case "v", "t", "f": (inText, text) = (true, "")
            default: break
            }
        }

        private func end(_ name: String) {
            switch name {
            case "catAx", "valAx", "dateAx", "serAx": axes = max(0, axes - 1)
            case "title": inTitle = false
            case "tx": inName = false
            case "cat", "xVal": inLabels = false
            case "val", "yVal": inValues = false
            case "f": (inText, reference) = (false, text)
            case "numRef", "strRef":
                guard !hasCopy else { break }
                for (index, text) in cells(reference).enumerated() {
                    place = index
                    keep(text)
                }
            case "v", "t":
                inText = false
                hasCopy = true
                keep(TextDecoding.harmless(text).singleLine)
            default: break
            }
        }

        private func keep(_ text: String) {
            if inTitle {
                title += text
                return
            }
            guard let last = series.indices.last, place < SheetChart.valuesLimit else { return }
            if inName {
                series[last].name = text
            } else if inLabels {
                series[last].labels[place] = text
            } else if inValues, let number = Double(text), number.isFinite {
                series[last].values[place] = number
            }
        }
    }

    // MARK: Drawing

    private var drawing: String {
        var body = "<rect width='100%' height='100%' fill='#fff' stroke='#dcdce0'/>"
        if !title.isEmpty {
            body += Self.text(title, x: Self.width / 2, y: 22, size: 13, anchor: "middle")
        }
        let names = kind == .pie ? pieNames : series.map(\.name)
        body += kind == .pie ? pie : axes + marks
        let shown = Array(names.prefix(Self.seriesLimit))
        if shown.count > 1 || shown.first?.isEmpty == false {
            for (index, name) in shown.enumerated() {
                let (x, y) = (Self.width - 98, 44 + 16 * Double(index))
                body +=
                    "<rect x='\(x)' y='\(y - 8)' width='9' height='9' fill='\(Self.colour(index))'/>"
                body += Self.text(String(name.prefix(16)), x: x + 13, y: y, size: 9)
            }
        }
        return
            "<svg xmlns='http://www.w3.org/2000/svg' width='\(Self.width)' height='\(Self.height)' "
            + "viewBox='0 0 \(Self.width) \(Self.height)'>\(body)</svg>"
    }

    private static func colour(_ index: Int) -> String { "#" + colours[index % colours.count] }

    private static func text(
        _ words: String,
        x: Double,
        y: Double,
        size: Double,
        anchor: String = "start"
    ) -> String {
        let words = words.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        return "<text x='\(x)' y='\(y)' font-size='\(size)' font-family='sans-serif' fill='#333' "
            + "text-anchor='\(anchor)'>\(words)</text>"
    }

    /// The room of the marks: left, top, width, height.
    private var room: (x: Double, y: Double, width: Double, height: Double) {
        (kind == .bars ? 78 : 48, 34, Self.width - (kind == .bars ? 184 : 154), Self.height - 64)
    }

    /// The smallest and the largest value, with 0 where bars begin there.
    private var range: (low: Double, high: Double) {
        let values = series.flatMap(\.values.values)
        var (low, high) = (values.min() ?? 0, values.max() ?? 1)
        if kind != .points { (low, high) = (min(0, low), max(0, high)) }
        return high - low > 0 && (high - low).isFinite ? (low, high) : (low, low + 1)
    }

    /// The places of values, in the order of the file.
    private var places: [Int] {
        Array(Set(series.flatMap { $0.values.keys } + series.flatMap { $0.labels.keys })).sorted()
    }

    private func label(_ place: Int) -> String {
        series.lazy.compactMap { $0.labels[place] }.first ?? "\(place + 1)"
    }

    /// Lines across at five values, and the labels.
    private var axes: String {
        let (room, range, places) = (room, range, places)
        var body = ""
        for step in 0...4 {
            let share = Double(step) / 4
            let value = range.low + (range.high - range.low) * share
            let words = NumberText.general((value * 1e6).rounded() / 1e6)
            if kind == .bars {
                let x = room.x + room.width * share
                body += "<path d='M\(x) \(room.y)v\(room.height)' stroke='#e4e4ea'/>"
                body += Self.text(
                    words,
                    x: x,
                    y: room.y + room.height + 14,
                    size: 9,
                    anchor: "middle"
                )
            } else {
                let y = room.y + room.height * (1 - share)
                body += "<path d='M\(room.x) \(y)h\(room.width)' stroke='#e4e4ea'/>"
                body += Self.text(words, x: room.x - 5, y: y + 3, size: 9, anchor: "end")
            }
        }
        guard kind != .points else { return body }
        let every = max(1, places.count / 10)
        for (index, place) in places.enumerated() where index % every == 0 {
            let share = (Double(index) + 0.5) / Double(max(1, places.count))
            let words = String(label(place).prefix(12))
            body +=
                kind == .bars
                ? Self.text(
                    words,
                    x: room.x - 5,
                    y: room.y + room.height * share + 3,
                    size: 9,
                    anchor: "end"
                )
                : Self.text(
                    words,
                    x: room.x + room.width * share,
                    y: room.y + room.height + 14,
                    size: 9,
                    anchor: "middle"
                )
        }
        return body
    }

    private var marks: String {
        let (room, range, places) = (room, range, places)
        func share(_ value: Double) -> Double { (value - range.low) / (range.high - range.low) }
        var body = ""
        for (number, one) in series.prefix(Self.seriesLimit).enumerated() {
            var points: [String] = []
            for (index, place) in places.enumerated() {
                guard let value = one.values[place] else { continue }
                let step = 1 / Double(places.count)
                let start = Double(index) * step
                let bar = step * 0.8 / Double(min(series.count, Self.seriesLimit))
                let from = start + step * 0.1 + bar * Double(number)
                let (low, high) = (min(share(0), share(value)), max(share(0), share(value)))
                switch kind {
                case .columns:
                    body +=
                        "<rect x='\(room.x + room.width * from)' y='\(room.y + room.height * (1 - high))' "
                        + "width='\(room.width * bar)' height='\(room.height * (high - low))' "
                        + "fill='\(Self.colour(number))'/>"
                case .bars:
                    body +=
                        "<rect x='\(room.x + room.width * low)' y='\(room.y + room.height * from)' "
                        + "width='\(room.width * (high - low))' height='\(room.height * bar)' "
                        + "fill='\(Self.colour(number))'/>"
                default:
                    let x = room.x + room.width * across(place, start + step / 2, one)
                    points.append("\(x),\(room.y + room.height * (1 - share(value)))")
                }
            }
            if kind == .points {
                for point in points {
                    let parts = point.split(separator: ",")
                    body +=
                        "<circle cx='\(parts[0])' cy='\(parts[1])' r='3' fill='\(Self.colour(number))'/>"
                }
            } else if !points.isEmpty {
                body +=
                    "<polyline points='\(points.joined(separator: " "))' fill='none' stroke-width='2' "
                    + "stroke='\(Self.colour(number))'/>"
            }
        }
        return body
    }

    /// Where a value stands from left to right: at its number in a chart of points, else at its turn.
    private func across(_ place: Int, _ turn: Double, _ one: Series) -> Double {
        guard kind == .points else { return turn }
        let numbers = series.flatMap { $0.labels.values.compactMap { Double($0) } }
        guard let low = numbers.min(), let high = numbers.max(), high - low > 0,
            (high - low).isFinite, let number = one.labels[place].flatMap({ Double($0) })
        else { return turn }
        return (number - low) / (high - low)
    }

    private var pieNames: [String] { places.prefix(Self.seriesLimit).map(label) }

    private var pie: String {
        let values = places.prefix(Self.seriesLimit).map { max(0, series.first?.values[$0] ?? 0) }
        let sum = values.reduce(0, +)
        guard sum > 0, sum.isFinite else { return "" }
        let (x, y, radius) = (150.0, Self.height / 2 + 12, 92.0)
        var (body, angle) = ("", -Double.pi / 2)
        for (index, value) in values.enumerated() {
            let part = value / sum * 2 * .pi
            let end = angle + part
            if part > 2 * .pi - 1e-6 {
                body += "<circle cx='\(x)' cy='\(y)' r='\(radius)' fill='\(Self.colour(index))'/>"
            } else {
                body +=
                    "<path d='M\(x) \(y)L\(x + radius * cos(angle)) \(y + radius * sin(angle))A\(radius) "
                    + "\(radius) 0 \(part > .pi ? 1 : 0) 1 \(x + radius * cos(end)) "
                    + "\(y + radius * sin(end))Z' fill='\(Self.colour(index))' stroke='#fff'/>"
            }
            angle = end
        }
        return body
    }
}
