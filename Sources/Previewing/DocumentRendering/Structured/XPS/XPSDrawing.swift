import PreviewHelper

/// Turns the markup of a page of XPS into SVG, whose paths have nearly the same commands.
final class XPSDrawing {
    private let package: OfficePackage
    private let folder: String
    private var svg = ""
    private var size: (width: Double, height: Double)?
    /// How each open element ends in SVG.
    private var ends: [String] = []
    private var path: [String: String]?
    private var fills: [String] = []
    private var pictures = 0
    private var fonts: [String: String] = [:]

    private static let sizeLimit = 64 << 20
    private static let picturesLimit = 200

    init(_ package: OfficePackage, folder: String) {
        (self.package, self.folder) = (package, folder)
    }

    /// The finished page; `nil` where it has no size.
    var page: DrawnPage? {
        guard let size, size.width >= 1, size.height >= 1, size.width < 100_000,
            size.height < 100_000
        else { return nil }
        let whole =
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
            + "width='\(size.width)' height='\(size.height)' viewBox='0 0 \(size.width) \(size.height)'>"
            + svg + ends.reversed().joined() + "</svg>"
        // A unit is a 96th of an inch.
        return DrawnPage(
            drawing: Array(whole.utf8),
            width: size.width * 0.75,
            height: size.height * 0.75
        )
    }

    /// Handles the next event; returns false to stop.
    func take(_ event: XMLScanner.Event) -> Bool {
        switch event {
        case .begin(let name, let attributes): begin(name, attributes.byName)
        case .end(let name): end(name)
        case .text: break
        }
        if svg.utf8.count > Self.sizeLimit { ReadingExtent.noteOmission() }
        return svg.utf8.count <= Self.sizeLimit
    }

    private func begin(_ name: String, _ values: [String: String]) {
        switch name {
        case "FixedPage":
            size = (Double(values["Width"] ?? "") ?? 0, Double(values["Height"] ?? "") ?? 0)
        case "Canvas":
            svg += "<g\(common(values))>"
            ends.append("</g>")
        case "MatrixTransform":
            guard let matrix = values["Matrix"].flatMap(Self.matrix) else { return }
            if path != nil {
                if path?["RenderTransform"] == nil, fills.isEmpty {
                    path?["RenderTransform"] = values["Matrix"]
                }
            } else if !ends.isEmpty {
                // Of a canvas that has just begun.
                svg += "<g transform='matrix(\(matrix))'>"
                ends[ends.count - 1] = "</g>" + ends[ends.count - 1]
            }
        case "Path":
            path = values
            fills = []
        case "PathGeometry":
            if path?["Data"] == nil { path?["Data"] = values["Figures"] }
        case "SolidColorBrush": brush(values["Color"])
        case "GradientStop": if fills.isEmpty { brush(values["Color"]) }
        case "ImageBrush": picture(values)
        case "Glyphs": glyphs(values)
        default: break
        }
    }

    private func end(_ name: String) {
        switch name {
        case "Canvas": if let last = ends.popLast() { svg += last }
        case "Path":
            if let path { draw(path) }
            path = nil
        default: break
        }
    }

    private func brush(_ colour: String?) {
        guard path != nil, let colour else { return }
        fills.append(colour)
    }

    // MARK: Parts

    private func draw(_ values: [String: String]) {
        guard var data = values["Data"] else { return }
        var rule = "evenodd"
        if data.hasPrefix("F") {
            if data.hasPrefix("F1") || data.hasPrefix("F 1") { rule = "nonzero" }
            data = String(data.drop { $0 != "M" && $0 != "m" })
        }
        let fill = Self.colour(values["Fill"] ?? fills.first)
        let stroke = Self.colour(values["Stroke"])
        var words = "<path d='\(Self.clean(data))' fill-rule='\(rule)'\(common(values))"
        words += " fill='\(fill.colour)' fill-opacity='\(fill.opacity)'"
        if stroke.colour != "none" {
            let width = Double(values["StrokeThickness"] ?? "1") ?? 1
            words +=
                " stroke='\(stroke.colour)' stroke-opacity='\(stroke.opacity)' stroke-width='\(width)'"
        }
        svg += words + "/>"
    }

    private func picture(_ values: [String: String]) {
        guard path != nil, pictures < Self.picturesLimit, let source = values["ImageSource"],
            let entry = package.archive[package.archive.name(of: source, in: folder)],
            let box = values["Viewport"].map(Self.numbers),
            box.count == 4,
            let bytes = try? package.archive.read(entry, limit: SizeLimit.embeddedPicture)
        else { return }
        pictures += 1
        let kind = bytes.starts(with: [0xFF, 0xD8]) ? "jpeg" : "png"
        guard kind == "jpeg" || bytes.starts(with: [0x89, 0x50]) else { return }
        let transform =
            path?["RenderTransform"].flatMap(Self.matrix)
            .map { " transform='matrix(\($0))'" } ?? ""
        svg +=
            "<image x='\(box[0])' y='\(box[1])' width='\(box[2])' height='\(box[3])'\(transform) "
            + "preserveAspectRatio='none' xlink:href='data:image/\(kind);base64,"
            + Self.base64(bytes) + "'/>"
        // The picture is the fill.
        fills = ["none"]
    }

