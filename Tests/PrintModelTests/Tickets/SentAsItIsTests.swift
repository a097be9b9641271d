import Foundation
import PrintModel
import Testing

private let printer = Sample.finisherPrinter

@Suite struct `A document that already is what is wanted` {
    @Test func `is sent as it is`() throws {
        var document = Sample.document()
        document.pageSizes = [.init(count: 6, width: 595.3, height: 841.9)]
        let plan = try #require(
            Admission(printer: printer).check(document, ticket: PrintTicket()).plan
        )
        #expect(plan.isFulfilled(by: document))
        for ticket in [
            PrintTicket(pages: try Sample.pages("1-5")), PrintTicket(reverse: true),
            PrintTicket(media: .letter), PrintTicket(numberUp: 2), PrintTicket(scaling: .fit),
            PrintTicket(orientation: .landscape),
        ] {
            let other = try #require(
                Admission(printer: printer).check(document, ticket: ticket).plan
            )
            #expect(!other.isFulfilled(by: document), "\(ticket)")
        }
        document.pageSizes = [.init(count: 6, width: 841.9, height: 595.3)]
        #expect(!plan.isFulfilled(by: document))
    }
}
