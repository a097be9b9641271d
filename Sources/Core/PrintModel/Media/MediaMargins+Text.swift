extension MediaMargins {
    /// Parses margins in the order of CSS: one length for all, two (top and bottom, left and right), or four (top, right,
    /// bottom, left), such as `20mm` or `1in,0.5in`; a length without a unit is in points.
    public init?(typed text: String) {
        var lengths: [Int] = []
        for part in text.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
            var number = part.drop { $0 == " " }
            var unit = 2540.0 / 72
            if let known = MediaSize.units.first(where: { number.hasSuffix($0.name) }) {
                unit = known.hundredths
                number = number.dropLast(known.name.count)
            }
            guard number.allSatisfy({ "0123456789.".contains($0) }), let length = Double(number),
                length * unit < 10_000_000
            else { return nil }
            lengths.append(Int(clamping: (length * unit).rounded()))
        }
        switch lengths.count {
        case 1:
            self.init(top: lengths[0], right: lengths[0], bottom: lengths[0], left: lengths[0])
        case 2:
            self.init(top: lengths[0], right: lengths[1], bottom: lengths[0], left: lengths[1])
        case 4:
            self.init(top: lengths[0], right: lengths[1], bottom: lengths[2], left: lengths[3])
        default: return nil
        }
    }

    /// The margins as they can be typed, in millimeters.
    var typed: String {
        if [right, bottom, left].allSatisfy({ $0 == top }) { return Self.text(top) }
        let isEven = top == bottom && left == right
        return (isEven ? [top, right] : [top, right, bottom, left]).map(Self.text)
            .joined(separator: ",")
    }

    /// A length in hundredths of a millimeter, as it can be typed.
    static func text(_ length: Int) -> String {
        let (whole, rest) = length.quotientAndRemainder(dividingBy: 100)
        guard rest > 0 else { return "\(whole)mm" }
        let digits = rest < 10 ? "0\(rest)" : "\(rest)"
        return "\(whole).\(digits.last == "0" ? String(digits.dropLast()) : digits)mm"
    }

    /// Parses a length, such as `0.1mm`, into hundredths of a millimeter.
    public static func length(typed text: String) -> Int? {
        text.contains(",") ? nil : MediaMargins(typed: text)?.top
    }

    /// The widest margin on every edge: a wide page may be turned either way.
    public var even: MediaMargins {
        let most = max(top, right, bottom, left)
        return MediaMargins(top: most, right: most, bottom: most, left: most)
    }

    /// Whether all of these margins are at least as wide as others.
    func contains(_ others: MediaMargins) -> Bool {
        top >= others.top && right >= others.right && bottom >= others.bottom
            && left >= others.left
    }
}
