/// Decodes IPP messages from untrusted bytes.
///
/// For any bytes the result is a message or an ``IPPError``, never a trap, within
/// the limits. Invalid UTF-8 is repaired (U+FFFD) rather than refused, since some
/// printers send names in Latin-1; attribute names must be printable ASCII.
public struct IPPDecoder: Sendable {
    /// The limits of a message.
    public var limits: IPPLimits

    /// Creates a decoder.
    public init(limits: IPPLimits = IPPLimits()) {
        self.limits = limits
    }

    /// Decodes a message; bytes after it, such as a document, are ignored.
    public func decode(_ bytes: [UInt8]) throws(IPPError) -> IPPMessage {
        try decodePrefix(bytes).message
    }

    /// Decodes a message and returns its size in bytes, where the document begins.
    public func decodePrefix(
        _ bytes: [UInt8]
    ) throws(IPPError) -> (message: IPPMessage, length: Int) {
        var reading = Reading(bytes: bytes, limits: limits)
        let message = try reading.message()
        return (message, reading.offset)
    }
}

/// The state while one message is read.
private struct Reading {
    let bytes: [UInt8]
    let end: Int
    var offset = 0
    var limits: IPPLimits
    let isCut: Bool

    init(bytes: [UInt8], limits: IPPLimits) {
        self.bytes = bytes
        self.end = min(bytes.count, limits.messageSize)
        self.isCut = bytes.count > limits.messageSize
        self.limits = limits
    }

    // MARK: The frame

    mutating func message() throws(IPPError) -> IPPMessage {
        let version = IPPMessage.Version(major: try byte(), minor: try byte())
        guard version.major == 1 || version.major == 2 else {
            throw .malformed(.version, offset: 0)
        }
        let code = try short()
        let requestID = try integer()
        var groups: [IPPAttributeGroup] = []
        while true {
            let start = offset
            let tag = try byte()
            switch tag {
            case IPPTag.endOfAttributes:
                return IPPMessage(
                    version: version,
                    code: code,
                    requestID: requestID,
                    groups: groups
                )
            case 0x00:
                throw .malformed(.delimiter, offset: start)
            case ...IPPTag.lastDelimiter:
                guard groups.count < limits.groups else { throw .limitExceeded(.groups) }
                let attributes = try attributesOfGroup()
                groups.append(IPPAttributeGroup(IPPGroupTag(rawValue: tag), attributes))
            default:
                throw .malformed(.misplacedValue, offset: start)
            }
        }
    }

    /// Decodes attributes up to the next delimiter tag, which stays unread.
    mutating func attributesOfGroup() throws(IPPError) -> [IPPAttribute] {
        var attributes: [IPPAttribute] = []
        while try peek() > IPPTag.lastDelimiter {
            let start = offset
            let tag = try byte()
            let name = try field()
            guard !name.isEmpty else {
                // An empty name adds a value to the previous attribute.
                guard !attributes.isEmpty else { throw .malformed(.misplacedValue, offset: start) }
                let value = try value(tag: tag, start: start, depth: 0)
                attributes[attributes.count - 1].values.append(value)
                continue
            }
            let text = try attributeName(name, start: start)
            try countAttribute()
            let value = try value(tag: tag, start: start, depth: 0)
            attributes.append(IPPAttribute(text, value))
        }
        return attributes
    }

    /// Reads the members of a collection and the tag that ends it.
    ///
    /// `depth` is the number of open collections, including this one.
    mutating func members(depth: Int) throws(IPPError) -> [IPPAttribute] {
        guard depth <= limits.collectionDepth else { throw .limitExceeded(.collectionDepth) }
        var members: [IPPAttribute] = []
        while true {
            let start = offset
            let tag = try byte()
            // A group that begins inside a collection would lose the values that follow.
            guard tag > IPPTag.lastDelimiter else { throw .malformed(.misplacedTag, offset: start) }
            guard try field().isEmpty else { throw .malformed(.misplacedTag, offset: start) }
            switch tag {
            case IPPTag.endCollection:
                guard try field().isEmpty else { throw .malformed(.valueLength, offset: start) }
                guard members.last?.values.isEmpty != true else {
                    throw .malformed(.noValue, offset: start)
                }
                return members
            case IPPTag.memberName:
                guard members.last?.values.isEmpty != true else {
                    throw .malformed(.noValue, offset: start)
                }
                let name = try attributeName(try field(), start: start)
                try countAttribute()
                members.append(IPPAttribute(name, []))
            default:
                guard !members.isEmpty else { throw .malformed(.misplacedValue, offset: start) }
                let value = try value(tag: tag, start: start, depth: depth)
                members[members.count - 1].values.append(value)
            }
        }
    }

