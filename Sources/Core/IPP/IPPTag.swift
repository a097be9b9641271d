/// The delimiter tag of a group of attributes.
///
/// The delimiter tags are those of RFC 8010, 3.5.1. Unknown ones survive a round
/// trip.
public struct IPPGroupTag: RawRepresentable, Hashable, Sendable {
    /// The byte on the wire.
    public let rawValue: UInt8

    /// Wraps a delimiter tag.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Operation attributes: the target, the user, the language.
    public static let operation = IPPGroupTag(rawValue: 0x01)
    /// Job attributes; one group per job in replies.
    public static let job = IPPGroupTag(rawValue: 0x02)
    /// Printer attributes; one group per printer in replies.
    public static let printer = IPPGroupTag(rawValue: 0x04)
    /// The attributes of a request that the printer does not support.
    public static let unsupported = IPPGroupTag(rawValue: 0x05)
    /// Subscription attributes (RFC 3995).
    public static let subscription = IPPGroupTag(rawValue: 0x06)
    /// Attributes of an event (RFC 3995).
    public static let eventNotification = IPPGroupTag(rawValue: 0x07)
    /// Document attributes (PWG 5100.5).
    public static let document = IPPGroupTag(rawValue: 0x09)
    /// System attributes (PWG 5100.22).
    public static let system = IPPGroupTag(rawValue: 0x0a)
}

/// An out-of-band value, which gives the reason for a missing value.
///
/// The out-of-band tags of RFC 8010, 3.5.2, and of RFC 3380.
public struct IPPOutOfBand: RawRepresentable, Hashable, Sendable {
    /// The byte on the wire, 0x10 to 0x1f.
    public let rawValue: UInt8

    /// Wraps an out-of-band tag.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The attribute is not supported.
    public static let unsupported = IPPOutOfBand(rawValue: 0x10)
    /// The printer does not know the value.
    public static let unknown = IPPOutOfBand(rawValue: 0x12)
    /// The attribute has no value.
    public static let noValue = IPPOutOfBand(rawValue: 0x13)
    /// The attribute cannot be set.
    public static let notSettable = IPPOutOfBand(rawValue: 0x15)
    /// The request deletes the attribute.
    public static let deleteAttribute = IPPOutOfBand(rawValue: 0x16)
    /// The administrator defines the value.
    public static let adminDefine = IPPOutOfBand(rawValue: 0x17)
}

/// The bytes that begin a value, and those that frame a message.
enum IPPTag {
    static let endOfAttributes: UInt8 = 0x03
    static let lastDelimiter: UInt8 = 0x0f
    static let lastOutOfBand: UInt8 = 0x1f
    static let integer: UInt8 = 0x21
    static let boolean: UInt8 = 0x22
    static let enumeration: UInt8 = 0x23
    static let octetString: UInt8 = 0x30
    static let dateTime: UInt8 = 0x31
    static let resolution: UInt8 = 0x32
    static let rangeOfInteger: UInt8 = 0x33
    static let beginCollection: UInt8 = 0x34
    static let textWithLanguage: UInt8 = 0x35
    static let nameWithLanguage: UInt8 = 0x36
    static let endCollection: UInt8 = 0x37
    static let textWithoutLanguage: UInt8 = 0x41
    static let nameWithoutLanguage: UInt8 = 0x42
    static let keyword: UInt8 = 0x44
    static let uri: UInt8 = 0x45
    static let uriScheme: UInt8 = 0x46
    static let charset: UInt8 = 0x47
    static let naturalLanguage: UInt8 = 0x48
    static let mimeMediaType: UInt8 = 0x49
    static let memberName: UInt8 = 0x4a

    /// The longest value on the wire (RFC 8010, 3.9: SIGNED-SHORT).
    static let maximumLength = 32767
    /// The longest accepted attribute name, in bytes.
    static let maximumNameLength = 255
}
