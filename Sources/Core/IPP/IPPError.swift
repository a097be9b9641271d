/// An error of decoding or encoding an IPP message.
///
/// Offsets are bytes from the start of the message. Errors have no data of the
/// message, so that their descriptions are safe to log.
public enum IPPError: Error, Hashable, Sendable {
    /// The message is truncated.
    case truncated(offset: Int)
    /// The bytes at this offset break a rule of RFC 8010.
    case malformed(Malformation, offset: Int)
    /// The message is larger, longer or deeper than the limits allow.
    case limitExceeded(Limit)
    /// IPP cannot express the message.
    case unencodable(Malformation)

    /// The violated rule of RFC 8010.
    public enum Malformation: String, Hashable, Sendable {
        /// The major version number is neither 1 nor 2.
        case version
        /// A delimiter tag that RFC 8010, 3.5.1 reserves.
        case delimiter
        /// A value outside of every group, or before any attribute.
        case misplacedValue
        /// A tag of collections where no collection is open, or a group inside one.
        case misplacedTag
        /// A name that is empty, longer than 255 bytes, or not printable ASCII.
        case name
        /// An attribute without a value.
        case noValue
        /// A value whose length does not fit its syntax.
        case valueLength
        /// A text that grows beyond 32767 bytes.
        case textTooLong
    }

    /// The exceeded limit.
    public enum Limit: String, Hashable, Sendable {
        /// ``IPPLimits/messageSize``.
        case messageSize
        /// ``IPPLimits/groups``.
        case groups
        /// ``IPPLimits/attributes``.
        case attributes
        /// ``IPPLimits/values``.
        case values
        /// ``IPPLimits/collectionDepth``.
        case collectionDepth
    }
}

extension IPPError: CustomStringConvertible {
    /// A message for a log.
    public var description: String {
        switch self {
        case .truncated(let offset): "The IPP message ends too early, at byte \(offset)."
        case .malformed(let what, let offset):
            "The IPP message is malformed (\(what.rawValue)) at byte \(offset)."
        case .limitExceeded(let limit):
            "The IPP message is beyond the limit of \(limit.rawValue)."
        case .unencodable(let what): "The IPP message cannot be written (\(what.rawValue))."
        }
    }
}
