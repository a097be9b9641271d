import PrintModel
import Testing

@Suite struct `Raster files for printers without PDF` {
    private static let fine = [300, 600, 1200].map { RasterResolution($0) }

    private static func raster(
        _ type: String = RasterCapabilities.apple,
        pixels: [String] = ["W8", "SRGB24"],
        resolutions: [RasterResolution] = fine,
        copies: Int = 1,
        uncollates: Bool = true
    ) throws -> RasterCapabilities {
        try #require(
            RasterCapabilities(
                type: type,
                pixels: pixels,
                resolutions: resolutions,
                sheetBack: "rotated",
                copies: copies,
                uncollates: uncollates
            )
        )
    }

    /// The file for a ticket on a printer without PDF.
    private static func format(
        _ raster: RasterCapabilities,
        _ ticket: PrintTicket = PrintTicket(),
        color: Bool = true
    ) throws -> RasterFormat {
        var able = Sample.officeAbilities
        able.formats = ["image/jpeg", raster.type]
        able.convertibleFormats = []
        able.raster = raster
        able.color = color
        able.attributes[RasterCapabilities.sheetBackAttribute] = AttributeValues(
            syntax: .keyword,
            values: RasterCapabilities.sheetBacks
        )
        let check = Admission(printer: Sample.printer(capabilities: able))
            .check(Sample.document(), ticket: ticket)
        #expect(check.obstacles.isEmpty)
        return try #require(check.plan?.raster)
    }

    @Test func `have colors unless the job or the printer has none`() throws {
        let raster = try Self.raster()
        #expect(try Self.format(raster).pixels == "SRGB24")
        #expect(try Self.format(raster, PrintTicket(color: .monochrome)).pixels == "W8")
        #expect(try Self.format(raster, color: false).pixels == "W8")
        let gray = try Self.raster(
            RasterCapabilities.pwg,
            pixels: ["black_1", "sgray_8", "cmyk_8"]
        )
        #expect(gray.pixels == ["sgray_8", "black_1"])
        #expect(try Self.format(gray).pixels == "sgray_8")
    }

    @Test(arguments: [
        ("600", "600dpi"), ("600DPI", "600dpi"), ("600x600dpi", "600dpi"),
        ("600x1200dpi", "600x1200dpi"), ("236dpcm", "599dpi"), ("0", nil), ("fine", nil),
        ("1x2x3", nil), ("600x", nil), ("99999999999999999999dpi", nil),
    ])
    func `have a resolution that people write in several ways`(_ text: String, _ read: String?) {
        #expect(RasterResolution(text: text)?.text == read)
    }

    @Test func `are as fine as the user says`() throws {
        let ticket = PrintTicket(
            quality: .draft,
            attributes: ["printer-resolution": "300x300dpi"]
        )
        var able = Sample.officeAbilities
        able.raster = try Self.raster()
        able.attributes["printer-resolution"] = AttributeValues(
            syntax: .resolution,
            values: ["300dpi", "600dpi"]
        )
        let admission = Admission(printer: Sample.printer(capabilities: able))
        let plan = try #require(admission.check(Sample.document(), ticket: ticket).plan)
        #expect(plan.raster?.resolutions == [RasterResolution(300)])
        let other = PrintTicket(attributes: ["printer-resolution": "1200dpi"])
        let obstacles = admission.check(Sample.document(), ticket: other).obstacles
        #expect(obstacles.map(\.code) == [.optionUnsupported])
        #expect(obstacles.first?.remedy.contains("300dpi") == true)
    }

    @Test func `are as fine as the quality asks, and then coarser`() throws {
        func dots(_ quality: PrintQuality?, _ resolutions: [Int]) throws -> [Int] {
            let raster = try Self.raster(resolutions: resolutions.map { RasterResolution($0) })
            return try Self.format(raster, PrintTicket(quality: quality)).resolutions.map(\.x)
        }
        #expect(try dots(nil, [300, 600, 1200]) == [600, 300])
        #expect(try dots(.normal, [1200, 360, 720]) == [360])
        #expect(try dots(.draft, [100, 300, 600]) == [300])
        #expect(try dots(.draft, [72]) == [72])
        #expect(try dots(nil, [1200]) == [1200])
    }

    @Test func `contain the copies that the printer does not make`() throws {
        let two = PrintTicket(copies: 2)
        #expect(try Self.format(Self.raster(copies: 1), two).copies == 2)
        #expect(try Self.format(Self.raster(copies: 9), two).copies == 1)
        let uncollated = PrintTicket(copies: 2, collate: false)
        #expect(try Self.format(Self.raster(copies: 9), uncollated).copies == 1)
        #expect(try Self.format(Self.raster(copies: 9, uncollates: false), uncollated).copies == 2)
        #expect(try Self.format(Self.raster(copies: 1)).copies == 1)
    }

    @Test func `turn the backs as the printer says, or as the job says`() throws {
        #expect(try Self.format(Self.raster()).sheetBack == "rotated")
        let other = PrintTicket(attributes: [RasterCapabilities.sheetBackAttribute: "normal"])
        #expect(try Self.format(Self.raster(), other).sheetBack == "normal")
    }

    @Test func `are offered only where the service can make one`() {
        let nothing = RasterCapabilities(
            type: RasterCapabilities.pwg,
            pixels: ["cmyk_8", "W8"],
            resolutions: Self.fine
        )
        #expect(nothing == nil)
        #expect(
            RasterCapabilities(type: RasterCapabilities.apple, pixels: ["W8"], resolutions: [])
                == nil
        )
    }

    @Test func `are made of texts too, and of nothing without pages`() throws {
        var able = Sample.officeAbilities
        able.formats = [RasterCapabilities.apple]
        able.convertibleFormats = []
        able.raster = try Self.raster()
        let admission = Admission(printer: Sample.printer(capabilities: able))
        let text = admission.check(Sample.text(pages: 2), ticket: PrintTicket())
        #expect(text.plan?.raster != nil)
        let other = Sample.document("a", type: "application/octet-stream", pages: nil)
        let check = admission.check(other, ticket: PrintTicket())
        #expect(check.obstacles.map(\.code) == [.formatUnsupported])
    }

    @Test func `stand in the plan as it is stored`() throws {
        var plan = PrintPlan(pages: [1], copies: 2, sides: .oneSided, media: nil)
        plan.raster = try Self.raster().format(for: plan, isColor: true)
        let stored = try WireFormat.encode(plan)
        #expect(try WireFormat.decode(PrintPlan.self, from: stored) == plan)
    }
}
