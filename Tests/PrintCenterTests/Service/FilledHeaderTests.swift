import FoundationEssentials
import PrintFakes
import PrintModel
import Testing

@testable import PrintCenter

@Suite struct `The header of a job` {
    private static let ticket = PrintTicket(header: "{date}|{title}|{file} {page}")

    @Test func `keeps the day on which the job was submitted`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit("a.pdf", Self.ticket)
            let first = try #require(try await fakes.job(id).plan?.header)
            #expect(first.left.contains(/^20\d\d-\d\d-\d\d$/))
            #expect(first.center == "a.pdf" && first.right == "a.pdf {page}")
            fakes.clock.advance(by: .seconds(5 * 86_400))
            let moved = try await fakes.service.move("\(id)", to: "mono")
            #expect(moved.printer.rawValue == "mono" && moved.plan?.header == first)
            // Another job has a day of its own.
            let again = try await fakes.service.reprint("\(id)", key: "again")
            #expect(again.plan?.header?.left.contains(/^20\d\d-\d\d-\d\d$/) == true)
            #expect(again.plan?.header?.left != first.left)
        }
    }

    @Test func `has the name of the job, the title of the document, or its name`() {
        var document = DocumentFacts(name: "{page}.pdf", type: "application/pdf", kind: "", size: 1)
        func title(_ name: String?) -> String? {
            var plan = PrintPlan(pages: [1], copies: 1, sides: .oneSided, media: nil)
            plan.header =
                Admission(printer: Self.printer)
                .plan(of: document, ticket: PrintTicket(header: "{title}")).header
            plan.fillIn(name, document, Date(timeIntervalSince1970: 0))
            return plan.header?.center
        }
        #expect(title("Mine") == "Mine")
        #expect(title(nil) == "{{page}.pdf")
        #expect(title("{page}.pdf") == "{{page}.pdf")
        document.title = "Report"
        #expect(title(nil) == "Report")
        #expect(title("{page}.pdf") == "Report")
        document.title = " \n"
        #expect(title(nil) == "{{page}.pdf")
    }

    private static let printer = Printer(
        id: PrinterID(rawValue: "office"),
        name: "office",
        state: .idle,
        accepting: true
    )
}
