import PrintModel
import Testing

@testable import PrintCenter

@Suite struct `The settings of lpoptions` {
    private func read(_ text: String) -> LPOptions {
        var options = LPOptions()
        options.take(text)
        return options
    }

    @Test func `are a default printer, and options for each printer`() {
        let kept = read(
            """
            Dest office sides=two-sided-long-edge copies=2
            Dest office/draft print-quality=3
            Default mono/simple media=A4 noCollate landscape
            # a comment
            Dest
            """
        )
        #expect(kept.defaultPrinter == "mono")
        #expect(
            kept.options(for: PrinterID(rawValue: "office"))
                == ["sides": "two-sided-long-edge", "copies": "2"]
        )
        #expect(
            kept.options(for: PrinterID(rawValue: "mono"))
                == ["media": "A4", "Collate": "false", "landscape": "true"]
        )
        #expect(kept.options(for: PrinterID(rawValue: "none")) == [:])
        let office = PrinterID(rawValue: "office")
        #expect(kept.options(for: office, instance: "draft") == ["print-quality": "3"])
        #expect(kept.options(for: office, instance: "simple") == nil)
        #expect(kept.options(for: PrinterID(rawValue: "mono"), instance: "simple") != nil)
    }

    @Test(arguments: [
        (#"printer-info="A printer on the hill" sides=one-sided"#, "A printer on the hill"),
        (#"printer-info='A "b" c'"#, #"A "b" c"#), (#"printer-info=a\ b"#, "a b"),
        ("printer-info={x=1 y=2}", "{x=1 y=2}"), ("printer-info=", ""),
    ]) func `keep spaces in quotes`(_ text: String, _ value: String) {
        #expect(LPOptions.options(in: text[...])["printer-info"] == value)
    }

    @Test func `prefer the user's file to the system's, option by option`() {
        var kept = read("Default a\nDest a copies=1 media=A4")
        kept.take("Default b\nDest a copies=2")
        #expect(kept.defaultPrinter == "b")
        #expect(kept.options(for: PrinterID(rawValue: "a")) == ["copies": "2", "media": "A4"])
    }
}
