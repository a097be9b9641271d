extension MediaName {
    /// The common names of media, in lower case, and their PWG names.
    private static let usualNames: [String: String] = [
        "a3": "iso_a3_297x420mm", "a4": "iso_a4_210x297mm", "a5": "iso_a5_148x210mm",
        "a6": "iso_a6_105x148mm", "b4": "iso_b4_250x353mm", "b5": "iso_b5_176x250mm",
        "letter": "na_letter_8.5x11in", "legal": "na_legal_8.5x14in",
        "ledger": "na_ledger_11x17in", "tabloid": "na_ledger_11x17in",
        "executive": "na_executive_7.25x10.5in", "statement": "na_invoice_5.5x8.5in",
        "4x6": "na_index-4x6_4x6in", "5x7": "na_5x7_5x7in", "10x15": "na_index-4x6_4x6in",
        "dl": "iso_dl_110x220mm", "c5": "iso_c5_162x229mm", "com10": "na_number-10_4.125x9.5in",
    ]

    /// The tolerance within which two sizes count as equal, in hundredths of a millimeter.
    static let tolerance = 50

    /// Parses the name of a medium as people type it: a common name such as `A4` or `letter`, a
    /// size such as `50x80mm`, `2x3in` or `Custom.70x120mm`, or a PWG name.
    ///
    /// The units are those of CUPS: `mm`, `cm`, `in` and `pt`; after `Custom.` a size without a
    /// unit is in points. A size that has a common name becomes that medium.
    public init(typed name: String) {
        let plain = name.lowercased()
        if let usual = Self.usualNames[plain] {
            self.init(rawValue: usual)
        } else if let size = MediaSize(typed: plain) {
            let usual = Set(Self.usualNames.values).sorted().first {
                MediaName(rawValue: $0).size?.isAbout(size) == true
            }
            self.init(rawValue: usual ?? MediaName(custom: size).rawValue)
        } else {
            self.init(rawValue: name)
        }
    }

    /// Names a custom size (PWG 5101.1, 5.1.6).
    public init(custom size: MediaSize) {
        func millimetres(_ hundredths: Int) -> String {
            let (whole, part) = hundredths.quotientAndRemainder(dividingBy: 100)
            guard part != 0 else { return "\(whole)" }
            return part % 10 == 0
                ? "\(whole).\(part / 10)" : "\(whole).\(part < 10 ? "0" : "")\(part)"
        }
        let dimensions = "\(millimetres(size.width))x\(millimetres(size.length))mm"
        self.init(rawValue: "custom_\(dimensions)_\(dimensions)")
    }

    /// The middle part of a PWG name, such as `a4` in `iso_a4_210x297mm`.
    public var shortName: String {
        let parts = rawValue.split(separator: "_")
        return parts.count == 3 ? String(parts[1]) : rawValue
    }

    /// The name of the medium in messages: `A4`, `Letter`, `50x70mm`, or its PWG name.
    public var displayName: String {
        let parts = rawValue.split(separator: "_")
        if isCustom, !isLimit, parts.count == 2 { return String(parts[1]) }
        let short = shortName
        if short.count <= 2 { return short.uppercased() }
        guard short.allSatisfy({ $0.isLetter }), let first = short.first else { return short }
        return first.uppercased() + short.dropFirst()
    }

    /// The medium of a printer that a name means; `nil` if the printer does not support it.
    func found(in media: [MediaName]) -> MediaName? {
        media.first { $0 == self }
            ?? media.first { $0.shortName.lowercased() == rawValue.lowercased() }
            ?? (isCustom ? media.first { isSize(of: $0) } : nil)
    }

    /// Whether the name is a plain size.
    var isCustom: Bool { rawValue.hasPrefix("custom_") }

    /// Whether the name is a limit of a printer's custom sizes, which is not a medium itself.
    public var isLimit: Bool {
        ["custom_min_", "custom_max_", "roll_min_", "roll_max_", "roll_current_"].contains {
            rawValue.hasPrefix($0)
        }
    }

    private func isSize(of other: MediaName) -> Bool {
        guard !other.isLimit, let size, let known = other.size else { return false }
        return known.isAbout(size)
    }
}

extension MediaSize {
    /// Whether another size is equal within the tolerance.
    func isAbout(_ other: MediaSize) -> Bool {
        abs(width - other.width) <= MediaName.tolerance
            && abs(length - other.length) <= MediaName.tolerance
    }

    /// The number of hundredths of a millimeter in each unit.
    static let units: [(name: String, hundredths: Double)] = [
        ("mm", 100), ("cm", 1000), ("in", 2540), ("pt", 2540.0 / 72),
    ]

    /// Parses a size in lower case: `70x120mm`, `custom.2x3in`, `custom.200x300`.
    fileprivate init?(typed text: String) {
        let prefix = "custom."
        let isPrefixed = text.hasPrefix(prefix)
        var dimensions = isPrefixed ? text.dropFirst(prefix.count) : text[...]
        var unit = isPrefixed ? 2540.0 / 72 : nil
        if let known = Self.units.first(where: { dimensions.hasSuffix($0.name) }) {
            unit = known.hundredths
            dimensions = dimensions.dropLast(known.name.count)
        }
        let numbers = dimensions.split(separator: "x", omittingEmptySubsequences: false)
        let isDecimal = numbers.allSatisfy { $0.allSatisfy { "0123456789.".contains($0) } }
        let values = numbers.compactMap { Double($0) }
        guard let unit, isDecimal, numbers.count == 2, values.count == 2,
            values.allSatisfy({ $0 > 0 && $0 * unit < 10_000_000 })
        else { return nil }
        self.init(
            width: Int(clamping: (values[0] * unit).rounded()),
            length: Int(clamping: (values[1] * unit).rounded())
        )
    }
}
