/// The reason why a proof cannot continue, in words.
package struct ProofError: Error, CustomStringConvertible {
    /// A sentence or its beginning, with what is known of the circumstances.
    package let description: String

    /// Creates an error with its reason.
    package init(_ description: String) {
        self.description = description
    }
}
