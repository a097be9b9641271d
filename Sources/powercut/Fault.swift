/// What must not be after a power cut.
struct Fault: Sendable, Equatable {
    /// The kinds that are counted.
    enum Kind: String, Sendable, CaseIterable {
        /// Something that was answered is not there.
        case lost
        /// The database, or a document under its name, is damaged.
        case corrupt
        /// A row speaks of a document that does not lie in the spool.
        case rowWithoutDocument = "rows without document"
    }

    let kind: Kind
    let words: String
}
