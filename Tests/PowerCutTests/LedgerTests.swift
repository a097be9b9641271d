import PrintModel
import Testing

@testable import powercut

@Suite("The ledger of acknowledgments")
struct LedgerTests {
    @Test func `a document that a client deletes may be missing, in whichever order it is noted`() {
        var facts = DocumentFacts(
            name: "a.pdf",
            type: "application/pdf",
            kind: "PDF document",
            pages: 1,
            pageSizes: [],
            size: 1
        )
        facts.id = "a"
        var ledger = Ledger()
        ledger.take(.document(facts))
        #expect(ledger.documents.keys.sorted() == ["a"])
        ledger.take(.unwanted(document: "a"))
        #expect(ledger.documents.isEmpty)
        ledger.take(.document(facts))
        #expect(ledger.documents.isEmpty)
    }
}
