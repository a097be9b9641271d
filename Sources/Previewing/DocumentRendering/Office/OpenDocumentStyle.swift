/// The properties of an automatic style of OpenDocument.
struct OpenDocumentStyle {
    var look: Look = []
    var size: Double?
    var colour: UInt32?
    var alignment: TextStyle.Alignment?
    var parent: String?
    /// The width of a column, in points.
    var width: Double?
}
