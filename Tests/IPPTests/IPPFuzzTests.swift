import IPPFuzzing
import Testing

/// Changes of real messages, the same ones in every run; `make fuzz` makes millions of them.
@Suite struct IPPFuzzTests {
    @Test func `changed messages are read or refused, and what is read can be written`() throws {
        let fuzz = MessageFuzz()
        var tally = MessageFuzz.Tally()
        for part in 0..<2 { tally += try fuzz.run(part: part, count: 25_000) }
        #expect(tally.messages == 50_000)
        // All ends must have been met, or the changes are too tame or too wild.
        for count in [tally.decoded, tally.truncated, tally.malformed, tally.overLimit] {
            #expect(count > tally.messages / 50, "\(tally)")
        }
    }

    @Test func `a part has the same messages in every run`() throws {
        let fuzz = MessageFuzz()
        let first = try fuzz.run(part: 5, count: 2000)
        let second = try fuzz.run(part: 5, count: 2000)
        let other = try fuzz.run(part: 6, count: 2000)
        #expect(first.decoded == second.decoded && first.malformed == second.malformed)
        #expect(first.decoded != other.decoded || first.malformed != other.malformed)
    }
}
