import Testing

@Test func `a test runs`() { #expect(1 + 1 == 2) }
