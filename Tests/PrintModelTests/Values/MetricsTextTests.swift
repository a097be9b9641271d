import PrintModel
import Testing

@Suite struct `Measurements` {
    @Test func `are a family with its help, and a line for each value`() {
        var text = MetricsText()
        text.begin("jobs", .gauge, "Jobs\nand \\ more.")
        text.add("jobs", 3, ["printer": "a \"b\"\n\\c", "stage": "held"])
        text.add("jobs", 0.25)
        text.add("jobs", 1e18)
        #expect(
            text.text == """
                # HELP jobs Jobs\\nand \\\\ more.
                # TYPE jobs gauge
                jobs{printer="a \\"b\\"\\n\\\\c",stage="held"} 3
                jobs 0.25
                jobs 1e+18

                """
        )
    }
}
