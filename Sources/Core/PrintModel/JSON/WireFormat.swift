public import FoundationEssentials

/// The encoding of values as JSON.
public enum WireFormat {
    /// Encodes a value as JSON on one line: keys sorted, dates in RFC 3339 UTC.
    public static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    /// Decodes a value from JSON.
    public static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
    {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(type, from: data)
    }
}
