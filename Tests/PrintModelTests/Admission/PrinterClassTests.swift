import Testing

@testable import PrintModel

/// Classes of the scheduler, whose jobs go to any of several queues.
@Suite struct `A class of queues` {
    private static let whole = Sample.printer("both", capabilities: nil)

    private func able(_ members: Printer...) throws -> PrinterCapabilities {
        try #require(Self.whole.asClass(of: members).capabilities)
    }

    @Test func `can do what each of its queues can do`() throws {
        let weak = try able(Sample.printer(), Sample.mono)
        #expect(weak.sides == [.oneSided] && !weak.duplex && !weak.color && !weak.collates)
        #expect(weak.media == [.a4] && weak.copies.max == 9)
        #expect(weak.formats == ["application/pdf"] && weak.takesPages)
        #expect(try able(Sample.mono, Sample.printer()).sides == weak.sides)
        #expect(try able(Sample.printer()).sides == Sample.officeAbilities.sides)
    }

    @Test func `has the margins, attributes, and constraints of all`() throws {
        var (first, second) = (Sample.officeAbilities, Sample.officeAbilities)
        first.marginsDefault = MediaMargins(top: 100, right: 500, bottom: 100, left: 100)
        second.marginsDefault = MediaMargins(top: 300, right: 200, bottom: 100, left: 100)
        second.mediaMargins["iso_a4_210x297mm"] = MediaMargins(left: 900)
        first.attributes["a"] = AttributeValues(
            syntax: .keyword,
            values: ["x", "y"],
            defaultValue: "x"
        )
        second.attributes["a"] = AttributeValues(
            syntax: .keyword,
            values: ["y", "z"],
            defaultValue: "y"
        )
        first.attributes["b"] = AttributeValues(syntax: .integer, min: 1, max: 9)
        second.attributes["b"] = AttributeValues(syntax: .integer, min: 5, max: 20)
        first.attributes["c"] = AttributeValues(syntax: .text)
        second.constraints = [OptionConstraint(values: ["sides": ["one-sided"]])]
        let both = first.limited(to: second)
        #expect(both.marginsDefault.top == 300 && both.marginsDefault.right == 500)
        #expect(both.mediaMargins["iso_a4_210x297mm"]?.left == 900)
        #expect(both.attributes["a"] == AttributeValues(syntax: .keyword, values: ["y"]))
        #expect(both.attributes["b"] == AttributeValues(syntax: .integer, min: 5, max: 9))
        #expect(both.attributes["c"] == nil)
        #expect(both.constraints.count == first.constraints.count + 1)
    }

    @Test func `is as able as those that accept jobs, and accepts none where they do not`() throws {
        let closed = Sample.printer("mono", accepting: false, capabilities: Sample.monoAbilities)
        let stopped = Sample.printer("mono", .stopped, capabilities: Sample.monoAbilities)
        for weak in [closed, stopped] {
            #expect(try able(Sample.printer(), weak).sides == Sample.officeAbilities.sides)
        }
        #expect(!Self.whole.asClass(of: [closed]).accepting)
        #expect(Self.whole.asClass(of: [closed, stopped]).state == .stopped)
        let silent = Sample.printer("office", .unreachable)
        #expect(Self.whole.asClass(of: [silent]).state == .unreachable)
        #expect(Self.whole.asClass(of: [silent, Sample.mono]).state == .idle)
        #expect(Self.whole.asClass(of: [Sample.printer("office", .printing)]).state == .printing)
    }
}
