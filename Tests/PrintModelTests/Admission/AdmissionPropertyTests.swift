import PrintModel
import ProofKit
import Testing

@Suite struct `Tickets by chance` {
    private static let sides: [Sides] = [
        .oneSided, .twoSidedLongEdge, .twoSidedShortEdge, Sides(rawValue: "tumble"),
    ]
    private static let media: [MediaName] = [
        .a4, .letter, MediaName(rawValue: "iso_a5_148x210mm"), MediaName(rawValue: "roll"),
    ]
    private static let colors: [ColorMode] = [
        .auto, .color, .monochrome, ColorMode(rawValue: "bi-level"),
    ]

    private static let sources = ["main", "manual", "tray-2"]
    private static let finishings = ["staple", "punch", "fold"]
    private static let bins = ["face-up", "face-down", "tray-1"]

    private func some<T>(_ values: [T], _ chance: inout SeededGenerator) -> [T] {
        values.filter { _ in Bool.random(using: &chance) }
    }

    private func abilities(_ chance: inout SeededGenerator) -> PrinterCapabilities {
        let media = some(Self.media, &chance)
        let colors = some(Self.colors, &chance)
        return PrinterCapabilities(
            color: Bool.random(using: &chance),
            duplex: Bool.random(using: &chance),
            copies: .init(min: 1, max: Int.random(in: 1...5, using: &chance)),
            sides: some(Self.sides, &chance),
            media: media,
            mediaReady: some(media, &chance),
            mediaDefault: media.first,
            formats: some(["application/pdf", "image/png"], &chance),
            convertibleFormats: some(["image/png", "text/plain"], &chance),
            raster: Bool.random(using: &chance)
                ? nil
                : RasterCapabilities(
                    type: RasterCapabilities.apple,
                    pixels: ["W8"],
                    resolutions: [RasterResolution(600)]
                ),
            colorModes: colors,
            qualities: some(PrintQuality.allCases, &chance),
            collates: Bool.random(using: &chance),
            uncollates: Bool.random(using: &chance),
            sources: some(Self.sources, &chance),
            finishings: some(Self.finishings, &chance),
            outputBins: some(Self.bins, &chance),
            constraints: chance.pick([true, false, false])
                ? [OptionConstraint(values: ["sides": ["tumble"], "finishings": ["staple"]])] : [],
            attributes: Bool.random(using: &chance)
                ? [
                    "media-type": AttributeValues(syntax: .keyword, values: ["labels"]),
                    "darkness": AttributeValues(syntax: .integer, min: 1, max: 3),
                ] : [:]
        )
    }

    private func ticket(_ chance: inout SeededGenerator) throws -> PrintTicket {
        let pages = try chance.maybe(["1", "2-3", "3-1", "5-", "-2", "1,1", "4-9", "6"])
            .map { try PageSelection($0) }
        return PrintTicket(
            pages: pages,
            pageSet: chance.maybe([.all, .odd, .even]),
            reverse: chance.maybe([true, false]),
            copies: chance.maybe([1, 2, 3, 4, 5, 6]),
            collate: chance.maybe([true, false]),
            sides: chance.maybe(Self.sides),
            media: chance.maybe(Self.media),
            source: chance.rarely(Self.sources),
            color: chance.maybe(Self.colors),
            quality: chance.rarely(PrintQuality.allCases),
            orientation: chance.rarely(PageOrientation.allCases),
            numberUp: chance.rarely([1, 2, 3, 4, 6, 9, 16]),
            scaling: chance.rarely(PrintScaling.allCases),
            finishings: chance.rarely([["staple"], ["punch", "fold"], []]),
            outputBin: chance.rarely(Self.bins),
            attributes: chance.rarely([
                ["media-type": "labels"], ["media-type": "other"], ["darkness": "3"],
                ["darkness": "4"], ["unheard-of": "1"],
            ])
        )
    }

    private func document(_ chance: inout SeededGenerator) -> DocumentFacts {
        let type = chance.pick(["application/pdf", "image/png", "text/x-c", "a/unknown"])
        var document = Sample.document(
            type: type,
            pages: type == "a/unknown" ? nil : Int.random(in: 1...7, using: &chance)
        )
        if type == "text/x-c" { document.layout = .lines }
        return document
    }

