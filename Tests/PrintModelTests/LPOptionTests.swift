import Foundation
import PrintModel
import Testing

@Suite struct `An option as lp writes it` {
    @Test func `becomes a field of the ticket`() throws {
        var ticket = PrintTicket()
        for (name, value) in [
            ("copies", "3"), ("page-ranges", "2-3"), ("page-set", "odd"),
            ("outputorder", "reverse"), ("sides", "two-sided-long-edge"), ("media", "A4,tray-2"),
            ("print-color-mode", "monochrome"), ("print-quality", "5"), ("landscape", "true"),
            ("number-up", "4"), ("fit-to-page", "true"), ("finishings", "staple,punch"),
            ("output-bin", "face-up"), ("job-priority", "70"), ("collate", "false"),
            ("media-type", "labels"),
        ] { try ticket.take(option: name, value: value) }
        #expect(
            ticket
                == PrintTicket(
                    pages: try Sample.pages("2-3"),
                    pageSet: .odd,
                    reverse: true,
                    copies: 3,
                    collate: false,
                    sides: .twoSidedLongEdge,
                    media: .a4,
                    source: "tray-2",
                    color: .monochrome,
                    quality: .high,
                    orientation: .landscape,
                    numberUp: 4,
                    scaling: .fit,
                    finishings: ["staple", "punch"],
                    outputBin: "face-up",
                    priority: 70,
                    attributes: ["media-type": "labels"]
                )
        )
    }

    @Test(arguments: [
        ("copies", "0"), ("copies", "many"), ("number-up", "0"), ("job-priority", "101"),
        ("page-ranges", "0"), ("page-set", "some"), ("outputorder", "up"), ("print-quality", "6"),
        ("Duplex", "Foo"), ("cupsPrintQuality", "Best"), ("landscape", "perhaps"),
        ("collate", "perhaps"), ("media", "A4,tray-1,glossy"), ("number-up", "9999999999"),
        ("orientation-requested", "9"), ("print-scaling", "huge"), ("job-hold-until", "soon"),
    ])
    func `with a value that no printer takes is a mistake`(_ name: String, _ value: String) {
        var ticket = PrintTicket()
        #expect(throws: TicketOptionError.self) { try ticket.take(option: name, value: value) }
    }

    @Test func `kept by lpoptions becomes a habit, and what is not understood is left out`() {
        let ticket = PrintTicket(habits: [
            "Duplex": "DuplexTumble", "PageSize": "Letter", "ColorModel": "Gray",
            "cupsPrintQuality": "High", "copies": "many",
        ])
        #expect(
            ticket
                == PrintTicket(
                    sides: .twoSidedShortEdge,
                    media: .letter,
                    color: .monochrome,
                    quality: .high
                )
        )
    }
}
