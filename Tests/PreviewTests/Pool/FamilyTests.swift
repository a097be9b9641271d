import Testing

@testable import QuickPreview

/// The table of helper families.
@Suite struct `A family of helpers` {
    @Test(arguments: RendererFamily.allCases)
    func `has a complete row`(family: RendererFamily) {
        let traits = family.traits
        #expect(traits.argument == "\(family)")
        #expect(!traits.publishedName.isEmpty)
        #expect(!traits.libraries.isEmpty)
        #expect(!traits.packages.isEmpty)
        #expect(traits.packages.allSatisfy { $0.hasPrefix("lib") })
        #expect(traits.memoryMebibytes >= 1024)
        #expect(traits.substitute != family)
        let reads = DocumentFormat.all.contains { $0.reader.family == family }
        #expect(reads || traits.precedes != nil)
        // Fonts of the user are used only where fonts may be opened at all.
        #expect(!traits.usesUserFonts || traits.fonts != .never)
    }

    @Test func `has names of its own`() {
        let rows = RendererFamily.allCases.map(\.traits)
        #expect(Set(rows.map(\.argument)).count == rows.count)
        #expect(Set(rows.map(\.publishedName)).count == rows.count)
    }

    @Test(arguments: RendererFamily.allCases)
    func `is found by its argument`(family: RendererFamily) {
        #expect(RendererFamily(argument: family.traits.argument) == family)
    }

    @Test func `is not found by another argument`() {
        for argument in ["", "office", "documents", "codecs", "PDF"] {
            #expect(RendererFamily(argument: argument) == nil)
        }
    }

    @Test func `has a substitute chain that ends`() {
        for family in RendererFamily.allCases {
            var families: Set<RendererFamily> = []
            var next: RendererFamily? = family
            while let family = next, families.insert(family).inserted {
                next = family.traits.substitute
            }
            #expect(next == nil, "\(family)")
        }
    }

    @Test(arguments: RendererFamily.allCases)
    func `is confined by its helper as its row says`(family: RendererFamily) async throws {
        try await withPreviewer { previewer in
            let level = try await previewer.confinement(of: family)
            #expect(level.memoryMebibytes == family.traits.memoryMebibytes)
            #expect(previewer.readiness(family)?.family == family)
            #expect(previewer.statistics.helper(family) == .confined(level))
        }
    }
}
