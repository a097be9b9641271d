/// The properties of an automatic style of OpenDocument.
struct OpenDocumentStyle {
    var look: Look = []
    var size: Double?
    var colour: UInt32?
    var alignment: TextStyle.Alignment?
    var parent: String?
    /// The width of a column, in points.
    var width: Double?
    /// The background of a cell or of a paragraph.
    var fill: UInt32?
    /// The master page of the page that a paragraph or a table begins; `nil` or empty where it begins none.
    var page: String?
    /// Whether a paragraph or a table begins a page.
    var breaksBefore: Bool?
    /// Whether what follows a paragraph or a table begins a page.
    var breaksAfter: Bool?
    /// Whether a cell has a line on one of its sides; `nil` where the style does not say.
    var hasLines: Bool?
}
