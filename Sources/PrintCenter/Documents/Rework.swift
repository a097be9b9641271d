public import PrintModel

/// The outcome of the conversion of a document into a form that can be printed.
public enum Rework: Sendable, Equatable {
    /// The document prints as it is; nothing was written.
    case notNeeded
    /// The written file replaces the document.
    case written
    /// The document cannot be printed.
    case refused(DocumentFacts.Problem)
}
