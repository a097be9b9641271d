import PreviewHelper
import PreviewModel

/// A metafile of Windows: commands for lines, areas, words, and pictures, which become a drawing.
struct MetafileDocument {
    /// The drawing.
    let page: DrawnPage

    private static let sizeLimit = 64 << 20

    init(_ descriptor: Int32) throws(DocumentProblemError) {
        let (bytes, isWhole) = FilePart.start(of: descriptor, limit: Self.sizeLimit)
        guard isWhole else {
            throw DocumentProblemError(
                .tooLarge(why: .init(.tooLargeToRead, "\(Self.sizeLimit >> 20)"))
            )
        }
        guard let page = Self.page(bytes) else {
            throw DocumentProblemError(.damaged(why: .init(.cannotBeRead)))
        }
        self.page = page
    }

    /// Reports the drawing.
    func read(into sink: (Block) -> Bool) { _ = sink(page.slide(on: page.paper)) }

    /// Whether these are the first bytes of a metafile.
    static func isOne(_ bytes: some Collection<UInt8>) -> Bool {
        EnhancedMetafile.isOne(bytes) || WindowsMetafile.isOne(bytes)
    }

    /// The drawing of a metafile; `nil` for any other file.
    static func page(_ bytes: [UInt8]) -> DrawnPage? {
        if EnhancedMetafile.isOne(bytes) { return EnhancedMetafile(bytes).page() }
        return WindowsMetafile.isOne(bytes) ? WindowsMetafile(bytes).page() : nil
    }
}
