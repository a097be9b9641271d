/// Values that a printer does not support together: one member of `job-constraints-supported` (PWG
/// 5100.13, 6.7.2).
public struct OptionConstraint: Codable, Sendable, Equatable {
    /// The attributes with their values, as text; the constraint applies if all of them match.
    public var values: [String: [String]]

    /// Creates a constraint.
    public init(values: [String: [String]]) {
        self.values = values
    }
}
