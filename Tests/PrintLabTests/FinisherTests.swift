import ProofKit
import Testing

@testable import PrintLab

@Suite(.serialized, .enabled(if: Fixture.hasPrograms, Fixture.programs))
struct `Trays, staples and toner` {
    private static let shared = Result { try RunningLab("finisher,toner") }

    @Test func `what lp asks of the finisher reaches it`() throws {
        let lab = try Self.shared.get()
        let options = ["finishings=20", "InputSlot=Alternate", "media=A4", "output-bin=stacker-1"]
        try lab.printPDF(
            pages: 2,
            on: "finisher",
            options.map { "-o \($0)" }.joined(separator: " ")
        )
        let job = try lab.receive(by: "finisher")
        #expect(job.attributes["finishings"] == .text("staple-top-left"))
        #expect(job.attributes["output-bin"] == .text("stacker-1"))
        guard case .text(let column)? = job.attributes["media-col"] else {
            Issue.record("no media-col: \(job.attributes)")
            return
        }
        #expect(column.contains("media-source=alternate") && column.contains("x-dimension=21000"))
    }

    @Test func `the finisher declares its conflicts, and what would do instead`() throws {
        let said = try Self.shared.get().deviceAttributes(of: "finisher")
        let constraints = try #require(said["job-constraints-supported"]?.first)
        #expect(constraints.contains("media-col={media-source=by-pass-tray}"), "\(constraints)")
        #expect(said["job-resolvers-supported"]?.first?.contains("output-bin=stacker-1") == true)
        #expect(said["job-password-supported"] == ["4"])
        let sizes = try #require(said["media-col-database"]?.first)
        #expect(
            sizes.contains("media-bottom-margin=0") && sizes.contains("media-bottom-margin=423")
        )
    }

    @Test func `the toner printer has Letter where A4 is the default, and says what is low`() throws
    {
        let lab = try Self.shared.get()
        let said = try lab.deviceAttributes(of: "toner")
        #expect(said["media-default"] == ["iso_a4_210x297mm"])
        #expect(said["media-ready"] == ["na_letter_8.5x11in"])
        #expect(said["marker-levels"] == ["4"] && said["marker-low-levels"] == ["10"])
        try lab.printPDF(pages: 1, on: "toner")
        _ = try lab.receive(by: "toner")
        try waitBlocking(for: "the printer to say that its toner is low") {
            try lab.deviceAttributes(of: "toner")["printer-state-reasons"]?.first?
                .contains("marker-supply-low") == true
        }
    }
}
