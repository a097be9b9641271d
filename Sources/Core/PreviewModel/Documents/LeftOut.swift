/// What a page or a mail names and its pages do not show, because nothing outside of the document is read.
public struct LeftOut: Sendable, Hashable {
    /// The pictures with an address that begins at the document: they may lie beside it.
    public var pictures: Int
    /// The pictures with any other address, such as one of the web.
    public var elsewhere: Int
    /// The style sheets, wherever they are.
    public var styleSheets: Int

    /// The largest number of each kind that is counted.
    public static let limit = 999

    /// Creates numbers, each at most ``limit``.
    public init(pictures: Int = 0, elsewhere: Int = 0, styleSheets: Int = 0) {
        func bounded(_ number: Int) -> Int { min(max(0, number), Self.limit) }
        self.pictures = bounded(pictures)
        self.elsewhere = bounded(elsewhere)
        self.styleSheets = bounded(styleSheets)
    }

    /// Whether nothing is left out.
    public var isEmpty: Bool { pictures + elsewhere + styleSheets == 0 }
}
