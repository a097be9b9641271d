/// The number of a job, for people.
public struct JobID: RawRepresentable, Hashable, Sendable, Codable, Comparable,
    CustomStringConvertible
{
    /// The number.
    public let rawValue: Int

    /// Wraps a number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The number as people type it.
    public var description: String { "\(rawValue)" }

    /// Orders jobs by age.
    public static func < (lhs: JobID, rhs: JobID) -> Bool { lhs.rawValue < rhs.rawValue }
}
