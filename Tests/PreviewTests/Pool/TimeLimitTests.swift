import Testing

@testable import QuickPreview

@Suite struct `The time limit for slow machines` {
    // Times of this file: what the variable says
    @Test(
        arguments: [
            (nil, 10), ("", 10), ("0", 1), ("1", 1), ("007", 7), ("86400", 86_400),
            ("999999999", 86_400), ("1000000000", 10), ("-1", 10), ("+5", 10), (" 5", 10),
            ("5 ", 10), ("5s", 10), ("1e3", 10), ("٥", 10),
        ] as [(String?, Int)]
    )
    func `is up to nine digits`(given: String?, seconds: Int) {
        #expect(PreviewerConfiguration.timeLimit(given) == .seconds(seconds))
    }

    /// Seconds of processor time.
    @Test(arguments: [(11, 5), (5, 5), (4, 4), (1, 1), (86_401, 5)] as [(UInt32, UInt32)])
    func `leaves a slow page to PDFium for five seconds`(all: UInt32, first: UInt32) {
        #expect(Exchange.secondsOfFirst(all) == first)
    }

    @Test func `is that of the processor, and passes six times on a busy computer`() {
        #expect(PreviewerConfiguration().patience == 6)
    }
}