    // MARK: Values

    mutating func value(tag: UInt8, start: Int, depth: Int) throws(IPPError) -> IPPValue {
        guard limits.values > 0 else { throw .limitExceeded(.values) }
        limits.values -= 1
        let content = try field()
        switch tag {
        case ...IPPTag.lastOutOfBand:
            return .outOfBand(IPPOutOfBand(rawValue: tag))
        case IPPTag.beginCollection:
            guard content.isEmpty else { throw .malformed(.valueLength, offset: start) }
            return .collection(try members(depth: depth + 1))
        case IPPTag.endCollection, IPPTag.memberName:
            throw .malformed(.misplacedTag, offset: start)
        case IPPTag.textWithLanguage, IPPTag.nameWithLanguage:
            let parts = try textAndLanguage(content, start: start)
            return tag == IPPTag.textWithLanguage
                ? .textWithLanguage(parts.text, language: parts.language)
                : .nameWithLanguage(parts.text, language: parts.language)
        case 0x20...0x2f, IPPTag.octetString...IPPTag.rangeOfInteger:
            return try numericValue(tag: tag, content: content, start: start)
        case 0x40...0x5f:
            return try characterValue(tag: tag, content: content, start: start)
        default:
            return .other(tag: tag, bytes: Array(content))
        }
    }

    func numericValue(
        tag: UInt8,
        content: ArraySlice<UInt8>,
        start: Int
    ) throws(IPPError) -> IPPValue {
        var field = Field(content: content, of: bytes, start: start)
        let value: IPPValue
        switch tag {
        case IPPTag.integer: value = .integer(try field.integer())
        case IPPTag.enumeration: value = .enumeration(try field.integer())
        case IPPTag.boolean: value = .boolean(try field.byte() != 0)
        case IPPTag.rangeOfInteger:
            value = .range(IPPRange(lower: try field.integer(), upper: try field.integer()))
        case IPPTag.resolution:
            value = .resolution(
                IPPResolution(
                    crossFeed: try field.integer(),
                    feed: try field.integer(),
                    units: Int8(bitPattern: try field.byte())
                )
            )
        case IPPTag.dateTime: value = .dateTime(try field.dateTime())
        case IPPTag.octetString: return .octets(Array(content))
        default: return .other(tag: tag, bytes: Array(content))
        }
        try field.finish()
        return value
    }

    func characterValue(
        tag: UInt8,
        content: ArraySlice<UInt8>,
        start: Int
    ) throws(IPPError) -> IPPValue {
        let text = try repaired(content, start: start)
        return switch tag {
        case IPPTag.textWithoutLanguage: .text(text)
        case IPPTag.nameWithoutLanguage: .name(text)
        case IPPTag.keyword: .keyword(text)
        case IPPTag.uri: .uri(text)
        case IPPTag.uriScheme: .uriScheme(text)
        case IPPTag.charset: .charset(text)
        case IPPTag.naturalLanguage: .naturalLanguage(text)
        case IPPTag.mimeMediaType: .mimeType(text)
        default: .other(tag: tag, bytes: Array(content))
        }
    }

    func textAndLanguage(
        _ content: ArraySlice<UInt8>,
        start: Int
    ) throws(IPPError) -> (text: String, language: String) {
        var field = Field(content: content, of: bytes, start: start)
        let language = try field.counted()
        let text = try field.counted()
        try field.finish()
        let repairedText = try repaired(text, start: start)
        let repairedLanguage = try repaired(language, start: start)
        // The repaired text must still fit into one value when it is encoded again.
        guard repairedText.utf8.count + repairedLanguage.utf8.count + 4 <= IPPTag.maximumLength
        else { throw .malformed(.textTooLong, offset: start) }
        return (repairedText, repairedLanguage)
    }

