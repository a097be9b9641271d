/// A family of helper processes: each loads the libraries of its own formats, and no others.
///
/// `traits` has one row per family, with everything that distinguishes it from the others.
public enum RendererFamily: UInt8, CaseIterable, Sendable {
    /// PDF documents.
    case pdf = 1
    /// Images in the formats of the web.
    case images = 2
    /// Documents that this project typesets: text, office documents, listings, fonts, and cards; and drawings (SVG).
    case text = 3
    /// Images in rarer formats.
    case rareImages = 4
    /// Videos.
    case video = 5
    /// PostScript documents, and pictures in PostScript (EPS).
    case postscript = 6
    /// JPEG and PNG images that need only libjpeg and libpng, as most do; asked before ``images``.
    case plain = 7
    /// Pages of PDF documents on the screen, drawn by PDFium where it is installed; asked before ``pdf``.
    case pdfium = 8
    /// PDF documents and JPEG files that are printed, as far as libqpdf and libjpeg alone can tell and write what is wanted; asked
    /// before ``pdf`` and ``images``.
    case sheets = 9

    /// The family that probably reads a file with this extension.
    ///
    /// The guess saves time, but the contents decide: a helper that gets a document of another
    /// family names that family in its answer.
    public init(guessedFromExtension nameExtension: String) {
        let format = DocumentFormat(nameExtension: nameExtension)
        self = format.map { $0.guessedFamily ?? $0.reader.family } ?? .pdf
    }

    /// The family whose helper is started with this argument, or `nil`.
    package init?(argument: String) {
        guard let family = Self.allCases.first(where: { $0.traits.argument == argument }) else {
            return nil
        }
        self = family
    }

    /// The family to ask first for facts, or a picture, of a file with this extension: this one, or a smaller one that starts
    /// sooner and passes on files that it cannot read.
    ///
    /// - Parameters:
    ///   - nameExtension: The extension.
    ///   - drawing: Whether a picture is asked for.
    ///   - missing: The families that have no helper here.
    /// - Returns: The family.
    package func first(
        forExtension nameExtension: String,
        drawing: Bool,
        without missing: Set<RendererFamily>
    ) -> RendererFamily {
        guard
            let smaller = Self.allCases.first(where: {
                $0.traits.precedes == self && !$0.traits.onlyPrints
            }),
            !missing.contains(smaller), drawing || !smaller.traits.onlyDraws
        else { return self }
        if nameExtension.isEmpty { return smaller.traits.onlyDraws ? self : smaller }
        switch DocumentFormat(nameExtension: nameExtension)?.reader {
        case .plainImage? where smaller == .plain: return smaller
        case .pdf? where smaller == .pdfium: return smaller
        default: return self
        }
    }
}
