/// One value of an attribute, with its syntax.
///
/// The syntaxes are those of RFC 8010, 3.9. Text is Unicode: the decoder replaces
/// invalid UTF-8 by U+FFFD. Text may contain control characters; show people
/// ``cleaned(limit:)``.
public enum IPPValue: Hashable, Sendable {
    /// A signed integer of 32 bits.
    case integer(Int32)
    /// True or false.
    case boolean(Bool)
    /// An `enum`, such as `job-state`.
    case enumeration(Int32)
    /// A range of integers; see ``IPPRange``.
    case range(IPPRange)
    /// A resolution; see ``IPPResolution``.
    case resolution(IPPResolution)
    /// A date with its time; see ``IPPDateTime``.
    case dateTime(IPPDateTime)
    /// Text in the language of the message.
    case text(String)
    /// Text with its own language.
    case textWithLanguage(String, language: String)
    /// A name in the language of the message.
    case name(String)
    /// A name with its own language.
    case nameWithLanguage(String, language: String)
    /// A keyword of an open set.
    case keyword(String)
    /// A URI.
    case uri(String)
    /// The scheme of a URI, such as `ipp`.
    case uriScheme(String)
    /// The name of a character set.
    case charset(String)
    /// The tag of a language, such as `en-us`.
    case naturalLanguage(String)
    /// A MIME type.
    case mimeType(String)
    /// Bytes without a stated meaning.
    case octets([UInt8])
    /// Attributes as one value, such as `media-col`.
    case collection([IPPAttribute])
    /// An out-of-band value; see ``IPPOutOfBand``.
    case outOfBand(IPPOutOfBand)
    /// A value of an unknown syntax, unchanged.
    case other(tag: UInt8, bytes: [UInt8])
}

extension IPPValue {
    /// The number of an `integer` or an `enum`.
    public var integer: Int? {
        switch self {
        case .integer(let value), .enumeration(let value): Int(value)
        default: nil
        }
    }

    /// The truth value of a boolean.
    public var boolean: Bool? {
        guard case .boolean(let value) = self else { return nil }
        return value
    }

    /// The range of a range, or of a single integer.
    public var range: IPPRange? {
        switch self {
        case .range(let range): range
        case .integer(let value): IPPRange(lower: value, upper: value)
        default: nil
        }
    }

    /// The characters of a value with a character syntax, unchanged.
    ///
    /// They may contain control characters: show people ``cleaned(limit:)``.
    public var string: String? {
        switch self {
        case .text(let value), .name(let value), .keyword(let value), .uri(let value),
            .uriScheme(let value), .charset(let value), .naturalLanguage(let value),
            .mimeType(let value):
            value
        case .textWithLanguage(let value, _), .nameWithLanguage(let value, _):
            value
        default: nil
        }
    }

    /// Returns the characters without those that could control a terminal or hide text.
    ///
    /// Control characters, bidirectional control characters, and line separators
    /// become spaces, runs of spaces become one space, and the text is truncated to
    /// the limit, in characters (grapheme clusters).
    public func cleaned(limit: Int = 255) -> String? {
        string.map { $0.cleanedOfControls(limit: limit) }
    }

    /// The attributes of a collection.
    public var collection: [IPPAttribute]? {
        guard case .collection(let members) = self else { return nil }
        return members
    }
}

extension String {
    /// Returns the text without characters that could control a terminal or hide text.
    ///
    /// The limit is in characters (grapheme clusters).
    public func cleanedOfControls(limit: Int = 255) -> String {
        var result = String.UnicodeScalarView()
        var pendingSpace = false
        // A grapheme cluster has no bound of its own: one letter may carry thousands of accents.
        for scalar in unicodeScalars.prefix(limit * 8) {
            guard !scalar.isSpaceOrControl else {
                pendingSpace = !result.isEmpty
                continue
            }
            if pendingSpace {
                result.append(" ")
                pendingSpace = false
            }
            result.append(scalar)
        }
        return String(String(result).prefix(limit))
    }
}

extension Unicode.Scalar {
    fileprivate var isSpaceOrControl: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate,
            .privateUse, .unassigned:
            // The two joiners are format characters that some scripts and emoji need.
            value != 0x200c && value != 0x200d
        default: false
        }
    }
}
