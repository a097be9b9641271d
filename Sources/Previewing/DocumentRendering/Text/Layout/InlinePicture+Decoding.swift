import CImage
import CPango
import PreviewHelper
import PreviewModel

extension InlinePicture {
    /// A point for each pixel of a screen: 96 to an inch.
    private static let pointsOfPixel = 0.75

    /// A JPEG, PNG, GIF, WebP, SVG, EMF, or WMF in the size that it has on a screen; `nil` for any other file.
    init?(decoding bytes: [UInt8]) {
        if MetafileDocument.isOne(bytes) {
            guard let page = MetafileDocument.page(bytes) else { return nil }
            self.init(width: page.width, height: page.height) { page.drawing }
            return
        }
        if EmbeddedPicture.isDrawing(bytes) {
            guard let drawing = unsafe DrawingDocument.open(bytes) else { return nil }
            defer { unsafe cpango_drawing_free(drawing) }
            var (width, height) = (0.0, 0.0)
            guard unsafe cpango_drawing_size(drawing, &width, &height) == 0 else { return nil }
            self.init(
                width: width * Self.pointsOfPixel,
                height: height * Self.pointsOfPixel
            ) { bytes }
            return
        }
        if let (width, height) = SmallPicture(bytes)?.size {
            self.init(
                width: Double(width) * Self.pointsOfPixel,
                height: Double(height) * Self.pointsOfPixel
            ) { bytes }
            return
        }
        var facts = cimage_facts()
        guard unsafe cimage_read_part(bytes, bytes.count, &facts) == 0, facts.width > 0,
            facts.height > 0
        else { return nil }
        let isUpright = facts.orientation < 5
        let (width, height) = (Double(facts.width), Double(facts.height))
        self.init(
            width: (isUpright ? width : height) * Self.pointsOfPixel,
            height: (isUpright ? height : width) * Self.pointsOfPixel
        ) { bytes }
    }

    /// The picture that an address contains itself (`data:`, RFC 2397); `nil` for any other address.
    static func inside(_ address: String) -> InlinePicture? {
        guard address.prefix(5).lowercased() == "data:", let comma = address.firstIndex(of: ",")
        else { return nil }
        let code = address[address.index(after: comma)...]
        var bytes = PackagePath.bytes(of: code)
        if address[..<comma].lowercased().hasSuffix(";base64") {
            bytes = EncodedWords.base64(bytes[...])
        }
        guard bytes.count <= SizeLimit.embeddedPicture else {
            ReadingExtent.noteOmission()
            return nil
        }
        return InlinePicture(decoding: bytes)
    }

    /// Takes the size from the attributes of an element of HTML, of which one side is enough.
    mutating func resize(_ attributes: [String: String]) {
        var (across, down) = (attributes["width"], attributes["height"])
        for rule in (attributes["style"] ?? "").split(separator: ";") {
            let parts = rule.split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { continue }
            switch parts[0].singleLine.lowercased() {
            case "width": across = parts[1]
            case "height": down = parts[1]
            default: break
            }
        }
        let ratio = height / width
        let lengths = (across.flatMap(Length.init), down.flatMap(Length.init))
        switch lengths {
        case (.share(let part), _): share = part
        case (.points(let width), .points(let height)): (self.width, self.height) = (width, height)
        case (.points(let width), _): (self.width, height) = (width, width * ratio)
        case (_, .points(let height)): (width, self.height) = (height / ratio, height)
        default: break
        }
    }

    /// A length of HTML or CSS.
    private enum Length {
        case points(Double)
        /// A part of the column, more than 0 and at most 1.
        case share(Double)

        private static let units = [
            "": pointsOfPixel, "px": pointsOfPixel, "pt": 1, "in": 72, "cm": 72 / 2.54,
            "mm": 72 / 25.4, "em": 11, "rem": 11,
        ]

        init?(_ text: String) {
            let text = text.singleLine.lowercased()
            let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            guard let number = Double(digits), number > 0, number <= 100_000 else { return nil }
            let unit = text.dropFirst(digits.count).split(separator: " ").first ?? ""
            if unit == "%" {
                self = .share(min(1, number / 100))
            } else {
                guard let points = Self.units[String(unit)] else { return nil }
                self = .points(number * points)
            }
        }
    }
}