    @Test func `are never let through with a value that the printer does not list`() throws {
        var chance = SeededGenerator(seed: 2)
        var admitted = 0
        for _ in 0..<20_000 {
            let able = abilities(&chance)
            let ticket = try ticket(&chance)
            let document = document(&chance)
            let check = Admission(printer: Sample.printer(capabilities: able))
                .check(document, ticket: ticket)
            #expect(check.possible == (check.plan != nil))
            #expect(check.possible == check.obstacles.isEmpty)
            guard let plan = check.plan else { continue }
            admitted += 1
            #expect(isListed(ticket, document, able), "\(ticket) \(document) \(able)")
            #expect(isRight(plan, ticket, document), "\(ticket) \(document) \(plan)")
        }
        // Too few, and the test would prove nothing.
        #expect(admitted > 150)
    }

    /// Everything that the ticket names stands in the printer's lists: told again, without the rule's words.
    private func isListed(
        _ ticket: PrintTicket,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> Bool {
        guard document.type != "a/unknown",
            able.raster != nil
                || (able.formats + able.convertibleFormats).contains("application/pdf")
        else { return false }
        // A printer staples what it takes for one copy; else the service repeats the pages.
        let isStapled = ticket.finishings?.contains { $0 != "none" && $0 != "punch" } == true
        if let copies = ticket.copies, copies > able.copies.max, isStapled || copies > 999 {
            return false
        }
        if let sides = ticket.sides, !able.sides.contains(sides) { return false }
        if let media = ticket.media, !able.media.contains(media) { return false }
        if let quality = ticket.quality, !able.qualities.contains(quality) { return false }
        if let source = ticket.source, !able.sources.contains(source) { return false }
        if let bin = ticket.outputBin, !able.outputBins.contains(bin) { return false }
        if let finishings = ticket.finishings, !Set(finishings).isSubset(of: able.finishings) {
            return false
        }
        if ticket.numberUp == 3 { return false }
        for (name, value) in ticket.attributes ?? [:] {
            guard !able.attributes.isEmpty, name != "unheard-of" else { return false }
            guard value == "labels" || value == "3" else { return false }
        }
        if !able.constraints.isEmpty, ticket.sides?.rawValue == "tumble",
            ticket.finishings == ["staple"]
        {
            return false
        }
        let isMany = ticket.copies ?? 1 > 1 && (isStapled || ticket.copies ?? 1 > 999)
        if isMany, ticket.collate == false, !able.uncollates { return false }
        switch ticket.color {
        case nil, ColorMode.auto: break
        case ColorMode.color: if !able.color { return false }
        // Its pages are made gray where the printer lists no such mode.
        case ColorMode.monochrome: break
        case .some(let other): if !able.colorModes.contains(other) { return false }
        }
        return !(ticket.collate == true && isMany && !able.collates)
    }

    /// The pages that a ticket means, whatever their order.
    private func chosen(_ ticket: PrintTicket, _ count: Int) -> [Int] {
        let named = ticket.pages.flatMap { try? $0.pages(of: count).get() } ?? Array(1...count)
        return switch ticket.pageSet {
        case .odd?: named.filter { !$0.isMultiple(of: 2) }
        case .even?: named.filter { $0.isMultiple(of: 2) }
        case .all?, nil: named
        }
    }

    /// Prints on paper, side by side and sheet by sheet, and counts.
    private func isRight(
        _ plan: PrintPlan,
        _ ticket: PrintTicket,
        _ document: DocumentFacts
    ) -> Bool {
        guard let pages = plan.pages else {
            return document.pages == nil && plan.impressions == nil && plan.sheets == nil
        }
        guard let count = document.pages, pages.allSatisfy({ (1...count).contains($0) }) else {
            return false
        }
        var impressions = 0
        var sheets = 0
        guard let faces = plan.faces, faces.flatMap({ $0 }) == pages else { return false }
        for _ in 0..<(ticket.copies ?? 1) {
            // Each copy begins on a sheet of its own.
            var isBackFree = false
            for face in faces {
                if !face.isEmpty { impressions += 1 }
                if isBackFree {
                    isBackFree = false
                } else {
                    sheets += 1
                    isBackFree = plan.sides != .oneSided
                }
            }
        }
        let isFull = faces.allSatisfy { $0.count <= ticket.numberUp ?? 1 }
        guard isFull, Set(pages).count == Set(chosen(ticket, count)).count else { return false }
        return plan.impressions == impressions && plan.sheets == sheets
            && plan.copies == ticket.copies ?? 1
    }
}
