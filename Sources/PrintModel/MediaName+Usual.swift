extension MediaName {
    /// The usual names of media that people type, in lower case, and what they mean.
    private static let usualNames: [String: String] = [
        "a3": "iso_a3_297x420mm", "a4": "iso_a4_210x297mm", "a5": "iso_a5_148x210mm",
        "a6": "iso_a6_105x148mm", "b4": "iso_b4_250x353mm", "b5": "iso_b5_176x250mm",
        "letter": "na_letter_8.5x11in", "legal": "na_legal_8.5x14in",
        "ledger": "na_ledger_11x17in", "tabloid": "na_ledger_11x17in",
        "executive": "na_executive_7.25x10.5in", "statement": "na_invoice_5.5x8.5in",
        "4x6": "na_index-4x6_4x6in", "5x7": "na_5x7_5x7in", "10x15": "na_index-4x6_4x6in",
        "dl": "iso_dl_110x220mm", "c5": "iso_c5_162x229mm", "com10": "na_number-10_4.125x9.5in",
    ]

    /// Reads what people type: a usual name such as `A4` or `letter`, a size such as `50x80mm`, or a
    /// PWG name.
    public init(typed name: String) {
        let plain = name.lowercased()
        if let usual = Self.usualNames[plain] {
            self.init(rawValue: usual)
        } else if !plain.contains("_"), MediaName(rawValue: "custom_\(plain)").size != nil {
            self.init(rawValue: "custom_\(plain)_\(plain)")
        } else {
            self.init(rawValue: name)
        }
    }

    /// The middle part of a PWG name, which people know: `a4` of `iso_a4_210x297mm`.
    public var shortName: String {
        let parts = rawValue.split(separator: "_")
        return parts.count == 3 ? String(parts[1]) : rawValue
    }

    /// How the medium is called in a sentence: `A4`, `Letter`, or its PWG name.
    public var displayName: String {
        let short = shortName
        if short.count <= 2 { return short.uppercased() }
        guard short.allSatisfy({ $0.isLetter }), let first = short.first else { return short }
        return first.uppercased() + short.dropFirst()
    }

    /// The medium among those of a printer that a name means, if the printer has it.
    func found(in media: [MediaName]) -> MediaName? {
        media.first { $0 == self }
            ?? media.first { $0.shortName.lowercased() == rawValue.lowercased() }
    }
}
