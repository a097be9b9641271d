public import PrintModel

/// What a password has done to an encrypted document.
public enum Unlocking: Sendable, Equatable {
    /// It is not the password of the document.
    case wrongPassword
    /// It opens the document, and still forbids this; `nil` for nothing, as with the owner's password.
    case opened(DocumentFacts.Restriction?)
}
