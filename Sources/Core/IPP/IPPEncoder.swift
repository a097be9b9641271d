/// Encodes IPP messages.
///
/// ``IPPDecoder`` decodes the result to the same message.
public struct IPPEncoder: Sendable {
    /// Creates an encoder.
    public init() {}

    /// Returns the bytes of a message; a document follows them.
    ///
    /// - Throws: ``IPPError/unencodable(_:)`` where IPP cannot express a name,
    ///   a value, or the nesting.
    public func encode(_ message: IPPMessage) throws(IPPError) -> [UInt8] {
        var writing = Writing()
        writing.bytes.append(message.version.major)
        writing.bytes.append(message.version.minor)
        writing.short(message.code)
        writing.integer(message.requestID)
        for group in message.groups {
            let tag = group.tag.rawValue
            guard tag != 0, tag != IPPTag.endOfAttributes, tag <= IPPTag.lastDelimiter else {
                throw .unencodable(.delimiter)
            }
            writing.bytes.append(tag)
            for attribute in group.attributes {
                try writing.attribute(attribute)
            }
        }
        writing.bytes.append(IPPTag.endOfAttributes)
        return writing.bytes
    }
}

/// The bytes of a message while it is written.
private struct Writing {
    var bytes: [UInt8] = []

    mutating func attribute(_ attribute: IPPAttribute) throws(IPPError) {
        guard IPPTag.attributeName(ArraySlice(attribute.name.utf8)) != nil else {
            throw .unencodable(.name)
        }
        guard !attribute.values.isEmpty else { throw .unencodable(.noValue) }
        // Only the first value carries the name.
        var name = attribute.name
        for value in attribute.values {
            try self.value(value, name: name, depth: 0)
            name = ""
        }
    }

    mutating func value(_ value: IPPValue, name: String, depth: Int) throws(IPPError) {
        switch value {
        case .integer(let number): try numbers(IPPTag.integer, name, [number])
        case .enumeration(let number): try numbers(IPPTag.enumeration, name, [number])
        case .boolean(let truth): try field(IPPTag.boolean, name, [truth ? 1 : 0])
        case .range(let range):
            try numbers(IPPTag.rangeOfInteger, name, [range.lower, range.upper])
        case .resolution(let resolution):
            var content = Writing()
            content.integer(resolution.crossFeed)
            content.integer(resolution.feed)
            content.bytes.append(UInt8(bitPattern: resolution.units))
            try field(IPPTag.resolution, name, content.bytes)
        case .dateTime(let date): try field(IPPTag.dateTime, name, date.bytes)
        case .textWithLanguage(let text, let language):
            try field(IPPTag.textWithLanguage, name, try counted(language, text))
        case .nameWithLanguage(let text, let language):
            try field(IPPTag.nameWithLanguage, name, try counted(language, text))
        case .text(let text): try characters(IPPTag.textWithoutLanguage, name, text)
        case .name(let text): try characters(IPPTag.nameWithoutLanguage, name, text)
        case .keyword(let text): try characters(IPPTag.keyword, name, text)
        case .uri(let text): try characters(IPPTag.uri, name, text)
        case .uriScheme(let text): try characters(IPPTag.uriScheme, name, text)
        case .charset(let text): try characters(IPPTag.charset, name, text)
        case .naturalLanguage(let text): try characters(IPPTag.naturalLanguage, name, text)
        case .mimeType(let text): try characters(IPPTag.mimeMediaType, name, text)
        case .octets(let content): try field(IPPTag.octetString, name, content)
        case .collection(let members): try collection(members, name: name, depth: depth + 1)
        case .outOfBand(let reason):
            guard (0x10...IPPTag.lastOutOfBand).contains(reason.rawValue) else {
                throw .unencodable(.delimiter)
            }
            try field(reason.rawValue, name, [])
        case .other(let tag, let content):
            // A tag with a case of its own must use that case.
            guard tag >= 0x20, !IPPTag.known.contains(tag) else {
                throw .unencodable(.misplacedTag)
            }
            try field(tag, name, content)
        }
    }

    mutating func collection(
        _ members: [IPPAttribute],
        name: String,
        depth: Int
    ) throws(IPPError) {
        guard depth <= IPPLimits().collectionDepth else {
            throw .limitExceeded(.collectionDepth)
        }
        try field(IPPTag.beginCollection, name, [])
        for member in members {
            guard IPPTag.attributeName(ArraySlice(member.name.utf8)) != nil else {
                throw .unencodable(.name)
            }
            guard !member.values.isEmpty else { throw .unencodable(.noValue) }
            try characters(IPPTag.memberName, "", member.name)
            for value in member.values {
                try self.value(value, name: "", depth: depth)
            }
        }
        try field(IPPTag.endCollection, "", [])
    }

    // MARK: Bytes

    mutating func short(_ value: UInt16) {
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
        bytes.append(UInt8(truncatingIfNeeded: value))
    }

    mutating func integer(_ value: Int32) {
        let bits = UInt32(bitPattern: value)
        short(UInt16(truncatingIfNeeded: bits >> 16))
        short(UInt16(truncatingIfNeeded: bits))
    }

    mutating func counted(_ content: some Collection<UInt8>) throws(IPPError) {
        guard content.count <= IPPTag.maximumLength, let length = UInt16(exactly: content.count)
        else { throw .unencodable(.valueLength) }
        short(length)
        bytes.append(contentsOf: content)
    }

    func counted(_ first: String, _ second: String) throws(IPPError) -> [UInt8] {
        var content = Writing()
        try content.counted(first.utf8)
        try content.counted(second.utf8)
        return content.bytes
    }

    mutating func field(
        _ tag: UInt8,
        _ name: String,
        _ content: some Collection<UInt8>
    ) throws(IPPError) {
        bytes.append(tag)
        try counted(name.utf8)
        try counted(content)
    }

    mutating func characters(_ tag: UInt8, _ name: String, _ text: String) throws(IPPError) {
        try field(tag, name, text.utf8)
    }

    mutating func numbers(_ tag: UInt8, _ name: String, _ values: [Int32]) throws(IPPError) {
        var content = Writing()
        for value in values {
            content.integer(value)
        }
        try field(tag, name, content.bytes)
    }
}

extension IPPDateTime {
    fileprivate var bytes: [UInt8] {
        [
            UInt8(truncatingIfNeeded: year >> 8), UInt8(truncatingIfNeeded: year), month, day,
            hour, minute, second, decisecond, direction, hoursFromUTC, minutesFromUTC,
        ]
    }
}

extension IPPTag {
    /// The tags that have a case of their own in ``IPPValue``, or frame a collection.
    static let known: Set<UInt8> = [
        integer, boolean, enumeration, octetString, dateTime, resolution, rangeOfInteger,
        beginCollection, textWithLanguage, nameWithLanguage, endCollection, textWithoutLanguage,
        nameWithoutLanguage, keyword, uri, uriScheme, charset, naturalLanguage, mimeMediaType,
        memberName,
    ]
}
