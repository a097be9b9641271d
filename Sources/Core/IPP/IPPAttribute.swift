/// An attribute: a name with one or more values.
public struct IPPAttribute: Hashable, Sendable {
    /// The name, such as `sides-supported`.
    public var name: String
    /// The values in order; at least one in a message.
    public var values: [IPPValue]

    /// Creates an attribute of several values (the `1setOf` of RFC 8011).
    public init(_ name: String, _ values: [IPPValue]) {
        self.name = name
        self.values = values
    }

    /// Creates an attribute of one value.
    public init(_ name: String, _ value: IPPValue) {
        self.init(name, [value])
    }

    /// The first value, if it is an `integer` or an `enum`.
    public var integer: Int? { values.first?.integer }

    /// All `integer` and `enum` values.
    public var integers: [Int] { values.compactMap(\.integer) }

    /// The first value, if it is a boolean.
    public var boolean: Bool? { values.first?.boolean }

    /// The first value, if it is a range or an integer.
    public var range: IPPRange? { values.first?.range }

    /// The first value, if it is a `dateTime`.
    public var dateTime: IPPDateTime? {
        guard case .dateTime(let value)? = values.first else { return nil }
        return value
    }

    /// The first value, if it has a character syntax, unchanged.
    public var string: String? { values.first?.string }

    /// All values with a character syntax, unchanged.
    public var strings: [String] { values.compactMap(\.string) }

    /// All keywords and names, for the syntax `keyword | name` of RFC 8011.
    public var keywords: [String] {
        values.compactMap { value in
            switch value {
            case .keyword(let string), .name(let string), .nameWithLanguage(let string, _): string
            default: nil
            }
        }
    }

    /// The first value, if it has a character syntax, cleaned of control characters and truncated.
    public func cleaned(limit: Int = 255) -> String? { values.first?.cleaned(limit: limit) }

    /// The first value, if it is a collection.
    public var collection: [IPPAttribute]? { values.first?.collection }
}

/// A group of attributes of one object: an operation, a job, or a printer.
public struct IPPAttributeGroup: Hashable, Sendable {
    /// The delimiter tag of the group.
    public var tag: IPPGroupTag
    /// The attributes, in order.
    public var attributes: [IPPAttribute]

    /// Creates a group.
    public init(_ tag: IPPGroupTag, _ attributes: [IPPAttribute] = []) {
        self.tag = tag
        self.attributes = attributes
    }

    /// The first attribute of a name.
    ///
    /// RFC 8010 forbids duplicate names; the first one counts.
    public subscript(name: String) -> IPPAttribute? {
        attributes.first { $0.name == name }
    }
}
