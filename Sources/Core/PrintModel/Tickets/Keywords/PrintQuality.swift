/// The print quality: `print-quality`, an enum with a fixed set of values (RFC 8011, 5.2.13).
public enum PrintQuality: String, Hashable, Sendable, Codable, CaseIterable {
    /// Draft: the IPP value 3.
    case draft
    /// Normal: the IPP value 4.
    case normal
    /// High: the IPP value 5.
    case high

    /// The value of the IPP enum.
    public var ippValue: Int32 {
        switch self {
        case .draft: 3
        case .normal: 4
        case .high: 5
        }
    }

    /// The quality for a value of the IPP enum; `nil` if RFC 8011 does not define it.
    public init?(ippValue: Int32) {
        guard let match = Self.allCases.first(where: { $0.ippValue == ippValue }) else {
            return nil
        }
        self = match
    }
}
