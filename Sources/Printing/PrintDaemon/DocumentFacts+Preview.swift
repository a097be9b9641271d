import PreviewModel
import PrintModel
import QuickPreview

extension DocumentFacts.Restriction {
    init(_ restriction: PrintRestriction) {
        switch restriction {
        case .highQuality: self = .highQuality
        case .printing: self = .printing
        }
    }
}

extension DocumentFacts.LeftOut {
    /// `nil` where nothing is left out.
    init?(_ leftOut: LeftOut) {
        guard !leftOut.isEmpty else { return nil }
        self.init(
            pictures: leftOut.pictures,
            elsewhere: leftOut.elsewhere,
            styleSheets: leftOut.styleSheets,
            letters: leftOut.letters.isEmpty ? nil : leftOut.letters.map(\.codePoint),
            vertical: leftOut.isVertical ? true : nil
        )
    }
}

extension DocumentFacts.Problem {
    init(_ problem: DocumentProblem) {
        switch problem {
        case .empty: self = .empty
        case .damaged: self = .damaged
        case .encrypted: self = .encrypted
        case .tooLarge: self = .tooLarge
        case .missingPackage: self = .damaged
        case .nothingInside: self = .empty
        case .unsupportedVariant, .filesMissing: self = .unsupported
        }
    }
}

extension Unicode.Scalar {
    /// As Unicode writes it: `U+00E9`.
    fileprivate var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
