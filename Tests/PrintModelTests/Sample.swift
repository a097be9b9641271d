import PrintModel

/// Printers, documents and numbers by chance that the tests of this target share.
enum Sample {
    /// What an office printer can do: colour, both sides, two media of which one is loaded.
    static let officeAbilities = PrinterCapabilities(
        color: true,
        duplex: true,
        copies: .init(min: 1, max: 999),
        sides: [.oneSided, .twoSidedLongEdge, .twoSidedShortEdge],
        sidesDefault: .oneSided,
        media: [.a4, .letter],
        mediaReady: [.a4],
        mediaDefault: .a4,
        formats: ["application/pdf"],
        convertibleFormats: ["text/plain", "image/png"],
        colorModes: [.auto, .color, .monochrome],
        colorModeDefault: .auto,
        qualities: [.draft, .normal],
        qualityDefault: .normal,
        collates: true
    )

    /// What a small printer can do: black, one side, nine copies.
    static let monoAbilities = PrinterCapabilities(
        copies: .init(min: 1, max: 9),
        sides: [.oneSided],
        sidesDefault: .oneSided,
        media: [.a4],
        mediaReady: [.a4],
        mediaDefault: .a4,
        formats: ["application/pdf"],
        colorModes: [.monochrome],
        qualities: [.normal],
        collates: false
    )

    static func printer(
        _ id: String = "office",
        _ state: Printer.State = .idle,
        accepting: Bool = true,
        reasons: [Reason] = [],
        isDefault: Bool = false,
        capabilities: PrinterCapabilities? = officeAbilities
    ) -> Printer {
        Printer(
            id: PrinterID(rawValue: id),
            name: id,
            state: state,
            accepting: accepting,
            reasons: reasons,
            isDefault: isDefault,
            capabilities: capabilities
        )
    }

    static let mono = printer("mono", capabilities: monoAbilities)

    static func document(
        _ name: String = "report.pdf",
        type: String = "application/pdf",
        kind: String = "PDF document",
        pages: Int? = 6,
        problem: DocumentFacts.Problem? = nil
    ) -> DocumentFacts {
        DocumentFacts(
            name: name,
            type: type,
            kind: kind,
            pages: pages,
            size: 1000,
            problem: problem
        )
    }

    static func pages(_ text: String) throws -> PageSelection {
        try PageSelection(text)
    }
}

/// Numbers by chance that are the same in every run (SplitMix64).
struct Chance: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// One of these.
    mutating func pick<T>(_ values: [T]) -> T {
        values[Int.random(in: values.indices, using: &self)]
    }

    /// One of these, or now and then none.
    mutating func maybe<T>(_ values: [T]) -> T? {
        Int.random(in: 0..<3, using: &self) == 0 ? nil : pick(values)
    }

    /// Mostly none, now and then one of these.
    mutating func rarely<T>(_ values: [T]) -> T? {
        Int.random(in: 0..<4, using: &self) == 0 ? pick(values) : nil
    }
}
