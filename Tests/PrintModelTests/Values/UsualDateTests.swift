import FoundationEssentials
import PrintModel
import Testing

/// Dates as they stand in JSON.
@Suite struct `A usual date` {
    @Test func `is the one that Foundation reads`() throws {
        var count = 0
        // The step has no divisor in common with a day, so that all hours, minutes, and seconds occur.
        for seconds in stride(from: 0, to: 16_000_000_000, by: 608_389) {
            let text = Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
            #expect(
                WireFormat.usualDate(text)?.timeIntervalSince1970 == TimeInterval(seconds),
                "\(text)"
            )
            count += 1
        }
        #expect(count > 20_000)
        for text in ["2024-02-29T00:00:00Z", "2000-02-29T23:59:59Z", "2026-12-31T23:59:59Z"] {
            #expect(try WireFormat.usualDate(text) == Date(text, strategy: .iso8601))
        }
    }

    @Test(arguments: [
        "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
        "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
        "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z",
        "1969-12-31T23:59:59Z", "2026-01-01 00:00:00Z", "2026-01-01T00:00:00+",
        "2026-01-01T00:00:0 Z", "+026-01-01T00:00:00Z", "2026-01-01T00:00:00.5Z", "",
    ]) func `is no other text`(text: String) {
        #expect(WireFormat.usualDate(text) == nil)
    }

    @Test func `is not the only one that JSON may have`() throws {
        let texts = ["2026-01-01T01:00:00+01:00", "2026-01-01T00:00:00Z"]
        let json = "[" + texts.map { "\"\($0)\"" }.joined(separator: ",") + "]"
        let dates = try WireFormat.decode([Date].self, from: Data(json.utf8))
        #expect(dates == [Date](repeating: Date(timeIntervalSince1970: 1_767_225_600), count: 2))
        #expect(throws: (any Error).self) {
            try WireFormat.decode([Date].self, from: Data("[\"today\"]".utf8))
        }
    }
}
