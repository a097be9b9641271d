/// A family of helper processes: each loads the libraries of its own formats, and no others.
///
/// `traits` has one row per family, with everything that distinguishes it from the others.
public enum RendererFamily: UInt8, CaseIterable, Sendable {
    /// PDF documents.
    case pdf = 1
    /// Images in the formats of the web, and drawings (SVG).
    case images = 2
    /// Documents that this project typesets: text, office documents, listings, fonts, and cards.
    case text = 3
    /// Images in rarer formats.
    case rareImages = 4
    /// Videos.
    case video = 5
    /// PostScript documents, and pictures in PostScript (EPS).
    case postscript = 6
    /// JPEG and PNG images that need only libjpeg and libpng, as most do; asked before ``images``.
    case plain = 7

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

    /// The family to ask first for a file with this extension: this one, or a smaller one that
    /// starts sooner and passes on files that it cannot read.
    public func first(forExtension nameExtension: String) -> RendererFamily {
        guard let smaller = Self.allCases.first(where: { $0.traits.precedes == self }) else {
            return self
        }
        if nameExtension.isEmpty { return smaller }
        guard case .plainImage? = DocumentFormat(nameExtension: nameExtension)?.reader else {
            return self
        }
        return smaller
    }
}
