import FoundationEssentials

/// The UUID that identifies a submission in every program, even after a crash.
public struct SubmissionID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The UUID in lower case.
    public let rawValue: String

    /// Wraps a UUID; `nil` for an invalid one.
    public init?(rawValue: String) {
        guard let uuid = UUID(uuidString: rawValue) else { return nil }
        self.rawValue = uuid.uuidString.lowercased()
    }

    /// Creates a new random UUID.
    public static func random() -> SubmissionID {
        SubmissionID(UUID())
    }

    private init(_ uuid: UUID) {
        rawValue = uuid.uuidString.lowercased()
    }

    /// The UUID in lower case.
    public var description: String { rawValue }
    /// The UUID as a URN, the syntax of `job-uuid` in IPP.
    public var urn: String { "urn:uuid:\(rawValue)" }

    /// Six characters that stand for the UUID in the name of a job: 30 of its bits in base 32
    /// (RFC 4648), in lower case.
    public var mark: String {
        let digits = Array("abcdefghijklmnopqrstuvwxyz234567")
        let bits = UInt32(rawValue.prefix(8), radix: 16) ?? 0
        return String(
            (0..<6).map { digits[Int(bits >> UInt32(clamping: 27 - 5 * $0) & 31)] }
        )
    }
}