    private func glyphs(_ values: [String: String]) {
        guard let words = values["UnicodeString"], !words.isEmpty,
            let size = values["FontRenderingEmSize"].flatMap(Double.init),
            let x = values["OriginX"].flatMap(Double.init),
            let y = values["OriginY"].flatMap(Double.init), size > 0, size < 10_000
        else { return }
        let plain = words.hasPrefix("{}") ? String(words.dropFirst(2)) : words
        let fill = Self.colour(values["Fill"])
        let style = values["StyleSimulations"] ?? ""
        var look = ""
        if style.contains("Bold") { look += " font-weight='bold'" }
        if style.contains("Italic") { look += " font-style='italic'" }
        let family = values["FontUri"].map(font) ?? "sans-serif"
        let places = Self.places(values["Indices"] ?? "", x, size, count: plain.count)
        svg +=
            "<text x='\(places)' y='\(y)' font-size='\(size)' xml:space='preserve'\(look) "
            + "font-family='\(Self.clean(family))' fill='\(fill.colour)' "
            + "fill-opacity='\(fill.opacity)'\(common(values))>\(Self.clean(plain))</text>"
    }

    /// Where the letters are, as far as the page says how far each goes, in hundredths of an em.
    private static func places(_ indices: String, _ x: Double, _ size: Double, count: Int) -> String
    {
        var (places, place) = ([x], x)
        for item in indices.split(separator: ";", omittingEmptySubsequences: false) {
            let parts = item.split(separator: ",", omittingEmptySubsequences: false)
            guard places.count < count, parts.count > 1, let step = Double(parts[1]),
                !item.hasPrefix("(")
            else { break }
            place += step * size / 100
            places.append(place)
        }
        return places.map { "\($0)" }.joined(separator: " ")
    }

    /// The family of a font of the package: its table of names is not hidden.
    private func font(_ address: String) -> String {
        if let known = fonts[address] { return known }
        var family = "sans-serif"
        let name = package.archive.name(of: address, in: folder)
        if fonts.count < 100, let entry = package.archive[name],
            let bytes = try? package.archive.read(entry, limit: 32 << 20)
        {
            family = XPSFont.family(bytes, part: name) ?? family
        }
        fonts[address] = family
        return family
    }

    // MARK: Values

    private func common(_ values: [String: String]) -> String {
        var words = ""
        if let matrix = values["RenderTransform"].flatMap(Self.matrix) {
            words += " transform='matrix(\(matrix))'"
        }
        if let opacity = values["Opacity"].flatMap(Double.init) { words += " opacity='\(opacity)'" }
        return words
    }

    private static func matrix(_ text: String) -> String? {
        let all = numbers(text)
        return all.count == 6 ? all.map { "\($0)" }.joined(separator: " ") : nil
    }

    private static func numbers(_ text: String) -> [Double] {
        text.split { $0 == "," || $0 == " " }.prefix(64).compactMap { Double($0) }
    }

    /// A color such as "#FF0000FF", "#00F", or "sc#1,0,0", and its opacity.
    private static func colour(_ text: String?) -> (colour: String, opacity: Double) {
        guard let text, text.hasPrefix("#") || text.hasPrefix("sc#") else { return ("none", 1) }
        if text.hasPrefix("sc#") {
            var parts = numbers(String(text.dropFirst(3)))
            let opacity = parts.count == 4 ? parts.removeFirst() : 1
            guard parts.count == 3 else { return ("none", 1) }
            let digits = parts.map { "\(Int(clamping: max(0, min(1, $0)) * 255))" }
            return ("rgb(\(digits.joined(separator: ",")))", opacity)
        }
        let digits = text.dropFirst().filter(\.isHexDigit)
        guard digits.count == 8 else { return (digits.count == 6 ? "#\(digits)" : "none", 1) }
        return ("#\(digits.suffix(6))", Double(UInt8(digits.prefix(2), radix: 16) ?? 255) / 255)
    }

    private static func clean(_ text: String) -> String {
        TextDecoding.harmless(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing("'", with: "&apos;")
    }

    static func base64(_ bytes: [UInt8]) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 4 / 3 + 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let word = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
            for index in 0..<4 {
                text.append(
                    index <= part.count ? letters[word >> (18 - 6 * index) & 63] : UInt8(ascii: "=")
                )
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
