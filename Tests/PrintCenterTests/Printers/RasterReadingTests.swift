import IPP
import PrintModel
import Testing

@testable import PrintCenter

@Suite struct RasterReadingTests {
    private static func read(_ attributes: [IPPAttribute]) -> RasterCapabilities? {
        CapabilityReading(IPPAttributeGroup(.printer, attributes)).raster
    }

    private static func formats(_ types: String...) -> IPPAttribute {
        IPPAttribute("document-format-supported", types.map { .mimeType($0) })
    }

    private static func urf(_ words: String...) -> IPPAttribute {
        IPPAttribute("urf-supported", words.map { .keyword($0) })
    }

    private static let pwg = [
        IPPAttribute(
            "pwg-raster-document-resolution-supported",
            [
                .resolution(IPPResolution(crossFeed: 600, feed: 300, units: 3)),
                .resolution(IPPResolution(crossFeed: 118, feed: 118, units: 4)),
                .resolution(IPPResolution(crossFeed: -1, feed: 600, units: 3)),
            ]
        ),
        IPPAttribute("pwg-raster-document-type-supported", [.keyword("sgray_8"), .keyword("x_9")]),
        IPPAttribute("pwg-raster-document-sheet-back", .keyword("flipped")),
    ]

    @Test func `Apple raster is read from its words`() throws {
        let read = try #require(
            Self.read(
                [
                    Self.formats("image/jpeg", "image/urf", "image/pwg-raster"),
                    Self.urf("V1.4", "CP99", "W8", "SRGB24", "RS300-600", "DM3", "IS1-4", "OFU0"),
                    IPPAttribute("copies-supported", .range(IPPRange(lower: 1, upper: 9))),
                ] + Self.pwg
            )
        )
        #expect(read.type == "image/urf" && read.pixels == ["SRGB24", "W8"])
        #expect(read.resolutions.map(\.x) == [300, 600] && read.sheetBack == "rotated")
        #expect(read.copies == 9)
    }

    @Test func `PWG raster is read from its attributes`() throws {
        let read = try #require(Self.read([Self.formats("image/pwg-raster")] + Self.pwg))
        #expect(read.type == "image/pwg-raster" && read.pixels == ["sgray_8"])
        // 118 dots per centimeter are 300 dots per inch.
        #expect(read.resolutions == [RasterResolution(300), RasterResolution(600, 300)])
        #expect(read.sheetBack == "flipped" && read.copies == 1)
    }

    @Test func `PWG raster is used where the words of Apple raster name nothing usable`() {
        for words in [Self.urf("V1.4"), Self.urf("W8", "RS"), Self.urf("W8", "RS0", "DM9")] {
            let formats = Self.formats("image/urf", "image/pwg-raster")
            #expect(Self.read([formats, words] + Self.pwg)?.type == "image/pwg-raster")
        }
    }

    @Test func `a printer that reads PDF gets no raster file`() {
        #expect(Self.read([Self.formats("application/pdf", "image/pwg-raster")] + Self.pwg) == nil)
        #expect(Self.read([Self.formats("image/jpeg")] + Self.pwg) == nil)
    }

    @Test func `the attributes of a job leave out what is in the file`() {
        var plan = PrintPlan(pages: [1], copies: 3, sides: .oneSided, media: nil)
        plan.attributes = [RasterCapabilities.sheetBackAttribute: "normal", "labels-on": "front"]
        plan.raster = RasterFormat(
            type: RasterCapabilities.apple,
            pixels: "W8",
            resolutions: [RasterResolution(300)],
            copies: 3
        )
        let group = IPPAttributeGroup(.job, plan.ippAttributes)
        #expect(group["copies"]?.integer == 1)
        #expect(group[RasterCapabilities.sheetBackAttribute] == nil)
        #expect(group["labels-on"]?.keywords == ["front"])
        plan.raster?.copies = 1
        #expect(IPPAttributeGroup(.job, plan.ippAttributes)["copies"]?.integer == 3)
    }
}
