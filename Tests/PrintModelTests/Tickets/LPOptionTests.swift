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
        ("multiple-document-handling", "collated"), ("sheet-collate", "true"),
        ("presentation-direction-number-up", "lrtb"), ("x-image-position", "top"),
    ])
    func `with a value that no printer takes is a mistake`(_ name: String, _ value: String) {
        var ticket = PrintTicket()
        #expect(throws: TicketOptionError.self) { try ticket.take(option: name, value: value) }
    }

    @Test(
        arguments: [
            ("scaling", "50", PrintTicket(scaling: .fit, percent: 50)),
            ("natural-scaling", "75%", PrintTicket(scaling: PrintScaling.none, percent: 75)),
            ("ppi", "150", PrintTicket(ppi: 150)),
            ("position", "top-left", PrintTicket(position: .topLeft)),
            ("mirror", "true", PrintTicket(mirror: true)),
            ("page-border", "double-thick", PrintTicket(border: .doubleThick)),
            ("number-up-layout", "tbrl", PrintTicket(numberUpLayout: .tbrl)),
            ("landscape", "false", PrintTicket(orientation: .auto)),
            ("fit-to-page", "false", PrintTicket(scaling: .auto)),
            ("job-hold-until", "indefinite", PrintTicket()),
            ("orientation-requested", "5", PrintTicket(orientation: .reverseLandscape)),
            ("orientation-requested", "6", PrintTicket(orientation: .reversePortrait)),
            ("InputSlot", "ByPassTray", PrintTicket(source: "by-pass-tray")),
            ("InputSlot", "Tray2", PrintTicket(source: "tray-2")),
            ("MediaType", "Labels", PrintTicket(attributes: ["media-type": "labels"])),
            ("print-quality", "high", PrintTicket(quality: .high)),
        ] as [(String, String, PrintTicket)]
    )
    func `is understood as lp means it`(
        _ name: String,
        _ value: String,
        _ expected: PrintTicket
    ) throws {
        var ticket = PrintTicket()
        try ticket.take(option: name, value: value)
        #expect(ticket == expected)
    }

    @Test(arguments: [
        ("a=b c=d", [["a", "b"], ["c", "d"]]),
        ("sides=one-sided landscape", [["sides", "one-sided"], ["landscape", "true"]]),
        ("noCollate fit-to-page", [["Collate", "false"], ["fit-to-page", "true"]]),
        ("job-account-id=room 7", [["job-account-id", "room 7"]]),
        (#"job-account-id="room 7" copies=2"#, [["job-account-id", "room 7"], ["copies", "2"]]),
        ("media-col={media-size={x=1 y=2}}", [["media-col", "{media-size={x=1 y=2}}"]]),
    ])
    func `may stand beside others in one argument`(_ text: String, _ options: [[String]]) {
        #expect(OptionText.typed(text).map { [$0.name, $0.value] } == options)
    }

    @Test func `is refused in the words of the field`() throws {
        func words(_ name: String, _ value: String) -> String? {
            var ticket = PrintTicket()
            do throws(TicketOptionError) {
                try ticket.take(option: name, value: value)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(
            words("print-quality", "x") == "Invalid print-quality 'x': use draft, normal, or high."
        )
        #expect(words("collate", "x") == "Invalid collate 'x': use true or false.")
        #expect(
            words("orientation-requested", "9")
                == "Invalid orientation-requested '9': use landscape, none, portrait, reverse-landscape, or reverse-portrait."
        )
        #expect(words("job-priority", "0") == "Invalid job-priority '0': use 1 to 100.")
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
