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
}
