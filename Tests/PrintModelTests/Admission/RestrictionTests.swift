import PrintModel
import Testing

@Suite struct `What the owner of a document forbids` {
    private func document(_ restriction: DocumentFacts.Restriction) -> DocumentFacts {
        var facts = Sample.document()
        facts.restriction = restriction
        return facts
    }

    private func check(_ document: DocumentFacts, _ qualities: [PrintQuality]) -> PrintCheck {
        var able = Sample.printer().capabilities ?? PrinterCapabilities()
        able.qualities = qualities
        let printer = Sample.printer("office", capabilities: able)
        return Admission(printer: printer).check(document, ticket: PrintTicket(quality: .normal))
    }

    @Test func `is obeyed, or not`() {
        let forbidden = document(.printing)
        #expect(forbidden.restricted(obeys: true).problem == .restricted)
        #expect(forbidden.restricted(obeys: false) == Sample.document())
        let low = document(.highQuality)
        #expect(low.restricted(obeys: true) == low)
        #expect(low.restricted(obeys: false) == Sample.document())
        var damaged = forbidden
        damaged.problem = .damaged
        #expect(damaged.restricted(obeys: true).problem == .damaged)
    }

    @Test func `prevents printing, or high quality`() {
        let forbidden = check(document(.printing).restricted(obeys: true), [.draft, .normal])
        #expect(forbidden.obstacles.map(\.code) == [.documentRestricted])
        let low = check(document(.highQuality), [.draft, .normal, .high])
        #expect(low.possible && low.plan?.quality == .draft)
        #expect(low.notices.map(\.code) == [.lowQualityOnly])
        #expect(check(document(.highQuality), [.normal, .high]).plan?.quality == .normal)
        let open = check(Sample.document(), [.draft, .normal, .high])
        #expect(open.plan?.quality == .normal && open.notices.isEmpty)
    }
}
