/// A state that a power failure must not leave behind.
struct Fault: Sendable, Equatable {
    /// The kinds of faults that are counted.
    enum Kind: String, Sendable, CaseIterable {
        /// Acknowledged data is missing.
        case lost
        /// The database, or a document under its name, is corrupt.
        case corrupt
        /// A row refers to a document that is not in the spool.
        case rowWithoutDocument = "rows without document"
        /// A job whose document the printer has would be sent again.
        case sentAgain = "sent again"
        /// The service, started on what is left, breaks a promise.
        case afterStart = "wrong after a start"
    }

    let kind: Kind
    let words: String
}
