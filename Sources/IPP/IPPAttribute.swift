/// A name with one value or several.
public struct IPPAttribute: Hashable, Sendable {
    /// The name, such as `sides-supported`.
    public var name: String
    /// The values, in the order in which they stand; at least one in a message.
    public var values: [IPPValue]

    /// Makes an attribute of several values (the `1setOf` of RFC 8011).
    public init(_ name: String, _ values: [IPPValue]) {
        self.name = name
        self.values = values
    }

    /// Makes an attribute of one value.
    public init(_ name: String, _ value: IPPValue) {
        self.init(name, [value])
    }

    /// The first value, if it is an integer or of a numbered set.
    public var integer: Int? { values.first?.integer }

    /// All integers and values of numbered sets.
    public var integers: [Int] { values.compactMap(\.integer) }

    /// The first value, if it is a boolean.
    public var boolean: Bool? { values.first?.boolean }

    /// The first value, if it is a range or an integer.
    public var range: IPPRange? { values.first?.range }

    /// The first value, if it is a date with its time.
    public var dateTime: IPPDateTime? {
        guard case .dateTime(let value)? = values.first else { return nil }
        return value
    }

    /// The first value, if it is made of characters, as it came.
    public var string: String? { values.first?.string }

    /// All values that are made of characters, as they came.
    public var strings: [String] { values.compactMap(\.string) }

    /// All keywords and names; where RFC 8011 says `keyword | name`, both mean the same.
    public var keywords: [String] {
        values.compactMap { value in
            switch value {
            case .keyword(let string), .name(let string), .nameWithLanguage(let string, _): string
            default: nil
            }
        }
    }

    /// The first value, if it is made of characters, fit for people, and of bounded length.
    public func cleaned(limit: Int = 255) -> String? { values.first?.cleaned(limit: limit) }

    /// The first value, if it is a collection.
    public var collection: [IPPAttribute]? { values.first?.collection }
}

/// Attributes that speak of one thing: an operation, a job, a printer.
public struct IPPAttributeGroup: Hashable, Sendable {
    /// What the attributes speak of.
    public var tag: IPPGroupTag
    /// The attributes, in the order in which they stand.
    public var attributes: [IPPAttribute]

    /// Makes a group.
    public init(_ tag: IPPGroupTag, _ attributes: [IPPAttribute] = []) {
        self.tag = tag
        self.attributes = attributes
    }

    /// The first attribute of a name.
    ///
    /// A name that stands twice breaks RFC 8010; the first one counts.
    public subscript(name: String) -> IPPAttribute? {
        attributes.first { $0.name == name }
    }
}
