/// What a document has and its pages do not show: because nothing outside of it is read, because no font has it, or because
/// the program that lays it out cannot.
public struct LeftOut: Sendable, Hashable {
    /// The pictures with an address that begins at the document: they may lie beside it.
    public var pictures: Int
    /// The pictures with any other address, such as one of the web.
    public var elsewhere: Int
    /// The style sheets, wherever they are.
    public var styleSheets: Int

    /// The first letters of the document that no font has, in the order of Unicode: a box or a gap is in their place.
    public var letters: [Unicode.Scalar]
    /// Whether lines run from left to right that the document wants from top to bottom.
    public var isVertical: Bool

    /// The largest number of each kind that is counted.
    public static let limit = 999
    /// The largest number of letters.
    public static let letterLimit = 8

    /// Creates numbers, each at most ``limit``, with at most ``letterLimit`` letters.
    public init(
        pictures: Int = 0,
        elsewhere: Int = 0,
        styleSheets: Int = 0,
        letters: [Unicode.Scalar] = [],
        isVertical: Bool = false
    ) {
        func bounded(_ number: Int) -> Int { min(max(0, number), Self.limit) }
        self.pictures = bounded(pictures)
        self.elsewhere = bounded(elsewhere)
        self.styleSheets = bounded(styleSheets)
        self.letters = Array(Set(letters).sorted().prefix(Self.letterLimit))
        self.isVertical = isVertical
    }

    /// Whether nothing is left out.
    public var isEmpty: Bool {
        pictures + elsewhere + styleSheets == 0 && letters.isEmpty && !isVertical
    }
}
