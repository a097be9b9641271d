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
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            if let date = usualDate(text) { return date }
            if text == "indefinite", decoder.codingPath.last?.stringValue == "holdUntil" {
                return PrintTicket.indefinitely
            }
            do {
                return try Date(text, strategy: .iso8601)
            } catch {
                // Foundation's own error does not say which value it is about.
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "It is not a date and a time as in RFC 3339."
                )
            }
        }
        return try decoder.decode(type, from: data)
    }

    /// Reads a date as ``encode(_:)`` writes it, `2026-01-31T12:00:00Z`; `nil` for any other.
    ///
    /// Foundation's parser makes a calendar first, which takes a short-lived program 0.4 ms.
    package static func usualDate(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count == 20 else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in bytes[range] {
                guard byte >= 0x30, byte <= 0x39 else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            return value
        }
        let marks: [(place: Int, sign: Character)] = [
            (4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":"), (19, "Z"),
        ]
        guard marks.allSatisfy({ bytes[$0.place] == $0.sign.asciiValue }),
            let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            year >= 1970, 1...12 ~= month, hour < 24, minute < 60, second < 60
        else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard day >= 1, day <= lengths[month - 1] else { return nil }
        // Years that begin in March end with the leap day.
        let early = month <= 2
        let years = early ? year - 1 : year
        let days =
            years * 365 + years / 4 - years / 100 + years / 400
            + (153 * (early ? month + 9 : month - 3) + 2) / 5 + day - 1 - 719_468
        let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }
}