    /// Returns the text of UTF-8 bytes; each invalid sequence becomes U+FFFD, which takes three bytes.
    func repaired(_ content: ArraySlice<UInt8>, start: Int) throws(IPPError) -> String {
        let text = String(decoding: content, as: UTF8.self)
        guard text.utf8.count <= IPPTag.maximumLength else {
            throw .malformed(.textTooLong, offset: start)
        }
        return text
    }

    func attributeName(_ bytes: ArraySlice<UInt8>, start: Int) throws(IPPError) -> String {
        guard let name = IPPTag.attributeName(bytes) else {
            throw .malformed(.name, offset: start)
        }
        return name
    }

    // MARK: Bytes

    var outOfBytes: IPPError {
        isCut ? .limitExceeded(.messageSize) : .truncated(offset: offset)
    }

    func peek() throws(IPPError) -> UInt8 {
        guard offset < end else { throw outOfBytes }
        return bytes[offset]
    }

    mutating func byte() throws(IPPError) -> UInt8 {
        let value = try peek()
        offset += 1
        return value
    }

    mutating func short() throws(IPPError) -> UInt16 {
        UInt16(try byte()) << 8 | UInt16(try byte())
    }

    mutating func integer() throws(IPPError) -> Int32 {
        let high = try short()
        let low = try short()
        return Int32(bitPattern: UInt32(high) << 16 | UInt32(low))
    }

    /// Reads a length of two bytes and that many bytes.
    mutating func field() throws(IPPError) -> ArraySlice<UInt8> {
        let start = offset
        let length = Int(try short())
        guard length <= IPPTag.maximumLength else {
            throw .malformed(.valueLength, offset: start)
        }
        guard length <= end - offset else { throw outOfBytes }
        defer { offset += length }
        return bytes[offset..<offset + length]
    }

    mutating func countAttribute() throws(IPPError) {
        guard limits.attributes > 0 else { throw .limitExceeded(.attributes) }
        limits.attributes -= 1
    }
}

/// The bytes of one value while they are read.
///
/// A position and not a shrinking slice: that is several times faster without optimisation,
/// which is how the fuzz test runs.
private struct Field {
    let bytes: [UInt8]
    var offset: Int
    let end: Int
    let start: Int

    init(content: ArraySlice<UInt8>, of bytes: [UInt8], start: Int) {
        self.bytes = bytes
        self.offset = content.startIndex
        self.end = content.endIndex
        self.start = start
    }

    mutating func byte() throws(IPPError) -> UInt8 {
        guard offset < end else { throw .malformed(.valueLength, offset: start) }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func short() throws(IPPError) -> UInt16 {
        UInt16(try byte()) << 8 | UInt16(try byte())
    }

    mutating func integer() throws(IPPError) -> Int32 {
        let high = try short()
        let low = try short()
        return Int32(bitPattern: UInt32(high) << 16 | UInt32(low))
    }

    mutating func counted() throws(IPPError) -> ArraySlice<UInt8> {
        let length = Int(try short())
        guard length <= end - offset else { throw .malformed(.valueLength, offset: start) }
        defer { offset += length }
        return bytes[offset..<offset + length]
    }

    mutating func dateTime() throws(IPPError) -> IPPDateTime {
        var date = IPPDateTime(year: try short(), month: try byte(), day: try byte())
        date.hour = try byte()
        date.minute = try byte()
        date.second = try byte()
        date.decisecond = try byte()
        date.direction = try byte()
        date.hoursFromUTC = try byte()
        date.minutesFromUTC = try byte()
        return date
    }

    func finish() throws(IPPError) {
        guard offset == end else { throw .malformed(.valueLength, offset: start) }
    }
}

extension IPPTag {
    /// The name of an attribute, if the bytes are one: 1 to 255 printable ASCII characters.
    static func attributeName(_ bytes: ArraySlice<UInt8>) -> String? {
        guard !bytes.isEmpty, bytes.count <= maximumNameLength else { return nil }
        for byte in bytes where byte < 0x21 || byte > 0x7e {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
