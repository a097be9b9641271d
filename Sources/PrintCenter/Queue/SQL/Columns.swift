import FoundationEssentials
import PrintModel

/// The encoding of values in columns.
enum Columns {
    static func milliseconds(_ date: Date) -> Int64 {
        // A client may send any year; one out of range is clamped.
        Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded())
            ?? (date.timeIntervalSince1970 < 0 ? .min : .max - 1)
    }

    /// The range of submission times of a filter; `nil` for all times.
    static func range(_ filter: JobFilter) -> Range<Int64>? {
        guard filter.since != nil || filter.until != nil else { return nil }
        let start = filter.since.map(milliseconds) ?? .min
        return start..<max(start, filter.until.map(milliseconds) ?? .max)
    }

    static func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// The time before which a held job must not print; the maximum for a hold without end.
    static func notBefore(_ hold: Delivery.Hold?) -> Int64 {
        guard let hold else { return 0 }
        return hold.until.map(milliseconds) ?? .max
    }

    static func json(_ value: some Encodable) throws -> String {
        String(decoding: try WireFormat.encode(value), as: UTF8.self)
    }

    static func value<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
        try WireFormat.decode(type, from: Data(json.utf8))
    }
}
