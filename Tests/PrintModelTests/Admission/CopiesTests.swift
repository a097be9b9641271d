import PrintModel
import Testing

@Suite struct `Copies` {
    /// A printer that makes nine copies.
    private func able(
        collates: Bool = true,
        uncollates: Bool = true,
        raster: Bool = false
    ) -> Printer {
        var abilities = Sample.monoAbilities
        abilities.copies = .init(min: 1, max: 9)
        abilities.collates = collates
        abilities.uncollates = uncollates
        abilities.sides = [.oneSided, .twoSidedLongEdge]
        abilities.finishings = ["none", "staple", "punch"]
        if raster {
            abilities.formats = [RasterCapabilities.pwg]
            abilities.raster = RasterCapabilities(
                type: RasterCapabilities.pwg,
                pixels: ["sgray_8"],
                resolutions: [RasterResolution(300)],
                copies: 9
            )
        }
        return Sample.printer(capabilities: abilities)
    }

    @Test func `that the printer makes are left to it`() {
        let check = Admission(printer: able())
            .check(Sample.document(), ticket: PrintTicket(copies: 9, collate: false))
        #expect(check.possible && check.plan?.copiesInFile == nil)
        #expect(check.plan?.copiesToMake == 9)
    }

    @Test func `beyond those of the printer are in the file`() {
        for copies in [10, 999] {
            let check = Admission(printer: able())
                .check(Sample.document(), ticket: PrintTicket(copies: copies))
            #expect(check.possible && check.plan?.copiesInFile == copies)
            #expect(check.plan?.copiesToMake == 1)
            #expect(check.plan?.impressions == 6 * copies)
            let raster = Admission(printer: able(raster: true))
                .check(Sample.document(), ticket: PrintTicket(copies: copies)).plan
            #expect(raster?.raster?.copies == copies && raster?.copiesInFile == nil)
            #expect(raster?.copiesToMake == 1)
        }
    }

    @Test func `in an order that the printer lacks are in the file`() {
        for collate in [true, false] {
            let printer = able(collates: !collate, uncollates: collate)
            let check = Admission(printer: printer)
                .check(Sample.document(), ticket: PrintTicket(copies: 2, collate: collate))
            #expect(check.possible && check.plan?.copiesInFile == 2)
            #expect(check.plan?.collate == collate)
        }
    }

    @Test func `in the order of a printer that has one only need no file of 10,001 sides`() {
        let document = Sample.document(pages: 3334)
        let printer = able(collates: false)
        let open = Admission(printer: printer).check(document, ticket: PrintTicket(copies: 3))
        #expect(open.possible && open.plan?.copiesInFile == nil)
        let asked = Admission(printer: printer)
            .check(document, ticket: PrintTicket(copies: 3, collate: true))
        #expect(asked.obstacles.map(\.code) == [.copiesUnsupported])
    }

    @Test(arguments: [false, true])
    func `end at 10,000 sides`(_ raster: Bool) {
        func check(_ pages: Int, _ ticket: PrintTicket) -> PrintCheck {
            Admission(printer: able(raster: raster))
                .check(Sample.document(pages: pages), ticket: ticket)
        }
        #expect(check(100, PrintTicket(copies: 100)).possible)
        let over = check(100, PrintTicket(copies: 101))
        #expect(over.obstacles.map(\.code) == [.copiesUnsupported])
        #expect(over.obstacles.first?.parameters["max"] == "100")
        // White backs are sides of the file, too.
        let backs = check(99, PrintTicket(copies: 101, sides: .twoSidedLongEdge))
        #expect(backs.obstacles.first?.parameters["max"] == "100")
        // The printer itself makes nine, whatever their size.
        #expect(check(2000, PrintTicket(copies: 9)).possible)
        #expect(check(2000, PrintTicket(copies: 10)).obstacles.first?.parameters["max"] == "9")
    }

    @Test func `that are stapled are the printer's matter`() {
        func check(_ finishing: String) -> PrintCheck {
            Admission(printer: able()).check(
                Sample.document(),
                ticket: PrintTicket(copies: 10, finishings: [finishing])
            )
        }
        #expect(check("staple").obstacles.map(\.code) == [.copiesUnsupported])
        #expect(check("staple").obstacles.first?.parameters["max"] == "9")
        #expect(check("punch").plan?.copiesInFile == 10)
    }

    @Test func `can be chosen up to 999 at any printer`() {
        let options = PrinterOptions(printer: able(), document: nil).options
        #expect(options.first { $0.name == "copies" }?.values == ["1-999"])
        #expect(options.first { $0.name == "collate" }?.values == ["true", "false"])
    }
}
